import ArgumentParser
import Exchange

/// How a command is asked and answers.
struct OutputFormat: ParsableArguments {
    @Flag(help: "Print JSON; with --batch, one object a line.") var json = false
    @Flag(help: "Answer each line of standard input with one line of tab-separated columns.") var batch = false

    var ofLines: BatchLine.Format { json ? .json : .columns }

    /// - Parameter name: what the arguments are, for the message where they are missing.
    func validate(arguments: [String?], named name: String) throws {
        if batch, arguments.contains(where: { $0 != nil }) {
            throw ValidationError("--batch reads standard input. Leave out the arguments.")
        }
        if !batch, arguments.contains(nil) { throw ValidationError("Give \(name), or --batch.") }
    }
}
