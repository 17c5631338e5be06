import Harmony

/// Syncing with the server.
extension Replica {
    /// A content sent to the server; nil for a deletion.
    package struct Sent: Sendable {
        package let id: String
        package let content: Kept.Content?

        package init(id: String, content: Kept.Content?) {
            self.id = id
            self.content = content
        }
    }

    /// The result of merging a report of the server.
    package struct Meeting: Sendable {
        /// The requests to send.
        package var requests: [Request] = []
        /// The IDs of chordsets that were deleted locally and changed elsewhere.
        package var returned: [String] = []
        /// Whether there are changes that other tabs do not have.
        package var hasNews = false
        /// Whether local data changed in between, so that merging must be repeated.
        package var isUnfinished = false
        /// The last common revision if the server’s history has diverged: 0 for another database, otherwise an older
        /// state. A complete report is then needed.
        package var parting: Int64?
        /// Versions that may not be in the server’s history any more. The server must be asked about them.
        package var doubted: [Int64] = []
        /// The number of chordsets sent to a server that has lost them.
        package var restored = 0

        package struct Request: Sendable {
            package let id: String
            package let outcome: Outcome
        }
    }

    /// The local state before a request to the server.
    package struct Question: Sendable {
        /// The local time. Later writes are newer than the answer.
        let time: Int64
        /// The last completely known revision of the server; nil if there is none.
        let revision: Int64?

        package init(time: Int64, revision: Int64?) {
            self.time = time
            self.revision = revision
        }
    }

    package var question: Question { Question(time: clock.now, revision: server.trail.first) }

    /// Merges a report of the server. Chordsets that it does not mention are never deleted.
    /// - Parameters:
    ///   - report: the changes since a known revision, or all data.
    ///   - shared: ``Meeting/parting`` of an earlier result. The report is then complete.
    ///   - proven: the ``Meeting/doubted`` versions that the server knows, if it was asked.
    ///   - overtaken: the IDs of chordsets whose requests failed because of newer versions, which the report must have.
    ///   - sent: contents sent without an answer.
    package mutating func meet(
        _ report: Report, shared: Int64?, asked: Question, proven: [Int64]? = nil, overtaken: [String] = [],
        sent: [Sent]
    ) -> Meeting {
        var meeting = Meeting()
        // Another tab has synced in the meantime.
        guard asked.revision == server.trail.first, clock.forgotten <= asked.time else {
            meeting.isUnfinished = true
            return meeting
        }
        let before = chordsets
        // Without a lock, another tab may have added something, and the order of additions is unknown.
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
                let told =
                    changed[mine.id].map { report.changed[$0].edition.version }
                    ?? deleted[mine.id].map { report.deleted[$0].version }
                // The report repeats versions after its base revision, unless the server has lost them.
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
                // The report should include versions that another tab has received, unless the server has lost them.
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
            // Without news, the base is the server’s state.
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
                // The merge is sent next.
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

    /// Takes new chordsets and the order of the server, unless there is a local order to send.
    /// - Returns: whether anything has changed.
    private mutating func takeOrder(of report: Report) -> Bool {
        let new = report.changed.filter { self[$0.id] == nil }.ordered { $0.position < $1.position }
        let here = chordsets
        if orderMark != nil { server.order = report.order(after: server.order ?? []) }
        // Local additions may come after those of others, whether the server has them or not.
        let ours = report.changed.filter { self[$0.id]?.base.map { $0.version > report.since } ?? false }
            .ordered { $0.position < $1.position }
        let isLast =
            report.order == nil && !here.contains { $0.base == nil }
            && ours.last?.position ?? -1 < new.first?.position ?? .max
            // Two tabs may have added something at the same time, with answers in another order.
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
        // Chordsets that only this browser has stay before the same successor.
        for (place, kept) in here.enumerated().reversed() where theirs[kept.id] == nil {
            let next = here[(place + 1)...].first { !$0.isDeleted }
            order.insert(kept.id, at: next.flatMap { order.firstIndex(of: $0.id) } ?? order.endIndex)
        }
        for (position, id) in order.enumerated() { move(id, to: position) }
        return true
    }

    // MARK: Answers

    /// Records a version that the server has accepted. Local changes in between stay.
    package mutating func hear(_ id: String, is edition: Kept.Edition) {
        if isNew(edition.version) { rebase(id, on: edition) }
    }

    /// Whether a version is later than all known ones. If not, the server’s history has diverged, which the next report
    /// will show.
    private func isNew(_ version: Int64) -> Bool { version > server.trail.first ?? 0 }

    /// Records a new chordset, which the server has added at the end. If its local position differs, the order must be
    /// sent. A partial replica must include all chordsets after it.
    package mutating func hearNew(_ id: String, is edition: Kept.Edition) {
        let here = chordsets
        guard isNew(edition.version), let place = here.firstIndex(where: { $0.id == id }) else { return }
        if here[(place + 1)...].contains(where: { $0.base != nil }) { markOrder() }
        if orderMark != nil { server.order = (server.order ?? []).filter { $0 != id } + [id] }
        hear(id, is: edition)
    }

    /// Records a deletion by the server.
    package mutating func hearDeleted(_ id: String) {
        guard var kept = self[id] else { return }
        server.order?.removeAll { $0 == id }
        if kept.isDeleted {
            server.buried.append(id)
            return forget(id)
        }
        // Restored in the meantime, so the server must get it again.
        kept.base = nil
        put(kept)
    }

    /// Records a move by the server.
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

    /// A move request for the server.
    package struct Move: Sendable {
        package let id: String
        package let position: Int
        /// The server’s version.
        package let version: Int64
    }

    /// The moves that bring the server to the local order; nil if there is no local order to send.
    package var moves: [Move]? {
        guard let served = server.order else { return nil }
        let theirs = Replica.places(served)
        let wanted = chordsets.map { $0.id }.filter { theirs[$0] != nil }
        guard orderMark != nil, wanted.count == served.count else { return nil }
        var order = served
        var moves: [Move] = []
        for (position, id) in wanted.enumerated() where order[position] != id {
            // Move an item that went far instead of all items in between.
            let isPassed = position + 1 < order.count && order[position + 1] == id
            let moving = isPassed ? order[position] : id
            guard let target = wanted.firstIndex(of: moving) else { continue }
            moves.append(Move(id: moving, position: target, version: self[moving]?.base?.version ?? 0))
            order.removeAll { $0 == moving }
            order.insert(moving, at: target)
        }
        return moves
    }

    /// Records that the server has the local order with this mark. A different mark means that it has changed since.
    package mutating func hearOrdered(_ mark: String) {
        guard orderMark == mark else { return }
        if !isWhole { lacksOthers = true }
        guard moves?.isEmpty == true else { return }
        orderMark = nil
        server.order = nil
    }
}
