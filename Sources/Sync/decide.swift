import JSONText

/// Decides what a change or a report of the server does to the replica. Question and answer are JSON.
///
/// A question has the operation (`ask`), the stored items (`items`: the affected ones, or all with `isComplete`), the
/// order mark, the server state, the clock, the time and a seed. The answer has the items to write (`put`), the IDs to
/// remove (`forget`), other changes, and the result. If all items are needed, it has only `needsAllItems`.
/// - Returns: empty for an invalid question.
package func decide(_ question: String) -> String {
    guard let question = try? JSON(question), let ask = question["ask"]?.string,
        let seed = question["seed"]?.string.flatMap({ UInt64($0) })
    else { return "" }
    let before = Replica(
        (question["items"]?.array ?? []).compactMap { LocalItem($0) },
        isComplete: question["isComplete"]?.bool ?? false, orderMark: question["orderMark"]?.string,
        server: ServerState(question["server"] ?? .null), clock: Replica.Clock(question["clock"] ?? .null),
        time: question["time"]?.int64 ?? 0, seed: seed)
    var replica = before
    guard let answer = replica.answer(ask, question) else { return "" }
    if replica.needsAllItems { return JSON.object([("needsAllItems", .bool(true))]).text }
    return JSON.object(replica.edits(since: before) + answer).text
}

extension Replica {
    /// The operations.
    private enum Ask: String {
        case save, delete, reorder, mergeReport
        case confirmChange, confirmAddition, confirmDeletion, confirmMove, confirmOrder, moves
    }

    /// - Returns: the result apart from changes; nil for an invalid request.
    fileprivate mutating func answer(_ ask: String, _ question: JSON) -> [(String, JSON)]? {
        let id = question["id"]?.string ?? ""
        let edition = question["edition"].flatMap { Edition($0) }
        let written = (question["written"]?.array ?? []).compactMap { $0.int }
        let ask = Ask(rawValue: ask)
        switch ask {
        case .save:
            guard let content = question["content"]?.int else { return nil }
            let copyOf = question["copyOf"]?.string
            let merged = question["merged"]?.int
            return switch save(id, content, copyOf: copyOf, seen: edition, written: written, merged: merged) {
            case .saved: [("outcome", .string("saved"))]
            case .copied(let copy): [("outcome", .string("copied")), ("copy", .string(copy))]
            case .overtaken: [("outcome", .string("overtaken"))]
            }
        case .delete:
            let isAlone = question["isAlone"]?.bool ?? false
            return [("wasChanged", .bool(delete(id, seen: edition, isAlone: isAlone, written: written)))]
        case .reorder: reorder((question["order"]?.array ?? []).compactMap { $0.string })
        case .mergeReport:
            guard let report = question["report"].flatMap({ Report($0) }), let before = question["before"],
                let time = before["time"]?.int64
            else { return nil }
            let sent = (question["sent"]?.array ?? []).compactMap { Sent($0) }
            return merge(
                report, shared: question["shared"]?.int64,
                before: RequestState(time: time, revision: before["revision"]?.int64),
                proven: question["proven"]?.array?.compactMap { $0.int64 },
                overtaken: (question["overtaken"]?.array ?? []).compactMap { $0.string }, sent: sent,
                confirmed: (question["confirmed"]?.array ?? []).compactMap { Confirmed($0) }
            ).members
        case .confirmChange, .confirmAddition:
            guard let edition else { return nil }
            if ask == .confirmChange { confirmChange(id, is: edition) } else { confirmAddition(id, is: edition) }
        case .confirmDeletion: confirmDeletion(id)
        case .confirmMove:
            guard let version = question["version"]?.int64, let position = question["position"]?.position else {
                return nil
            }
            confirmMove(id, to: position, version: version)
        case .confirmOrder: confirmOrder(question["mark"]?.string ?? "")
        case .moves:
            needsAllItems = !isComplete
            return [("moves", moves.map { moves in .array(moves.map { $0.json }) } ?? .null)]
        default: return nil
        }
        return []
    }

    fileprivate func edits(since before: Replica) -> [(String, JSON)] {
        let put = items.filter { before[$0.id] != $0 }
        let forgotten = before.items.map { $0.id }.filter { self[$0] == nil }
        var edits: [(String, JSON)] = [("put", .array(put.map { $0.json })), ("forget", .strings(forgotten))]
        if orderMark != before.orderMark { edits.append(("orderMark", .optional(orderMark))) }
        if server != before.server { edits.append(("server", server.json)) }
        if clock != before.clock { edits.append(("clock", clock.json)) }
        return edits
    }
}

extension Replica.MergeResult {
    fileprivate var members: [(String, JSON)] {
        [
            ("requests", .array(requests.map { $0.json })), ("returned", .strings(returned)),
            ("hasNews", .bool(hasNews)), ("isUnfinished", .bool(isUnfinished)),
            ("divergence", divergence.map { .decimal("\($0)") } ?? .null), ("restored", .int(restored)),
            ("unproven", .array(unproven.map { .decimal("\($0)") })),
        ]
    }
}

