import Answers
import Chordsets
import JSONText

/// The chordsets at hand, in their order, and how to go back on what was done to them.
struct Shelf: Sendable, Hashable {
    struct Entry: Sendable, Hashable {
        var chordset: Chordset
        /// The chordset of which this one was made, when that was changed elsewhere at the same time.
        var copyOf: String?
    }

    /// Where the chordsets are kept.
    enum Keeping: Sendable, Hashable {
        /// In this browser, while the server is asked what it has.
        case asking
        /// In this browser only.
        case alone
        /// The server has them all.
        case sent
        /// In this browser, until the server can be reached; for how many it has something to be told.
        case waiting(Int)
        /// This browser keeps nothing.
        case unkept
    }

    private(set) var entries: [Entry] = []
    /// Nil until the host has handed over what is kept.
    private(set) var keeping: Keeping?
    /// Whether the host was asked for them.
    var isOpen = false
    private(set) var past: [Step] = []
    private(set) var future: [Step] = []
    /// The chordset that is played, or was played last.
    var voice: String?

    /// What waits until the host has handed over what is kept.
    var postponed: [ChordsetsVerb] = []

    /// Something done to chordsets, which can be undone.
    struct Step: Sendable, Hashable {
        /// What one does again and again with the same name is one step: the letters of a title, the ways of a slider. Empty
        /// for what is a step by itself; a name is for changes of one chordset.
        let name: String
        fileprivate var changes: [Change]

        /// The chordsets that are gone by it.
        var deleted: [Chordset] {
            changes.compactMap { $0.after == nil ? $0.before?.entry.chordset : nil }
        }
    }

    /// What becomes of one chordset; nil where it is not there.
    fileprivate struct Change: Sendable, Hashable {
        let id: String
        let before: Place?
        var after: Place?
    }

    fileprivate struct Place: Sendable, Hashable {
        let entry: Entry
        let index: Int
    }

    /// Whether the last thing done was a step, and not going back on one.
    private var isGoingOn = false

    /// How many steps can be undone.
    private static let longestPast = 200

    init() {}

    /// With what a server keeps.
    init(sent chordsets: [Chordset]) {
        entries = chordsets.map { Entry(chordset: $0) }
        keeping = .sent
    }

    func entry(_ id: String) -> Entry? { entries.first { $0.chordset.id == id } }

    var chordsets: [Chordset] { entries.map { $0.chordset } }

    subscript(id: String) -> Chordset? { entry(id)?.chordset }

    func index(of id: String) -> Int? { entries.firstIndex { $0.chordset.id == id } }

    /// Where each stands, by its identity: for who asks for many, of whom each would go through all.
    static func places(of entries: [Entry]) -> [String: Int] {
        var places: [String: Int] = [:]
        for (place, entry) in entries.enumerated() { places[entry.chordset.id] = place }
        return places
    }

    /// The chordset to which the combiner adds: the one played last, else the first.
    var present: Chordset? { voice.flatMap { self[$0] } ?? entries.first?.chordset }

    // MARK: Changing

    /// Puts some behind the others, in one step.
    mutating func add(_ chordsets: [Chordset]) {
        guard !chordsets.isEmpty else { return }
        let places = Shelf.places(of: entries)
        let changes = chordsets.enumerated().map { offset, chordset in
            Change(
                id: chordset.id, before: places[chordset.id].map { Place(entry: entries[$0], index: $0) },
                after: Place(entry: Entry(chordset: chordset), index: entries.count + offset))
        }
        take(Step(name: "", changes: changes))
    }

    mutating func delete(_ id: String) {
        guard self[id] != nil else { return }
        take(Step(name: "", changes: [change(of: id, to: nil)]))
    }

    /// - Parameter index: bounded to where there is a place.
    mutating func move(_ id: String, to index: Int) {
        guard let present = self.index(of: id) else { return }
        let target = min(max(index, 0), entries.count - 1)
        guard target != present else { return }
        take(Step(name: "move " + id, changes: [change(of: id, to: Place(entry: entries[present], index: target))]))
    }

    /// - Parameter name: see ``Step/name``; nil where this is a step of its own.
    mutating func change(_ id: String, as name: String?, _ change: (inout Chordset) throws(ChordsetError) -> Void) throws(ChordsetError) {
        guard let index = index(of: id) else { return }
        var entry = entries[index]
        try change(&entry.chordset)
        guard entry != entries[index] else { return }
        let name = name.map { $0 + " " + id } ?? ""
        take(Step(name: name, changes: [self.change(of: id, to: Place(entry: entry, index: index))]))
    }

    /// Which of two that were changed at the same time are to stay.
    enum Choice: String, Sendable { case mine, theirs, both }

