/// The sync action for an item that exists locally, on the server, or on both sides.
package enum Resolution: Sendable, Hashable {
    /// Create it on the server.
    case post
    /// Replace this version on the server.
    case put(over: Int64)
    /// Delete this version on the server.
    case delete(version: Int64)
    /// Delete it locally, because it is deleted on the server.
    case forget
    /// Record the server’s version; the contents are equal.
    case rebase
    /// Take the server’s content.
    case take
    /// Take the server’s content although it was deleted locally.
    case takeBack
    /// Take the server’s content, and keep the local one as a copy.
    case keepBoth

    /// The state of an item on the server.
    package enum Theirs: Sendable, Hashable {
        case present(Edition)
        /// Explicitly deleted.
        case deleted
        /// Unknown to the server. This is no reason to delete it locally.
        case missing
    }

    /// - Parameters:
    ///   - mine: the local state.
    ///   - sent: contents sent without an answer, which the server may have; nil is a deletion.
    ///   - shared: the last common revision, if the server’s history has diverged; otherwise nil.
    /// - Returns: nil if there is nothing to do.
    package init?(mine: LocalItem, theirs: Theirs, sent: [ContentNumber?], shared: Int64? = nil) {
        // The base version is not part of the server’s history.
        let isDiverged = shared.map { (mine.base?.version ?? 0) > $0 } ?? false
        switch theirs {
        case .missing: self = mine.isDeleted ? .forget : .post
        case .deleted:
            // This browser may have deleted it before it was restored.
            self = !mine.isDeleted && (mine.isUnsent || isDiverged || sent.contains(nil)) ? .post : .forget
        case .present(let theirs):
            let isSame = theirs.content == mine.content
            // With diverged histories, equal versions prove nothing, but a version before the divergence is an
            // ancestor.
            let isOldVersion = isDiverged ? theirs.version <= shared ?? 0 : theirs.version == mine.base?.version
            // A move changes the version without changing the content.
            let isSeen =
                isSame || isOldVersion
                || theirs.content == mine.base?.content || sent.contains(theirs.content)
            if mine.isDeleted {
                self = isSeen ? .delete(version: theirs.version) : .takeBack
            } else if isSame {
                guard mine.base != theirs else { return nil }
                self = .rebase
            } else if mine.isUnsent || isDiverged {
                self = isSeen ? .put(over: theirs.version) : .keepBoth
            } else {
                guard theirs.version != mine.base?.version else { return nil }
                self = .take
            }
        }
    }
}
