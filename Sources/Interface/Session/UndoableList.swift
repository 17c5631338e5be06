import Chordsets
import Harmony
import JSONText
import Sync
import Tunes

/// An ordered list of stored items of one kind, with undo.
///
/// Not generic: the engine has this code once for both kinds (see docs/ARCHITECTURE.md, “Closures and size”).
struct UndoableList: Sendable {
    struct Entry: Sendable, Equatable {
        var item: StoredItem
        /// The id of the original, if this item is a copy that was made because of a conflict.
        var copyOf: String?

        var id: String { item.id }
    }

    let kind: StoredItem.Kind
    private(set) var entries: [Entry] = []
    /// The index of each entry by its id, less ``shift``.
    private var indices: [String: Int] = [:]
    /// How many entries have come before the others. Their indices need not be written again for each piece.
    private var shift = 0
    /// The indices of the rows near the viewport. Other rows are written without their controls.
    var visibleRange = 0..<ListPolicy.rowsPerRegion
    /// The id of an item that is about to be scrolled into view.
    var pendingID: String?

    /// Nil until the host has delivered all items.
    private(set) var storage: ListPolicy.StorageState?
    /// How many items there are, while the host delivers them in pieces.
    private(set) var expectedTotal: Int?
    /// Whether the items were requested from the host.
    var isOpen = false
    /// The ids of changed items that the host does not have yet, because thousands are passed in pieces.
    private var unsaved: [String] = []
    /// Whether the host needs the order after these.
    private var isOrderUnsaved = false
    private(set) var past: [Step] = []
    private(set) var future: [Step] = []
    /// The id of the item that was played last.
    var lastPlayedID: String?

    /// An edit, which can be undone.
    struct Step: Sendable {
        /// Successive steps with the same name are merged, such as the letters of a title or the movements of a slider.
        /// A step with a name changes one item. Steps without a name are never merged.
        let name: String
        fileprivate var changes: [Change]
        /// The position of the light chord that the step has randomized, if any.
        var randomized: Int?

        func hasRandomized(_ id: String, _ position: Int) -> Bool { randomized == position && changes.first?.id == id }

        /// The first item that the step has deleted.
        var deleted: StoredItem? { changes.first { $0.after == nil && $0.before != nil }?.before?.entry.item }

        /// How many items it has deleted.
        var deletedCount: Int { changes.count { $0.after == nil && $0.before != nil } }
    }

    /// The change of one item. Before its creation and after its deletion, its place is nil.
    fileprivate struct Change: Sendable {
        let id: String
        let before: Place?
        var after: Place?
    }

    fileprivate struct Place: Sendable {
        let entry: Entry
        let index: Int
    }

    /// Whether the next step may be merged with the last one.
    private var continuesStep = false

    init(of kind: StoredItem.Kind) {
        self.kind = kind
    }

    /// A list that a page from the server shows.
    /// - Parameter total: how many items the server has.
    init(sent chordsets: [Chordset], of total: Int) {
        kind = .chordsets
        entries = chordsets.map { Entry(item: .chordset($0)) }
        storage = .served(of: total)
        reindex(from: 0)
    }

    func entry(_ id: String) -> Entry? { index(of: id).map { entries[$0] } }

    func chordset(_ id: String) -> Chordset? { entry(id)?.item.chordset }
    func tune(_ id: String) -> StoredTune? { entry(id)?.item.tune }

    var chordsets: [Chordset] { entries.compactMap { $0.item.chordset } }
    var tunes: [StoredTune] { entries.compactMap { $0.item.tune } }

    /// How many items there are, including those that only the server has.
    var total: Int { if case .served(let total) = storage { total } else { entries.count } }

    func index(of id: String) -> Int? { indices[id].map { $0 + shift } }

    private mutating func reindex(from first: Int) {
        for index in entries.indices[first...] { indices[entries[index].id] = index - shift }
    }

    private mutating func reindexAll() {
        (indices, shift) = ([:], 0)
        reindex(from: 0)
    }

    /// The item that was played last, else the first.
    var lastPlayed: StoredItem? { (lastPlayedID.flatMap { entry($0) } ?? entries.first)?.item }

    /// Whether some of these indices are in view or about to be.
    func isNear(_ places: Range<Int>) -> Bool {
        visibleRange.overlaps(places) || pendingID.flatMap { index(of: $0) }.map { places.contains($0) } == true
    }

    // MARK: Editing

    /// Appends items, in one step.
    mutating func add(_ items: [StoredItem]) {
        guard let last = items.last else { return }
        pendingID = last.id
        let changes = items.enumerated().map { offset, item in
            change(of: item.id, to: Place(entry: Entry(item: item), index: entries.count + offset))
        }
        take(Step(name: "", changes: changes))
    }

