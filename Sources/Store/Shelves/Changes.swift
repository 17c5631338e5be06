import JSONText
import Sync

/// The identity of a shelf and its history.
public struct Origin: Sendable, Hashable {
    /// A random ID of the shelf, the same in all copies of its database.
    public let database: String
    /// A random ID that changes when a backup is restored.
    public let epoch: String

    /// 128 random bits in hexadecimal.
    static func random() -> String {
        (0..<2).map { _ in
            let digits = String(UInt64.random(in: 0...UInt64.max), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}

extension Tombstone {
    var json: JSON { .object([("id", .string(id)), ("version", .int(Int(version)))]) }
}

/// The changes after a revision, or a part of them.
///
/// A part ends at ``revision``; the next request continues from there. Items that change in between come again in a
/// later part. Deletions are always explicit, and never inferred from missing items.
public struct Changes<Item: DatabaseItem>: Sendable {
    public let origin: Origin
    /// The revision that a client has after applying this. In the last part, it is the revision of the database.
    public let revision: Int
    /// The revision to which these changes apply: the newest requested one in this database's history; 0 if there is
    /// none.
    public let since: Int
    /// New and changed items in order of change, with their current positions.
    public let items: [Versioned<Item>]
    /// Items that are deleted now, in order of deletion.
    public let deleted: [Tombstone]
    /// The IDs of all items in order. Only in the last part, and only if additions at the end and deletions do not
    /// determine it: after reordering, without shared history, or after earlier parts.
    public let order: [String]?
    /// Whether there are more parts.
    public let more: Bool

    public var json: JSON {
        .object(
            [
                ("database", .string(origin.database)), ("epoch", .string(origin.epoch)), ("revision", .int(revision)),
                ("since", .int(since)), (Item.kind.plural, .array(items.map(\.versioned))),
                ("deleted", .array(deleted.map(\.json))),
            ] + (order.map { [("order", .array($0.map { .string($0) }))] } ?? []) + [("more", .bool(more))])
    }

    /// - Parameters:
    ///   - known: revisions that the client knows, in any order.
    ///   - limit: the maximum number of items and deletions, from 1. Large items reduce it.
    init(_ shelf: OpenShelf, since known: [Int], limit: Int) throws {
        origin = try History.origin(shelf)
        let kind = Item.kind
        let shared = try History.shared(shelf, known, of: kind)
        let since = shared ?? 0
        let last = try shelf.int(
            """
            SELECT version FROM (
                SELECT version FROM \(kind.name) WHERE shelf = ?1 AND version > ?2
                UNION ALL SELECT version FROM \(kind.tombstones) WHERE shelf = ?1 AND version > ?2) AS later
            ORDER BY version LIMIT 1 OFFSET ?3
            """, since, limit - 1)
        let newest = try shelf.int(
            """
            SELECT max(version) FROM (
                SELECT max(version) AS version FROM \(kind.name) WHERE shelf = ?1
                UNION ALL SELECT max(version) FROM \(kind.tombstones) WHERE shelf = ?1) AS newest
            """)
        let near = try shelf.rows(
            """
                SELECT version, bytes FROM \(kind.name) WHERE shelf = ?1 AND version > ?2 AND version <= ?3 ORDER BY \
                version, id
                """,
            since, last ?? .max)
        let fitting = Records.fitting(near)
        let end = fitting < near.count ? near[fitting - 1].int("version") : last
        more = if let end, let newest { end < newest } else { false }
        revision = if let end, more { History.part(upTo: end) } else { try History.revision(shelf) }
        items = try Records.changed(shelf, after: since, to: revision)
        deleted = try shelf.rows(
            """
            SELECT id, version FROM \(kind.tombstones) WHERE shelf = ?1 AND version > ?2 AND version <= ?3 ORDER BY \
            version
            """, since, revision
        ).map { Tombstone(id: $0.text("id"), version: Int64($0.int("version"))) }
        let isOrdered =
            try !more && (shared == nil || History.isPart(since) || since < History.orderRevision(shelf, of: kind))
        order = isOrdered ? try Records.order(shelf, of: kind) : nil
        self.since = since
    }
}

/// A notification of changes after a revision, with IDs only.
public struct ShelfNews: Sendable {
    public let database: String
    /// The current revision.
    public let revision: Int
    /// The revision to which these changes apply.
    public let since: Int
    /// The IDs of changed and deleted items, and whether the order has changed; nil if there are too many, or without
    /// shared history.
    public let names: (changed: [String], deleted: [String], order: Bool)?

    /// The maximum number of IDs.
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

    /// - Parameter since: the last revision sent; nil for the first.
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
                "SELECT id FROM \(table) WHERE shelf = ?1 AND version > ?2 ORDER BY version LIMIT ?3", since,
                Self.most + 1
            ).map { $0.text("id") }
        }
        let changed = try ids(kind.name)
        let deleted = try ids(kind.tombstones)
        let isTold = changed.count + deleted.count <= Self.most
        names = isTold ? (changed, deleted, try History.orderRevision(shelf, of: kind) > since) : nil
    }
}
