import Chordsets
import GRDB

/// Some things in their order, out of all of their sort.
public struct KeptPage<Thing: Keepable>: Sendable {
    public let things: [Stored<Thing>]
    /// How many there are in all.
    public let count: Int
    /// What they are at.
    public let revision: Int
    /// Where the next page begins; nil where this is the last.
    public let next: Bookmark?

    /// A place between two of them. It stays where it is when others come and go.
    public struct Bookmark: Sendable, Hashable, CustomStringConvertible {
        fileprivate let position: Int
        fileprivate let id: String

        /// - Returns: nil for a text that none has been written as.
        public init?(_ text: some StringProtocol) {
            let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let position = Int(parts[0]), !parts[1].isEmpty else { return nil }
            self.position = position
            id = String(parts[1])
        }

        fileprivate init(behind row: Row) {
            position = row["position"]
            id = row["id"]
        }

        public var description: String { "\(position).\(id)" }
    }

    /// - Parameter limit: from 1.
    init(_ db: Database, after bookmark: Bookmark?, limit: Int) throws {
        let place: StatementArguments = bookmark.map { [$0.position, $0.id] } ?? []
        let filter = bookmark == nil ? "" : "WHERE (position, id) > (?, ?)"
        let rows = try Row.fetchAll(
            db, sql: "SELECT * FROM \(Thing.shelf.name) \(filter) ORDER BY position, id LIMIT ?", arguments: place + [limit + 1])
        count = try Records.count(db, on: Thing.shelf)
        revision = try History.revision(db)
        let near = rows.prefix(limit)
        let here = Array(near.prefix(try Thing.fitting(db, near.map { $0["id"] })))
        let first = try here.first.map { try Records.place(db, of: $0, on: Thing.shelf) } ?? 0
        things = try Records.stored(db, here, places: first..<first + here.count)
        next = rows.count > here.count ? here.last.map(Bookmark.init(behind:)) : nil
    }
}

public typealias ChordsetPage = KeptPage<Chordset>

extension ChordsetPage {
    public var chordsets: [StoredChordset] { things }
}
