import ArgumentParser

/// Many files instead of one.
struct FileBatch: ParsableArguments {
    @Flag(name: .customLong("batch"), help: "Answer each file that a line of standard input names with one line of JSON.")
    var isAsked = false

    /// What `--batch` does, for the help of a command.
    static let discussion = """
        With --batch, standard input has the name of a file in each line, and each is answered at once with one line: the \
        object of --json, behind the file's name as file. A file that cannot be read is answered by file and error, and \
        the others go on; only where none could be read the exit code is 65. Folders, pipes and devices are not read.
        """

    /// - Parameters:
    ///   - file: the file that is given, if any.
    ///   - others: what may be given in its place, besides, for the message where nothing is.
    func validate(file: String?, or others: String = "") throws {
        if isAsked, file != nil { throw ValidationError("--batch reads names of files from standard input: leave out the file.") }
        if !isAsked, file == nil { throw ValidationError("Give a file\(others), or --batch.") }
    }
}
