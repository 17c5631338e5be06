import Exchange
import Harmony
import JSONText
import Practice
import Tunes

/// The accompaniment of an exercise in time: a bar for each question, with bass and click.
struct PracticePlan: Sendable {
    private let bars: Accompaniment
    private let tempo: Int

    /// - Parameter reader: the instrument that reads the chords; the bass plays what sounds.
    init(_ questions: [Question], _ exercise: Exercise, for reader: TransposingInstrument) {
        var beats = 4
        var tempo = 120
        if case .inTime(let chosen, let count) = exercise.pace { (tempo, beats) = (chosen, count) }
        self.tempo = tempo
        var tune = Tune()
        tune.metre = Metre(beats, 4) ?? .common
        let bars = questions.map { question in
            // Below a scale the bass has its root.
            let chord = question.subject?.chord ?? Chord(question.key, ChordType(DegreeSet(Degree(1), Degree(3), Degree(5))))
            return Bar(.chords([BarChord(.chord(.chord(reader.sounding(chord))), at: Position(beat: 1))]))
        }
        tune.sections = [Tune.Section("", bars)]
        var feel = Feel()
        feel.bass = exercise.conditions.bass == .band ? .walking : .off
        feel.click = .every
        self.bars = Accompaniment(of: tune, in: Array(bars.indices), hands: [], feel: feel)
    }

    /// For the host, as it knows tunes; it says when each chord is heard.
    var json: JSON {
        .object([
            ("tempo", .int(tempo)), ("beat", .int(Accompaniment.beat)), ("choruses", .int(1)),
            ("countIn", .bars(bars.countIn)), ("bars", .bars(bars.bars)), ("loop", .null), ("muted", .array([])),
            ("hears", .string("practise")),
        ])
    }
}
