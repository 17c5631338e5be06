import Answers
import Chordsets
import JSONText

/// Something that the host keeps under an identity of its own.
protocol Keepable: Sendable, Hashable {
    static var store: KeptKind { get }
    var id: String { get }
    /// As it is told of; empty where it has none.
    var title: String { get }
    /// The same under another identity; nil where that can be none.
    func twin(as id: String) -> Self?
    /// As the host keeps it.
    func kept(position: Int) -> JSON
    /// What the host has kept; nil where that cannot be read.
    static func recalled(_ kept: JSON) -> Self?
}

/// What the host keeps, each kind by itself.
enum KeptKind: String, Sendable, Hashable {
    case chordsets, tunes

    /// One of them.
    var single: String { self == .chordsets ? "chordset" : "tune" }

    /// Whether one can go back on what was done here although others have changed the same since. What was theirs then comes
    /// back by going forth again. A slider that others have moved stays where they have put it.
    fileprivate var goesBackBehindOthers: Bool { self == .tunes }
}

/// What is at hand of one kind, in its order, and how to go back on what was done to it.
struct Shelf<Item: Keepable>: Sendable, Hashable {
    struct Entry: Sendable, Hashable {
        var item: Item
        /// The one of which this one was made, when that was changed elsewhere at the same time.
        var copyOf: String?
    }

    private(set) var entries: [Entry] = []
    /// Where each stands among them, by its identity.
    private var places: [String: Int] = [:]
    /// Which of them are near what is seen, by their places: only these are drawn with all that can be done with them.
    var sight = 0..<Shelving.stretch
    /// One that is about to be brought into sight.
    var awaited: String?

    /// Nil until the host has handed over what is kept.
    private(set) var keeping: Shelving.Keeping?
    /// Whether the host was asked for them.
    var isOpen = false
    private(set) var past: [Step] = []
    private(set) var future: [Step] = []
    /// The one that is played, or was played last.
    var voice: String?

    /// Something done to them, which can be undone.
    struct Step: Sendable, Hashable {
        /// What one does again and again with the same name is one step: the letters of a title, the ways of a slider. Empty
        /// for what is a step by itself; a name is for changes of one of them.
        let name: String
        fileprivate var changes: [Change]
        /// The position of the light chord that was drawn anew, where that is what was done.
        var drawn: Int?

        /// Whether it has drawn this light chord anew.
        func draws(_ id: String, _ position: Int) -> Bool { drawn == position && changes.first?.id == id }

        /// Those that are gone by it.
        var deleted: [Item] {
            changes.compactMap { $0.after == nil ? $0.before?.entry.item : nil }
        }
    }

    /// What becomes of one; nil where it is not there.
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

    init() {}

    /// With some of what a server keeps.
    /// - Parameter total: how many it keeps in all.
    init(sent items: [Item], of total: Int) {
        entries = items.map { Entry(item: $0) }
        keeping = .served(of: total)
        count(from: 0)
    }

    func entry(_ id: String) -> Entry? { places[id].map { entries[$0] } }

    var items: [Item] { entries.map { $0.item } }

    /// How many there are, at hand or not.
    var total: Int { if case .served(let total) = keeping { total } else { entries.count } }

    subscript(id: String) -> Item? { entry(id)?.item }

    func index(of id: String) -> Int? { places[id] }

    /// Those behind a place stand elsewhere now.
    private mutating func count(from first: Int) {
        for place in entries.indices[first...] { places[entries[place].item.id] = place }
    }

    /// The one to which something is added: the one played last, else the first.
    var present: Item? { voice.flatMap { self[$0] } ?? entries.first?.item }

    /// Whether some of these are near what is seen, or about to be seen.
    func isNear(_ places: Range<Int>) -> Bool {
        sight.overlaps(places) || awaited.flatMap { index(of: $0) }.map { places.contains($0) } == true
    }

    // MARK: Changing

    /// Puts some behind the others, in one step.
    mutating func add(_ items: [Item]) {
        guard !items.isEmpty else { return }
        awaited = items[items.count - 1].id
        let changes = items.enumerated().map { offset, item in
            change(of: item.id, to: Place(entry: Entry(item: item), index: entries.count + offset))
        }
        take(Step(name: "", changes: changes))
    }

