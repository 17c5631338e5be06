/// The chordsets that all tabs of a browser share, and what becomes of them when two have changed one at the same time:
/// where only one of them has changed something, that holds; where both have, both are kept; and a change weighs more
/// than a deletion.
package struct Replica: Sendable, Hashable {
    /// In their order, with those that are deleted.
    package private(set) var chordsets: [Kept]
    /// Another one after each change of the order, until the server has heard of it.
    package internal(set) var orderMark: String?

    /// When all this happens, in milliseconds; also a first version, so that one that was forgotten and comes back
    /// never has a version of its former life.
    private let time: Int64
    /// Whence new identities come.
    private var chance: SeededGenerator

    /// - Parameter chordsets: in their order.
    /// - Parameter seed: another one each time.
    package init(_ chordsets: [Kept], orderMark: String?, time: Int64, seed: UInt64) {
        self.chordsets = chordsets
        self.orderMark = orderMark
        self.time = time
        chance = SeededGenerator(seed: seed)
    }

    // MARK: What a tab says

    /// What has become of what a tab had kept.
    package enum Keeping: Sendable, Hashable {
        case kept
        /// It is kept under this identity, beside what another tab has made of it.
        case copied(String)
        /// The tab had not changed it, but another one had.
        case overtaken
    }

    /// Keeps what a tab has: new, changed or brought back.
    /// - Parameter seen: what the tab's change began with.
    package mutating func keep(_ id: String, _ content: Kept.Content, copyOf: String?, seen: Kept.Edition?) -> Keeping {
        guard var there = self[id], !there.isDeleted else {
            let position = (chordsets.last?.position ?? -1) + 1
            let base = self[id]?.base
            put(fresh(id, content, at: position, copyOf: copyOf, base: base))
            // The server still has it in its old place.
            if base != nil { markOrder() }
            return .kept
        }
        let isMineNew = content != seen?.content
        let isTheirsNew = there.isChanged(since: seen) && there.content != content
        if !isMineNew || !isTheirsNew {
            if isMineNew { there.content = content }
            there.copyOf = copyOf
            putRenewed(there)
            return isTheirsNew ? .overtaken : .kept
        }
        // The hand on a slider may not have heard yet that it is a copy that it moves.
        let begun = chordsets.first { $0.copyOf == id && !$0.isDeleted && $0.content == seen?.content }
        guard var begun else { return .copied(putCopy(of: there, content)) }
        begun.content = content
        putRenewed(begun)
        return .copied(begun.id)
    }

    /// Deletes a chordset, unless another tab has changed it.
    /// - Parameter seen: what the tab had of it.
    /// - Parameter isAlone: whether there is no server to be told.
    /// - Returns: whether it has stayed.
    package mutating func remove(_ id: String, seen: Kept.Edition?, isAlone: Bool) -> Bool {
        guard var there = self[id], !there.isDeleted else { return false }
        if there.isChanged(since: seen) { return true }
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
        let before = chordsets.filter { !$0.isDeleted }.map { $0.id }
        let (places, ranks) = (Replica.places(before), Replica.places(order))
        let after = order.filter { places[$0] != nil } + before.filter { ranks[$0] == nil }
        if after == before { return }
        for (position, id) in after.enumerated() { move(id, to: position) }
        markOrder()
    }

    // MARK: Writing

    /// Two with one identity there are never.
    package subscript(id: String) -> Kept? { chordsets.first { $0.id == id } }

    mutating func put(_ kept: Kept) {
        chordsets.removeAll { $0.id == kept.id }
        let place = chordsets.firstIndex { Replica.isBefore(kept, $0) } ?? chordsets.endIndex
        chordsets.insert(kept, at: place)
    }

    mutating func putRenewed(_ kept: Kept) {
        var kept = kept
        kept.version += 1
        put(kept)
    }

    mutating func forget(_ id: String) { chordsets.removeAll { $0.id == id } }

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

    /// Keeps a content directly behind the one that somebody else has changed.
    /// - Returns: its identity.
    mutating func putCopy(of original: Kept, _ content: Kept.Content) -> String {
        let position = original.position + 1
        for other in chordsets.reversed() where other.position >= position { move(other.id, to: other.position + 1) }
        let id = Chordset.newID(using: &chance)
        put(fresh(id, content, at: position, copyOf: original.id))
        return id
    }

    mutating func markOrder() { orderMark = Chordset.newID(using: &chance) }

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