    /// - Parameter id: of the one that was made here.
    mutating func settle(_ id: String, _ choice: Choice) {
        guard let index = index(of: id), let original = entries[index].copyOf else { return }
        var entry = entries[index]
        entry.copyOf = nil
        switch choice {
        case .both: take(Step(name: "", changes: [change(of: id, to: Place(entry: entry, index: index))]))
        case .theirs: delete(id)
        case .mine:
            guard let place = self.index(of: original), let mine = try? entry.chordset.copy(id: original) else {
                return settle(id, .both)
            }
            take(Step(name: "", changes: [
                change(of: id, to: nil),
                change(of: original, to: Place(entry: Entry(chordset: mine, copyOf: entries[place].copyOf), index: place)),
            ]))
        }
    }

    private func change(of id: String, to after: Place?) -> Change {
        Change(id: id, before: index(of: id).map { Place(entry: entries[$0], index: $0) }, after: after)
    }

    private mutating func take(_ step: Step) {
        put(step.changes.map { ($0.id, $0.after) })
        future = []
        if isGoingOn, !step.name.isEmpty, past.last?.name == step.name {
            past[past.count - 1].changes[0].after = step.changes[0].after
        } else {
            past.append(step)
            if past.count > Shelf.longestPast { past.removeFirst() }
        }
        isGoingOn = true
    }

    /// What comes next is a step by itself.
    mutating func endStep() { isGoingOn = false }

    /// Puts each where it belongs; without a place it goes.
    private mutating func put(_ changes: [(id: String, place: Place?)]) {
        let gone = Set(changes.map { $0.id })
        entries.removeAll { gone.contains($0.chordset.id) }
        for place in changes.compactMap({ $0.place }) {
            entries.insert(place.entry, at: min(place.index, entries.count))
        }
    }

    mutating func undo() -> Step? {
        guard let step = past.popLast() else { return nil }
        put(step.changes.reversed().map { ($0.id, $0.before) })
        isGoingOn = false
        future.append(step)
        return step
    }

    mutating func redo() -> Step? {
        guard let step = future.popLast() else { return nil }
        put(step.changes.map { ($0.id, $0.after) })
        isGoingOn = false
        past.append(step)
        return step
    }

    // MARK: Keeping

    /// Takes over what the host has, which may have been changed elsewhere.
    /// - Returns: titles of those that were deleted here and are back, since they were changed elsewhere; nil if this is
    ///   nothing that the host would say.
    mutating func adopt(_ text: String) -> [String]? {
        guard let json = try? JSON(text) else { return nil }
        keeping =
            switch json["state"]?.string {
            case "sent": .sent
            case "waiting": .waiting(json["waiting"]?.int ?? 0)
            case "unkept": .unkept
            case "asking": .asking
            default: .alone
            }
        // Who cannot keep anything has nothing to hand over, and what is here stays.
        guard let sets = json["chordsets"]?.array else { return [] }
        var adopted: [Entry] = []
        for set in sets {
            guard case .object(let members) = set else { continue }
            // What cannot be read, since a newer version of the page has written it, stays where it is and is not shown.
            let known = JSON.object(members.filter { $0.0 != "copyOf" })
            guard let chordset = try? Chordset(known) else { continue }
            adopted.append(Entry(chordset: chordset, copyOf: set["copyOf"]?.string))
        }
        forgetSteps(on: adopted)
        entries = adopted
        return (json["returned"]?.array ?? []).compactMap { $0.string }
    }

    /// What others have changed meanwhile is not undone by going back to what was before.
    private mutating func forgetSteps(on adopted: [Entry]) {
        if past.isEmpty, future.isEmpty { return }
        let entries = entries
        let (old, new) = (Shelf.places(of: entries), Shelf.places(of: adopted))
        func isOthers(_ step: Step) -> Bool {
            step.changes.contains { new[$0.id].map { adopted[$0] } != old[$0.id].map { entries[$0] } }
        }
        past.removeAll(where: isOthers)
        future.removeAll(where: isOthers)
    }

    /// What the host is to keep of the way from `earlier` to here.
    func keeping(since earlier: Shelf) -> [Effect] {
        if entries == earlier.entries { return [] }
        var effects: [Effect] = []
        /// Where the host would put them by itself: what is new comes last.
        var order: [String] = []
        let (old, new) = (Shelf.places(of: earlier.entries), Shelf.places(of: entries))
        for entry in earlier.entries {
            let id = entry.chordset.id
            if new[id] == nil { effects.append(.removeChordset(id)) } else { order.append(id) }
        }
        for (index, entry) in entries.enumerated() {
            let id = entry.chordset.id
            let before = old[id].map { earlier.entries[$0] }
            if before == nil { order.append(id) }
            if before != entry { effects.append(.keepChordset(entry.json(position: index))) }
        }
        let ids = entries.map { $0.chordset.id }
        return ids == order ? effects : effects + [.orderChordsets(ids)]
    }
}

extension Shelf.Entry {
    init(chordset: Chordset) {
        self.chordset = chordset
        copyOf = nil
    }

    /// As the host keeps it.
    fileprivate func json(position: Int) -> String {
        guard let copyOf, case .object(let members) = chordset.json(position: position) else {
            return chordset.json(position: position).text
        }
        return JSON.object(members + [("copyOf", .string(copyOf))]).text
    }
}
