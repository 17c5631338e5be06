import Chordsets
import Harmony
import JSONText

/// The items of one kind that are at hand, in their order, with undo.
///
/// Not generic: the engine has this code once for both kinds (see docs/ARCHITECTURE.md, “Closures and size”).
struct UndoableList: Sendable {
    struct Entry: Sendable, Equatable {
        var item: StoredItem
        /// The id of the item of which this one was made, when that was changed elsewhere at the same time.
        var copyOf: String?

        var id: String { item.id }
    }

    let kind: StoredItem.Kind
    private(set) var entries: [Entry] = []
    /// The index of each entry by its id.
    private var indices: [String: Int] = [:]
    /// The indices near what is seen: only these are drawn with all that can be done with them.
    var sight = 0..<ListPolicy.stretch
    /// The id of an item that is about to be brought into sight.
    var awaited: String?

    /// Nil until the host has handed over what is kept.
    private(set) var keeping: ListPolicy.Keeping?
    /// How many items there are, while the host hands them over in pieces.
    private(set) var awaitedTotal: Int?
    /// Whether the host was asked for the items.
    var isOpen = false
    private(set) var past: [Step] = []
    private(set) var future: [Step] = []
    /// The id of the item that is played, or was played last.
    var voice: String?

    /// An edit, which can be undone.
    struct Step: Sendable {
        /// Successive steps of the same name are one step: the letters of a title, the ways of a slider. Empty for a step by
        /// itself. A step with a name changes one item.
        let name: String
        fileprivate var changes: [Change]
        /// The position of the light chord that was randomised, where that is what was done.
        var drawn: Int?

        /// Whether it has randomised this light chord.
        func draws(_ id: String, _ position: Int) -> Bool { drawn == position && changes.first?.id == id }

        /// The first item that is gone by it.
        var deleted: StoredItem? { changes.first { $0.after == nil && $0.before != nil }?.before?.entry.item }
    }

    /// What becomes of one item; nil where it is not there.
    fileprivate struct Change: Sendable {
        let id: String
        let before: Place?
        var after: Place?
    }

    fileprivate struct Place: Sendable {
        let entry: Entry
        let index: Int
    }

    /// Whether the last thing done was a step, and neither undo nor redo.
    private var isGoingOn = false

    init(of kind: StoredItem.Kind) {
        self.kind = kind
    }

    /// With some of the items on a server.
    /// - Parameter total: how many the server has.
    init(sent chordsets: [Chordset], of total: Int) {
        kind = .chordsets
        entries = chordsets.map { Entry(item: .chordset($0)) }
        keeping = .served(of: total)
        reindex(from: 0)
    }

    func entry(_ id: String) -> Entry? { indices[id].map { entries[$0] } }

    func chordset(_ id: String) -> Chordset? { entry(id)?.item.chordset }
    func tune(_ id: String) -> KeptTune? { entry(id)?.item.tune }

    var chordsets: [Chordset] { entries.compactMap { $0.item.chordset } }
    var tunes: [KeptTune] { entries.compactMap { $0.item.tune } }

    /// How many items there are, at hand or not.
    var total: Int { if case .served(let total) = keeping { total } else { entries.count } }

    func index(of id: String) -> Int? { indices[id] }

    private mutating func reindex(from first: Int) {
        for index in entries.indices[first...] { indices[entries[index].id] = index }
    }

    /// The item to which something is added: the one played last, else the first.
    var present: StoredItem? { (voice.flatMap { entry($0) } ?? entries.first)?.item }

    /// Whether some of these indices are near what is seen, or about to be seen.
    func isNear(_ places: Range<Int>) -> Bool {
        sight.overlaps(places) || awaited.flatMap { index(of: $0) }.map { places.contains($0) } == true
    }

    // MARK: Editing

    /// Appends items, in one step.
    mutating func add(_ items: [StoredItem]) {
        guard let last = items.last else { return }
        awaited = last.id
        let changes = items.enumerated().map { offset, item in
            change(of: item.id, to: Place(entry: Entry(item: item), index: entries.count + offset))
        }
        take(Step(name: "", changes: changes))
    }