    /// Appends copies of items, except of those that the list has already.
    /// - Returns: the number of copies.
    mutating func add(copiesOf others: [StoredItem], using generator: inout SeededGenerator) -> Int {
        var copies: [StoredItem] = []
        /// The id here of each item.
        var ids: [String: String] = [:]
        for other in others {
            let other = other.referring { ids[$0] }
            let same = entries.first { $0.item.title == other.title && $0.item.copy(id: other.id) == other }
            if let same {
                ids[other.id] = same.id
            } else if let copy = other.copy(id: ItemID.random(using: &generator)) {
                ids[other.id] = copy.id
                copies.append(copy)
            }
        }
        add(copies)
        return copies.count
    }

    mutating func delete(_ id: String) { delete([id]) }

    /// Deletes items in one step.
    mutating func delete(_ ids: [String]) {
        // Undo puts them back in the reverse order, each at its own place.
        let places = ids.compactMap { index(of: $0) }.ordered { $0 > $1 }
        let changes = places.map {
            Change(id: entries[$0].id, before: Place(entry: entries[$0], index: $0), after: nil)
        }
        if !changes.isEmpty { take(Step(name: "", changes: changes)) }
    }

    /// - Parameter index: is clamped to the list.
    mutating func move(_ id: String, to index: Int) {
        guard let present = self.index(of: id) else { return }
        let target = min(max(index, 0), entries.count - 1)
        guard target != present else { return }
        take(Step(name: "move " + id, changes: [change(of: id, to: Place(entry: entries[present], index: target))]))
    }

    /// Replaces the item that has the same id.
    /// - Parameters:
    ///   - name: see ``Step/name``; nil for a step that is not merged.
    ///   - randomized: see ``Step/randomized``.
    mutating func replace(with item: StoredItem, as name: String?, randomized: Int? = nil) {
        guard let index = self.index(of: item.id), entries[index].item != item else { return }
        let place = Place(entry: Entry(item: item, copyOf: entries[index].copyOf), index: index)
        let name = name.map { $0 + " " + item.id } ?? ""
        take(Step(name: name, changes: [change(of: item.id, to: place)], randomized: randomized))
    }

    /// Replaces the items that have the same ids, in one step.
    mutating func replace(with items: [StoredItem]) {
        var changes: [Change] = []
        for item in items {
            guard let index = self.index(of: item.id), entries[index].item != item else { continue }
            let place = Place(entry: Entry(item: item, copyOf: entries[index].copyOf), index: index)
            changes.append(change(of: item.id, to: place))
        }
        if !changes.isEmpty { take(Step(name: "", changes: changes)) }
    }

    /// Resolves a conflict.
    /// - Parameter id: the id of the copy that has the local version.
    mutating func resolve(_ id: String, _ choice: ListPolicy.Choice) {
        guard let entry = entry(id), let original = entry.copyOf else { return }
        if choice == .theirs { return delete(id) }
        if choice == .mine, let index = self.index(of: original), let mine = entry.item.copy(id: original) {
            let place = Place(entry: Entry(item: mine, copyOf: entries[index].copyOf), index: index)
            take(Step(name: "", changes: [change(of: id, to: nil), change(of: original, to: place)]))
        } else if let index = self.index(of: id) {
            let place = Place(entry: Entry(item: entry.item), index: index)
            take(Step(name: "", changes: [change(of: id, to: place)]))
        }
    }

    private func change(of id: String, to after: Place?) -> Change {
        Change(id: id, before: index(of: id).map { Place(entry: entries[$0], index: $0) }, after: after)
    }

    private mutating func take(_ step: Step) {
        put(step.changes.map { (id: $0.id, place: $0.after) })
        future = []
        if continuesStep, !step.name.isEmpty, past.last?.name == step.name {
            past[past.count - 1].changes[0].after = step.changes[0].after
        } else {
            past.append(step)
            if past.count > ListPolicy.maximumSteps { past.removeFirst() }
        }
        continuesStep = true
    }

    /// Prevents merging the next step with the last one.
    mutating func endStep() { continuesStep = false }

