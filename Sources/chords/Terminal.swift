import Foundation
import Interface

/// The world outside: standard input and output, and how the program ends.
enum Terminal {
    /// Input that cannot be read (EX_DATAERR of sysexits.h).
    static let unreadableInput: Int32 = 65

    /// Whether colours are welcome: at a terminal, and not refused by NO_COLOR.
    static var showsColors: Bool {
        let environment = ProcessInfo.processInfo.environment
        return isatty(STDOUT_FILENO) == 1 && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    /// Runs `answer`; a refusal is told on standard error and ends the program.
    static func answering(_ answer: () throws(Refusal) -> String) {
        do throws(Refusal) {
            print(try answer())
        } catch {
            FileHandle.standardError.write(Data((error.message + "\n").utf8))
            exit(unreadableInput)
        }
    }

    /// Answers every line of standard input with one line, and only then tells of those that could not be read.
    static func answeringLines(_ answer: (String) -> BatchLine) {
        var hasErrors = false
        var output = ""
        while let bytes = readLine(strippingNewline: true) {
            let line = answer(bytes.hasSuffix("\r") ? String(bytes.dropLast()) : bytes)
            hasErrors = hasErrors || line.isError
            output += line.text
            output += "\n"
            if output.utf8.count > 1 << 16 { flush(&output) }
        }
        flush(&output)
        if hasErrors { exit(unreadableInput) }
    }

    private static func flush(_ output: inout String) {
        print(output, terminator: "")
        output = ""
    }
}
