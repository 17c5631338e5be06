import Exchange
import Harmony
import JSONText
import Practice
import Rendering
import Tunes

/// The accompaniment of an exercise in time: a bar for each question, with bass and click.
struct PracticePlan: Sendable {
    private let bars: Accompaniment
    private let tempo: Int

    /// - Parameter settings: the bass plays at concert pitch, unless the user plays it.
    init(_ questions: [Question], _ exercise: Exercise, _ settings: Settings) {
        var beats = 4
        var tempo = 120
        if case .inTime(let chosen, let count) = exercise.pace { (tempo, beats) = (chosen, count) }
        self.tempo = tempo
        var tune = Tune()
        tune.meter = Meter(beats, 4) ?? .common
        let bars = questions.map { question in
            // The bass accompanies a scale with its root.
            let chord =
                question.subject?.chord ?? Chord(question.key, ChordType(DegreeSet(Degree(1), Degree(3), Degree(5))))
            return Bar(
                .chords([BarChord(.chord(.chord(settings.presentation.reader.sounding(chord))), at: Position(beat: 1))])
            )
        }
        tune.sections = [Tune.Section("", bars)]
        var band = Band()
        band.bass = exercise.conditions.bass == .band && !settings.isBassist ? .walking : .off
        band.click = .every
        band.hasDrums = false
        var pass = Band.Pass()
        pass.tempo = tempo
        self.bars = Accompaniment(of: tune, in: Array(bars.indices), hands: [], band, pass: pass)
    }

    /// The same format as a tune. `hears` makes the host report when each chord starts.
    var json: JSON {
        .object([
            ("tempo", .int(tempo)), ("beat", .int(Accompaniment.beat)), ("choruses", .int(1)),
            ("countIn", .bars(bars.countIn)), ("bars", .bars(bars.bars)), ("loop", .null), ("muted", .array([])),
            ("hears", .string("practise")),
        ])
    }
}