    /// Puts items in their places, in this order. Thousands are deleted, or put back, at once.
    private mutating func put(_ items: [(id: String, place: Place?)]) {
        if items.count > 1, items.allSatisfy({ $0.place == nil }) {
            var isKept = [Bool](repeating: true, count: entries.count)
            for item in items { if let index = self.index(of: item.id) { isKept[index] = false } }
            entries = entries.indices.filter { isKept[$0] }.map { entries[$0] }
            reindexAll()
        } else if items.count > 1, items.allSatisfy({ $0.place != nil && indices[$0.id] == nil }) {
            let others = entries
            var next = 0
            entries = []
            for item in items {
                guard let place = item.place else { continue }
                let end = min(others.count, next + max(place.index - entries.count, 0))
                entries += others[next..<end]
                entries.append(place.entry)
                next = end
            }
            entries += others[next...]
            reindex(from: 0)
        } else {
            for item in items { put(item.place, item.id) }
        }
    }

    private mutating func put(_ place: Place?, _ id: String) {
        let earlier = self.index(of: id)
        if let place, place.index == earlier {
            entries[place.index] = place.entry
            return
        }
        if let earlier {
            entries.remove(at: earlier)
            indices[id] = nil
        }
        let index = place.map { min($0.index, entries.count) }
        if let place, let index { entries.insert(place.entry, at: index) }
        reindex(from: min(earlier ?? .max, index ?? .max))
    }

    /// - Returns: the step that was undone, if there was one.
    mutating func undo() -> Step? {
        guard var step = past.popLast() else { return nil }
        for index in step.changes.indices.reversed() {
            let change = step.changes[index]
            // Redo restores the newest version of others.
            if let after = change.after, let entry = entry(change.id) {
                step.changes[index].after = Place(entry: entry, index: after.index)
            }
        }
        put(step.changes.reversed().map { (id: $0.id, place: $0.before) })
        continuesStep = false
        future.append(step)
        return step
    }

    /// - Returns: the step that was redone, if there was one.
    mutating func redo() -> Step? {
        guard let step = future.popLast() else { return nil }
        put(step.changes.map { (id: $0.id, place: $0.after) })
        continuesStep = false
        past.append(step)
        return step
    }

    // MARK: Synchronization

    /// Events that `adopt` has found.
    struct News {
        /// A message: a deleted item is back because it was changed elsewhere, a conflict, or a server with an older
        /// database.
        var sentence: String?
        /// Ids of items with conflicts, and of the copies that have the local changes. A screen that shows the original
        /// continues with the copy.
        var copies: [(original: String, copy: String)] = []
    }

    /// Takes over the items of the host, which may have been changed elsewhere.
    ///
    /// The message has all items, or the changed ones, under the name of their kind, the ids of deleted ones (`gone`),
    /// and the order if it has changed (`order`). Further pieces of all items come after the others, or before them
    /// (`isBefore`).
    /// - Returns: nil if the message is invalid.
    mutating func adopt(_ text: String) -> News? {
        guard let json = try? JSON(text) else { return nil }
        // The state is unknown until the last piece has arrived.
        expectedTotal = json["of"]?.int
        storage = expectedTotal == nil ? ListPolicy.StorageState(json) : nil
        var news = News(sentence: ListPolicy.sentence(of: json["parting"] ?? .null, kind.single))
        if json["isHung"]?.bool == true { news.sentence = SessionText.hung }
        // A browser that stores nothing sends no items, and those in memory stay.
        guard let documents = json[kind.rawValue]?.array else { return news }
        var received: [Entry] = []
        for document in documents {
            guard case .object(let members) = document else { continue }
            // Items of a newer version of the page stay in storage and are not shown.
            guard let item = StoredItem(.object(members.filter { $0.0 != "copyOf" }), of: kind) else { continue }
            received.append(Entry(item: item, copyOf: document["copyOf"]?.string))
        }
        for entry in received where indices[entry.id] == nil {
            guard let original = entry.copyOf, indices[original] != nil else { continue }
            news.copies.append((original, entry.id))
            news.sentence = SessionText.changedTwice(ListPolicy.name(entry.item.title, entry.item.single))
        }
        if let title = json["returned"]?.array?.first?.string {
            news.sentence = SessionText.isBack(ListPolicy.name(title, kind.single))
        }
        let before = self
        if json["isBefore"]?.bool == true, json["gone"] != nil {
            // The next piece of all items, which are passed from the last to the first.
            let new = received.filter { indices[$0.id] == nil }
            entries = new + entries
            shift += new.count
            for index in new.indices { indices[new[index].id] = index - shift }
        } else if let gone = json["gone"]?.array {
            change(received, gone: gone.compactMap { $0.string }, order: json["order"]?.array?.compactMap { $0.string })
        } else {
            entries = received
            reindexAll()
        }
        dropSteps(since: before, duplicated: news.copies.map { $0.original })
        // A list that the user has left cannot be restored.
        if json["isGivenUp"]?.bool == true { (past, future) = ([], []) }
        return news
    }

