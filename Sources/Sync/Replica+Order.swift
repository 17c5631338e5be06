/// The order of items, here and on the server.
extension Replica {
    /// Takes new items and the order of the server, unless there is a local order to send.
    /// - Returns: whether anything has changed.
    mutating func takeOrder(of report: Report) -> Bool {
        let new = report.changed.filter { self[$0.id] == nil }.ordered { $0.position < $1.position }
        let here = items
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
            // Counted on, because finding the end reads all rows.
            for (position, one) in zip(end..., new) {
                put(newItem(one.id, one.edition.content, at: position, base: one.edition))
            }
            return !new.isEmpty
        }
        guard isComplete else {
            needsAllItems = true
            return false
        }
        var order = report.order(after: servedOrder)
        let theirs = Replica.places(order)
        if here.map({ $0.id }).filter({ theirs[$0] != nil }) == order { return false }
        for one in new { put(newItem(one.id, one.edition.content, at: one.position, base: one.edition)) }
        // Items that only this browser has stay before the same successor.
        for (place, item) in here.enumerated().reversed() where theirs[item.id] == nil {
            let next = here[(place + 1)...].first { !$0.isDeleted }
            order.insert(item.id, at: next.flatMap { order.firstIndex(of: $0.id) } ?? order.endIndex)
        }
        for (position, id) in order.enumerated() { move(id, to: position) }
        return true
    }

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
        let wanted = items.map { $0.id }.filter { theirs[$0] != nil }
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
    package mutating func confirmOrder(_ mark: String) {
        guard orderMark == mark else { return }
        if !isComplete { needsAllItems = true }
        guard moves?.isEmpty == true else { return }
        orderMark = nil
        server.order = nil
    }
}
