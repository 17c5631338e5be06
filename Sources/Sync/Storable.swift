import JSONText

/// An item that can be stored and synchronized. Each kind of item conforms to it in its own module.
public protocol Storable: Sendable, Hashable {
    /// The reason why a document is invalid.
    associatedtype DocumentError: Error

    var id: String { get }
    /// The document for clients and files.
    func json(position: Int) -> JSON
    init(_ document: JSON) throws(DocumentError)
}
