import Sync

/// A page of items in order.
public struct ItemPage<Item: DatabaseItem>: Sendable {
    public let items: [Versioned<Item>]
    /// The total number of items.
    public let count: Int
    /// The revision of the shelf.
    public let revision: Int
    /// The bookmark of the next page; nil on the last page.
    public let next: Bookmark?

    /// A position between two items, which is stable when items are added or deleted.
    public struct Bookmark: Sendable, Hashable, CustomStringConvertible {
        fileprivate let position: Int
        fileprivate let id: String

        /// - Returns: nil for an invalid text.
        public init?(_ text: some StringProtocol) {
            let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let position = Int(parts[0]), !parts[1].isEmpty else { return nil }
            self.position = position
            id = String(parts[1])
        }

        fileprivate init(behind row: SQLRow) {
            position = row.int("position")
            id = row.text("id")
        }

        public var description: String { "\(position).\(id)" }
    }

    /// - Parameter limit: the page size, from 1.
    init(_ shelf: OpenShelf, after bookmark: Bookmark?, limit: Int) throws {
        let kind = Item.kind
        let (position, id) = bookmark.map { ($0.position, $0.id) } ?? (.min, "")
        let rows = try shelf.rows(
            "SELECT * FROM \(kind.name) WHERE shelf = ?1 AND (position, id) > (?2, ?3) ORDER BY position, id LIMIT ?4",
            position, id, limit + 1)
        count = try Records.count(shelf, of: kind)
        revision = try History.revision(shelf)
        let near = rows.prefix(limit)
        let here = Array(near.prefix(Records.fitting(near)))
        let first = try here.first.map { try Records.place(shelf, of: $0, among: kind) } ?? 0
        items = try Records.stored(shelf, here, places: first..<first + here.count)
        next = rows.count > here.count ? here.last.map(Bookmark.init(behind:)) : nil
    }
}
