import Exchange
import Foundation
import JSONText

/// The world outside: standard input and output, and how the program ends.
enum Terminal {
    /// How the program ends when not all was well, with the numbers of sysexits.h.
    private enum Failure: Int32 {
        case unreadableInput = 65
        case missingInput = 66
        case lostOutput = 74
    }

    /// Whether colours are welcome: at a terminal, and not refused by NO_COLOR.
    static var showsColors: Bool {
        let environment = ProcessInfo.processInfo.environment
        return isWatched && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    /// Prints the answer; a refusal is told on standard error and ends the program.
    static func answering(_ answer: () throws(Refusal) -> String) {
        do throws(Refusal) {
            print(try answer())
            flush()
        } catch {
            end(.unreadableInput, error.message)
        }
    }

    /// Prints an answer, if there is any.
    static func answering(_ answer: String?) {
        if let answer { print(answer) }
        flush()
    }

    /// Whether a person sees the answers, and not a file or a program.
    static var isWatched: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Writes the answer into a file, or to standard output where none is named; a refusal is told on standard error and
    /// ends the program.
    static func answering(into path: String?, _ answer: () throws(Refusal) -> [UInt8]) {
        do throws(Refusal) {
            let bytes = try answer()
            guard let path else { return answering(bytes: bytes) }
            do {
                // Whole or not at all: what stood there before stays until then.
                try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
            } catch {
                end(.lostOutput, "“\(path)” could not be written. Check that the folder exists and that the disk is not full.")
            }
        } catch {
            end(.unreadableInput, error.message)
        }
    }

    /// Writes bytes as they are.
    static func answering(bytes: [UInt8]) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(bytes))
        } catch {
            end(.lostOutput, "Standard output could not be written.")
        }
    }

    /// Tells on standard error why there is no answer, and ends the program.
    static func refuse(_ message: String) -> Never { end(.unreadableInput, message) }

    /// Answers every line of standard input with one line, at once, so that a program at the other end can wait for it.
    /// Only when all is answered it ends with an error code, if a line could not be read.
    static func answeringLines(_ answer: (String) -> BatchLine) {
        var input = stat()
        // No one waits at the other end of a file.
        let isFile = fstat(STDIN_FILENO, &input) == 0 && input.st_mode & S_IFMT == S_IFREG
        var hasErrors = false
        for line in InputLines() {
            let answered = answer(String(decoding: line, as: UTF8.self))
            hasErrors = hasErrors || answered.isError
            print(answered.text)
            if !isFile { flush() }
        }
        flush()
        if hasErrors { exit(Failure.unreadableInput.rawValue) }
    }

    /// Answers every file that a line of standard input names with one line, at once, and keeps nothing of it. Only when
    /// all are answered it ends with an error code, if none of them could be read.
    /// - Parameters:
    ///   - limit: files of more bytes are not read.
    ///   - answer: what the bytes of a file give, and its name for sentences.
    static func answeringFiles(limit: Int, _ answer: ([UInt8], String) throws(Refusal) -> JSON) {
        var isAsked = false
        var isAnswered = false
        for name in InputLines(longest: ListedFile.longestName + 1) {
            let file = ListedFile(name)
            let line = BatchLine.file(file.title) { () throws(Refusal) in
                try answer(file.contents(limit: limit), file.title)
            }
            isAsked = true
            isAnswered = isAnswered || !line.isError
            print(line.text)
            flush()
        }
        if isAsked, !isAnswered { exit(Failure.unreadableInput.rawValue) }
    }

    /// Prints what can be answered, and then tells on standard error why that is not all, if so.
    static func answering(_ answer: String, _ refusal: Refusal?) {
        print(answer)
        flush()
        if let refusal { end(.unreadableInput, refusal.message) }
    }

    /// Answers the bytes of standard input as they come, until there are no more.
    /// - Parameter answer: the lines that some bytes give.
    static func answeringBytes(_ answer: ([UInt8]) -> [String]) {
        while let bytes = receive() {
            for line in answer(bytes) { print(line) }
            flush()
        }
    }

    /// The next bytes of standard input, as many as are there; waits for one at least. Nil when there are no more.
    static func receive() -> [UInt8]? {
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, filled in
            repeat { count = read(STDIN_FILENO, buffer.baseAddress, buffer.count) } while count < 0 && errno == EINTR
            filled = max(count, 0)
        }
        guard count >= 0 else { end(.unreadableInput, "Standard input cannot be read.") }
        return bytes.isEmpty ? nil : bytes
    }

    /// The content of a file; one that cannot be read ends the program.
    /// - Parameter limit: more bytes than this are not read, for some files never end.
    static func contents(of path: String, limit: Int) -> [UInt8] {
        do {
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            let content = try file.read(upToCount: limit + 1) ?? Data()
            guard content.count <= limit else { end(.unreadableInput, "“\(path)” has more than \(limit) bytes.") }
            return Array(content)
        } catch {
            end(.missingInput, "“\(path)” cannot be read. Check that the file exists.")
        }
    }

    /// All of standard input.
    /// - Parameter limit: more bytes than this are not read.
    static func input(limit: Int) -> [UInt8] {
        guard let content = try? FileHandle.standardInput.read(upToCount: limit + 1) ?? Data() else {
            end(.unreadableInput, "Standard input cannot be read.")
        }
        guard content.count <= limit else { end(.unreadableInput, "Standard input has more than \(limit) bytes.") }
        return Array(content)
    }

    /// Tells on standard error what is wrong with a part of the answer, a line each, and goes on.
    static func tell(_ messages: [String]) {
        for message in messages { FileHandle.standardError.write(Data((message + "\n").utf8)) }
    }

    /// An answer that cannot be written, to a full disk say, must not look like one that was.
    private static func flush() {
        if fflush(nil) != 0 { end(.lostOutput, "Standard output could not be written.") }
    }

    private static func end(_ failure: Failure, _ message: String) -> Never {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(failure.rawValue)
    }
}
