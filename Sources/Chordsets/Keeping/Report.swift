import Harmony

/// The server's changes since a common revision.
///
/// Revisions grow by random steps, so that diverged histories do not share later revisions.
package struct Report: Sendable, Hashable {
    /// The ID of the database.
    package let database: String
    /// The revision before the changes; 0 for a complete report.
    package let since: Int64
    /// The revision after the changes.
    package let revision: Int64
    package let changed: [Served]
    package let deleted: [Gravestone]
    /// The IDs of all chordsets in order; nil if only additions at the end and deletions have changed the order.
    package let order: [String]?

    /// A chordset deleted by the server, with the revision.
    package struct Gravestone: Sendable, Hashable {
        package let id: String
        package let version: Int64

        package init(id: String, version: Int64) {
            self.id = id
            self.version = version
        }
    }

    package init(
        database: String, since: Int64, revision: Int64, changed: [Served], deleted: [Gravestone], order: [String]?
    ) {
        self.database = database
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
        let told = Replica.places(changed.map { $0.id } + deleted.map { $0.id })
        var order = earlier.filter { told[$0] == nil }
        // Unchanged chordsets keep their order, so the positions of the changed ones determine it.
        for one in changed.ordered(by: { $0.position < $1.position }) {
            order.insert(one.id, at: min(one.position, order.count))
        }
        return order
    }
}

/// The known state of the server.
package struct Acquaintance: Sendable, Hashable {
    /// The ID of its database; empty if unknown.
    package var database: String
    /// Completely known revisions, the newest first.
    package private(set) var trail: [Int64]
    /// The server’s order while there is a local order to send.
    package var order: [String]?
    /// The IDs of chordsets removed because the server has deleted them. The next report must include them.
    package var buried: [String]

    package init(database: String = "", trail: [Int64] = [], order: [String]? = nil, buried: [String] = []) {
        self.database = database
        self.trail = trail
        self.order = order
        self.buried = buried
    }

    /// The maximum number of revisions in a request.
    private static let maximumTrailLength = 100

    /// Drops revisions after the divergence of histories.
    mutating func part(after shared: Int64) { trail.removeAll { $0 > shared } }

    /// Records the end of a report.
    /// - Parameter shared: the last common revision, if histories have diverged.
    mutating func learn(_ report: Report, shared: Int64?) {
        database = report.database
        buried = []
        if let shared { part(after: shared) }
        if trail.first == report.revision { return }
        trail.insert(report.revision, at: 0)
        // Keep the newest half, and every other one of the older half, so that few revisions reach far back.
        let half = Acquaintance.maximumTrailLength / 2
        if trail.count > Acquaintance.maximumTrailLength {
            trail = trail.enumerated().filter { $0.offset < half || $0.offset % 2 == 0 }.map { $0.element }
        }
    }
}
