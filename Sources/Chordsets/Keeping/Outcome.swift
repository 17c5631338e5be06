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

    /// - Parameters:
    ///   - mine: as it is kept here.
    ///   - theirs: as the server has it now.
    ///   - sent: what was sent without an answer: the server may have it all the same. nil: that it be deleted.
    /// - Returns: nil where nothing is to be done.
    package init?(mine: Kept, theirs: Kept.Edition?, sent: [Kept.Content?]) {
        guard let theirs else {
            // It may be we who have deleted it, before it was brought back.
            self = !mine.isDeleted && (mine.isUnsent || sent.contains(nil)) ? .post : .forget
            return
        }
        let isSame = theirs.content == mine.content
        // A chordset that was only moved has another version, too.
        let isSeen = isSame || theirs.version == mine.base?.version
            || theirs.content == mine.base?.content || sent.contains(theirs.content)
        if mine.isDeleted {
            self = isSeen ? .delete(version: theirs.version) : .takeBack
        } else if isSame {
            guard mine.base != theirs else { return nil }
            self = .rebase
        } else if mine.isUnsent {
            self = isSeen ? .put(over: theirs.version) : .keepBoth
        } else {
            guard theirs.version != mine.base?.version else { return nil }
            self = .take
        }
    }
}
