import Harmony
import Tunes

/// A seeded random number generator, and random tunes.
package struct TuneGenerator: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed | 1
    }

    /// Multiplied as by Lehmer; the upper half is the random one.
    package mutating func next() -> UInt64 {
        func half(_ state: inout UInt64) -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 32
        }
        return half(&state) << 32 | half(&state)
    }

    package mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
    package mutating func happens(oneIn count: Int) -> Bool { number(1...count) == 1 }
    package mutating func one<Element>(of elements: [Element]) -> Element { elements[number(0...elements.count - 1)] }
}

/// The features of a format that random tunes for it may use.
package struct Extent {
    var hasPolychords = true
    var hasFineDivisions = true
    var labels = ["", "A", "B", "Verse 2", "coda", "\"in\" 2"]
    var meters = [(4, 4), (3, 4), (12, 8), (7, 8), (2, 2), (13, 16), (1, 4)]
    var hasAllKeys = true
    var marks: [Mark] = [
        .segno, .coda, .fermata, .toCoda, .fine, .end, .jump(.init(from: .segno, to: .coda)),
        .jump(.init(from: .beginning, to: .fine)), .jump(.init(from: .beginning, to: .last)),
        .jump(.init(from: .segno, to: .ending(2))),
    ]
    var canRepeatAtOnce = true
    /// Whether a jump may be in any bar rather than only where a line closes.
    var canJumpAnywhere = true
    var hasMelody = true
    var hasAllTypes = true

    /// All features.
    package static let all = Extent()
    /// The features that iReal Pro supports.
    package static let iReal = Extent(
        hasPolychords: false, hasFineDivisions: false, labels: ["", "A", "B", "intro", "verse"],
        meters: [(4, 4), (3, 4), (12, 8), (7, 8), (2, 2), (5, 4)], hasAllKeys: false,
        marks: [
            .segno, .coda, .fermata, .toCoda, .fine, .end, .jump(.init(from: .beginning, to: .fine)),
            .jump(.init(from: .segno, to: .ending(2))),
        ],
        canRepeatAtOnce: false, canJumpAnywhere: false, hasMelody: false, hasAllTypes: false)
}

extension TuneGenerator {
    package static let types: [ChordType] = [
        "", "m", "7", "m7", "maj7", "m7b5", "dim7", "6", "m6", "69", "9", "13", "7b9", "7#9#5", "7alt", "sus", "7sus",
        "9sus",
        "maj9#11", "m(maj7)", "add9", "+", "5", "7b9b13", "13#11", "m11", "7(omit5)", "maj13(#11 omit9)", "7susadd3",
        "dim(maj7)",
    ].map { try! Chord("C" + $0).type }

    /// - Parameter types: what the chord may be.
    package mutating func chord(_ types: [ChordType] = TuneGenerator.types) -> Chord {
        let root = one(of: NoteName.roots)
        let bass = happens(oneIn: 4) ? one(of: NoteName.roots) : nil
        return Chord(root, one(of: types), bass: bass)
    }

    mutating func sound(_ extent: Extent) -> Sound {
        if happens(oneIn: 12) { return .noChord }
        if extent.hasPolychords, happens(oneIn: 10) {
            return .chord(.polychord(upper: chord().inRootPosition, lower: chord().inRootPosition))
        }
        return .chord(.chord(extent.hasAllTypes && happens(oneIn: 3) ? chord(Vocabulary.jazz.types) : chord()))
    }

    /// Chords at different places of a bar.
    mutating func chords(in meter: Meter, _ extent: Extent) -> [BarChord] {
        let division = extent.hasFineDivisions && happens(oneIn: 4) ? one(of: [2, 3, 4, 6, 12]) : 1
        let places = division * meter.beats
        return (0..<places).filter { _ in happens(oneIn: max(2, places / 2)) }.map {
            BarChord(sound(extent), at: Position(twelfths: $0 * 12 / division))
        }
    }

    /// Notes and rests as people write them, also tuplets and what is tied, and now and then of any length at all.
    package mutating func melody(in meter: Meter) -> Melody {
        var melody = Melody()
        // Of a whole note: from quarters to 32nds, those of triplets, quintuplets and septuplets, and ticks.
        let part = Melody.whole / one(of: [4, 8, 8, 16, 12, 24, 20, 28, 32, 36, 48, Melody.whole])
        var now = 0
        while now < meter.melodyTicks, melody.notes.count < 40 {
            let length = part == 1 ? number(1...Melody.whole) : part * one(of: [1, 1, 1, 2, 2, 3, 4, 5, 7])
            if !happens(oneIn: 4) {
                let name = NoteName(one(of: Letter.allCases), Accidental(semitones: one(of: [0, 0, 0, 1, -1, 2, -2])))
                melody.add(
                    Tone(name, octave: number(happens(oneIn: 10) ? 0...8 : 4...5)), at: now, for: length,
                    isTied: happens(oneIn: 3))
            }
            now += length
        }
        return melody.fitting(meter.melodyTicks)
    }