    /// Puts copies of what others have behind those that are here, but of what is here as well.
    /// - Returns: how many.
    mutating func add(copiesOf others: [Item], using generator: inout some RandomNumberGenerator) -> Int {
        var copies: [Item] = []
        for other in others {
            let isHere = items.contains { $0.title == other.title && $0.twin(as: other.id) == other }
            if !isHere, let copy = other.twin(as: Chordset.newID(using: &generator)) { copies.append(copy) }
        }
        add(copies)
        return copies.count
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

    /// Puts another in the place of one.
    /// - Parameters:
    ///   - name: see ``Step/name``; nil where this is a step of its own.
    ///   - drawn: see ``Step/drawn``.
    mutating func replace(with item: Item, as name: String?, drawn: Int? = nil) {
        guard let index = index(of: item.id) else { return }
        var entry = entries[index]
        entry.item = item
        guard entry != entries[index] else { return }
        let name = name.map { $0 + " " + item.id } ?? ""
        take(Step(name: name, changes: [change(of: item.id, to: Place(entry: entry, index: index))], drawn: drawn))
    }

    /// - Parameter id: of the one that was made here.
    mutating func settle(_ id: String, _ choice: Shelving.Choice) {
        guard let index = index(of: id), let original = entries[index].copyOf else { return }
        var entry = entries[index]
        entry.copyOf = nil
        switch choice {
        case .both: take(Step(name: "", changes: [change(of: id, to: Place(entry: entry, index: index))]))
        case .theirs: delete(id)
        case .mine:
            guard let place = self.index(of: original), let mine = entry.item.twin(as: original) else {
                return settle(id, .both)
            }
            take(Step(name: "", changes: [
                change(of: id, to: nil),
                change(of: original, to: Place(entry: Entry(item: mine, copyOf: entries[place].copyOf), index: place)),
            ]))
        }
    }

    private func change(of id: String, to after: Place?) -> Change {
        Change(id: id, before: index(of: id).map { Place(entry: entries[$0], index: $0) }, after: after)
    }

    private mutating func take(_ step: Step) {
        for change in step.changes { put(change.after, change.id) }
        future = []
        if isGoingOn, !step.name.isEmpty, past.last?.name == step.name {
            past[past.count - 1].changes[0].after = step.changes[0].after
        } else {
            past.append(step)
            if past.count > Shelving.longestPast { past.removeFirst() }
        }
        isGoingOn = true
    }

    /// What comes next is a step by itself.
    mutating func endStep() { isGoingOn = false }

    private mutating func put(_ place: Place?, _ id: String) {
        let earlier = places[id]
        if let place, place.index == earlier {
            entries[place.index] = place.entry
            return
        }
        if let earlier {
            entries.remove(at: earlier)
            places[id] = nil
        }
        let index = place.map { min($0.index, entries.count) }
        if let place, let index { entries.insert(place.entry, at: index) }
        count(from: min(earlier ?? .max, index ?? .max))
    }

    mutating func undo() -> Step? {
        guard var step = past.popLast() else { return nil }
        for index in step.changes.indices.reversed() {
            let change = step.changes[index]
            // What others have made of it since.
            if let after = change.after, let entry = entry(change.id) {
                step.changes[index].after = Place(entry: entry, index: after.index)
            }
            put(change.before, change.id)
        }
        isGoingOn = false
        future.append(step)
        return step
    }

    mutating func redo() -> Step? {
        guard let step = future.popLast() else { return nil }
        for change in step.changes { put(change.after, change.id) }
        isGoingOn = false
        past.append(step)
        return step
    }

    // MARK: Keeping

    /// What there is to be told of what the host has handed over.
    struct News {
        /// What others have done, in a sentence: what was deleted here is back, since they have changed it; they have changed
        /// what was changed here; or the server has not gone on from where it was.
        var sentence: String?
        /// Identities of what was changed here and elsewhere at the same time, and of what has ours now: whoever was just
        /// changing it goes on there.
        var copies: [(original: String, copy: String)] = []
    }

    /// How the host says where changes are.
    private enum State: String {
        case sent, waiting, unkept, asking, full, unknown
    }

    /// Takes over what the host has, which may have been changed elsewhere: all of it, or what has changed (under the name of
    /// its kind),
    /// what is gone (`gone`), and the order if that has changed (`order`).
    /// - Returns: nil if this is nothing that the host would say.
    mutating func adopt(_ text: String) -> News? {
        guard let json = try? JSON(text) else { return nil }
        keeping =
            switch json["state"]?.string.flatMap(State.init) {
            case .sent: .sent
            case .waiting: .waiting(json["waiting"]?.int ?? 0)
            case .unkept: .unkept
            case .asking: .asking(json["waiting"]?.int ?? 0)
            case .full: .full(json["waiting"]?.int ?? 0)
            case .unknown: .unknown(json["waiting"]?.int ?? 0)
            default: .alone
            }
        let single = Item.store.single
        var news = News(sentence: Shelving.sentence(of: json["parting"] ?? .null, single))
        // Who cannot keep anything has nothing to hand over, and what is here stays.
        guard let sets = json[Item.store.rawValue]?.array else { return news }
        var told: [Entry] = []
        for set in sets {
            guard case .object(let members) = set else { continue }
            // What cannot be read, since a newer version of the page has written it, stays where it is and is not shown.
            let known = JSON.object(members.filter { $0.0 != "copyOf" })
            guard let item = Item.recalled(known) else { continue }
            told.append(Entry(item: item, copyOf: set["copyOf"]?.string))
        }
        for entry in told where places[entry.item.id] == nil {
            guard let original = entry.copyOf, places[original] != nil else { continue }
            news.copies.append((original, entry.item.id))
            news.sentence = Shelving.name(entry.item.title, single) + " was changed elsewhere at the same time. Both are kept."
        }
        if let title = json["returned"]?.array?.first?.string {
            news.sentence = Shelving.name(title, single) + " was changed elsewhere after it was deleted here, so it is back."
        }
        let before = self
        if let gone = json["gone"]?.array {
            change(told, gone: gone.compactMap { $0.string }, order: json["order"]?.array?.compactMap { $0.string })
        } else {
            entries = told
            places = [:]
            count(from: 0)
        }
        forgetSteps(since: before, apart: news.copies.map { $0.original })
        // Of what somebody has given up nothing comes back.
        if json["isGivenUp"]?.bool == true { (past, future) = ([], []) }
        return news
    }

    private mutating func change(_ told: [Entry], gone: [String], order: [String]?) {
        for entry in told {
            if let place = places[entry.item.id] {
                entries[place] = entry
            } else {
                places[entry.item.id] = entries.count
                entries.append(entry)
            }
        }
        if !gone.isEmpty {
            let gone = Set(gone)
            entries.removeAll { gone.contains($0.item.id) }
        }
        if let order {
            var ranks: [String: Int] = [:]
            for (rank, id) in order.enumerated() { ranks[id] = rank }
            let places = entries.map { ranks[$0.item.id] ?? .max }
            entries = places.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { entries[$0] }
        }
        if gone.isEmpty, order == nil { return }
        places = [:]
        count(from: 0)
    }

    /// What others have changed meanwhile is not undone by going back to what was before, unless its kind lets one.
    /// - Parameter apart: what others have changed while it was changed here, so that ours has another identity now.
    private mutating func forgetSteps(since earlier: Shelf, apart: [String]) {
        let adopted = self
        func isOthers(_ change: Change) -> Bool { adopted.entry(change.id) != earlier.entry(change.id) }
        func isBehindOthers(_ change: Change) -> Bool {
            Item.store.goesBackBehindOthers && change.before != nil && change.after != nil && adopted.entry(change.id) != nil
                && !apart.contains(change.id)
        }
        // What is done next is done to what is theirs.
        if past.last?.changes.contains(where: isOthers) == true { isGoingOn = false }
        past.removeAll { $0.changes.contains { isOthers($0) && !isBehindOthers($0) } }
        future.removeAll { $0.changes.contains(where: isOthers) }
    }

    /// What the host is to keep of the way from `earlier` to here.
    func keeping(since earlier: Shelf) -> [Effect] {
        if entries == earlier.entries { return [] }
        var effects: [Effect] = []
        /// Where the host would put them by itself: what is new comes last.
        var order: [String] = []
        for entry in earlier.entries {
            let id = entry.item.id
            if places[id] == nil { effects.append(.removeKept(Item.store, id)) } else { order.append(id) }
        }
        for (index, entry) in entries.enumerated() {
            let id = entry.item.id
            let before = earlier.entry(id)
            if before == nil { order.append(id) }
            if before != entry { effects.append(.keep(Item.store, entry.json(position: index))) }
        }
        let ids = entries.map { $0.item.id }
        return ids == order ? effects : effects + [.orderKept(Item.store, ids)]
    }
}

extension Shelf.Entry {
    init(item: Item) {
        self.item = item
        copyOf = nil
    }

