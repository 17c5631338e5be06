import Harmony

/// A filter of chord pairs. At most one criterion of each filter is active.
enum WayFilter: String, CaseIterable, Sendable, Hashable {
    /// Whether all notes of the chord sound.
    case notes
    /// The kind of the upper chord.
    case upper
    /// The maximum span of a hand, which is never more than a tenth.
    case reach
    /// Whether the lower chord has the root of the requested chord.
    case lower

    enum Criterion: String, CaseIterable, Sendable, Hashable {
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

        func accepts(_ way: Way) -> Bool {
            switch self {
            case .exact:
                // A pair without the lowest note is listed only if a bass player plays it.
                let ground = way.asked.lowest.pitchClass
                return way.missing.allSatisfy { way.asked.root.adding($0).pitchClass == ground }
            case .triads: return way.upper.type.degrees.count == 3
            case .sevenths: return way.upper.type.degrees.contains(anyOf: 7)
            case .rooted: return way.lower.pitchClasses.contains(way.asked.root.pitchClass)
            case .rootless: return !way.lower.pitchClasses.contains(way.asked.root.pitchClass)
            case .octave: return Criterion.reach(of: way) <= 12
            // A major ninth.
            case .ninth: return Criterion.reach(of: way) <= 14
            }
        }

        /// The span of the hand that has to reach further, in semitones.
        private static func reach(of way: Way) -> Int {
            func span(_ pitches: [Int]) -> Int { (pitches.last ?? 0) - (pitches.first ?? 0) }
            return max(span(way.lowerPitches), span(way.upperPitches))
        }
    }
}

/// The active criteria for chord pairs.
struct WayFilters: Sendable, Hashable {
    /// One bit per criterion.
    private var criteria: UInt8 = 0

    /// Initially, all notes have to sound, except those of `alt`, which leaves the alterations open.
    init(for chord: Chord) {
        if !chord.isPlainAlt { add(.exact) }
    }

    private static func bit(_ criterion: WayFilter.Criterion) -> UInt8 {
        1 << UInt8(WayFilter.Criterion.allCases.firstIndex(of: criterion) ?? 0)
    }

    func contains(_ criterion: WayFilter.Criterion) -> Bool { criteria & WayFilters.bit(criterion) != 0 }

    /// Whether no criterion of the filter is active.
    func isEmpty(_ filter: WayFilter) -> Bool {
        !WayFilter.Criterion.allCases.contains { $0.filter == filter && contains($0) }
    }

    mutating func add(_ criterion: WayFilter.Criterion) {
        clear(criterion.filter)
        criteria |= WayFilters.bit(criterion)
    }

    mutating func clear(_ filter: WayFilter) {
        for criterion in WayFilter.Criterion.allCases where criterion.filter == filter {
            criteria &= ~WayFilters.bit(criterion)
        }
    }

    func accept(_ way: Way) -> Bool {
        WayFilter.Criterion.allCases.allSatisfy { !contains($0) || $0.accepts(way) }
    }
}
