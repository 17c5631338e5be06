import ArgumentParser

/// The option `--batch`: many files instead of one.
struct FileBatch: ParsableArguments {
    @Flag(
        name: .customLong("batch"),
        help: "Read a file name from each line of standard input, and print one line of JSON for each.")
    var isBatch = false

    /// The help text of `--batch`.
    static let discussion = """
        With --batch, each line of standard input names a file. Each is answered at once with one line: the object of \
        --json, after file, the name. A file that cannot be read is answered with file and error. The exit code is 65 \
        only if no file could be read. Folders, pipes and devices are not read.
        """

    /// - Parameters:
    ///   - file: the file argument.
    ///   - others: other possible inputs, for the error message.
    func validate(file: String?, or others: String = "") throws {
        if isBatch, file != nil {
            throw ValidationError("--batch reads file names from standard input. Leave out the file.")
        }
        if !isBatch, file == nil { throw ValidationError("Give a file\(others), or --batch.") }
    }
}
