import Harmony

/// The chordsets shared by all tabs of a browser, with conflict resolution.
///
/// If only one side has changed a chordset, its change wins. If both have, both versions are kept. A change wins over a
/// deletion.
package struct Replica: Sendable, Hashable {
    private var rows: [String: Kept] = [:]
    /// A mark that changes with the order; nil if the server has the order.
    package internal(set) var orderMark: String?
    package internal(set) var server: Acquaintance
    package private(set) var clock: Clock
    /// Whether a decision needs all chordsets. The result is then invalid, and the caller must retry with all.
    package internal(set) var lacksOthers = false

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

    let isWhole: Bool
    /// The clock value of writes by this replica.
    private let present: Int64
    /// The time in milliseconds. It is also the first version of new chordsets, so that removed versions are not
    /// reused.
    private let time: Int64
    /// The generator of new IDs.
    private var random: SeededGenerator

    /// - Parameters:
    ///   - chordsets: all chordsets, or the affected ones and, if there may be new ones, the last one.
    ///   - seed: a different seed each time.
    package init(
        _ chordsets: [Kept], isWhole: Bool = true, orderMark: String?, server: Acquaintance = Acquaintance(),
        clock: Clock = Clock(), time: Int64, seed: UInt64
    ) {
        for kept in chordsets { rows[kept.id] = kept }
        self.isWhole = isWhole
        self.orderMark = orderMark
        self.server = server
        self.clock = clock
        present = clock.now + 1
        self.time = time
        random = SeededGenerator(seed: seed)
    }

    /// All chordsets in order, including deleted ones.
    package var chordsets: [Kept] { rows.values.ordered(by: Replica.isBefore) }

    // MARK: Requests of tabs

    /// The result of storing a tab's change.
    package enum Keeping: Sendable, Hashable {
        case kept
        /// Stored as a copy with this ID, because another tab has changed the original.
        case copied(String)
        /// Another tab had changed it, and this tab must reload: it had no changes, or they were merged.
        case overtaken
    }

    /// Stores a new, changed or restored chordset.
    /// - Parameters:
    ///   - seen: the version that the tab has changed.
    ///   - written: contents that the tab has written since, without an answer.
    ///   - merged: the merge with another tab's change, if they do not overlap.
    package mutating func keep(
        _ id: String, _ content: Kept.Content, copyOf: String?, seen: Kept.Edition?, written: [Kept.Content] = [],
        merged: Kept.Content? = nil
    ) -> Keeping {
        guard var there = self[id], !there.isDeleted else {
            let base = self[id]?.base
            // The server still has it at its old position.
            if base != nil { markOrder() }
            put(fresh(id, content, at: end, copyOf: copyOf, base: base))
            return .kept
        }
        let isMineNew = content != seen?.content
        let isTheirsNew = there.isChanged(since: seen, written) && there.content != content
        if !isMineNew || !isTheirsNew {
            if isMineNew { there.content = content }
            there.copyOf = copyOf
            putRenewed(there)
            return isTheirsNew ? .overtaken : .kept
        }
        if let merged {
            there.content = merged
            putRenewed(there)
            return .overtaken
        }
        guard isWhole else {
            lacksOthers = true
            return .kept
        }
        // During a drag, the tab may not know yet that it changes a copy.
        let begun = chordsets.first { $0.copyOf == id && !$0.isDeleted && $0.content == seen?.content }
        guard var begun else { return .copied(putCopy(of: there, content)) }
        begun.content = content
        putRenewed(begun)
        return .copied(begun.id)
    }

    /// Deletes a chordset, unless another tab has changed it.
    /// - Parameters:
    ///   - seen: the version that the tab knows.
    ///   - isAlone: whether there is no server.
    ///   - written: as in ``keep(_:_:copyOf:seen:written:merged:)``.
    /// - Returns: whether it was not deleted.
    package mutating func remove(_ id: String, seen: Kept.Edition?, isAlone: Bool, written: [Kept.Content] = []) -> Bool
    {
        guard var there = self[id], !there.isDeleted else { return false }
        if there.isChanged(since: seen, written) { return true }
        if isAlone && there.base == nil {
            forget(id)
        } else {
            there.isDeleted = true
            putRenewed(there)
        }
        return false
    }

    /// Reorders all chordsets. Those that the tab does not know stay at the end.
    package mutating func arrange(_ order: [String]) {
        guard isWhole else {
            lacksOthers = true
            return
        }
        let before = chordsets.filter { !$0.isDeleted }.map { $0.id }
        let (places, ranks) = (Replica.places(before), Replica.places(order))
        let after = order.filter { places[$0] != nil } + before.filter { ranks[$0] == nil }
        if after == before { return }
        markOrder()
        for (position, id) in after.enumerated() { move(id, to: position) }
    }

    // MARK: Writing

    package subscript(id: String) -> Kept? { rows[id] }

    /// The position after all others.
    var end: Int { (rows.values.map { $0.position }.max() ?? -1) + 1 }

    mutating func put(_ kept: Kept) {
        var kept = kept
        kept.time = present
        rows[kept.id] = kept
        clock.now = present
    }

    mutating func putRenewed(_ kept: Kept) {
        var kept = kept
        kept.version += 1
        put(kept)
    }

    mutating func forget(_ id: String) {
        rows[id] = nil
        clock = Clock(now: present, forgotten: present)
    }

    mutating func move(_ id: String, to position: Int) {
        guard var kept = self[id], kept.position != position else { return }
        kept.position = position
        putRenewed(kept)
    }

    func fresh(
        _ id: String, _ content: Kept.Content, at position: Int, copyOf: String? = nil, base: Kept.Edition? = nil
    ) -> Kept {
        Kept(id: id, content: content, position: position, copyOf: copyOf, version: time, base: base)
    }

    /// Stores a conflict copy directly after the original.
    /// - Returns: its ID.
    mutating func putCopy(of original: Kept, _ content: Kept.Content) -> String {
        if !isWhole { lacksOthers = true }
        let position = original.position + 1
        for other in chordsets where other.position >= position { move(other.id, to: other.position + 1) }
        let id = Chordset.newID(using: &random)
        put(fresh(id, content, at: position, copyOf: original.id))
        return id
    }

    /// Marks the order as changed locally.
    mutating func markOrder() {
        if orderMark == nil {
            if !isWhole { lacksOthers = true }
            server.order = servedOrder
        }
        orderMark = Chordset.newID(using: &random)
    }

    /// The IDs of the server's chordsets in order. Only valid without a local order to send.
    var servedOrder: [String] { chordsets.compactMap { $0.base == nil ? nil : $0.id } }

    static func places(_ ids: [String]) -> [String: Int] {
        var places: [String: Int] = [:]
        for (place, id) in ids.enumerated() { places[id] = place }
        return places
    }

    /// Equal positions are ordered by ID.
    private static func isBefore(_ one: Kept, _ other: Kept) -> Bool {
        one.position == other.position ? one.id < other.id : one.position < other.position
    }
}