    private mutating func change(_ received: [Entry], gone: [String], order: [String]?) {
        for entry in received {
            if let index = self.index(of: entry.id) {
                entries[index] = entry
            } else {
                indices[entry.id] = entries.count - shift
                entries.append(entry)
            }
        }
        if gone.isEmpty, order == nil { return }
        for id in gone { indices[id] = nil }
        entries.removeAll { indices[$0.id] == nil }
        if let order {
            var ranks: [String: Int] = [:]
            for (rank, id) in order.enumerated() { ranks[id] = rank }
            let places = entries.map { ranks[$0.id] ?? .max }
            entries = places.indices.ordered { places[$0] < places[$1] }.map { entries[$0] }
        }
        reindex(from: 0)
    }

    /// Drops the steps on items that others have changed, so that undo does not revert their changes.
    ///
    /// Exception: steps that edit a tune stay. Undo restores the tune before the step, and redo the version of the
    /// others.
    /// - Parameter duplicated: ids of items with conflicts. The local changes are in copies with other ids.
    private mutating func dropSteps(since earlier: UndoableList, duplicated: [String]) {
        // Most messages are only about the storage, and a step may have thousands of changes.
        if entries == earlier.entries || past.isEmpty && future.isEmpty { return }
        let adopted = self
        func isOthers(_ change: Change) -> Bool { adopted.entry(change.id) != earlier.entry(change.id) }
        func canGoBack(_ change: Change) -> Bool {
            adopted.kind == .tunes && change.before != nil && change.after != nil && adopted.indices[change.id] != nil
                && !duplicated.contains(change.id)
        }
        // The next step starts from their version.
        if past.last?.changes.contains(where: isOthers) == true { continuesStep = false }
        past.removeAll { $0.changes.contains { isOthers($0) && !canGoBack($0) } }
        future.removeAll { $0.changes.contains(where: isOthers) }
    }

    /// The effects that store the changes since `earlier`: all of them, or the first ones of very many.
    mutating func saveEffects(since earlier: UndoableList) -> [Effect] {
        if entries == earlier.entries { return [] }
        let (before, after) = UndoableList.changes(from: earlier.entries, to: entries)
        var changed: [String] = []
        /// The order that the host would have among these without an order effect: new items come last.
        var order: [String] = []
        for index in before {
            let id = earlier.entries[index].id
            if indices[id] == nil { changed.append(id) } else { order.append(id) }
        }
        let known = order.count
        for index in after {
            let entry = entries[index]
            let before = earlier.entry(entry.id)
            if before == nil { order.append(entry.id) }
            if before != entry { changed.append(entry.id) }
        }
        let isInserted = order.count > known && after.upperBound < entries.count
        // Items that come back may still be in their old places, if the host has not deleted them yet.
        if changed.count > 1 || isInserted || after.map({ entries[$0].id }) != order { isOrderUnsaved = true }
        // A single change does not wait for the others.
        let isShort = changed.count <= ListPolicy.savedAtOnce
        if !isShort { unsaved += changed }
        return (isShort ? changed.map { saveEffect($0) } : []) + saveMore()
    }

    /// What differs between two states of the entries: the indices between those at the beginning and at the end that
    /// are the same.
    static func changes(from earlier: [Entry], to later: [Entry]) -> (earlier: Range<Int>, later: Range<Int>) {
        let count = min(earlier.count, later.count)
        var start = 0
        while start < count, earlier[start] == later[start] { start += 1 }
        var end = 0
        while end < count - start, earlier[earlier.count - end - 1] == later[later.count - end - 1] { end += 1 }
        return (start..<earlier.count - end, start..<later.count - end)
    }

    /// The effects that store the next changes.
    mutating func saveMore(all: Bool = false) -> [Effect] {
        let count = all ? unsaved.count : min(unsaved.count, ListPolicy.savedAtOnce)
        var effects = unsaved.prefix(count).map { saveEffect($0) }
        unsaved.removeFirst(count)
        if !unsaved.isEmpty { return effects + [.storage(.saveMore(kind, unsaved.count))] }
        if isOrderUnsaved { effects.append(.storage(.orderKept(kind, entries.map { $0.id }))) }
        isOrderUnsaved = false
        return effects
    }

    private func saveEffect(_ id: String) -> Effect {
        guard let index = self.index(of: id) else { return .storage(.removeKept(kind, id)) }
        return .storage(.keep(kind, entries[index].json(position: index)))
    }
}

extension UndoableList.Entry {
    /// The record of the host.
    fileprivate func json(position: Int) -> String {
        let json = item.json(position: position)
        guard let copyOf, case .object(let members) = json else { return json.text }
        return JSON.object(members + [("copyOf", .string(copyOf))]).text
    }
}
