import Exchange
import Harmony

/// How the ways to play a chord lie before the reader. Of which chord, the address says.
struct WaysState: Sendable {
    /// What is asked of ways; nil until the user asks.
    private var asked: WayFilters?
    /// How many rows are drawn; the others are a tap away, since a hundred keyboards take a phone too long.
    var most = WaysState.few
    /// What is being typed in the place of the chord.
    var field: SymbolField?
    /// The way whose hands are shown.
    var opened: Opened?

    /// By its number in the list of all, and what it makes.
    struct Opened: Sendable, Hashable {
        let number: Int
        let pair: Combination
    }

    /// What is asked of the ways to a chord.
    func filters(for chord: Chord) -> WayFilters { asked ?? WayFilters(for: chord) }

    @inline(never)
    mutating func filter(waysTo chord: Chord, _ change: (inout WayFilters) -> Void) {
        var filters = filters(for: chord)
        change(&filters)
        asked = filters
        most = WaysState.few
        opened = nil
    }

    static let few = 12
    /// As many of them are in sight where they stand in one column or in four; the others may come a picture later.
    static let seen = 4
    /// With up to so many rows more the list is drawn whole; of a longer one so many more at a time.
    static let many = 48

    /// What belonged to the chord that was shown goes with it; what is asked of ways stays.
    mutating func leave() {
        most = WaysState.few
        field = nil
        opened = nil
    }
}

/// The ways at a place that are wanted.
struct WantedWays {
    /// With their numbers in the list of all.
    private(set) var shown: [(number: Int, way: Way)] = []
    /// How many there are, with those that other filters hide.
    let count: Int

    init(at place: WaysPlace, _ filters: WayFilters, hasBand: Bool) {
        let all = Ways(at: place, filters, hasBand: hasBand)
        count = all.count
        for (number, way) in all.list.enumerated() where filters.pass(way) { shown.append((number, way)) }
    }
}

extension Ways {
    /// All at a place, exact ones or playable ones.
    init(at place: WaysPlace, _ filters: WayFilters, hasBand: Bool) {
        self.init(
            of: place.chord, lower: place.given.lower, upper: place.given.upper, playable: filters.isOpen(.notes),
            hasBand: hasBand)
    }
}
