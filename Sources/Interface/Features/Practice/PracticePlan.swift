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
    private let feel: Feel

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
        let bars = PracticePlan.bars(symbols, of: hasBand ? passage : nil, beats: beats)
        tune.sections = [Tune.Section("", bars)]
        feel = passage.flatMap { Feel(rawValue: $0.feel) } ?? Feel(of: tune)
        var order = Array(bars.indices)
        var band: Band
        if hasBand, !bars.isEmpty {
            band = Band(feel)
            order = PracticePlan.loops(through: 0...bars.count - 1)
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

    /// The bars of a tune, or one for each chord. The chords of a bar are spread evenly.
    private static func bars(_ chords: [Sound], of passage: LearnedTune.Passage?, beats: Int) -> [Bar] {
        var bars = chords.map { [$0] }
        if let passage, let first = passage.chords.first?.bar, passage.chords.count == chords.count {
            bars = []
            for (sound, chord) in zip(chords, passage.chords) {
                while bars.count <= chord.bar - first { bars.append([]) }
                bars[chord.bar - first].append(sound)
            }
        }
        return bars.map { sounds in
            let positions = Position.spread(sounds.count, over: beats) ?? []
            return Bar(.chords(zip(sounds, positions).map { BarChord($0, at: $1) }))
        }
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
            ("muted", .array([])), ("hears", .string("practise")), ("brushes", .bool(feel == .ballad)),
        ])
    }
}
