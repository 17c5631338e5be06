/// The server's changes since a common revision.
///
/// Revisions grow by random steps, so that diverged histories do not share later revisions.
package struct Report: Sendable, Hashable {
    /// The ID of the database.
    package let database: String
    /// The ID of its epoch, which a restored backup renews; nil if the server names none.
    package let epoch: String?
    /// The revision before the changes; 0 for a complete report.
    package let since: Int64
    /// The revision after the changes.
    package let revision: Int64
    package let changed: [ServerItem]
    package let deleted: [Tombstone]
    /// The IDs of all items in order; nil if only additions at the end and deletions have changed the order.
    package let order: [String]?

    package init(
        database: String, epoch: String? = nil, since: Int64, revision: Int64, changed: [ServerItem],
        deleted: [Tombstone], order: [String]?
    ) {
        self.database = database
        self.epoch = epoch
        self.since = since
        self.revision = revision
        self.changed = changed
        self.deleted = deleted
        self.order = order
    }

    /// The server’s current order.
    /// - Parameter earlier: the order at ``since``.
    func order(after earlier: [String]) -> [String] {
        if let order { return order }
        let mentioned = Replica.places(changed.map { $0.id } + deleted.map { $0.id })
        var order = earlier.filter { mentioned[$0] == nil }
        // Unchanged items keep their order, so the positions of the changed ones determine it.
        for one in changed.ordered(by: { $0.position < $1.position }) {
            order.insert(one.id, at: min(one.position, order.count))
        }
        return order
    }
}
