import GRDB

/// Some chordsets in their order, out of all.
public struct ChordsetPage: Sendable {
    public let chordsets: [StoredChordset]
    /// How many there are in all.
    public let count: Int
    /// What they are at.
    public let revision: Int
    /// Where the next page begins; nil where this is the last.
    public let next: Bookmark?

    /// A place between two chordsets. It stays where it is when others come and go.
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
            db, sql: "SELECT * FROM chordset \(filter) ORDER BY position, id LIMIT ?", arguments: place + [limit + 1])
        count = try Records.count(db)
        revision = try History.revision(db)
        let near = rows.prefix(limit)
        let here = Array(near.prefix(try Records.fitting(db, near.map { $0["id"] })))
        let first = try here.first.map { try Records.place(db, of: $0) } ?? 0
        chordsets = try Records.stored(db, here, places: first..<first + here.count)
        next = rows.count > here.count ? here.last.map(Bookmark.init(behind:)) : nil
    }
}
