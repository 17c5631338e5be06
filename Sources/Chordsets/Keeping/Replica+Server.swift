/// What a browser and its server make of what both of them have.
extension Replica {
    /// A content that was sent to the server, or none where it was told to delete the chordset.
    package struct Sent: Sendable {
        package let id: String
        package let content: Kept.Content?

        package init(id: String, content: Kept.Content?) {
            self.id = id
            self.content = content
        }
    }

    /// What there is to be done after a look at the server.
    package struct Meeting: Sendable {
        /// What the server is to be told, by the identity of the chordset it is about.
        package var requests: [Request] = []
        /// The identities of those that were deleted here and changed elsewhere.
        package var returned: [String] = []
        /// Whether there is anything here that the tabs do not know.
        package var hasNews = false
        /// Whether something has changed on the way, and has to be looked at again.
        package var isUnfinished = false

        package struct Request: Sendable {
            package let id: String
            package let outcome: Outcome
        }
    }

    /// Takes what the server has.
    /// - Parameters:
    ///   - served: all that the server has, in its order.
    ///   - asked: what was here before the server was asked. Of what is another one now, the server’s answer says
    ///     nothing: that it is missing there would not mean that it was deleted.
    ///   - sent: what was sent without an answer.
    package mutating func meet(_ served: [Served], asked: [Kept.Stamp], sent: [Sent]) -> Meeting {
        var meeting = Meeting()
        let theirs = Replica.places(served.map { $0.id })
        let stamps = Replica.places(asked.map { $0.id })
        let before = chordsets
        let mine = Replica.places(before.map { $0.id })
        meeting.isUnfinished = asked.contains { mine[$0.id] == nil }
        meeting.hasNews = takeOrder(of: served)
        for mine in before {
            guard let place = stamps[mine.id], asked[place] == mine.stamp else {
                meeting.isUnfinished = true
                continue
            }
            let edition = theirs[mine.id].map { served[$0].edition }
            let unanswered = sent.filter { $0.id == mine.id }.map { $0.content }
            guard let outcome = Outcome(mine: mine, theirs: edition, sent: unanswered) else { continue }
            switch outcome {
            case .post, .put, .delete:
                meeting.requests.append(Meeting.Request(id: mine.id, outcome: outcome))
                continue
            case .rebase:
                if let edition { hear(mine.id, is: edition) }
                continue
            case .forget: forget(mine.id)
            case .take: take(mine.id, edition)
            case .takeBack:
                take(mine.id, edition)
                meeting.returned.append(mine.id)
            case .keepBoth:
                if let mine = self[mine.id] { _ = putCopy(of: mine, mine.content) }
                take(mine.id, edition)
                meeting.isUnfinished = true
            }
            meeting.hasNews = true
        }
        return meeting
    }

    private mutating func take(_ id: String, _ edition: Kept.Edition?) {
        guard var kept = self[id], let edition else { return }
        kept.content = edition.content
        kept.base = edition
        kept.isDeleted = false
        putRenewed(kept)
    }

    /// Takes what is new on the server, and its order, unless there is one of our own to be sent.
    /// - Returns: whether anything has changed.
    private mutating func takeOrder(of served: [Served]) -> Bool {
        var order = served.map { $0.id }
        let theirs = Replica.places(order)
        let here = chordsets
        let mine = Replica.places(here.map { $0.id })
        if here.map({ $0.id }).filter({ theirs[$0] != nil }) == order { return false }
        for (place, new) in served.enumerated() where mine[new.id] == nil {
            put(fresh(new.id, new.edition.content, at: place, base: new.edition))
        }
        if orderMark != nil { return order.contains { mine[$0] == nil } }
        // Those that only we have stay in front of what they stood in front of.
        for (place, kept) in here.enumerated().reversed() where theirs[kept.id] == nil {
            let next = here[(place + 1)...].first { !$0.isDeleted }
            order.insert(kept.id, at: next.flatMap { order.firstIndex(of: $0.id) } ?? order.endIndex)
        }
        for (position, id) in order.enumerated() { move(id, to: position) }
        return true
    }

    // MARK: Answers

    /// The server has this now; what was written here meanwhile stays as it is.
    package mutating func hear(_ id: String, is edition: Kept.Edition) {
        guard var kept = self[id] else { return }
        kept.base = edition
        put(kept)
    }

    /// The same of a new one, which the server has put behind all others: the order is to be sent if that is not its
    /// place.
    package mutating func hearNew(_ id: String, is edition: Kept.Edition) {
        hear(id, is: edition)
        guard let place = chordsets.firstIndex(where: { $0.id == id }) else { return }
        if chordsets[(place + 1)...].contains(where: { $0.base != nil }) { markOrder() }
    }

    /// The server has deleted it.
    package mutating func hearDeleted(_ id: String) {
        guard var kept = self[id] else { return }
        if kept.isDeleted { return forget(id) }
        // Brought back meanwhile: the server has to get it anew.
        kept.base = nil
        put(kept)
    }

    /// The server has moved it.
    package mutating func hearMoved(_ id: String, version: Int64) {
        guard var kept = self[id] else { return }
        kept.base?.version = version
        put(kept)
    }

    // MARK: The order

    /// A chordset and its new place among those that the server has.
    package struct Move: Sendable {
        package let id: String
        package let position: Int
    }

    /// What the server has to move until all stand there as here; nil where there is no order of our own to be sent.
    /// - Parameter served: the identities of all that the server has, in its order.
    package func moves(of served: [String]) -> [Move]? {
        let theirs = Replica.places(served)
        let wanted = chordsets.map { $0.id }.filter { theirs[$0] != nil }
        guard orderMark != nil, wanted.count == served.count else { return nil }
        var order = served
        var moves: [Move] = []
        for (position, id) in wanted.enumerated() where order[position] != id {
            // One that went far away is moved by itself, instead of all that it has passed.
            let isPassed = position + 1 < order.count && order[position + 1] == id
            let moving = isPassed ? order[position] : id
            guard let target = wanted.firstIndex(of: moving) else { continue }
            moves.append(Move(id: moving, position: target))
            order.removeAll { $0 == moving }
            order.insert(moving, at: target)
        }
        return moves
    }

    /// The server stands in the order that was marked so; marked anew, it has changed meanwhile.
    package mutating func hearOrdered(_ mark: String) {
        if orderMark == mark { orderMark = nil }
    }
}
