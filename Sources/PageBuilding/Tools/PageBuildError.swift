/// The reason why the page cannot be built.
public struct PageBuildError: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
