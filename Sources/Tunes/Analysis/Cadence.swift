import Harmony

/// A named harmonic formula, displayed as a bracket. It is a possible interpretation of the chords.
///
/// All its chords are in its key; a formula that is read as applied chords of another key is none.
public struct Cadence: Sendable, Hashable {
    public enum Kind: String, CaseIterable, Sendable, Hashable {
        case turnaround = "I–vi–ii–V"
        case twoFiveOne = "ii–V–I"
        case minorTwoFiveOne = "ii–V–i"
        /// The dominant a semitone above its goal replaces the one a fifth above.
        case tritoneSubstitute = "ii–♭II–I"
        /// From the minor subdominant and the seventh below the tonic.
        case backdoor = "iv–♭VII–I"
        case twoFive = "ii–V"
        case fiveOne = "V–I"
        case minorFiveOne = "V–i"
        /// The dominant resolves to an unexpected chord.
        case deceptive = "V–vi"
        case plagal = "IV–I"
        case minorPlagal = "iv–I"
    }

    public let kind: Kind
    /// The key of the cadence's tonic, even if the tonic does not follow. All its chords are in this key.
    public let key: Key
    /// Indices in ``TuneAnalysis/chords``.
    public let chords: ClosedRange<Int>

    public var name: String { kind.rawValue }
}

extension Cadence {
    /// A part of a cadence: a group, or a dominant and its tritone substitute in sequence.
    private struct Part {
        var group: ChordGroup
        let place: KeyPlace?
    }

    /// All cadences of an analyzed row, without those contained in a longer one.
    static func all(in analysis: KeyAnalysis) -> [Cadence] {
        let parts = parts(of: analysis)
        var cadences: [Cadence] = []
        for start in parts.indices {
            for length in [4, 3, 2] where start + length <= parts.count {
                let part = Array(parts[start..<start + length])
                guard let kind = kind(of: part, in: analysis),
                    let key = analysis.chords[part[0].group.chords.lowerBound]?.key
                else { continue }
                let last = part[length - 1].group
                // The bracket ends at the first chord of a tonic, but at the end of any other last chord.
                let isGoal = last.root == part[0].place?.tonic
                let range =
                    part[0].group.chords.lowerBound...(isGoal ? last.chords.lowerBound : last.chords.upperBound)
                // One of the last cadences may contain this one; none has more than four parts.
                if !cadences.suffix(4).contains(where: {
                    $0.chords.lowerBound <= range.lowerBound && range.upperBound <= $0.chords.upperBound
                }) {
                    cadences.append(Cadence(kind: kind, key: key, chords: range))
                }
                break
            }
        }
        return cadences
    }

    /// The groups, of which a dominant and its substitute before the same goal count as one: Dmi7 G7 D♭7 C. A
    /// diminished chord on the root of the goal is passed over: Dmi7 G7 C°7 C.
    private static func parts(of analysis: KeyAnalysis) -> [Part] {
        var parts: [Part] = []
        let groups = analysis.progression.groups
        for (index, group) in groups.enumerated() {
            if let last = parts.last, last.group.function.isDominant, group.function == .dominant,
                (group.root + 12 - last.group.root) % 12 == 6, index + 1 < groups.count,
                (groups[index + 1].root + 12 - last.group.root) % 12 == 5, last.place == analysis.places[index]
            {
                parts[parts.count - 1].group.chords = last.group.chords.lowerBound...group.chords.upperBound
            } else if let last = parts.last, last.group.function.isDominant, index + 1 < groups.count,
                group.delays(groups[index + 1]), last.place == analysis.places[index]
            {
                continue
            } else {
                parts.append(Part(group: group, place: analysis.places[index]))
            }
        }
        return parts
    }

    private static func kind(of part: [Part], in analysis: KeyAnalysis) -> Kind? {
        guard let place = part[0].place, part.allSatisfy({ $0.place == place }) else { return nil }
        let degrees = part.map { place.degree(of: $0.group.root) }
        let functions = part.map { $0.group.function }
        let last = functions[part.count - 1]
        // A minor key may end on a major tonic, unless that leads on to the fourth degree.
        let isMajorInMinor =
            place.isMinor && last == .major
            && analysis.chords[part[part.count - 1].group.chords.lowerBound]?.function.role == .degree
        let isTonic =
            degrees[part.count - 1] == 0
            && (last == (place.isMinor ? .minor : .major) || isMajorInMinor
                || (last == .dominant && analysis.progression.isBlues(in: place)))
        switch part.count {
        case 4:
            guard degrees == [0, 9, 2, 7], functions[0] == .major, functions[1] == .minor || functions[1] == .dominant,
                functions[2].isMinor || functions[2] == .dominant, functions[3].isDominant
            else { return nil }
            return .turnaround
        case 3:
            guard functions[0].isMinor, functions[1].isDominant, isTonic else { return nil }
            if degrees == [2, 7, 0] { return last == .minor ? .minorTwoFiveOne : .twoFiveOne }
            if degrees == [2, 1, 0] { return .tritoneSubstitute }
            return degrees == [5, 10, 0] && functions[0] == .minor && !place.isMinor ? .backdoor : nil
        default:
            if degrees == [2, 7], functions[0].isMinor, functions[1].isDominant { return .twoFive }
            if degrees == [7, 0], functions[0].isDominant, isTonic { return last == .minor ? .minorFiveOne : .fiveOne }
            guard !place.isMinor else { return nil }
            if degrees == [7, 9], functions[0].isDominant, last == .minor { return .deceptive }
            guard degrees == [5, 0], isTonic, last == .major else { return nil }
            return functions[0] == .major ? .plagal : functions[0] == .minor ? .minorPlagal : nil
        }
    }
}
