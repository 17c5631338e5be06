import Chordsets
import JSONText

/// Which shelf this is, and which of its histories.
public struct Origin: Sendable, Hashable {
    /// Random, made with the shelf, and the same in all copies of its database.
    public let database: String
    /// Random, and made anew whenever a backup is restored.
    public let epoch: String

    /// 128 random bits, in hexadecimal digits.
    static func random() -> String {
        (0..<2).map { _ in
            let digits = String(UInt64.random(in: 0...UInt64.max), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}

/// What is said of a thing that was deleted.
public struct Gravestone: Sendable, Hashable {
    public let id: String
    /// The revision that deleted it.
    public let version: Int

    var json: JSON { .object([("id", .string(id)), ("version", .int(version))]) }
}

/// What became different after a revision, or a part of that.
///
/// Parts end at a revision: who asks for what came after ``revision`` gets the next one, and what changes meanwhile comes
/// again in a later part. So deletions are always said, and never to be concluded from what is not there.
public struct Changes<Thing: Keepable>: Sendable {
    public let origin: Origin
    /// What anyone who takes this over knows: in the last part the revision of the database.
    public let revision: Int
    /// The revision after which all this came: the newest of those asked for that this database has had; 0 where it has had
    /// none of them, and so shares nothing with anyone who asks.
    public let since: Int
    /// New or changed ones, from the one that changed first to the last; their places are those of now.
    public let things: [Stored<Thing>]
    /// What was deleted and has not come back, in order of its versions.
    public let deleted: [Gravestone]
    /// The ids of all in their order. Only in the last part, and only where it cannot be told from what was added at the end
    /// and deleted: where it changed otherwise, nothing is shared, or there were parts before this one.
    public let order: [String]?
    /// Whether there is another part.
    public let more: Bool

    public var json: JSON {
        .object(
            [
                ("database", .string(origin.database)), ("epoch", .string(origin.epoch)), ("revision", .int(revision)),
                ("since", .int(since)), (Thing.kind.plural, .array(things.map(\.versioned))),
                ("deleted", .array(deleted.map(\.json))),
            ] + (order.map { [("order", .array($0.map { .string($0) }))] } ?? []) + [("more", .bool(more))])
    }

    /// - Parameters:
    ///   - known: revisions that anyone who asks has known, in any order.
    ///   - limit: of things and deletions together, from 1; fewer come where they are heavy.
    init(_ shelf: OpenShelf, since known: [Int], limit: Int) throws {
        origin = try History.origin(shelf)
        let kind = Thing.kind
        let shared = try History.shared(shelf, known, of: kind)
        let since = shared ?? 0
        let last = try shelf.int(
            """
            SELECT version FROM (
                SELECT version FROM \(kind.name) WHERE shelf = ?1 AND version > ?2
                UNION ALL SELECT version FROM \(kind.gravestones) WHERE shelf = ?1 AND version > ?2) AS later
            ORDER BY version LIMIT 1 OFFSET ?3
            """, since, limit - 1)
        let newest = try shelf.int(
            """
            SELECT max(version) FROM (
                SELECT max(version) AS version FROM \(kind.name) WHERE shelf = ?1
                UNION ALL SELECT max(version) FROM \(kind.gravestones) WHERE shelf = ?1) AS newest
            """)
        let near = try shelf.rows(
            "SELECT version, bytes FROM \(kind.name) WHERE shelf = ?1 AND version > ?2 AND version <= ?3 ORDER BY version, id",
            since, last ?? .max)
        let fitting = Records.fitting(near)
        let end = fitting < near.count ? near[fitting - 1].int("version") : last
        more = if let end, let newest { end < newest } else { false }
        revision = if let end, more { History.part(upTo: end) } else { try History.revision(shelf) }
        things = try Records.changed(shelf, after: since, to: revision)
        deleted = try shelf.rows(
            """
            SELECT id, version FROM \(kind.gravestones) WHERE shelf = ?1 AND version > ?2 AND version <= ?3 ORDER BY version
            """, since, revision
        ).map { Gravestone(id: $0.text("id"), version: $0.int("version")) }
        let isOrdered = try !more && (shared == nil || History.isPart(since) || since < History.orderRevision(shelf, of: kind))
        order = isOrdered ? try Records.order(shelf, of: kind) : nil
        self.since = since
    }
}

/// What became different after a revision, by name: enough to tell others that they should ask.
public struct ShelfNews: Sendable {
    public let database: String
    /// What the database is at now.
    public let revision: Int
    /// After which all this came.
    public let since: Int
    /// The ids of those that are new, changed or deleted, and whether the order is another one; nil where that is more than
    /// can be told at once, or the database shares no history with anyone who asks.
    public let names: (changed: [String], deleted: [String], order: Bool)?

    /// More than this are not told one by one.
    private static let most = 100

    public var json: JSON {
        var members: [(String, JSON)] = [("revision", .int(revision)), ("database", .string(database))]
        if let names {
            members += [
                ("since", .int(since)), ("changed", .array(names.changed.map { .string($0) })),
                ("deleted", .array(names.deleted.map { .string($0) })), ("order", .bool(names.order)),
            ]
        }
        return .object(members)
    }

    /// - Parameter since: what was told last; nil where nothing was.
    init(_ shelf: OpenShelf, since: Int?, of kind: Kind) throws {
        database = try History.origin(shelf).database
        revision = try History.revision(shelf)
        self.since = since ?? 0
        guard let since, try History.shared(shelf, [since], of: kind) != nil else {
            names = nil
            return
        }
        func ids(_ table: String) throws -> [String] {
            try shelf.rows(
                "SELECT id FROM \(table) WHERE shelf = ?1 AND version > ?2 ORDER BY version LIMIT ?3", since, Self.most + 1
            ).map { $0.text("id") }
        }
        let changed = try ids(kind.name)
        let deleted = try ids(kind.gravestones)
        let isTold = changed.count + deleted.count <= Self.most
        names = isTold ? (changed, deleted, try History.orderRevision(shelf, of: kind) > since) : nil
    }
}

public typealias ChordsetChanges = Changes<Chordset>

extension ChordsetChanges {
    public var chordsets: [StoredChordset] { things }
}