    /// As the host keeps it.
    fileprivate func json(position: Int) -> String {
        guard let copyOf, case .object(let members) = item.kept(position: position) else {
            return item.kept(position: position).text
        }
        return JSON.object(members + [("copyOf", .string(copyOf))]).text
    }
}

/// What is the same of all shelves.
enum Shelving {
    /// So many are drawn together, or not: far more than a screen holds.
    static let stretch = 50
    /// As many as the server itself shows.
    static let mostServed = 2 * stretch
    /// How many steps can be undone.
    static let longestPast = 200

    /// Where what is at hand is kept.
    enum Keeping: Sendable, Hashable {
        /// In this browser, while the server is asked what it has, of which so many were not sent to it.
        case asking(Int)
        /// In this browser only.
        case alone
        /// The server has them all.
        case sent
        /// The same, as the server itself shows it: how many it has in all, of which the first are at hand.
        case served(of: Int)
        /// In this browser, until the server can be reached; for how many it has something to be told.
        case waiting(Int)
        /// In this browser: the server does not know the key any more, of which these are not sent yet.
        case unknown(Int)
        /// In this browser: the server has no room for one more shelf.
        case full(Int)
        /// This browser keeps nothing.
        case unkept

        /// Where, in a sentence.
        var sentence: String {
            switch self {
            case .alone, .asking: "Kept in this browser."
            case .sent, .served: "Kept on the server."
            case .waiting(let count):
                "Kept in this browser. " + (count == 0 ? "The server cannot be reached." : "\(count) not on the server yet.")
            case .unknown: "Kept in this browser only: the server does not know your shelf any more."
            case .full: "Kept in this browser only: the server has no room for another shelf."
            case .unkept: "This browser keeps nothing: save them as a file before you leave."
            }
        }

