import Chordsets
import GRDB
import JSONText

/// A thing that is kept: it has an id, and among its like a place and a version.
public protocol Keepable: Sendable, Hashable {
    static var shelf: Shelf { get }
    var id: String { get }
    /// As it is sent and saved, and read again.
    func json(position: Int) -> JSON
    init(_ document: JSON) throws
    /// Things of rows of their table, in the same order.
    static func things(_ db: Database, of rows: [Row]) throws -> [Self]
    /// Writes a new row, and what belongs to it; at which place is said afterwards.
    func insert(into db: Database, version: Int) throws
    /// Writes what is other than before.
    func update(_ db: Database, from before: Self, version: Int) throws
    /// How many of some things, at least one, are sent at once.
    static func fitting(_ db: Database, _ ids: [String]) throws -> Int
}

/// Where things of one sort are kept: the names of their tables, and how they are called.
public struct Shelf: Sendable, Hashable {
    /// `chordset`; also how one of them is called.
    public let name: String
    /// What was deleted, as documents.
    let deleted: String
    /// The ids of what was deleted, and when.
    let gravestones: String
    /// The column of `origin` that says when their order was changed last.
    let order: String

    public static let chordsets = Shelf(
        name: "chordset", deleted: "deletedChordset", gravestones: "gravestone", order: "orderRevision")
    public static let tunes = Shelf(name: "tune", deleted: "deletedTune", gravestones: "tuneGravestone", order: "tuneOrderRevision")

    static let all = [chordsets, tunes]

    /// How several are called.
    public var plural: String { name + "s" }
}

/// Something as it is kept: with its place, and a version that tells whether somebody has changed it meanwhile.
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