    mutating func words() -> String {
        var words: [String] = []
        for _ in 0..<number(1...3) {
            words.append(
                one(of: [
                    "Blue", "Nr. 3", "Ré♭", "x", "(the)", "a=b", "100%", "É", "#1", "|", "Key: H", "Melody: C4",
                    "% | [A]", "<&>", "日本 🎷", "'s", "\"Bird\"", "12\"",
                ]))
        }
        return words.joined(separator: " ")
    }

    package mutating func tune(_ extent: Extent) -> Tune {
        var tune = Tune()
        if !happens(oneIn: 5) { tune.title = "The " + words() }
        if happens(oneIn: 2) { tune.composer = words() }
        if happens(oneIn: 2) { tune.style = words() }
        if happens(oneIn: 3) { tune.groove = words() }
        if happens(oneIn: 2) {
            let modes = extent.hasAllKeys ? Mode.allCases : [.major, .minor]
            tune.key = Key(one(of: NoteName.roots), one(of: modes))
        }
        let meters = extent.meters.map { Meter($0.0, $0.1)! }
        tune.meter = one(of: meters)
        if happens(oneIn: 2) { tune.tempo = number(30...300) }
        if happens(oneIn: 2) { tune.choruses = number(1...12) }
        var meter = tune.meter
        let hasMelody = extent.hasMelody && happens(oneIn: 3)
        for _ in 0..<number(1...4) {
            var section = Tune.Section(one(of: extent.labels))
            // Without a name a section goes on where the one before it ended.
            if section.label.isEmpty, !tune.sections.isEmpty { section.label = "A" }
            for _ in 0..<number(1...9) {
                section.bars.append(bar(&meter, meters, extent, hasMelody))
                if section.bars.last?.content == .asTwoBefore { section.bars.append(Bar(.asTwoBefore)) }
            }
            tune.sections.append(section)
        }
        return tune
    }

    private mutating func bar(_ meter: inout Meter, _ meters: [Meter], _ extent: Extent, _ hasMelody: Bool) -> Bar {
        var bar = Bar()
        if happens(oneIn: 12) {
            let new = one(of: meters)
            if new != meter { bar.meter = new }
            meter = new
        }
        if hasMelody, happens(oneIn: 2) { bar.melody = melody(in: meter) }
        switch number(1...10) {
        case 1: bar.content = .asLast
        case 2: bar.content = .asTwoBefore
        default: bar.content = .chords(chords(in: meter, extent))
        }
        if bar.content == .asTwoBefore { return bar }
        if happens(oneIn: 12) {
            bar.alternates = [BarChord(.chord(.chord(chord())), at: Position(beat: number(1...meter.beats)))]
            if !extent.hasFineDivisions { bar.alternates[0].position = bar.chords.first?.position ?? Position(beat: 1) }
        }
        bar.startsRepeat = happens(oneIn: 10)
        if happens(oneIn: 12) { bar.ending = number(1...3) }
        bar.end = one(of: [.single, .single, .single, .double, .final, .repeated(2), .repeated(number(3...9))])
        if happens(oneIn: 6) { bar.add(one(of: extent.marks)) }
        if happens(oneIn: 8) { bar.add(one(of: extent.marks)) }
        if !extent.canJumpAnywhere, bar.end == .single,
            bar.marks.contains(where: { if case .jump = $0 { true } else { false } })
        {
            bar.end = .double
        }
        if happens(oneIn: 15) { bar.words = ["Solos"] }
        return bar
    }
}

/// The lines of text or the first bar that differ.
package func difference(_ some: [Tune], _ others: [Tune]) -> String {
    let lines = TuneText.write(some).split(separator: "\n"), otherLines = TuneText.write(others).split(separator: "\n")
    if let (one, other) = zip(lines, otherLines).first(where: { $0 != $1 }) { return "\(one)\n\(other)" }
    if lines.count != otherLines.count { return "\(lines.count) lines and \(otherLines.count)" }
    for (one, other) in zip(some.flatMap { $0.bars }, others.flatMap { $0.bars }) where one != other {
        return "\(one)\n\(other)"
    }
    return "sections \(some.map { $0.sections.map { $0.label } }), \(others.map { $0.sections.map { $0.label } })"
}
