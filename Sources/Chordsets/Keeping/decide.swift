import JSONText

/// What becomes of the chordsets of a browser: one question in, one answer out, both JSON.
///
/// A question names what it asks (`ask`), what is kept (`kept`: all of it, or what it is about), the mark of the order,
/// the time and a seed. The answer says what is to be kept from now on (`put`), what is not (`forget`), the new mark if
/// there is one, and what else was asked.
/// - Returns: nothing where the question is none.
@inline(never)  // second part
package func decide(_ question: String) -> String {
    guard let question = try? JSON(question), let ask = question["ask"]?.string,
        let seed = question["seed"]?.string.flatMap({ UInt64($0) })
    else { return "" }
    let before = Replica(
        (question["kept"]?.array ?? []).compactMap { Kept($0) }, orderMark: question["orderMark"]?.string,
        time: question["time"]?.int64 ?? 0, seed: seed)
    var replica = before
    guard let answer = replica.answer(ask, question) else { return "" }
    return JSON.object(replica.edits(since: before) + answer).text
}

extension Replica {
    /// - Returns: what there is to say beside what has changed; nil where that cannot be asked.
    fileprivate mutating func answer(_ ask: String, _ question: JSON) -> [(String, JSON)]? {
        let id = question["id"]?.string ?? ""
        let edition = question["edition"].flatMap { Kept.Edition($0) }
        switch ask {
        case "keep":
            guard let content = question["content"]?.int else { return nil }
            let copyOf = question["copyOf"]?.string
            return switch keep(id, content, copyOf: copyOf, seen: edition) {
            case .kept: [("outcome", .string("kept"))]
            case .copied(let copy): [("outcome", .string("copied")), ("copy", .string(copy))]
            case .overtaken: [("outcome", .string("overtaken"))]
            }
        case "remove":
            let isAlone = question["isAlone"]?.bool ?? false
            return [("hasStayed", .bool(remove(id, seen: edition, isAlone: isAlone)))]
        case "arrange": arrange((question["order"]?.array ?? []).compactMap { $0.string })
        case "meet":
            let served = (question["served"]?.array ?? []).compactMap { Served($0) }
            let asked = (question["asked"]?.array ?? []).compactMap { Kept.Stamp($0) }
            let sent = (question["sent"]?.array ?? []).compactMap { Sent($0) }
            return meet(served, asked: asked, sent: sent).members
        case "hear", "hearNew":
            guard let edition else { return nil }
            if ask == "hear" { hear(id, is: edition) } else { hearNew(id, is: edition) }
        case "hearDeleted": hearDeleted(id)
        case "hearMoved":
            guard let version = question["version"]?.int64 else { return nil }
            hearMoved(id, version: version)
        case "hearOrdered": hearOrdered(question["mark"]?.string ?? "")
        case "moves":
            let moves = moves(of: (question["order"]?.array ?? []).compactMap { $0.string })
            return [("moves", moves.map { moves in .array(moves.map { $0.json }) } ?? .null)]
        case "unsent": return [("unsent", .strings(chordsets.filter { $0.isUnsent }.map { $0.id }))]
        default: return nil
        }
        return []
    }

    fileprivate func edits(since before: Replica) -> [(String, JSON)] {
        let old = Replica.places(before.chordsets.map { $0.id })
        let new = Replica.places(chordsets.map { $0.id })
        var put: [JSON] = []
        for kept in chordsets where old[kept.id].map({ before.chordsets[$0] }) != kept { put.append(kept.json) }
        let forgotten = before.chordsets.map { $0.id }.filter { new[$0] == nil }
        var edits: [(String, JSON)] = [("put", .array(put)), ("forget", .strings(forgotten))]
        if orderMark != before.orderMark { edits.append(("orderMark", .optional(orderMark))) }
        return edits
    }
}

extension Replica.Meeting {
    fileprivate var members: [(String, JSON)] {
        [
            ("requests", .array(requests.map { $0.json })), ("returned", .strings(returned)),
            ("hasNews", .bool(hasNews)), ("isUnfinished", .bool(isUnfinished)),
        ]
    }
}

extension Replica.Meeting.Request {
    fileprivate var json: JSON {
        let (method, version): (String, Int64?) =
            switch outcome {
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
    fileprivate var json: JSON { .object([("id", .string(id)), ("position", .int(position))]) }
}

extension Kept {
    fileprivate init?(_ json: JSON) {
        guard let id = json["id"]?.string, let edition = Edition(json) else { return nil }
        self.init(
            id: id, content: edition.content, position: json["position"]?.int ?? 0, copyOf: json["copyOf"]?.string,
            version: edition.version, base: json["base"].flatMap { Edition($0) },
            isDeleted: json["isDeleted"]?.bool ?? false)
    }

    fileprivate var json: JSON {
        .object([
            ("id", .string(id)), ("content", .int(content)), ("position", .int(position)),
            ("copyOf", .optional(copyOf)), ("version", .decimal("\(version)")), ("base", base?.json ?? .null),
            ("isDeleted", .bool(isDeleted)),
        ])
    }
}

extension Kept.Edition {
    fileprivate init?(_ json: JSON) {
        guard let version = json["version"]?.int64, let content = json["content"]?.int else { return nil }
        self.init(version: version, content: content)
    }

    fileprivate var json: JSON {
        .object([("version", .decimal("\(version)")), ("content", .int(content))])
    }
}

extension Kept.Stamp {
    fileprivate init?(_ json: JSON) {
        guard let id = json["id"]?.string, let version = json["version"]?.int64 else { return nil }
        self.init(id: id, version: version, base: json["base"]?.int64)
    }
}

extension Replica.Sent {
    fileprivate init?(_ json: JSON) {
        guard let id = json["id"]?.string else { return nil }
        self.init(id: id, content: json["content"]?.int)
    }
}

extension Served {
    fileprivate init?(_ json: JSON) {
        guard let id = json["id"]?.string, let edition = Kept.Edition(json) else { return nil }
        self.init(id: id, edition: edition)
    }
}

extension JSON {
    /// A whole number for which the page’s engine, with its 32 bits, has no room otherwise.
    fileprivate var int64: Int64? {
        number.flatMap { abs($0) < 9e15 ? Int64($0) : nil }
    }
}
