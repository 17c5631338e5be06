extension Replica {
    /// A content sent to the server; nil for a deletion.
    package struct Sent: Sendable {
        package let id: String
        package let content: ContentNumber?

        package init(id: String, content: ContentNumber?) {
            self.id = id
            self.content = content
        }
    }

    /// A change of content that the server has confirmed, and that is recorded with its next report.
    package struct Confirmed: Sendable {
        package let id: String
        package let edition: Edition

        package init(id: String, edition: Edition) {
            self.id = id
            self.edition = edition
        }
    }

    /// The result of merging a report of the server.
    package struct MergeResult: Sendable {
        /// The requests to send.
        package var requests: [Request] = []
        /// The IDs of items that were deleted locally and changed elsewhere.
        package var returned: [String] = []
        /// Whether there are changes that other tabs do not have.
        package var hasNews = false
        /// Whether local data changed in between, so that merging must be repeated.
        package var isUnfinished = false
        /// The last common revision if the server’s history has diverged: 0 for another database, otherwise an older
        /// state. A complete report is then needed.
        package var divergence: Int64?
        /// Versions that may not be in the server’s history any more. The server must be asked about them.
        package var unproven: [Int64] = []
        /// The number of items sent to a server that has lost them.
        package var restored = 0

        package struct Request: Sendable {
            package let id: String
            package let resolution: Resolution
        }
    }

    /// The local state before a request to the server.
    package struct RequestState: Sendable {
        /// The local time. Later writes are newer than the answer.
        let time: Int64
        /// The last completely known revision of the server; nil if there is none.
        let revision: Int64?

        package init(time: Int64, revision: Int64?) {
            self.time = time
            self.revision = revision
        }
    }
}
