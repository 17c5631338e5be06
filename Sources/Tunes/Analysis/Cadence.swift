import Harmony

/// A named harmonic formula, displayed as a bracket. It is a possible interpretation of the chords.
/// heard so.
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
    /// The key of the cadence's tonic, even if the tonic does not follow.
    public let key: Key
    /// Indices in ``TuneAnalysis/chords``.
    public let chords: ClosedRange<Int>

    public var name: String { kind.rawValue }
}

/// Consecutive chords with one root and function, which cadences treat as one: G7sus4 and G7.
struct Stride {
    let chords: ClosedRange<Int>
    let root: NoteName
    let function: ChordFunction
    /// The key area of its last chord.
    let key: Key

    static func all(of chords: [TuneAnalysis.PlacedChord]) -> [Stride] {
        var strides: [Stride] = []
        for (index, chord) in chords.enumerated() {
            let function = ChordFunction(chord.chord)
            if let last = strides.last, last.root.pitchClass == chord.chord.root.pitchClass,
                last.function == function || (last.function.isDominant && function.isDominant)
            {
                strides[strides.count - 1] = Stride(
                    chords: last.chords.lowerBound...index, root: last.root, function: function, key: chord.key)
            } else {
                strides.append(
                    Stride(chords: index...index, root: chord.chord.root, function: function, key: chord.key))
            }
        }
        return strides
    }
}

extension Cadence {
    /// All cadences in a progression, without those contained in a longer one.
    static func all(in chords: [TuneAnalysis.PlacedChord]) -> [Cadence] {
        let strides = Stride.all(of: chords)
        var cadences: [Cadence] = []
        for start in strides.indices {
            for length in [4, 3, 2] where start + length <= strides.count {
                let part = Array(strides[start..<start + length])
                guard let (kind, key) = recognized(part) else { continue }
                let range = part[0].chords.lowerBound...part[length - 1].chords.upperBound
                // An earlier cadence may contain this one.
                if !cadences.contains(where: {
                    $0.chords.lowerBound <= range.lowerBound && range.upperBound <= $0.chords.upperBound
                }) {
                    cadences.append(Cadence(kind: kind, key: key, chords: range))
                }
                break
            }
        }
        return cadences
    }

    private static func recognized(_ part: [Stride]) -> (Kind, Key)? {
        let steps = zip(part, part.dropFirst()).map { semitones(from: $0.root, upTo: $1.root) }
        let functions = part.map { $0.function }
        let last = part[part.count - 1]
        let goalMode = last.function == .minor ? Mode.minor : .major
        let goal = Key(last.root, goalMode)
        let isGoal = last.function == .major || last.function == .minor
        switch part.count {
        case 4:
            guard steps == [9, 5, 5], functions[0] == .major, functions[1] == .minor || functions[1] == .dominant,
                functions[2].isMinor || functions[2] == .dominant, functions[3].isDominant
            else { return nil }
            return (.turnaround, Key(part[0].root, .major))
        case 3:
            guard functions[0].isMinor, functions[1].isDominant, isGoal else { return nil }
            if steps == [5, 5] { return (goalMode == .minor ? .minorTwoFiveOne : .twoFiveOne, goal) }
            if steps == [11, 11] { return (.tritoneSubstitute, goal) }
            if steps == [5, 2], goalMode == .major, functions[0] == .minor { return (.backdoor, goal) }
            return nil
        default:
            if functions[0].isMinor, functions[1].isDominant, steps == [5] {
                let tonic = last.root.adding(Degree(4))
                return (.twoFive, Key(tonic, functions[0] == .halfDiminished ? .minor : .major))
            }
            if functions[0].isDominant, isGoal, steps == [5] {
                return (goalMode == .minor ? .minorFiveOne : .fiveOne, goal)
            }
            let key = last.key
            let degree = semitones(from: key.tonic, upTo: last.root)
            if functions[0].isDominant, functions[1] == .minor, steps == [2], degree == 9, key.mode == .major {
                return (.deceptive, key)
            }
            if steps == [7], functions[1] == .major, degree == 0, key.mode == .major {
                if functions[0] == .major { return (.plagal, key) }
                if functions[0] == .minor { return (.minorPlagal, key) }
            }
            return nil
        }
    }
}
