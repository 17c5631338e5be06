import Exchange
import Foundation
import Input
import JSONText

/// Standard input and output, and the exit of the program.
enum Terminal {
    /// Exit codes from sysexits.h.
    private enum Failure: Int32 {
        case unreadableInput = 65
        case missingInput = 66
        case lostOutput = 74
    }

    /// Whether to print colors: at a terminal, unless NO_COLOR is set.
    static var showsColors: Bool {
        let environment = ProcessInfo.processInfo.environment
        return isInteractive && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    /// Prints the answer. A refusal goes to standard error and ends the program.
    static func answering(_ answer: () throws(InputError) -> String) {
        do throws(InputError) {
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

    /// Whether standard output is a terminal.
    static var isInteractive: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Writes the answer to a file, or to standard output if there is no path. A refusal goes to standard error and
    /// ends the program.
    static func answering(into path: String?, _ answer: () throws(InputError) -> [UInt8]) {
        do throws(InputError) {
            let bytes = try answer()
            guard let path else { return answering(bytes: bytes) }
            do {
                try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
            } catch {
                let advice = "Check that the folder exists and that the disk is not full."
                end(.lostOutput, "“\(path)” could not be written. " + advice)
            }
        } catch {
            end(.unreadableInput, error.message)
        }
    }

    /// Writes raw bytes to standard output.
    static func answering(bytes: [UInt8]) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(bytes))
        } catch {
            end(.lostOutput, "Standard output could not be written.")
        }
    }

    /// Prints an error and ends the program.
    static func refuse(_ message: String) -> Never { end(.unreadableInput, message) }

    /// Answers each line of standard input at once with one line, so that a program can converse with this one. After
    /// the last line, the exit code is 65 if a line could not be read.
    static func answeringLines(_ answer: (String) -> BatchLine) {
        var input = stat()
        // With a regular file as input, no program waits for single answers.
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

    /// Answers each file named on standard input at once with one line. After the last one, the exit code is 65 if no
    /// file could be read.
    /// - Parameters:
    ///   - limit: the maximum file size in bytes.
    ///   - answer: makes the answer from the content and the name of a file.
    static func answeringFiles(limit: Int, _ answer: ([UInt8], String) throws(InputError) -> JSON) {
        var hasFiles = false
        var hasAnswers = false
        for name in InputLines(longest: ListedFile.maximumNameLength + 1) {
            let file = ListedFile(name)
            let line = BatchLine.file(file.title) { () throws(InputError) in
                try answer(file.contents(limit: limit), file.title)
            }
            hasFiles = true
            hasAnswers = hasAnswers || !line.isError
            print(line.text)
            flush()
        }
        if hasFiles, !hasAnswers { exit(Failure.unreadableInput.rawValue) }
    }

    /// Prints a partial answer, then the reason why it is partial.
    static func answering(_ answer: String, _ refusal: InputError?) {
        print(answer)
        flush()
        if let refusal { end(.unreadableInput, refusal.message) }
    }

    /// Answers the bytes of standard input as they arrive.
    /// - Parameter answer: makes output lines from bytes.
    static func answeringBytes(_ answer: ([UInt8]) -> [String]) {
        while let bytes = receive() {
            for line in answer(bytes) { print(line) }
            flush()
        }
    }

    /// The next available bytes of standard input. Waits for at least one; nil at the end.
    static func receive() -> [UInt8]? {
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, filled in
            repeat { count = read(STDIN_FILENO, buffer.baseAddress, buffer.count) } while count < 0 && errno == EINTR
            filled = max(count, 0)
        }
        guard count >= 0 else { end(.unreadableInput, "Standard input cannot be read.") }
        return bytes.isEmpty ? nil : bytes
    }

    /// The content of a file. An unreadable file ends the program.
    /// - Parameter limit: the maximum size in bytes, because some files are endless.
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
    /// - Parameter limit: the maximum size in bytes.
    static func input(limit: Int) -> [UInt8] {
        guard let content = try? FileHandle.standardInput.read(upToCount: limit + 1) ?? Data() else {
            end(.unreadableInput, "Standard input cannot be read.")
        }
        guard content.count <= limit else { end(.unreadableInput, "Standard input has more than \(limit) bytes.") }
        return Array(content)
    }

    /// Prints warnings to standard error, one per line.
    static func warn(_ messages: [String]) {
        for message in messages { FileHandle.standardError.write(Data((message + "\n").utf8)) }
    }

    /// Flushes output. A failure, for example a full disk, ends the program with an error.
    private static func flush() {
        if fflush(nil) != 0 { end(.lostOutput, "Standard output could not be written.") }
    }

    private static func end(_ failure: Failure, _ message: String) -> Never {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(failure.rawValue)
    }
}
