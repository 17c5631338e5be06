/// The known state of the server.
package struct ServerState: Sendable, Hashable {
    /// The ID of its database; empty if unknown.
    package var database: String
    /// The ID of the epoch in which everything was compared last. Nil if unknown, as in records of earlier versions;
    /// empty if a comparison was not finished, because no epoch has this ID.
    package var epoch: String?
    /// Completely known revisions, the newest first.
    package private(set) var trail: [Int64]
    /// The server’s order while there is a local order to send.
    package var order: [String]?
    /// The IDs of items removed because the server has deleted them. The next report must include them.
    package var expectedDeletions: [String]

    package init(
        database: String = "", epoch: String? = nil, trail: [Int64] = [], order: [String]? = nil,
        expectedDeletions: [String] = []
    ) {
        self.database = database
        self.epoch = epoch
        self.trail = trail
        self.order = order
        self.expectedDeletions = expectedDeletions
    }

    /// The maximum number of revisions in a request.
    private static let maximumTrailLength = 100

    /// Records that histories have diverged, and that not all items were compared: some were changed meanwhile.
    /// - Parameter shared: the last common revision.
    mutating func interruptComparison(since shared: Int64) {
        dropRevisions(after: shared)
        epoch = ""
    }

    private mutating func dropRevisions(after shared: Int64) { trail.removeAll { $0 > shared } }

    /// Whether a report proves a history other than the one that was compared last. The same epoch proves nothing,
    /// because files are copied and snapshots are restored with it.
    func isOfOtherEpoch(_ report: Report) -> Bool {
        guard let epoch, let theirs = report.epoch else { return false }
        return epoch != theirs
    }

    /// Records the end of a report.
    /// - Parameter shared: the last common revision, if histories have diverged.
    mutating func record(_ report: Report, shared: Int64?) {
        database = report.database
        epoch = report.epoch
        expectedDeletions = []
        if let shared { dropRevisions(after: shared) }
        if trail.first == report.revision { return }
        trail.insert(report.revision, at: 0)
        // Keep the newest half, and every other one of the older half, so that few revisions reach far back.
        let half = ServerState.maximumTrailLength / 2
        if trail.count > ServerState.maximumTrailLength {
            trail = trail.enumerated().filter { $0.offset < half || $0.offset % 2 == 0 }.map { $0.element }
        }
    }
}
