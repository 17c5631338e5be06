import Harmony

/// The chordsets that all tabs of a browser share, and what becomes of them when two have changed one at the same time:
/// where only one of them has changed something, that holds; where both have, both are kept; and a change weighs more
/// than a deletion.
package struct Replica: Sendable, Hashable {
    private var rows: [String: Kept] = [:]
    /// Another one after each change of the order, until the server has heard of it.
    package internal(set) var orderMark: String?
    package internal(set) var server: Acquaintance
    package private(set) var clock: Clock
    /// Whether something was to be decided for which some chordsets are not enough: then nothing is, until it is asked
    /// about all.
    package internal(set) var lacksOthers = false

    /// Counts what is written.
    package struct Clock: Sendable, Hashable {
        /// When something was written last.
        package var now: Int64 = 0
        /// When something was forgotten last, which leaves no other trace.
        package var forgotten: Int64 = 0

        package init(now: Int64 = 0, forgotten: Int64 = 0) {
            self.now = now
            self.forgotten = forgotten
        }
    }

    let isWhole: Bool
    /// By the clock, when what is decided now is written.
    private let present: Int64
    /// When all this happens, in milliseconds; also a first version, so that one that was forgotten and comes back
    /// never has a version of its former life.
    private let time: Int64
    /// Whence new identities come.
    private var chance: SeededGenerator

    /// - Parameters:
    ///   - chordsets: all, or some, which are those that something is to be decided about and, where some of that may
    ///     be new, the last of all.
    ///   - seed: another one each time.
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
        chance = SeededGenerator(seed: seed)
    }

    /// In their order, with those that are deleted.
    package var chordsets: [Kept] { rows.values.ordered(by: Replica.isBefore) }

    // MARK: What a tab says

    /// What has become of what a tab had kept.
    package enum Keeping: Sendable, Hashable {
        case kept
        /// It is kept under this identity, beside what another tab has made of it.
        case copied(String)
        /// Another tab had changed it, and the tab has to be told: it had changed nothing, or another part of it.
        case overtaken
    }

    /// Keeps what a tab has: new, changed or brought back.
    /// - Parameters:
    ///   - seen: what the tab's change began with.
    ///   - written: what the tab has begun to keep since, without hearing whether it was kept.
    ///   - merged: both changes, where another tab has changed another part of it.
    package mutating func keep(
        _ id: String, _ content: Kept.Content, copyOf: String?, seen: Kept.Edition?, written: [Kept.Content] = [],
        merged: Kept.Content? = nil
    ) -> Keeping {
        guard var there = self[id], !there.isDeleted else {
            let base = self[id]?.base
            // The server still has it in its old place.
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
        // The hand on a slider may not have heard yet that it is a copy that it moves.
        let begun = chordsets.first { $0.copyOf == id && !$0.isDeleted && $0.content == seen?.content }
        guard var begun else { return .copied(putCopy(of: there, content)) }
        begun.content = content
        putRenewed(begun)
        return .copied(begun.id)
    }

    /// Deletes a chordset, unless another tab has changed it.
    /// - Parameters:
    ///   - seen: what the tab had of it.
    ///   - isAlone: whether there is no server to be told.
    ///   - written: as of ``keep(_:_:copyOf:seen:written:merged:)``.
    /// - Returns: whether it has stayed.
    package mutating func remove(_ id: String, seen: Kept.Edition?, isAlone: Bool, written: [Kept.Content] = []) -> Bool {
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

    /// Brings all into an order. What the tab does not know of stays behind the others.
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

    /// Behind all others.
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

    /// Keeps a content directly behind the one that was changed elsewhere.
    /// - Returns: its identity.
    mutating func putCopy(of original: Kept, _ content: Kept.Content) -> String {
        if !isWhole { lacksOthers = true }
        let position = original.position + 1
        for other in chordsets where other.position >= position { move(other.id, to: other.position + 1) }
        let id = Chordset.newID(using: &chance)
        put(fresh(id, content, at: position, copyOf: original.id))
        return id
    }

    /// The order is about to be changed here.
    mutating func markOrder() {
        if orderMark == nil {
            if !isWhole { lacksOthers = true }
            server.order = servedOrder
        }
        orderMark = Chordset.newID(using: &chance)
    }

    /// What the server has, in the order that it has as long as none of our own is to be sent.
    var servedOrder: [String] { chordsets.compactMap { $0.base == nil ? nil : $0.id } }

    static func places(_ ids: [String]) -> [String: Int] {
        var places: [String: Int] = [:]
        for (place, id) in ids.enumerated() { places[id] = place }
        return places
    }

    /// Of two in the same place, which is none, the identity tells.
    private static func isBefore(_ one: Kept, _ other: Kept) -> Bool {
        one.position == other.position ? one.id < other.id : one.position < other.position
    }
}