    /// Appends copies of others’ items, except of those that are here as well.
    /// - Returns: how many.
    mutating func add(copiesOf others: [StoredItem], using generator: inout SeededGenerator) -> Int {
        var copies: [StoredItem] = []
        for other in others {
            let isHere = entries.contains { $0.item.title == other.title && $0.item.copy(id: other.id) == other }
            if !isHere, let copy = other.copy(id: Chordset.newID(using: &generator)) { copies.append(copy) }
        }
        add(copies)
        return copies.count
    }

    mutating func delete(_ id: String) {
        guard indices[id] != nil else { return }
        take(Step(name: "", changes: [change(of: id, to: nil)]))
    }

    /// - Parameter index: moved to the nearest index that exists.
    mutating func move(_ id: String, to index: Int) {
        guard let present = indices[id] else { return }
        let target = min(max(index, 0), entries.count - 1)
        guard target != present else { return }
        take(Step(name: "move " + id, changes: [change(of: id, to: Place(entry: entries[present], index: target))]))
    }

    /// Replaces the item that has the same id.
    /// - Parameters:
    ///   - name: see ``Step/name``; nil for a step by itself.
    ///   - drawn: see ``Step/drawn``.
    mutating func replace(with item: StoredItem, as name: String?, drawn: Int? = nil) {
        guard let index = indices[item.id], entries[index].item != item else { return }
        let place = Place(entry: Entry(item: item, copyOf: entries[index].copyOf), index: index)
        let name = name.map { $0 + " " + item.id } ?? ""
        take(Step(name: name, changes: [change(of: item.id, to: place)], drawn: drawn))
    }

    /// Settles a conflict.
    /// - Parameter id: of the item that was made here.
    mutating func settle(_ id: String, _ choice: ListPolicy.Choice) {
        guard let entry = entry(id), let original = entry.copyOf else { return }
        if choice == .theirs { return delete(id) }
        if choice == .mine, let index = indices[original], let mine = entry.item.copy(id: original) {
            let place = Place(entry: Entry(item: mine, copyOf: entries[index].copyOf), index: index)
            take(Step(name: "", changes: [change(of: id, to: nil), change(of: original, to: place)]))
        } else if let index = indices[id] {
            let place = Place(entry: Entry(item: entry.item), index: index)
            take(Step(name: "", changes: [change(of: id, to: place)]))
        }
    }

    private func change(of id: String, to after: Place?) -> Change {
        Change(id: id, before: indices[id].map { Place(entry: entries[$0], index: $0) }, after: after)
    }

    private mutating func take(_ step: Step) {
        for change in step.changes { put(change.after, change.id) }
        future = []
        if isGoingOn, !step.name.isEmpty, past.last?.name == step.name {
            past[past.count - 1].changes[0].after = step.changes[0].after
        } else {
            past.append(step)
            if past.count > ListPolicy.maximumSteps { past.removeFirst() }
        }
        isGoingOn = true
    }

    /// Makes whatever comes next a step by itself.
    mutating func endStep() { isGoingOn = false }