extension Replica.MergeResult.Request {
    fileprivate var json: JSON {
        let (method, version): (String, Int64?) =
            switch resolution {
            case .put(let version): ("PUT", version)
            case .delete(let version): ("DELETE", version)
            default: ("POST", nil)
            }
        return .object([
            ("id", .string(id)), ("method", .string(method)), ("version", version.map { .decimal("\($0)") } ?? .null),
        ])
    }
}

extension Replica.Move {
    fileprivate var json: JSON {
        .object([("id", .string(id)), ("position", .int(position)), ("version", .decimal("\(version)"))])
    }
}

extension JSON {
    /// A position in a list, from 0. A damaged one is moved into the range.
    fileprivate var position: Int? { int.map { min(max(0, $0), 1_000_000) } }
}

extension LocalItem {
    fileprivate init?(_ json: JSON) {
        guard let id = json["id"]?.string, let edition = Edition(json) else { return nil }
        self.init(
            id: id, content: edition.content, position: json["position"]?.position ?? 0, copyOf: json["copyOf"]?.string,
            version: edition.version, base: json["base"].flatMap { Edition($0) },
            isDeleted: json["isDeleted"]?.bool ?? false, time: json["time"]?.int64 ?? 0)
    }

    fileprivate var json: JSON {
        .object([
            ("id", .string(id)), ("content", .int(content)), ("position", .int(position)),
            ("copyOf", .optional(copyOf)), ("version", .decimal("\(version)")), ("base", base?.json ?? .null),
            ("isDeleted", .bool(isDeleted)), ("time", .decimal("\(time)")), ("isUnsent", .bool(isUnsent)),
        ])
    }
}

extension Edition {
    fileprivate init?(_ json: JSON) {
        guard let version = json["version"]?.int64, let content = json["content"]?.int else { return nil }
        self.init(version: version, content: content)
    }

    fileprivate var json: JSON {
        .object([("version", .decimal("\(version)")), ("content", .int(content))])
    }
}

extension Replica.Clock {
    fileprivate init(_ json: JSON) {
        self.init(now: json["now"]?.int64 ?? 0, forgotten: json["forgotten"]?.int64 ?? 0)
    }

    fileprivate var json: JSON {
        .object([("now", .decimal("\(now)")), ("forgotten", .decimal("\(forgotten)"))])
    }
}

extension ServerState {
    // `buried` is the stored name.
    fileprivate init(_ json: JSON) {
        self.init(
            database: json["database"]?.string ?? "", epoch: json["epoch"]?.string,
            trail: (json["trail"]?.array ?? []).compactMap { $0.int64 },
            order: json["order"]?.array?.compactMap { $0.string },
            expectedDeletions: (json["buried"]?.array ?? []).compactMap { $0.string })
    }

    fileprivate var json: JSON {
        .object([
            ("database", .string(database)), ("epoch", .optional(epoch)),
            ("trail", .array(trail.map { .decimal("\($0)") })),
            ("order", order.map { .strings($0) } ?? .null), ("buried", .strings(expectedDeletions)),
        ])
    }
}

extension Report {
    fileprivate init?(_ json: JSON) {
        guard let database = json["database"]?.string, let since = json["since"]?.int64,
            let revision = json["revision"]?.int64
        else { return nil }
        self.init(
            database: database, epoch: json["epoch"]?.string, since: since, revision: revision,
            changed: (json["changed"]?.array ?? []).compactMap { ServerItem($0) },
            deleted: (json["deleted"]?.array ?? []).compactMap { Tombstone($0) },
            order: json["order"]?.array?.compactMap { $0.string })
    }
}

extension Tombstone {
    fileprivate init?(_ json: JSON) {
        guard let id = json["id"]?.string, let version = json["version"]?.int64 else { return nil }
        self.init(id: id, version: version)
    }
}

extension Replica.Sent {
    fileprivate init?(_ json: JSON) {
        guard let id = json["id"]?.string else { return nil }
        self.init(id: id, content: json["content"]?.int)
    }
}

extension Replica.Confirmed {
    fileprivate init?(_ json: JSON) {
        guard let id = json["id"]?.string, let edition = Edition(json) else { return nil }
        self.init(id: id, edition: edition)
    }
}

extension ServerItem {
    fileprivate init?(_ json: JSON) {
        guard let id = json["id"]?.string, let edition = Edition(json), let position = json["position"]?.position else {
            return nil
        }
        self.init(id: id, edition: edition, position: position, merged: json["merged"]?.int)
    }
}

extension JSON {
    /// A 64-bit integer, because `Int` has 32 bits in the page’s engine.
    fileprivate var int64: Int64? {
        number.flatMap { abs($0) < 9e15 ? Int64($0) : nil }
    }
}
