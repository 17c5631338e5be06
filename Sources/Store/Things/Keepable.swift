import JSONText

/// An item that can be stored.
public protocol Keepable: Sendable, Hashable {
    static var kind: Kind { get }
    var id: String { get }
    /// The document for clients and files.
    func json(position: Int) -> JSON
    init(_ document: JSON) throws
    /// Reads items from rows in the same order.
    static func things(on shelf: OpenShelf, of rows: [SQLRow]) throws -> [Self]
    /// Inserts a new row with all that belongs to it. Its position is set afterwards.
    /// - Parameter bytes: its size for quotas.
    func insert(into shelf: OpenShelf, version: Int, bytes: Int) throws
    /// Writes the differences from before.
    func update(on shelf: OpenShelf, from before: Self, version: Int, bytes: Int) throws
}

/// A stored item with its position and version.
public struct Stored<Thing: Keepable>: Sendable, Hashable {
    public let thing: Thing
    /// Its index, from 0.
    public let position: Int
    /// The version, which grows with every change of content or position, and is never reused, even after undeleting.
    public let version: Int

    public var json: JSON { thing.json(position: position) }

    /// The document with its version, for conditional requests.
    public var versioned: JSON {
        guard case .object(let members) = json else { return json }
        return .object(members + [("version", .int(version))])
    }
}
