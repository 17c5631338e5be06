import JSONText

/// A thing that is kept: it has an id, and among its like a place and a version.
public protocol Keepable: Sendable, Hashable {
    static var kind: Kind { get }
    var id: String { get }
    /// As it is sent and saved, and read again.
    func json(position: Int) -> JSON
    init(_ document: JSON) throws
    /// Things of rows of their table, in the same order.
    static func things(on shelf: OpenShelf, of rows: [SQLRow]) throws -> [Self]
    /// Writes a new row, and what belongs to it; at which place is said afterwards.
    /// - Parameter bytes: what it counts for.
    func insert(into shelf: OpenShelf, version: Int, bytes: Int) throws
    /// Writes what is other than before.
    func update(on shelf: OpenShelf, from before: Self, version: Int, bytes: Int) throws
}

/// Something as it is kept: with its place, and a version that tells whether a client has changed it meanwhile.
public struct Stored<Thing: Keepable>: Sendable, Hashable {
    public let thing: Thing
    /// Its place among the others, from 0.
    public let position: Int
    /// Grows with every change of content or place, and is never the same again, also where it was deleted and came back.
    public let version: Int

    public var json: JSON { thing.json(position: position) }

    /// With the version, which a client of the server sends back to change what it has seen and nothing else.
    public var versioned: JSON {
        guard case .object(let members) = json else { return json }
        return .object(members + [("version", .int(version))])
    }
}