        /// Where all of two kinds is; nil until that is known of both.
        static func both(_ one: Keeping?, _ other: Keeping?) -> Keeping? {
            guard let one, let other else { return nil }
            switch (one, other) {
            case (.unkept, _), (_, .unkept): return .unkept
            case (.unknown(let count), _): return .unknown(count + other.waitingCount)
            case (_, .unknown(let count)): return .unknown(one.waitingCount + count)
            case (.full, _), (_, .full): return .full(one.waitingCount + other.waitingCount)
            case (.waiting, _), (_, .waiting): return .waiting(one.waitingCount + other.waitingCount)
            case (.sent, .sent), (.served, .served): return .sent
            case (.asking, _), (_, .asking): return .asking(one.waitingCount + other.waitingCount)
            // One kind may have nothing to be sent, where the other has made the shelf.
            case (.sent, _), (_, .sent): return .sent
            default: return .alone
            }
        }

        /// How many the server lacks, or has otherwise.
        var waitingCount: Int {
            switch self {
            case .asking(let count), .waiting(let count), .unknown(let count), .full(let count): count
            default: 0
            }
        }
    }

    /// Which of two that were changed at the same time are to stay.
    enum Choice: String, Sendable { case mine, theirs, both }

    /// How one is called in a sentence.
    static func name(_ title: String, _ single: String) -> String {
        title.isEmpty ? "A " + single + " without a title" : Chordset.quoted(title)
    }

    static func sentence(of parting: JSON, _ single: String) -> String? {
        guard let restored = parting["restored"]?.int else { return nil }
        let isOne = restored == 1
        if parting["isOther"]?.bool == true {
            let given = ": your \(restored) " + single + (isOne ? " was" : "s were") + " added to it."
            return "The server has another database" + (restored == 0 ? " now." : given)
        }
        if restored == 0 { return nil }
        return "The server went back to an older state: \(restored) newer " + single + (isOne ? " was" : "s were")
            + " sent to it again."
    }
}
