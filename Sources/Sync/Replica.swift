/// The items shared by all tabs of a browser, with conflict resolution.
///
/// If only one side has changed an item, its change wins. If both have, both versions are kept. A change wins over a
/// deletion.
package struct Replica: Sendable, Hashable {
    private var rows: [String: LocalItem] = [:]
    /// A mark that changes with the order; nil if the server has the order.
    package internal(set) var orderMark: String?
    package internal(set) var server: ServerState
    package private(set) var clock: Clock
    /// Whether a decision needs all items. The result is then invalid, and the caller must retry with all.
    package internal(set) var needsAllItems = false

    /// A counter of writes.
    package struct Clock: Sendable, Hashable {
        /// The last write.
        package var now: Int64 = 0
        /// The last complete removal, which leaves no other trace.
        package var forgotten: Int64 = 0

        package init(now: Int64 = 0, forgotten: Int64 = 0) {
            self.now = now
            self.forgotten = forgotten
        }
    }

    let isComplete: Bool
    /// The clock value of writes by this replica.
    private let writeTime: Int64
    /// The time in milliseconds. It is also the first version of new items, so that removed versions are not
    /// reused.
    private let time: Int64
    /// The generator of new IDs.
    private var generator: SeededGenerator

    /// - Parameters:
    ///   - items: all items, or the affected ones and, if there may be new ones, the last one.
    ///   - seed: a different seed each time.
    package init(
        _ items: [LocalItem], isComplete: Bool = true, orderMark: String?, server: ServerState = ServerState(),
        clock: Clock = Clock(), time: Int64, seed: UInt64
    ) {
        for item in items { rows[item.id] = item }
        self.isComplete = isComplete
        self.orderMark = orderMark
        self.server = server
        self.clock = clock
        writeTime = clock.now + 1
        self.time = time
        generator = SeededGenerator(seed: seed)
    }

    /// All items in order, including deleted ones.
    package var items: [LocalItem] { Array(rows.values).ordered(by: Replica.isBefore) }

    // MARK: Requests of tabs

    /// The result of storing a tab's change.
    package enum SaveResult: Sendable, Hashable {
        case saved
        /// Stored as a copy with this ID, because another tab has changed the original.
        case copied(String)
        /// Another tab had changed it, and this tab must reload: it had no changes, or they were merged.
        case overtaken
    }

    /// Stores a new, changed or restored item.
    /// - Parameters:
    ///   - seen: the version that the tab has changed.
    ///   - written: contents that the tab has written since, without an answer.
    ///   - merged: the merge with another tab's change, if they do not overlap.
    package mutating func save(
        _ id: String, _ content: ContentNumber, copyOf: String?, seen: Edition?, written: [ContentNumber] = [],
        merged: ContentNumber? = nil
    ) -> SaveResult {
        guard var there = self[id], !there.isDeleted else {
            let base = self[id]?.base
            // The server still has it at its old position.
            if base != nil { markOrder() }
            put(newItem(id, content, at: end, copyOf: copyOf, base: base))
            return .saved
        }
        let isMineNew = content != seen?.content
        let isTheirsNew = there.isChanged(since: seen, written) && there.content != content
        if !isMineNew || !isTheirsNew {
            if isMineNew { there.content = content }
            there.copyOf = copyOf
            putChanged(there)
            return isTheirsNew ? .overtaken : .saved
        }
        if let merged {
            there.content = merged
            putChanged(there)
            return .overtaken
        }
        guard isComplete else {
            needsAllItems = true
            return .saved
        }
        // During a drag, the tab may not know yet that it changes a copy.
        let begun = items.first { $0.copyOf == id && !$0.isDeleted && $0.content == seen?.content }
        guard var begun else { return .copied(putCopy(of: there, content)) }
        begun.content = content
        putChanged(begun)
        return .copied(begun.id)
    }

    /// Deletes an item, unless another tab has changed it.
    /// - Parameters:
    ///   - seen: the version that the tab knows.
    ///   - isAlone: whether there is no server.
    ///   - written: as in ``save(_:_:copyOf:seen:written:merged:)``.
    /// - Returns: whether it was changed, and therefore not deleted.
    package mutating func delete(_ id: String, seen: Edition?, isAlone: Bool, written: [ContentNumber] = []) -> Bool {
        guard var there = self[id], !there.isDeleted else { return false }
        if there.isChanged(since: seen, written) { return true }
        if isAlone && there.base == nil {
            forget(id)
        } else {
            there.isDeleted = true
            putChanged(there)
        }
        return false
    }

    /// Reorders all items. Those that the tab does not know stay at the end.
    package mutating func reorder(_ order: [String]) {
        guard isComplete else {
            needsAllItems = true
            return
        }
        let before = items.filter { !$0.isDeleted }.map { $0.id }
        let (places, ranks) = (Replica.places(before), Replica.places(order))
        let after = order.filter { places[$0] != nil } + before.filter { ranks[$0] == nil }
        if after == before { return }
        markOrder()
        for (position, id) in after.enumerated() { move(id, to: position) }
    }

    // MARK: Writing

    package subscript(id: String) -> LocalItem? { rows[id] }

    /// The position after all others.
    var end: Int { (rows.values.map { $0.position }.max() ?? -1) + 1 }

    mutating func put(_ item: LocalItem) {
        var item = item
        item.time = writeTime
        rows[item.id] = item
        clock.now = writeTime
    }

    mutating func putChanged(_ item: LocalItem) {
        var item = item
        item.version += 1
        put(item)
    }

    mutating func forget(_ id: String) {
        rows[id] = nil
        clock = Clock(now: writeTime, forgotten: writeTime)
    }

    mutating func move(_ id: String, to position: Int) {
        guard var item = self[id], item.position != position else { return }
        item.position = position
        putChanged(item)
    }

    func newItem(
        _ id: String, _ content: ContentNumber, at position: Int, copyOf: String? = nil, base: Edition? = nil
    ) -> LocalItem {
        LocalItem(id: id, content: content, position: position, copyOf: copyOf, version: time, base: base)
    }

    /// Stores a conflict copy directly after the original.
    /// - Returns: its ID.
    mutating func putCopy(of original: LocalItem, _ content: ContentNumber) -> String {
        if !isComplete { needsAllItems = true }
        let position = original.position + 1
        for other in items where other.position >= position { move(other.id, to: other.position + 1) }
        let id = ItemID.random(using: &generator)
        put(newItem(id, content, at: position, copyOf: original.id))
        return id
    }

    /// Marks the order as changed locally.
    mutating func markOrder() {
        if orderMark == nil {
            if !isComplete { needsAllItems = true }
            server.order = servedOrder
        }
        orderMark = ItemID.random(using: &generator)
    }

    /// The IDs of the server's items in order. Only valid without a local order to send.
    var servedOrder: [String] { items.compactMap { $0.base == nil ? nil : $0.id } }

    static func places(_ ids: [String]) -> [String: Int] {
        var places: [String: Int] = [:]
        for (place, id) in ids.enumerated() { places[id] = place }
        return places
    }

    /// Equal positions are ordered by ID.
    private static func isBefore(_ one: LocalItem, _ other: LocalItem) -> Bool {
        one.position == other.position ? one.id < other.id : one.position < other.position
    }
}
