import Foundation
import Exchange
import Harmony
import Input
import JSONText
import Testing
import Tunes

/// Whether the second lane runs, which may take minutes.
private let areAllTried = ProcessInfo.processInfo.environment["CHORDS_TEST_ALL"] != nil

@Suite struct Progressions {
    private struct Numeral {
        let text: String
        /// Semitones above the tonic.
        let root: Int
        /// Semitones above the root that every chord of this numeral has.
        var chord: [Int] = []
    }

    private static let (major, minor, dominant) = ([0, 4, 7, 11], [0, 3, 7, 10], [0, 4, 7, 10])

    /// The degrees of major and their applied dominants.
    private static let numerals: [Numeral] =
        [
            Numeral(text: "I", root: 0, chord: major), Numeral(text: "ii", root: 2, chord: minor),
            Numeral(text: "iii", root: 4, chord: minor), Numeral(text: "IV", root: 5, chord: major),
            Numeral(text: "V", root: 7, chord: dominant), Numeral(text: "vi", root: 9, chord: minor),
            Numeral(text: "vii", root: 11, chord: [0, 3, 6, 10]),
        ]
        + zip(["ii", "iii", "IV", "V", "vi"], [2, 4, 5, 7, 9]).flatMap { target, root in
            // The second degree before a minor chord is half-diminished.
            [("V/", 7, dominant), ("subV/", 1, dominant), ("ii/", 2, [0, 3, 10])].map {
                Numeral(text: $0.0 + target, root: (root + $0.1) % 12, chord: $0.2)
            }
        }
        + [
            Numeral(text: "♭VII", root: 10, chord: [0, 4, 7]), Numeral(text: "iv", root: 5, chord: [0, 3, 7]),
            Numeral(text: "♯iv°7", root: 6, chord: [0, 3, 6, 9]),
        ]

