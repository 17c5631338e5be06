import Exchange
import Harmony
import Rendering

/// The state of the screen of chord pairs. The chord is in the address.
struct WaysState: Sendable {
    /// Nil until the user changes a filter.
    private var filters: WayFilters?
    /// How many rows are written. A hundred keyboards would take a phone too long.
    var shownCount = WaysState.initialCount
    /// The field in which another chord is being typed.
    var field: SymbolField?
    /// The pair whose voicing is shown.
    var opened: Opened?

    struct Opened: Sendable, Hashable {
        /// The index in the unfiltered list.
        let number: Int
        let pair: Combination
    }

    func filters(for chord: Chord) -> WayFilters { filters ?? WayFilters(for: chord) }

    @inline(never)
    mutating func filter(waysTo chord: Chord, _ change: (inout WayFilters) -> Void) {
        var filters = filters(for: chord)
        change(&filters)
        self.filters = filters
        shownCount = WaysState.initialCount
        opened = nil
    }

    static let initialCount = 12
    /// How many rows are in view at first, in one column or in four. The others may be painted later.
    static let urgentCount = 4
    /// How many further rows “more” shows.
    static let stepCount = 48

    /// Resets what belongs to the chord. The filters stay.
    mutating func leave() {
        shownCount = WaysState.initialCount
        field = nil
        opened = nil
    }
}

/// The chord pairs that pass the filters.
struct FilteredWays {
    /// With their indices in the unfiltered list.
    private(set) var shown: [(number: Int, way: Way)] = []
    /// How many there are without filters.
    let count: Int

    init(at place: WaysRoute, _ filters: WayFilters, hasBassPlayer: Bool) {
        let all = Ways(at: place, filters, hasBassPlayer: hasBassPlayer)
        count = all.count
        for (number, way) in all.list.enumerated() where filters.accept(way) { shown.append((number, way)) }
    }
}

extension Ways {
    /// All chord pairs for a place. The filter of notes decides whether notes may be missing.
    init(at place: WaysRoute, _ filters: WayFilters, hasBassPlayer: Bool) {
        self.init(
            of: place.chord, lower: place.given.lower, upper: place.given.upper, playable: filters.isEmpty(.notes),
            hasBassPlayer: hasBassPlayer)
    }
}
