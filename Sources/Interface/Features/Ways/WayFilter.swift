import Harmony

/// What can be asked of a way, in groups of which each asks for one thing at most.
enum WayFilter: String, CaseIterable, Sendable, Hashable {
    /// Whether all of the chord sounds.
    case notes
    /// What kind of chord is on top.
    case upper
    /// How far a hand has to reach; never more than a tenth.
    case reach
    /// Whether the lower chord has the root of what is asked for.
    case lower

    /// One thing that is asked for.
    enum Wish: String, CaseIterable, Sendable, Hashable {
        case exact
        case triads, sevenths
        case rooted = "with-root"
        case rootless = "without-root"
        case octave, ninth

        var filter: WayFilter {
            switch self {
            case .exact: .notes
            case .triads, .sevenths: .upper
            case .rooted, .rootless: .lower
            case .octave, .ninth: .reach
            }
        }

        func isMet(by way: Way) -> Bool {
            switch self {
            case .exact:
                // A pair without the lowest note is listed only where a bass player plays that.
                let ground = way.asked.lowest.pitchClass
                return way.missing.allSatisfy { way.asked.root.adding($0).pitchClass == ground }
            case .triads: return way.upper.type.degrees.count == 3
            case .sevenths: return way.upper.type.degrees.contains(anyOf: 7)
            case .rooted: return way.lower.pitchClasses.contains(way.asked.root.pitchClass)
            case .rootless: return !way.lower.pitchClasses.contains(way.asked.root.pitchClass)
            case .octave: return Wish.reach(of: way) <= 12
            // A major one.
            case .ninth: return Wish.reach(of: way) <= 14
            }
        }

        /// In semitones, of the hand that has to reach further.
        private static func reach(of way: Way) -> Int {
            func span(_ pitches: [Int]) -> Int { (pitches.last ?? 0) - (pitches.first ?? 0) }
            return max(span(way.lowerPitches), span(way.upperPitches))
        }
    }
}

/// All that is asked of ways.
struct WayFilters: Sendable, Hashable {
    /// By its place among all of them a bit for each.
    private var wishes: UInt8 = 0

    /// At first that the whole chord sounds. But `alt` leaves open which alterations are played, and no player uses all four.
    init(for chord: Chord) {
        if !chord.isPlainAlt { ask(for: .exact) }
    }

    private static func bit(_ wish: WayFilter.Wish) -> UInt8 {
        1 << UInt8(WayFilter.Wish.allCases.firstIndex(of: wish) ?? 0)
    }

    func asks(for wish: WayFilter.Wish) -> Bool { wishes & WayFilters.bit(wish) != 0 }

    /// Whether nothing of a kind is asked for.
    func isOpen(_ filter: WayFilter) -> Bool {
        !WayFilter.Wish.allCases.contains { $0.filter == filter && asks(for: $0) }
    }

    mutating func ask(for wish: WayFilter.Wish) {
        open(wish.filter)
        wishes |= WayFilters.bit(wish)
    }

    mutating func open(_ filter: WayFilter) {
        for wish in WayFilter.Wish.allCases where wish.filter == filter { wishes &= ~WayFilters.bit(wish) }
    }

    func pass(_ way: Way) -> Bool {
        WayFilter.Wish.allCases.allSatisfy { !asks(for: $0) || $0.isMet(by: way) }
    }
}
