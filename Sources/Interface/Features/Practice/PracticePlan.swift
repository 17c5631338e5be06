import Exchange
import Harmony
import JSONText
import Practice
import Rendering
import Tunes

/// The accompaniment of an exercise in time: a bar for each question, with bass and click, or a tune with a band.
struct PracticePlan: Sendable {
    private let accompaniment: Accompaniment
    private let tempo: Int

    /// - Parameters:
    ///   - settings: the bass plays at concert pitch, unless the user plays it.
    ///   - passage: the bars of a tune, which has one chord for each question.
    init(_ questions: [Question], _ exercise: Exercise, _ settings: Settings, _ passage: LearnedTune.Passage?) {
        var beats = 4
        var tempo = 120
        if case .inTime(let chosen, let count) = exercise.pace { (tempo, beats) = (chosen, count) }
        self.tempo = tempo
        var tune = Tune()
        tune.meter = Meter(beats, 4) ?? .common
        let symbols = questions.map { question in
            // The bass accompanies a scale with its root.
            let chord =
                question.subject?.chord ?? Chord(question.key, ChordType(DegreeSet(Degree(1), Degree(3), Degree(5))))
            return Sound.chord(.chord(settings.presentation.reader.sounding(chord)))
        }
        let hasBand = exercise.conditions.hasBand
        var bars = symbols.map { [$0] }
        if hasBand, let passage, let first = passage.chords.first?.bar, passage.chords.count == symbols.count {
            bars = []
            for (symbol, chord) in zip(symbols, passage.chords) {
                while bars.count <= chord.bar - first { bars.append([]) }
                bars[chord.bar - first].append(symbol)
            }
        }
        let contents = bars.map { symbols in
            let positions = Position.spread(symbols.count, over: beats) ?? []
            return Bar(.chords(zip(symbols, positions).map { BarChord($0, at: $1) }))
        }
        tune.sections = [Tune.Section("", contents)]
        var order = Array(contents.indices)
        var band = Band(Feel(of: tune))
        if hasBand, !order.isEmpty {
            order = PracticePlan.loops(through: 0...contents.count - 1)
        } else {
            band = Band()
            band.click = .every
            band.hasDrums = false
            band.bass = exercise.conditions.bass == .band ? .walking : .off
        }
        if settings.isBassist { band.bass = .off }
        var pass = Band.Pass()
        pass.tempo = tempo
        accompaniment = Accompaniment(of: tune, in: order, hands: [], band, pass: pass)
    }

    /// All passes of a loop that grows, until it has gone through all bars twice.
    private static func loops(through bars: ClosedRange<Int>) -> [Int] {
        var order: [Int] = []
        var number = 0
        repeat {
            number += 1
            order += Array(Band.growing(bars, inPass: number))
        } while number % 2 == 1 || Band.growing(bars, inPass: number) != bars
        return order
    }

    /// The same format as a tune. `hears` makes the host report when each chord starts.
    var json: JSON {
        .object([
            ("tempo", .int(tempo)), ("beat", .int(Accompaniment.beat)), ("choruses", .int(1)),
            ("countIn", .bars(accompaniment.countIn)), ("bars", .bars(accompaniment.bars)), ("loop", .null),
            ("muted", .array([])), ("hears", .string("practise")),
        ])
    }
}