    /// 200 progressions of three to eight chords.
    private static let progressions: [[Numeral]] = (0..<200).map { seed in
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        func next(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        return (0..<3 + next(6)).map { _ in numerals[next(numerals.count)] }
    }

    @Test(arguments: [nil, "rootless", "shell", "drop2", "upper-structure"])
    func degreesAreRightInTwelveKeys(style: String?) throws {
        for progression in Progressions.progressions {
            let text = progression.map(\.text).joined(separator: " ")
            let keys = try Answers.progressionInAllKeys(text, style: style)
            #expect(Set(keys.map(\.key.tonic.pitchClass)) == Set(0..<12))
            for voiced in keys {
                let chords = voiced.row.voicings.map(\.subject.chord)
                #expect(
                    chords.map { ($0.root.pitchClass - voiced.key.tonic.pitchClass + 12) % 12 }
                        == progression.map(\.root), "\(text) in \(voiced.key)")
                for (chord, numeral) in zip(chords, progression) {
                    let root = chord.root.pitchClass
                    #expect(
                        numeral.chord.allSatisfy { chord.pitchClasses.contains((root + $0) % 12) },
                        "\(chord) for \(numeral.text) in \(voiced.key)")
                }
                for voicing in voiced.row.voicings {
                    for hand in Hand.allCases {
                        let pitches = voicing[hand].map(\.pitch)
                        #expect(pitches == pitches.sorted() && Set(pitches).count == pitches.count)
                        // Section 11 of the theory: a tenth, five notes.
                        #expect((pitches.last ?? 0) - (pitches.first ?? 0) <= 16 && pitches.count <= 5)
                    }
                    if let left = voicing.left.last, let right = voicing.right.first {
                        #expect(left.pitch < right.pitch)
                    }
                    let own = voicing.subject.chord.pitchClasses
                    let added = Set(voicing.added.map { ($0.pitchClass + voicing.subject.chord.root.pitchClass) % 12 })
                    #expect(
                        voicing.tones.allSatisfy { own.contains($0.pitch % 12) || added.contains($0.pitch % 12) },
                        "\(voicing)")
                }
            }
        }
    }

    /// Section 11 of the theory: the path with the least total. Exchanging one voicing never makes it cheaper, in any
    /// key. All paths of a few chords are compared in `VoiceLeading`.
    @Test(arguments: [("rootless", .rootless), ("drop2", .only(.drop2)), (nil, .any)] as [(String?, Leading.Styles)])
    func voicesLead(style: String?, styles: Leading.Styles) throws {
        for (number, progression) in Progressions.progressions.enumerated() {
            let text = progression.map(\.text).joined(separator: " ")
            // Rootless chords have few forms. In other styles the first lane tries each progression in one key.
            let tonics = NoteName.roots.map(\.text)
            let keys =
                styles == .rootless || areAllTried
                ? try Answers.progressionInAllKeys(text, style: style)
                : [try Answers.progression(text, key: tonics[number % tonics.count], style: style)]
            for voiced in keys {
                let row = voiced.row.voicings
                for (one, next) in zip(row, row.dropFirst()) {
                    let (below, above) = (
                        abs(next.tones[0].pitch - one.tones[0].pitch),
                        abs(next.tones.last!.pitch - one.tones.last!.pitch)
                    )
                    // A rootless form begins with the third or the seventh, a fourth or a fifth apart: one of them is
                    // always near. Other voicings can be shifted by octaves.
                    let most = styles == .rootless ? 7 : 12
                    #expect(max(below, above) <= most, "\(text) in \(voiced.key)")
                }
                let candidates = Leading.candidates(
                    of: row.map(\.subject), in: styles, for: Pianist(), isChorale: false, limit: 200)
                for (index, chosen) in row.enumerated() {
                    func cost(_ voicing: Voicing) -> Int {
                        var sum = voicing.cost
                        if index > 0 { sum += Leading.cost(from: row[index - 1], to: voicing).total }
                        if index + 1 < row.count { sum += Leading.cost(from: voicing, to: row[index + 1]).total }
                        return sum
                    }
                    let least = candidates[index].map(cost).min()
                    #expect(cost(chosen) == least, "chord \(index + 1) of \(text) in \(voiced.key)")
                }
            }
        }
    }

    /// Section 14 of the theory: C♭, F♭, B♯, E♯ and double accidentals become simple unless the key has them.
    @Test func rootsHaveSimpleNames() throws {
        let awkward = Set([NoteName(.c, .flat), NoteName(.f, .flat), NoteName(.b, .sharp), NoteName(.e, .sharp)])
        let texts =
            Progressions.progressions.map { $0.map(\.text).joined(separator: " ") }
            + StandardProgression.allCases.map(\.rawValue) + ["♭II ♭III ♭V ♭VI ♭VII", "♯i°7 ♯ii°7 ♯iv°7 ♯v°7"]
        for text in texts {
            for tonic in NoteName.roots {
                let key = Key(tonic, .major)
                guard !key.isTheoretical else { continue }
                let voiced = try Answers.progression(text, key: key.name)
                for voicing in voiced.row.voicings {
                    let root = voicing.subject.chord.root
                    // A progression in minor is in the minor key of this tonic.
                    let isOfKey = voiced.key.notes.contains(root)
                    #expect(
                        isOfKey || !awkward.contains(root) && abs(root.accidental.semitones) < 2,
                        "\(root) for \(text) in \(voiced.key)")
                }
            }
        }
    }

    /// Rootless forms alternate in ii–V–I, so that no voice moves more than a whole step. In minor, the ♭5 of form B
    /// moves a minor third to the third of form A. (Section 11 of the theory)
    @Test func rootlessFormsAlternate() throws {
        for text in ["ii V I", "ii V i"] {
            let step = text.hasSuffix("I") ? 2 : 3
            for voiced in try Answers.progressionInAllKeys(text, style: "rootless") {
                let rows = voiced.row.voicings.map { $0.tones.map(\.pitch) }
                #expect(rows.allSatisfy { $0.count == 4 })
                for (one, next) in zip(rows, rows.dropFirst()) {
                    #expect(zip(one, next).allSatisfy { abs($0 - $1) <= step }, "\(text) in \(voiced.key)")
                }
                let styles = voiced.row.voicings.map(\.style)
                #expect(styles[0] != styles[1] && styles[1] != styles[2])
            }
        }
    }

    @Test func aTonicWithoutModeFollowsTheNumerals() throws {
        func key(_ text: String, _ key: String?) throws -> String {
            try Answers.progression(text, key: key).key.name
        }
        #expect(try key("ii V I", "Eb") == "E♭ major")
        #expect(try key("ii V i", "Eb") == "E♭ minor")
        #expect(try key("ii V i", "Eb major") == "E♭ major")
        #expect(try key("I i", "C") == "C major")
        #expect(try key("ii V I", "c") == "C minor")
        #expect(try key("Dmi7 G7 Cma7", nil) == "C major")
        #expect(try key("minor blues", nil) == "C minor")
    }

    /// A standard progression takes the mode of its key.
    @Test(arguments: [
        ("two-five-one", "Cm", "Dmi7(♭5) G7 Cmi7"), ("turnaround", "C minor", "Cmi7 Ami7(♭5) Dmi7(♭5) G7"),
        ("diatonic", "Cm", "Cmi7 Dmi7(♭5) E♭ma7 Fmi7 G7 A♭ma7 B♭7 Cmi7"), ("two-five-one", "C", "Dmi7 G7 Cma7"),
        ("minor-two-five-one", "C", "Dmi7(♭5) G7 Cmi7"), ("tritone", "C minor", "Dmi7 D♭7 Cma7"),
        ("backdoor", "Cm", "Fmi7 B♭7 Cma7"), ("minor-two-five-one", "C major", "Dmi7(♭5) G7 Cmi7"),
    ])
    func standardProgressionsAreInTheirMode(text: String, key: String, chords: String) throws {
        let voiced = try Answers.progression(text, key: key)
        #expect(voiced.row.voicings.map(\.subject.chord.name).joined(separator: " ") == chords)
        #expect(voiced.key.mode == (chords.contains("Cmi7") ? .minor : .major))
    }

    /// A dominant and its target are spelled as one cadence, as in a tune that is transposed: B♭7 E♭ma7 in B.
    @Test(arguments: [
        ("coltrane", "B", "Bma7 D7 Gma7 B♭7 E♭ma7 F♯7 Bma7"), ("V/III IIIma7", "F♯", "F7 B♭ma7"),
        ("V/iii iii", "B", "A♯7 D♯mi7"),
    ])
    func cadencesAreSpelledAsOne(text: String, key: String, chords: String) throws {
        let voiced = try Answers.progression(text, key: key)
        #expect(voiced.row.voicings.map(\.subject.chord.name).joined(separator: " ") == chords)
    }

    @Test func barLinesDivideTheBar() throws {
        let text = try Answers.json(Answers.progression("ii V | I | % | I vi ii | iii VI ii V")).text
        let answer = try JSON(text)
        let beats = answer["chords"]?.array?.compactMap { $0["beats"]?.int }
        #expect(beats == [2, 2, 4, 4, 2, 1, 1, 1, 1, 1, 1])
    }

    /// Chord symbols keep their distances in another key.
    @Test func chordSymbolsAreTransposed() throws {
        for voiced in try Answers.progressionInAllKeys("Dmi7 G7 | Cma7") {
            let roots = voiced.row.voicings.map { $0.subject.chord.root.pitchClass - voiced.key.tonic.pitchClass + 12 }
            #expect(roots.map { $0 % 12 } == [2, 7, 0])
        }
    }

    @Test func everyStandardProgressionIsATune() throws {
        for standard in StandardProgression.allCases {
            for voiced in try Answers.progressionInAllKeys(standard.rawValue) {
                let text = TuneText.write([voiced.tune])
                let read = TuneText.read(text)
                #expect(read.problems.isEmpty)
                #expect(read.tunes[0].key == voiced.key)
                let (written, again) = (voiced.tune.bars.flatMap(\.chords), read.tunes[0].bars.flatMap(\.chords))
                #expect(again.map(\.symbol) == written.map(\.symbol))
            }
        }
    }

    @Test(arguments: ["", "|", "ii V foo", "ii V I | i i i i i", "N.C.", "ii/"])
    func otherTextIsRefused(_ text: String) {
        #expect(throws: InputError.self) { try Answers.progression(text) }
    }
}
