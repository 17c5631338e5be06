import Harmony

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
        /// Where the server has another database (0), or an older state of the one that was known: the last revision
        /// that both have in common. It is to be asked for all it has then, unless it has told that already.
        package var parting: Int64?
        /// Versions that the server has said, and may never have had if it went back since: it is to be asked whether
        /// they are revisions that it knows.
        package var doubted: [Int64] = []
        /// How many the server is given that it had before.
        package var restored = 0

        package struct Request: Sendable {
            package let id: String
            package let outcome: Outcome
        }
    }

    /// What was known here before the server was asked.
    package struct Question: Sendable {
        /// What was written later is newer than the answer, which says nothing of it.
        let time: Int64
        /// The revision up to which all of the server’s was known; nil where none was.
        let revision: Int64?

        package init(time: Int64, revision: Int64?) {
            self.time = time
            self.revision = revision
        }
    }

    package var question: Question { Question(time: clock.now, revision: server.trail.first) }

    /// Takes what the server has. Nothing is deleted because the server does not speak of it.
    /// - Parameters:
    ///   - report: what has changed after some revision that this browser knew; of all, where there is none.
    ///   - shared: what an earlier meeting has found out as ``Meeting/parting``; the report is of all then.
    ///   - proven: those of ``Meeting/doubted`` that the server knows, where it was asked.
    ///   - overtaken: the identities of those about which the server has refused a request, since it knew of something
    ///     newer: of which it must tell now.
    ///   - sent: what was sent without an answer.
    package mutating func meet(
        _ report: Report, shared: Int64?, asked: Question, proven: [Int64]? = nil, overtaken: [String] = [],
        sent: [Sent]
    ) -> Meeting {
        var meeting = Meeting()
        // Another tab has met the server meanwhile.
        guard asked.revision == server.trail.first, clock.forgotten <= asked.time else {
            meeting.isUnfinished = true
            return meeting
        }
        let before = chordsets
        // Without a lock another tab may have added something since, and who stands behind whom is not to be told.
        let hasOlderPlaces = before.contains { $0.time > asked.time && $0.base?.version ?? 0 > report.revision }
        if hasOlderPlaces, report.changed.contains(where: { self[$0.id] == nil }) {
            meeting.isUnfinished = true
            return meeting
        }
        let changed = Replica.places(report.changed.map { $0.id })
        let deleted = Replica.places(report.deleted.map { $0.id })
        let isOther = server.database != report.database
        if let shared {
            meeting.parting = shared
        } else if isOther || report.since != asked.revision {
            meeting.parting = isOther ? 0 : report.since
        } else {
            let isUndone = server.buried.contains { changed[$0] == nil && deleted[$0] == nil }
            let isUnknown = report.order?.contains { self[$0] == nil && changed[$0] == nil } == true
            if isUndone || isWhole && isUnknown { meeting.parting = report.since }
            for mine in before {
                let isTold = changed[mine.id] != nil || deleted[mine.id] != nil
                if !isTold, mine.time <= asked.time, overtaken.contains(mine.id) { meeting.parting = report.since }
                guard let base = mine.base, base.version > report.since, mine.time <= asked.time else { continue }
                let told = changed[mine.id].map { report.changed[$0].edition.version }
                    ?? deleted[mine.id].map { report.deleted[$0].version }
                // What the server has said after that revision it tells again, unless it has gone back without a word.
                if told == base.version || proven?.contains(base.version) == true { continue }
                if proven != nil || told ?? 0 < base.version { meeting.parting = report.since }
                meeting.doubted.append(base.version)
            }
            if meeting.parting == nil, !meeting.doubted.isEmpty { return meeting }
        }
        let shared = meeting.parting
        if shared != nil {
            if report.since > 0 { return meeting }
            lacksOthers = !isWhole
        }
        meeting.hasNews = takeOrder(of: report)
        var isHeard = true
        for mine in before {
            let isTold = changed[mine.id] != nil || deleted[mine.id] != nil
            guard mine.time <= asked.time else {
                meeting.isUnfinished = true
                // What another tab has heard meanwhile this answer would have to tell, unless the server has gone back.
                let version = mine.base?.version ?? 0
                let isMissed = version > report.since && version <= report.revision
                if isTold || isMissed || shared != nil { isHeard = false }
                continue
            }
            let theirs: Outcome.Theirs
            if let place = changed[mine.id] {
                theirs = .present(report.changed[place].edition)
            } else if isTold {
                theirs = .deleted
            } else if shared == nil, let base = mine.base {
                theirs = .present(base)
            } else {
                theirs = .missing
            }
            let unanswered = sent.filter { $0.id == mine.id }.map { $0.content }
            guard let outcome = Outcome(mine: mine, theirs: theirs, sent: unanswered, shared: shared) else { continue }
            if shared != nil, mine.base != nil, !mine.isDeleted {
                switch outcome {
                case .post, .put: meeting.restored += 1
                default: break
                }
            }
            carryOut(outcome, mine, theirs, merged: changed[mine.id].flatMap { report.changed[$0].merged }, &meeting)
        }
        if isHeard {
            server.learn(report, shared: shared)
        } else if let shared {
            server.part(after: shared)
        }
        return meeting
    }

    private mutating func carryOut(
        _ outcome: Outcome, _ mine: Kept, _ theirs: Outcome.Theirs, merged: Kept.Content?, _ meeting: inout Meeting
    ) {
        var edition: Kept.Edition?
        if case .present(let present) = theirs { edition = present }
        switch outcome {
        case .post, .put, .delete, .rebase:
            // Of what is not told again, the base is what the server has.
            if mine.base != edition { rebase(mine.id, on: edition) }
            if outcome != .rebase { meeting.requests.append(Meeting.Request(id: mine.id, outcome: outcome)) }
            return
        case .forget:
            server.buried.append(mine.id)
            forget(mine.id)
        case .take: take(mine.id, edition)
        case .takeBack:
            take(mine.id, edition)
            meeting.returned.append(mine.id)
        case .keepBoth:
            if let merged {
                // What both come to is sent next.
                take(mine.id, edition, as: merged)
            } else {
                if let mine = self[mine.id] { _ = putCopy(of: mine, mine.content) }
                take(mine.id, edition)
            }
            meeting.isUnfinished = true
        }
        meeting.hasNews = true
    }

    private mutating func take(_ id: String, _ edition: Kept.Edition?, as content: Kept.Content? = nil) {
        guard var kept = self[id], let edition else { return }
        kept.content = content ?? edition.content
        kept.base = edition
        kept.isDeleted = false
        putRenewed(kept)
    }

    private mutating func rebase(_ id: String, on edition: Kept.Edition?) {
        guard var kept = self[id] else { return }
        kept.base = edition
        put(kept)
    }

    /// Takes what is new on the server, and its order, unless there is one of our own to be sent.
    /// - Returns: whether anything has changed.
    private mutating func takeOrder(of report: Report) -> Bool {
        let new = report.changed.filter { self[$0.id] == nil }.ordered { $0.position < $1.position }
        let here = chordsets
        if orderMark != nil { server.order = report.order(after: server.order ?? []) }
        // What we have added may stand behind what others have: what the server has of it, and what it has not got yet
        // or has not answered.
        let ours = report.changed.filter { self[$0.id]?.base.map { $0.version > report.since } ?? false }
            .ordered { $0.position < $1.position }
        let isLast = report.order == nil && !here.contains { $0.base == nil }
            && ours.last?.position ?? -1 < new.first?.position ?? .max
            // Two tabs may have added something at the same time, and one has heard before the other.
            && zip(ours, ours.dropFirst()).allSatisfy { self[$0.id]?.position ?? 0 < self[$1.id]?.position ?? 0 }
        if orderMark != nil || isLast {
            for one in new { put(fresh(one.id, one.edition.content, at: end, base: one.edition)) }
            return !new.isEmpty
        }
        guard isWhole else {
            lacksOthers = true
            return false
        }
        var order = report.order(after: servedOrder)
        let theirs = Replica.places(order)
        if here.map({ $0.id }).filter({ theirs[$0] != nil }) == order { return false }
        for one in new { put(fresh(one.id, one.edition.content, at: one.position, base: one.edition)) }
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
        if isNew(edition.version) { rebase(id, on: edition) }
    }

    /// Whether it comes after all that was known; otherwise it is the answer of another database, about which the next
    /// meeting will tell.
    private func isNew(_ version: Int64) -> Bool { version > server.trail.first ?? 0 }

    /// The same of a new one, which the server has put behind all others: the order is to be sent if that is not its
    /// place.
    /// Where these are not all, they are to be those that stand behind it, too.
    package mutating func hearNew(_ id: String, is edition: Kept.Edition) {
        let here = chordsets
        guard isNew(edition.version), let place = here.firstIndex(where: { $0.id == id }) else { return }
        if here[(place + 1)...].contains(where: { $0.base != nil }) { markOrder() }
        if orderMark != nil { server.order = (server.order ?? []).filter { $0 != id } + [id] }
        hear(id, is: edition)
    }

    /// The server has deleted it.
    package mutating func hearDeleted(_ id: String) {
        guard var kept = self[id] else { return }
        server.order?.removeAll { $0 == id }
        if kept.isDeleted {
            server.buried.append(id)
            return forget(id)
        }
        // Brought back meanwhile: the server has to get it anew.
        kept.base = nil
        put(kept)
    }

    /// The server has moved it to a place.
    package mutating func hearMoved(_ id: String, to position: Int, version: Int64) {
        guard isNew(version), var kept = self[id] else { return }
        server.order = server.order.map { order in
            var order = order.filter { $0 != id }
            order.insert(id, at: min(position, order.count))
            return order
        }
        kept.base?.version = version
        put(kept)
    }

    // MARK: The order

    /// A chordset and its new place among those that the server has.
    package struct Move: Sendable {
        package let id: String
        package let position: Int
        /// What the server has.
        package let version: Int64
    }

    /// What the server has to move until all stand there as here; nil where there is no order of our own to be sent.
    package var moves: [Move]? {
        guard let served = server.order else { return nil }
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
            moves.append(Move(id: moving, position: target, version: self[moving]?.base?.version ?? 0))
            order.removeAll { $0 == moving }
            order.insert(moving, at: target)
        }
        return moves
    }

    /// The server stands in the order that was marked so; marked anew, it has changed meanwhile, and so it may have
    /// there.
    package mutating func hearOrdered(_ mark: String) {
        guard orderMark == mark else { return }
        if !isWhole { lacksOthers = true }
        guard moves?.isEmpty == true else { return }
        orderMark = nil
        server.order = nil
    }
}
