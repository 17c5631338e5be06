/// Why the page cannot be built, as a sentence for the terminal.
public struct PageBuildError: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
