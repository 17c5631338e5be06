import Harmony

/// What the server says of all that has changed since a revision that it and this browser have in common.
///
/// Revisions are whole numbers that grow by random steps, so that two histories which part do not share later ones.
package struct Report: Sendable, Hashable {
    /// Which database it is, among all that there may ever be at this address.
    package let database: String
    /// What has changed after this revision is told; 0 where all is told.
    package let since: Int64
    /// What has changed up to this revision is told.
    package let revision: Int64
    package let changed: [Served]
    package let deleted: [Gravestone]
    /// The identities of all that the server has; nil where nothing but additions at the end and deletions has changed
    /// the order.
    package let order: [String]?

    /// A chordset that the server has deleted, and at which revision.
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

    /// What the server’s order has become.
    /// - Parameter earlier: what it was at ``since``.
    func order(after earlier: [String]) -> [String] {
        if let order { return order }
        let told = Replica.places(changed.map { $0.id } + deleted.map { $0.id })
        var order = earlier.filter { told[$0] == nil }
        // Those of which nothing is told have kept their order, so that the others’ places say all.
        for one in changed.ordered(by: { $0.position < $1.position }) {
            order.insert(one.id, at: min(one.position, order.count))
        }
        return order
    }
}

/// What a browser knows of the server at this address.
package struct Acquaintance: Sendable, Hashable {
    /// Which database it had; empty where nothing is known.
    package var database: String
    /// Revisions up to which this browser has known all of it, the newest first.
    package private(set) var trail: [Int64]
    /// The server’s order, as long as one of our own is to be sent.
    package var order: [String]?
    /// The identities of those that were forgotten here because it has deleted them, of which it has to tell when it is
    /// asked the next time.
    package var buried: [String]

    package init(database: String = "", trail: [Int64] = [], order: [String]? = nil, buried: [String] = []) {
        self.database = database
        self.trail = trail
        self.order = order
        self.buried = buried
    }

    /// How many revisions can be asked about at once.
    private static let longestTrail = 100

    /// What is kept here is not of the history any more to which later revisions belong.
    mutating func part(after shared: Int64) { trail.removeAll { $0 > shared } }

    /// All is known up to the report’s end.
    /// - Parameter shared: the last revision that both have in common, where they have parted since.
    mutating func learn(_ report: Report, shared: Int64?) {
        database = report.database
        buried = []
        if let shared { part(after: shared) }
        if trail.first == report.revision { return }
        trail.insert(report.revision, at: 0)
        // The newest half lies close together; of the older ones every other goes, so that few reach far back.
        let half = Acquaintance.longestTrail / 2
        if trail.count > Acquaintance.longestTrail {
            trail = trail.enumerated().filter { $0.offset < half || $0.offset % 2 == 0 }.map { $0.element }
        }
    }
}
