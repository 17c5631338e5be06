import Tunes

/// What the list of tunes shows, and in which order.
struct TuneQuery: Sendable, Hashable {
    /// The text of the search field.
    var search = ""
    var order = TuneOrder.added
    var filter = TuneFilter()
}

/// The order of the list of tunes.
enum TuneOrder: String, CaseIterable, Sendable, Hashable {
    /// Newest first.
    case added
    case title, composer, key
    /// What was played last comes first.
    case played
    /// What was played most often comes first.
    case often

    var title: String {
        switch self {
        case .added: TunesText.newestFirst
        case .title: TunesText.byTitle
        case .composer: TunesText.byComposer
        case .key: TunesText.byKey
        case .played: TunesText.recentlyPlayed
        case .often: TunesText.mostPlayed
        }
    }
}

/// Which tunes the list shows. The conditions are combined.
struct TuneFilter: Sendable, Hashable {
    var favoritesOnly = false
    /// Only the tunes that were played last: see ``TuneFilter/playedCount``.
    var playedOnly = false
    /// The wanted value of each facet; empty for any.
    var values = [String](repeating: "", count: Facet.allCases.count)

    /// How many tunes are recently played ones.
    static let playedCount = 30

    /// A property that tunes are filtered by.
    enum Facet: String, CaseIterable, Sendable {
        case style, key, meter, composer, tempo
    }

    /// A range of tempi.
    enum Tempo: String, CaseIterable, Sendable {
        case slow, medium, fast

        /// - Parameter tempo: in beats per minute.
        init(of tempo: Int) { self = tempo < 100 ? .slow : tempo < 180 ? .medium : .fast }
    }

    /// How many facets have a wanted value.
    var count: Int { values.count { !$0.isEmpty } }
}
