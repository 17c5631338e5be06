import Harmony
import Practice
import Tunes

/// The stored tunes as the list shows them. Searching through thousands of tunes must not take longer than a letter.
struct TuneIndex: Sendable {
    /// The stored tunes and set lists.
    private var entries: [UndoableList.Entry] = []
    /// Those of each entry.
    private var facts: [TuneFacts] = []
    /// If the last change deleted tunes, their facts and those between them, so that Undo is as fast.
    private var deleted: [TuneFacts] = []
    private var facets = FacetValues()
    /// Facts of the examples; empty until they are needed.
    private var examples: [TuneFacts] = []
    /// Those of the listed tunes, in the order of the query.
    private var sorted: [TuneFacts] = []
    /// The query and the version of the log of what is listed.
    private var query: TuneQuery?
    private var logVersion = 0

    /// The tunes that match the query, in its order.
    private(set) var listed: [TuneFacts] = []
    /// The unchanged examples that match it.
    private(set) var listedExamples: [TuneFacts] = []
    /// The options of each filter; empty until the filters are open.
    private(set) var options: [[String]] = []
    /// How many tunes there are, apart from unchanged examples and set lists.
    private(set) var count = 0
    /// In the order of the list.
    private(set) var setLists: [StoredTune] = []

    /// Lists the tunes anew if something has changed.
    /// - Parameter needsOptions: whether ``options`` are shown.
    mutating func update(_ list: UndoableList, _ query: TuneQuery, _ log: TuneLog, needsOptions: Bool) {
        let isSameList = !examples.isEmpty && list.entries == entries
        let isSameLog = logVersion == log.version
        if !isSameList { adopt(list) }
        if needsOptions, options.isEmpty { options = TuneFilter.Facet.allCases.map { facets.options($0) } }
        if isSameList, isSameLog, query == self.query { return }
        if !isSameList || query.order != self.query?.order || !isSameLog && query.order.isOfLog {
            sort(by: query.order, log)
        }
        // A further letter finds some of the same tunes.
        var letters = query
        letters.search = self.query?.search ?? ""
        let isNarrower =
            isSameList && isSameLog && letters == self.query
            && query.search.bytes.starts(with: letters.search.bytes)
        self.query = query
        logVersion = log.version
        let words = TuneFacts.words(of: query.search)
        let start = query.filter.playedOnly ? log.start(ofLast: TuneFilter.playedCount) ?? 0 : 0
        let wanted = query.filter.count > 0 ? facets.numbers(of: query.filter.values) : []
        func isWanted(_ facts: TuneFacts) -> Bool {
            guard facts.matches(words), facts.has(wanted) else { return false }
            if !query.filter.favoritesOnly, !query.filter.playedOnly { return true }
            let use = log[facts.tune.id]
            if query.filter.favoritesOnly, !use.isFavorite { return false }
            return !query.filter.playedOnly || use.last.map { $0.at >= start } ?? false
        }
        listed = (isNarrower ? listed : sorted).filter(isWanted)
        listedExamples = examples.filter { list.tune($0.tune.id)?.isExample != false && isWanted($0) }
    }

    /// Finds the facts of new and changed tunes. Facts of the others stay.
    private mutating func adopt(_ list: UndoableList) {
        if examples.isEmpty { examples = TuneExamples.all.map { TuneFacts($0, isExample: true, &facets) } }
        let (before, after) = UndoableList.changes(from: entries, to: list.entries)
        let old = Array(facts[before])
        let new = facts(of: after.compactMap { list.entries[$0].item.tune }, old)
        facts.replaceSubrange(before, with: new)
        entries = list.entries
        options = []
        for (facts, change) in [(old, -1), (new, 1)] {
            for facts in facts where facts.isListed {
                facets.count(facts.values, change)
                count += change
            }
        }
        deleted = new.count < old.count ? old : []
        if (old + new).contains(where: { !$0.isListed }) {
            setLists = facts.filter { !$0.isListed && $0.tune.isSetList }.map { $0.tune }
        }
    }

    /// Finds the facts of tunes.
    /// - Parameter old: the facts that were in their places. Those of a tune that was moved, or comes back, stay.
    private mutating func facts(of tunes: [StoredTune], _ old: [TuneFacts]) -> [TuneFacts] {
        let known = deleted + old
        var byID: [String: TuneFacts] = [:]
        var found: [TuneFacts] = []
        for (place, tune) in tunes.enumerated() {
            // Usually they have the same order.
            let isSamePlace = place < known.count && known[place].tune.id == tune.id
            if !isSamePlace, byID.isEmpty { for facts in known { byID[facts.tune.id] = facts } }
            if let same = isSamePlace ? known[place] : byID[tune.id], same.tune == tune {
                found.append(same)
            } else {
                let isExample = examples.contains { $0.tune.id == tune.id && $0.tune.text == tune.text }
                found.append(TuneFacts(tune, isExample: isExample, &facets))
            }
        }
        return found
    }

    private mutating func sort(by order: TuneOrder, _ log: TuneLog) {
        let listed = facts.filter { $0.isListed }
        var names: [String] = []
        var ranks: [Int64] = []
        switch order {
        case .title: names = listed.map { $0.title }
        case .composer: names = listed.map { $0.composer }
        case .key: names = listed.map { $0.tune.key }
        case .added:
            sorted = listed.reversed()
            return
        case .played: ranks = listed.map { log[$0.tune.id].last?.at ?? 0 }
        case .often: ranks = listed.map { Int64(log[$0.tune.id].count) }
        }
        let places = listed.indices.ordered { names.isEmpty ? ranks[$0] > ranks[$1] : names[$0] < names[$1] }
        sorted = places.map { listed[$0] }
    }

    /// The first tunes and examples that a search finds; none for an empty search.
    /// - Parameter others: the ids of tunes that are not wanted.
    func found(_ search: String, without others: [String]) -> [StoredTune] {
        let words = TuneFacts.words(of: search)
        if words.isEmpty { return [] }
        var found: [StoredTune] = []
        for facts in sorted + examples where found.count < 8 && facts.matches(words) {
            if !others.contains(facts.tune.id) { found.append(facts.tune) }
        }
        return found
    }
}

extension TuneOrder {
    /// Whether it follows from the log.
    fileprivate var isOfLog: Bool { self == .played || self == .often }
}
