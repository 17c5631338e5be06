/// What becomes of a chordset that is here and on the server, or on one of both sides only.
package enum Outcome: Sendable, Hashable {
    /// The server has to get it as a new one.
    case post
    /// The server has to take ours in the place of this version.
    case put(over: Int64)
    /// The server has to delete this version.
    case delete(version: Int64)
    /// It is deleted on the server, and here as well.
    case forget
    /// Both have the same, and that is to be remembered.
    case rebase
    /// The server’s holds.
    case take
    /// The server’s holds although ours was deleted.
    case takeBack
    /// The server’s holds, and ours is kept beside it.
    case keepBoth

    /// What the server has of a chordset.
    package enum Theirs: Sendable, Hashable {
        case present(Kept.Edition)
        /// It was deleted, as the server says.
        case deleted
        /// The server says nothing of it, which is no reason to delete anything.
        case missing
    }

    /// - Parameters:
    ///   - mine: as it is kept here.
    ///   - sent: what was sent without an answer: the server may have it all the same. nil: that it be deleted.
    ///   - shared: the last revision that both have in common, where the server has another database now or an older
    ///     state of it; nil where it has gone on from what is known here.
    /// - Returns: nil where nothing is to be done.
    package init?(mine: Kept, theirs: Theirs, sent: [Kept.Content?], shared: Int64? = nil) {
        // What this browser last knew of it has never happened there.
        let isParted = shared.map { (mine.base?.version ?? 0) > $0 } ?? false
        switch theirs {
        case .missing: self = mine.isDeleted ? .forget : .post
        case .deleted:
            // It may be we who have deleted it, before it was brought back.
            self = !mine.isDeleted && (mine.isUnsent || isParted || sent.contains(nil)) ? .post : .forget
        case .present(let theirs):
            let isSame = theirs.content == mine.content
            // Where both have parted, a version may be anything's; one from before is what ours came from.
            let isOldVersion = isParted ? theirs.version <= shared ?? 0 : theirs.version == mine.base?.version
            // A chordset that was only moved has another version, too.
            let isSeen = isSame || isOldVersion
                || theirs.content == mine.base?.content || sent.contains(theirs.content)
            if mine.isDeleted {
                self = isSeen ? .delete(version: theirs.version) : .takeBack
            } else if isSame {
                guard mine.base != theirs else { return nil }
                self = .rebase
            } else if mine.isUnsent || isParted {
                self = isSeen ? .put(over: theirs.version) : .keepBoth
            } else {
                guard theirs.version != mine.base?.version else { return nil }
                self = .take
            }
        }
    }
}
