/// Merging the changes of the server.
extension Replica {
    /// The state to remember before a request.
    package var requestState: RequestState { RequestState(time: clock.now, revision: server.trail.first) }

    /// Merges a report of the server. Items that it does not mention are never deleted.
    /// - Parameters:
    ///   - report: the changes since a known revision, or all data.
    ///   - shared: ``MergeResult/divergence`` of an earlier result. The report is then complete.
    ///   - proven: the ``MergeResult/unproven`` versions that the server knows, if it was asked.
    ///   - overtaken: the IDs of items whose requests failed because of newer versions, which the report must have.
    ///   - sent: contents sent without an answer.
    ///   - confirmed: changes that the server has confirmed before the request. They are recorded unless a complete
    ///     report or an answer about versions is needed first.
    package mutating func merge(
        _ report: Report, shared: Int64?, before: RequestState, proven: [Int64]? = nil, overtaken: [String] = [],
        sent: [Sent], confirmed: [Confirmed] = []
    ) -> MergeResult {
        var result = MergeResult()
        // Another tab has synced in the meantime.
        guard before.revision == server.trail.first, clock.forgotten <= before.time else {
            confirm(confirmed)
            result.isUnfinished = true
            return result
        }
        // With the confirmed changes, but with the times of the last other writes.
        let here = items.map { item in
            var item = item
            let answer = confirmed.first { $0.id == item.id && isNew($0.edition.version) }
            if let answer { item.base = answer.edition }
            return item
        }
        // Without a lock, another tab may have added something, and the order of additions is unknown.
        let hasOlderPlaces = here.contains { $0.time > before.time && $0.base?.version ?? 0 > report.revision }
        if hasOlderPlaces, report.changed.contains(where: { self[$0.id] == nil }) {
            confirm(confirmed)
            result.isUnfinished = true
            return result
        }
        let changed = Replica.places(report.changed.map { $0.id })
        let deleted = Replica.places(report.deleted.map { $0.id })
        let isOther = server.database != report.database
        if let shared {
            result.divergence = shared
        } else if isOther || report.since != before.revision || server.isOfOtherEpoch(report) {
            result.divergence = isOther ? 0 : report.since
        } else {
            let isUndone = server.expectedDeletions.contains { changed[$0] == nil && deleted[$0] == nil }
            let isUnknown = report.order?.contains { self[$0] == nil && changed[$0] == nil } == true
            if isUndone || isComplete && isUnknown { result.divergence = report.since }
            for mine in here {
                let isMentioned = changed[mine.id] != nil || deleted[mine.id] != nil
                if !isMentioned, mine.time <= before.time, overtaken.contains(mine.id) {
                    result.divergence = report.since
                }
                guard let base = mine.base, base.version > report.since, mine.time <= before.time else { continue }
                let mentioned =
                    changed[mine.id].map { report.changed[$0].edition.version }
                    ?? deleted[mine.id].map { report.deleted[$0].version }
                // The report repeats versions after its base revision, unless the server has lost them.
                if mentioned == base.version || proven?.contains(base.version) == true { continue }
                if proven != nil || mentioned ?? 0 < base.version { result.divergence = report.since }
                result.unproven.append(base.version)
            }
            if result.divergence == nil, !result.unproven.isEmpty { return result }
        }
        let shared = result.divergence
        if shared != nil {
            if report.since > 0 { return result }
            needsAllItems = !isComplete
        }
        confirm(confirmed)
        result.hasNews = takeOrder(of: report)
        var isRecorded = true
        for mine in here {
            let isMentioned = changed[mine.id] != nil || deleted[mine.id] != nil
            guard mine.time <= before.time else {
                result.isUnfinished = true
                // The report should include versions that another tab has received, unless the server has lost them.
                let version = mine.base?.version ?? 0
                let isMissed = version > report.since && version <= report.revision
                if isMentioned || isMissed || shared != nil { isRecorded = false }
                continue
            }
            let theirs: Resolution.Theirs
            if let place = changed[mine.id] {
                theirs = .present(report.changed[place].edition)
            } else if isMentioned {
                theirs = .deleted
            } else if shared == nil, let base = mine.base {
                theirs = .present(base)
            } else {
                theirs = .missing
            }
            let unanswered = sent.filter { $0.id == mine.id }.map { $0.content }
            guard let resolution = Resolution(mine: mine, theirs: theirs, sent: unanswered, shared: shared)
            else { continue }
            if shared != nil, mine.base != nil, !mine.isDeleted {
                switch resolution {
                case .post, .put: result.restored += 1
                default: break
                }
            }
            carryOut(resolution, mine, theirs, merged: changed[mine.id].flatMap { report.changed[$0].merged }, &result)
        }
        if isRecorded {
            server.record(report, shared: shared)
        } else if let shared {
            server.interruptComparison(since: shared)
        }
        return result
    }

    private mutating func carryOut(
        _ resolution: Resolution, _ mine: LocalItem, _ theirs: Resolution.Theirs, merged: ContentNumber?,
        _ result: inout MergeResult
    ) {
        var edition: Edition?
        if case .present(let present) = theirs { edition = present }
        switch resolution {
        case .post, .put, .delete, .rebase:
            // Without news, the base is the server’s state.
            if mine.base != edition { rebase(mine.id, on: edition) }
            if resolution != .rebase {
                result.requests.append(MergeResult.Request(id: mine.id, resolution: resolution))
            }
            return
        case .forget:
            server.expectedDeletions.append(mine.id)
            forget(mine.id)
        case .take: take(mine.id, edition)
        case .takeBack:
            take(mine.id, edition)
            result.returned.append(mine.id)
        case .keepBoth:
            if let merged {
                // The merge is sent next.
                take(mine.id, edition, as: merged)
            } else {
                if let mine = self[mine.id] { _ = putCopy(of: mine, mine.content) }
                take(mine.id, edition)
            }
            result.isUnfinished = true
        }
        result.hasNews = true
    }

    private mutating func take(_ id: String, _ edition: Edition?, as content: ContentNumber? = nil) {
        guard var item = self[id], let edition else { return }
        item.content = content ?? edition.content
        item.base = edition
        item.isDeleted = false
        putChanged(item)
    }

    mutating func rebase(_ id: String, on edition: Edition?) {
        guard var item = self[id] else { return }
        item.base = edition
        put(item)
    }
}
