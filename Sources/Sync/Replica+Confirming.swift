/// Recording what the server has confirmed.
extension Replica {
    /// Records a version that the server has accepted. Local changes in between stay.
    package mutating func confirmChange(_ id: String, is edition: Edition) {
        if isNew(edition.version) { rebase(id, on: edition) }
    }

    mutating func confirm(_ changes: [Confirmed]) {
        for one in changes { confirmChange(one.id, is: one.edition) }
    }

    /// Whether a version is later than all known ones. If not, the server’s history has diverged, which the next report
    /// will show.
    func isNew(_ version: Int64) -> Bool { version > server.trail.first ?? 0 }

    /// Records a new item, which the server has added at the end. If its local position differs, the order must be
    /// sent. A partial replica must include all items after it.
    package mutating func confirmAddition(_ id: String, is edition: Edition) {
        let here = items
        guard isNew(edition.version), let place = here.firstIndex(where: { $0.id == id }) else { return }
        if here[(place + 1)...].contains(where: { $0.base != nil }) { markOrder() }
        if orderMark != nil { server.order = (server.order ?? []).filter { $0 != id } + [id] }
        confirmChange(id, is: edition)
    }

    /// Records a deletion by the server.
    package mutating func confirmDeletion(_ id: String) {
        guard var item = self[id] else { return }
        server.order?.removeAll { $0 == id }
        server.expectedDeletions.append(id)
        if item.isDeleted { return forget(id) }
        // Restored in the meantime, so the server must get it again.
        item.base = nil
        put(item)
    }

    /// Records a move by the server.
    package mutating func confirmMove(_ id: String, to position: Int, version: Int64) {
        guard isNew(version), var item = self[id] else { return }
        server.order = server.order.map { order in
            var order = order.filter { $0 != id }
            order.insert(id, at: min(position, order.count))
            return order
        }
        item.base?.version = version
        put(item)
    }
}