    private mutating func put(_ place: Place?, _ id: String) {
        let earlier = indices[id]
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
            // Redo brings back what others have made of it since.
            if let after = change.after, let entry = entry(change.id) {
                step.changes[index].after = Place(entry: entry, index: after.index)
            }
            put(change.before, change.id)
        }
        isGoingOn = false
        future.append(step)
        return step
    }

    /// - Returns: the step that was done again, if there was one.
    mutating func redo() -> Step? {
        guard let step = future.popLast() else { return nil }
        for change in step.changes { put(change.after, change.id) }
        isGoingOn = false
        past.append(step)
        return step
    }

    // MARK: Synchronising

    /// What to tell about what the host has handed over.
    struct News {
        /// What others have done, in a sentence: an item that was deleted here is back, since they have changed it; they have
        /// changed what was changed here; or the server has not gone on from where it was.
        var sentence: String?
        /// Ids of items that were changed here and elsewhere at the same time, and of the copies that have our changes now.
        /// A screen that shows the original goes on with the copy.
        var copies: [(original: String, copy: String)] = []
    }

    /// Takes over what the host has, which may have been changed elsewhere: all items, or those that have changed (under the
    /// name of their kind), the ids of those that are gone (`gone`), and the order if that has changed (`order`).
    /// - Returns: nil if this is nothing that the host would send.
    mutating func adopt(_ text: String) -> News? {
        guard let json = try? JSON(text) else { return nil }
        // Until the last piece is there it is not known what is kept.
        awaitedTotal = json["of"]?.int
        keeping = awaitedTotal == nil ? ListPolicy.Keeping(json) : nil
        var news = News(sentence: ListPolicy.sentence(of: json["parting"] ?? .null, kind.single))
        if json["isHung"]?.bool == true { news.sentence = SessionText.hung }
        // A browser that keeps nothing has nothing to hand over, and the items here stay.
        guard let documents = json[kind.rawValue]?.array else { return news }
        var told: [Entry] = []
        for document in documents {
            guard case .object(let members) = document else { continue }
            // What a newer version of the page has written, and cannot be read, stays where it is and is not shown.
            guard let item = StoredItem(.object(members.filter { $0.0 != "copyOf" }), of: kind) else { continue }
            told.append(Entry(item: item, copyOf: document["copyOf"]?.string))
        }
        for entry in told where indices[entry.id] == nil {
            guard let original = entry.copyOf, indices[original] != nil else { continue }
            news.copies.append((original, entry.id))
            news.sentence = SessionText.changedTwice(ListPolicy.name(entry.item.title, kind.single))
        }
        if let title = json["returned"]?.array?.first?.string {
            news.sentence = SessionText.isBack(ListPolicy.name(title, kind.single))
        }
        let before = self
        if let gone = json["gone"]?.array {
            change(told, gone: gone.compactMap { $0.string }, order: json["order"]?.array?.compactMap { $0.string })
        } else {
            entries = told
            indices = [:]
            reindex(from: 0)
        }
        forgetSteps(since: before, apart: news.copies.map { $0.original })
        // Nothing comes back of a list that was given up.
        if json["isGivenUp"]?.bool == true { (past, future) = ([], []) }
        return news
    }

    private mutating func change(_ told: [Entry], gone: [String], order: [String]?) {
        for entry in told {
            if let index = indices[entry.id] {
                entries[index] = entry
            } else {
                indices[entry.id] = entries.count
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

    /// Forgets steps on items that others have changed, so that undo does not take back their changes.
    ///
    /// Of a tune, a step that neither made nor deleted it stays: undo brings back the tune before it, and redo what the others
    /// made. A slider of a chordset that others have moved stays where they have put it.
    /// - Parameter apart: items that others have changed while they were changed here, so that ours have other ids now.
    private mutating func forgetSteps(since earlier: UndoableList, apart: [String]) {
        let adopted = self
        func isOthers(_ change: Change) -> Bool { adopted.entry(change.id) != earlier.entry(change.id) }
        func canGoBack(_ change: Change) -> Bool {
            adopted.kind == .tunes && change.before != nil && change.after != nil && adopted.indices[change.id] != nil
                && !apart.contains(change.id)
        }
        // The next step starts from their version.
        if past.last?.changes.contains(where: isOthers) == true { isGoingOn = false }
        past.removeAll { $0.changes.contains { isOthers($0) && !canGoBack($0) } }
        future.removeAll { $0.changes.contains(where: isOthers) }
    }

    /// What the host has to do to keep the way from `earlier` to here.
    func keeping(since earlier: UndoableList) -> [Effect] {
        if entries == earlier.entries { return [] }
        var effects: [Effect] = []
        /// The ids as the host would order them by itself: new ones come last.
        var order: [String] = []
        for entry in earlier.entries {
            if indices[entry.id] == nil { effects.append(.storage(.removeKept(kind, entry.id))) } else { order.append(entry.id) }
        }
        for (index, entry) in entries.enumerated() {
            let before = earlier.entry(entry.id)
            if before == nil { order.append(entry.id) }
            if before != entry { effects.append(.storage(.keep(kind, entry.json(position: index)))) }
        }
        let ids = entries.map { $0.id }
        return ids == order ? effects : effects + [.storage(.orderKept(kind, ids))]
    }
}

extension UndoableList.Entry {
    /// As the host keeps it.
    fileprivate func json(position: Int) -> String {
        let json = item.json(position: position)
        guard let copyOf, case .object(let members) = json else { return json.text }
        return JSON.object(members + [("copyOf", .string(copyOf))]).text
    }
}
