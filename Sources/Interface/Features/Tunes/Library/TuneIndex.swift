import Harmony
import Practice
import Tunes

/// The stored tunes as the list shows them. Searching through thousands of tunes must not take longer than a letter.
struct TuneIndex: Sendable {
    /// The stored tunes and set lists.
    private var entries: [UndoableList.Entry] = []
    /// Those of each entry.
    private var facts: [TuneFacts] = []
    /// All facts so far by id, so that tunes come back as fast as they were deleted.
    private var known: [String: TuneFacts] = [:]
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
    /// The values of each facet among the tunes, in the order of the alphabet; empty until the filters are open.
    private(set) var values: [[String]] = []
    /// How many tunes there are, apart from unchanged examples and set lists.
    private(set) var count = 0
    /// In the order of the list.
    private(set) var setLists: [StoredTune] = []

    /// Lists the tunes anew if something has changed.
    /// - Parameter needsValues: whether ``values`` are shown.
    mutating func update(_ list: UndoableList, _ query: TuneQuery, _ log: TuneLog, needsValues: Bool) {
        let isSameList = !examples.isEmpty && list.entries == entries
        let isSameLog = logVersion == log.version
        if !isSameList { adopt(list) }
        if needsValues, values.isEmpty { values = TuneFilter.Facet.allCases.map { values(of: $0) } }
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
        let isFiltered = query.filter.count > 0
        func isWanted(_ facts: TuneFacts) -> Bool {
            guard facts.matches(words), !isFiltered || query.filter.matches(facts) else { return false }
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
        if examples.isEmpty { examples = TuneExamples.all.map { TuneFacts($0, isExample: true) } }
        let (before, after) = UndoableList.changes(from: entries, to: list.entries)
        let new = after.compactMap { list.entries[$0].item.tune }.map { facts(of: $0) }
        facts.replaceSubrange(before, with: new)
        entries = list.entries
        values = []
        count = facts.count { $0.isListed }
        setLists = facts.filter { !$0.isListed && $0.tune.isSetList }.map { $0.tune }
    }

    private mutating func facts(of tune: StoredTune) -> TuneFacts {
        if let same = known[tune.id], same.tune == tune { return same }
        let isExample = examples.contains { $0.tune.id == tune.id && $0.tune.text == tune.text }
        let found = TuneFacts(tune, isExample: isExample)
        known[tune.id] = found
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

    private func values(of facet: TuneFilter.Facet) -> [String] {
        if facet == .tempo { return TuneFilter.Tempo.allCases.map { $0.rawValue } }
        let place = TuneFilter.Facet.allCases.firstIndex(of: facet) ?? 0
        var counts: [String: Int] = [:]
        for tune in facts where tune.isListed { counts[tune.values[place], default: 0] += 1 }
        counts[""] = nil
        let names = counts.keys.ordered { (counts[$0] ?? 0, $1) > (counts[$1] ?? 0, $0) }
        // The most frequent ones. The search finds the others.
        return names.prefix(TuneIndex.maximumValues).ordered { $0 < $1 }
    }

    /// The maximum number of options in a menu.
    private static let maximumValues = 200
}

extension TuneOrder {
    /// Whether it follows from the log.
    fileprivate var isOfLog: Bool { self == .played || self == .often }
}
