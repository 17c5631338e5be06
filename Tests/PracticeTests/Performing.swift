import Harmony
import Practice

/// A reproducible random number generator.
struct XorshiftGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}

/// A random chord, with the notes that the tests expect, computed independently of the code.
struct Chosen {
    let chord: Chord
    /// Its notes by pitch class.
    let degrees: [Int: Degree]
    let pitchClasses: [Int]
    var bass: Int { chord.lowest.pitchClass }

    init(_ chord: Chord) {
        self.chord = chord
        var degrees: [Int: Degree] = [:]
        for degree in chord.type.degrees { degrees[(chord.root.pitchClass + degree.pitchClass) % 12] = degree }
        self.degrees = degrees
        pitchClasses = degrees.keys.sorted()
    }

    /// The required notes: the root, the third or its replacement, the seventh or sixth, and the tensions in the name.
    var guides: [Int] {
        pitchClasses.filter { [2, 3, 4, 6, 7].contains(degrees[$0]!.number) }
    }

    var natural5: Int? {
        chord.type.degrees.count > 3 ? pitchClasses.first { degrees[$0] == Degree(5) } : nil
    }

    func foreign(_ random: inout XorshiftGenerator) -> Int {
        (0..<12).filter { degrees[$0] == nil }.randomElement(using: &random)!
    }

    /// MIDI notes with the given bass, and the other notes anywhere in the two octaves above it.
    static func keys(_ pitchClasses: [Int], over bass: Int, _ random: inout XorshiftGenerator) -> [Int] {
        let lowest = 36 + bass + 12 * Int.random(in: 0...1, using: &random)
        let others = pitchClasses.filter { $0 != bass }.map { note in
            lowest + (note - bass + 12) % 12 + 12 * Int.random(in: 0...1, using: &random)
        }
        return [lowest] + others
    }

    /// In root position, or over its own bass.
    func keys(without missing: [Int] = [], _ random: inout XorshiftGenerator) -> [Int] {
        Chosen.keys(pitchClasses.filter { !missing.contains($0) }, over: bass, &random)
    }

    /// Without the plain `alt`, whose four alterations are interchangeable. It has its own tests.
    static let types = Vocabulary.jazz.types.filter { type in
        !type.isRootless && type.degrees.count > 2 && type.degrees.count < 8
            && !Chord(NoteName(.c), type).spelled(in: .jazz).isPlainAlt
    }

    static func random(_ random: inout XorshiftGenerator) -> Chosen {
        Chosen(
            Chord(NoteName(pitchClass: Int.random(in: 0..<12, using: &random)), types.randomElement(using: &random)!))
    }
}

/// A performance: strokes in order of time.
struct Performance {
    var strokes: [TimedStroke] = []

    mutating func down(_ key: Int, _ seconds: Double) { strokes.append(TimedStroke(.down(key), at: seconds)) }
    mutating func up(_ key: Int, _ seconds: Double) { strokes.append(TimedStroke(.up(key), at: seconds)) }
    mutating func pedal(_ isDown: Bool, _ seconds: Double) { strokes.append(TimedStroke(.pedal(isDown), at: seconds)) }

    /// All keys nearly at once, in random order.
    mutating func strike(
        _ keys: [Int], at seconds: Double, within jitter: Double = 0.05, _ random: inout XorshiftGenerator
    ) {
        for key in keys { down(key, seconds + Double.random(in: 0...jitter, using: &random)) }
    }

    mutating func release(
        _ keys: [Int], at seconds: Double, within jitter: Double = 0.05, _ random: inout XorshiftGenerator
    ) {
        for key in keys { up(key, seconds + Double.random(in: 0...jitter, using: &random)) }
    }

    /// The time of the last key.
    var lastDown: Double {
        strokes.filter { if case .down = $0.stroke { true } else { false } }.map(\.seconds).max() ?? 0
    }

    var sorted: [TimedStroke] {
        strokes.enumerated().sorted { ($0.element.seconds, $0.offset) < ($1.element.seconds, $1.offset) }.map(\.element)
    }

    /// The verdicts of a judge that is called at the times it requests, like on the page.
    func heard(by judge: inout Judge, until end: Double = 10) -> [Verdict] {
        var verdicts: [Verdict] = []
        func look(_ judge: inout Judge, until seconds: Double) {
            while let time = judge.nextCheck, time <= seconds {
                guard let verdict = judge.verdict(at: time) else { break }
                verdicts.append(verdict)
            }
        }
        for stroke in sorted {
            look(&judge, until: stroke.seconds)
            judge.receive(stroke.stroke, at: stroke.seconds)
            look(&judge, until: stroke.seconds)
        }
        look(&judge, until: end)
        return verdicts
    }

    func outcomes(_ asked: ExpectedNotes, held: HeldKeys = HeldKeys()) -> [Outcome] {
        var judge = Judge(asked, at: 0, held: held)
        return heard(by: &judge).map(\.outcome)
    }
}

extension PracticeLog {
    /// The spaced-repetition state of all cards.
    var cards: [CardID: Card] { records.mapValues { $0.card } }
}
