import Harmony
import Instruments
import Testing

private typealias Pad = LinnStrument.Pad

/// Row bases, and the number of pads outside of MIDI's range on the small and the large model.
private let table: [(offset: LinnStrument.RowOffset, bases: [Int], dead: (Int, Int))] = [
    (.semitones(5), [30, 35, 40, 45, 50, 55, 60, 65], (0, 0)),
    (.semitones(3), [30, 33, 36, 39, 42, 45, 48, 51], (0, 0)),
    (.semitones(4), [30, 34, 38, 42, 46, 50, 54, 58], (0, 0)),
    (.semitones(6), [30, 36, 42, 48, 54, 60, 66, 72], (0, 0)),
    (.semitones(7), [30, 37, 44, 51, 58, 65, 72, 79], (0, 0)),
    (.semitones(12), [18, 30, 42, 54, 66, 78, 90, 102], (0, 0)),
    (.semitones(1), [30, 31, 32, 33, 34, 35, 36, 37], (0, 0)),
    (.semitones(9), [30, 39, 48, 57, 66, 75, 84, 93], (0, 0)),
    (.semitones(16), [18, 34, 50, 66, 82, 98, 114, 130], (18, 36)),
    (.semitones(-5), [65, 60, 55, 50, 45, 40, 35, 30], (0, 0)),
    (.semitones(-12), [102, 90, 78, 66, 54, 42, 30, 18], (0, 0)),
    (.semitones(-16), [130, 114, 98, 82, 66, 50, 34, 18], (18, 36)),
    (.invertedGuitar, [64, 59, 55, 50, 45, 40, 35, 30], (0, 0)),
    (.guitar, [30, 35, 40, 45, 50, 55, 59, 64], (0, 0)),
    (.semitones(0), [30, 30, 30, 30, 30, 30, 30, 30], (0, 0)),
]

private let offsets = (-16...16).map { LinnStrument.RowOffset.semitones($0) } + [.guitar, .invertedGuitar, .noOverlap]

@Suite struct LinnStrumentGridTests {
    @Test func rowsBeginAsInTheTable() {
        for (offset, bases, dead) in table {
            for (model, dead) in [(LinnStrument.Model.small, dead.0), (.large, dead.1)] {
                let linnStrument = LinnStrument(model, rowOffset: offset)
                for (row, base) in bases.enumerated() {
                    for column in 0..<model.columns {
                        let note = linnStrument.note(at: Pad(row: row, column: column))
                        #expect(
                            note == (base + column > 127 ? nil : base + column), "\(offset) \(model) \(row) \(column)")
                    }
                }
                #expect(linnStrument.pads.filter { linnStrument.note(at: $0) == nil }.count == dead)
            }
        }
    }

    @Test func withoutOverlapEachNoteHasOnePad() {
        for (model, bases, dead) in [
            (LinnStrument.Model.small, [30, 46, 62, 78, 94, 110, 126, 142], 30),
            (.large, [30, 55, 80, 105, 130, 155, 180, 205], 102),
        ] {
            let linnStrument = LinnStrument(model, rowOffset: .noOverlap)
            for (row, base) in bases.enumerated() where base <= 127 {
                #expect(linnStrument.note(at: Pad(row: row, column: 0)) == base)
            }
            #expect(linnStrument.pads.filter { linnStrument.note(at: $0) == nil }.count == dead)
            #expect((0...127).allSatisfy { linnStrument.pads(of: $0).count <= 1 })
        }
    }

    /// Negative bases: the lowest pads of the top row are silent.
    @Test func padsBelowNoteZeroAreSilent() {
        for (offset, base) in [(-10, -5), (-11, -12)] {
            let linnStrument = LinnStrument(.large, rowOffset: .semitones(offset))
            for column in 0..<25 {
                let note = base + column
                #expect(linnStrument.note(at: Pad(row: 7, column: column)) == (note < 0 ? nil : note))
            }
        }
    }

    /// Examples, with rows and columns from 1, and the index from the top left.
    @Test(
        arguments: [
            (29, [], []),
            (30, [(1, 1, 112)], [(1, 1, 175)]),
            (35, [(1, 6, 117), (2, 1, 96)], [(1, 6, 180), (2, 1, 150)]),
            (48, [(2, 14, 109), (3, 9, 88), (4, 4, 67)], [(1, 19, 193), (2, 14, 163), (3, 9, 133), (4, 4, 103)]),
            (
                59, [(4, 15, 78), (5, 10, 57), (6, 5, 36)],
                [(2, 25, 174), (3, 20, 144), (4, 15, 114), (5, 10, 84), (6, 5, 54)]
            ),
            (
                60, [(4, 16, 79), (5, 11, 58), (6, 6, 37), (7, 1, 16)],
                [(3, 21, 145), (4, 16, 115), (5, 11, 85), (6, 6, 55), (7, 1, 25)]
            ),
            (75, [(7, 16, 31), (8, 11, 10)], [(6, 21, 70), (7, 16, 40), (8, 11, 10)]),
            (80, [(8, 16, 15)], [(7, 21, 45), (8, 16, 15)]),
            (81, [], [(7, 22, 46), (8, 17, 16)]),
            (89, [], [(8, 25, 24)]),
            (90, [], []),
        ] as [(Int, [(Int, Int, Int)], [(Int, Int, Int)])])
    func workedExamples(note: Int, small: [(Int, Int, Int)], large: [(Int, Int, Int)]) {
        for (model, expected) in [(LinnStrument.Model.small, small), (.large, large)] {
            let linnStrument = LinnStrument(model)
            let pads = linnStrument.pads(of: note)
            #expect(
                pads.map { [$0.row + 1, $0.column + 1, linnStrument.index(of: $0)] }
                    == expected.map { [$0.0, $0.1, $0.2] })
        }
    }

    @Test func settingsMoveTheNotes() {
        func places(_ linnStrument: LinnStrument) -> [[Int]] {
            linnStrument.pads(of: 60).map { [$0.row + 1, $0.column + 1] }
        }
        #expect(places(LinnStrument(.small, isLeftHanded: true)) == [[4, 1], [5, 6], [6, 11], [7, 16]])
        #expect(places(LinnStrument(.large, isLeftHanded: true)) == [[3, 5], [4, 10], [5, 15], [6, 20], [7, 25]])
        #expect(places(LinnStrument(.small, octave: 1)) == [[2, 14], [3, 9], [4, 4]])
        #expect(places(LinnStrument(.small, transposePitch: 2)) == [[4, 14], [5, 9], [6, 4]])
        #expect(places(LinnStrument(.small, transposeLights: 2)) == [[5, 13], [6, 8], [7, 3]])
    }

    @Test func padCounts() {
        func counts(_ model: LinnStrument.Model) -> [Int] {
            (30...89).map { LinnStrument(model).pads(of: $0).count }.filter { $0 > 0 }
        }
        func times(_ count: Int, _ value: Int) -> [Int] { Array(repeating: value, count: count) }
        let small =
            times(5, 1) + times(5, 2) + times(5, 3) + [4] + times(4, 3) + [4] + times(4, 3) + [4] + times(4, 3) + [4]
            + times(4, 3) + [4] + times(5, 3) + times(5, 2) + times(5, 1)
        #expect(counts(.small) == small && small.reduce(0, +) == 128)
        let large =
            times(5, 1) + times(5, 2) + times(5, 3) + times(5, 4) + times(20, 5) + times(5, 4) + times(5, 3)
            + times(5, 2) + times(5, 1)
        #expect(counts(.large) == large && large.reduce(0, +) == 200)
    }

    /// For all settings, the pads of a note play it, and the pads of all notes are all active pads.
    @Test func padsAndNotesAreInverse() {
        for model in LinnStrument.Model.allCases {
            for offset in offsets {
                for octave in -5...5 {
                    for (pitch, lights) in [(0, 0), (7, 0), (-7, 3), (2, -7)] {
                        for isLeftHanded in [false, true] {
                            let linnStrument = LinnStrument(
                                model, rowOffset: offset, octave: octave, transposePitch: pitch,
                                transposeLights: lights,
                                isLeftHanded: isLeftHanded)
                            var reached: [Pad] = []
                            for note in -3...130 {
                                let pads = linnStrument.pads(of: note)
                                if !pads.allSatisfy({ linnStrument.note(at: $0) == note }) {
                                    Issue.record("\(linnStrument) \(note)")
                                }
                                reached += pads
                            }
                            let alive = linnStrument.pads.filter { linnStrument.note(at: $0) != nil }
                            if reached.count != alive.count || Set(reached) != Set(alive) {
                                Issue.record("\(linnStrument)")
                            }
                        }
                    }
                }
            }
        }
    }

    @Test func aChannelPerRowIdentifiesThePad() {
        let linnStrument = LinnStrument(.large)
        #expect(linnStrument.pad(of: 60, channel: 3) == Pad(row: 2, column: 20))
        #expect(linnStrument.pad(of: 60, channel: 7) == Pad(row: 6, column: 0))
        #expect(linnStrument.pad(of: 60, channel: 1) == nil)
        #expect(linnStrument.pad(of: 60, channel: 11, lowest: 9) == Pad(row: 2, column: 20))
        // Channels wrap around: 15, 16, 1.
        #expect(linnStrument.pad(of: 60, channel: 1, lowest: 15) == Pad(row: 2, column: 20))
        #expect(linnStrument.pad(of: 60, channel: 2, isReversed: true) == Pad(row: 6, column: 0))
        for pad in linnStrument.pads {
            #expect(linnStrument.pad(of: linnStrument.note(at: pad)!, channel: pad.row + 1) == pad)
        }
    }
}

@Suite struct LinnStrumentSettingTests {
    @Test func rowOffsetsRoundTrip() {
        for offset in offsets { #expect(LinnStrument.RowOffset(offset.text) == offset) }
        #expect(LinnStrument.RowOffset("octave") == .semitones(12) && LinnStrument.RowOffset("zero") == .semitones(0))
        let rows = LinnStrument.RowOffset.rows([28, 35, 40, 45, 50, 55, 60, 198])
        #expect(rows.text == "28.35.40.45.50.55.60.198" && LinnStrument.RowOffset(rows.text) == rows)
        #expect(LinnStrument.RowOffset("30.35.40.45.50.55.59.64") == .guitar)
        for text in [
            "", "17", "-17", "x", "5.0", "Guitar", "1.2.3.4.5.6.7", "1.2.3.4.5.6.7.8.9", "1.2.3.4.5.6.7.199",
            "1.2.3.4.5.6.7.", "1.2.3.4.5.6.7.x",
        ] { #expect(LinnStrument.RowOffset(text) == nil, "\(text)") }
    }

    @Test func settingsAreReadByName() throws {
        var linnStrument = LinnStrument()
        for (name, value) in [
            ("model", "128"), ("offset", "guitar"), ("octave", "-5"), ("transpose", "7"), ("lights", "-7"),
            ("left-handed", "yes"),
        ] { try linnStrument.set(name, to: value) }
        #expect(
            linnStrument
                == LinnStrument(
                    .small, rowOffset: .guitar, octave: -5, transposePitch: 7, transposeLights: -7, isLeftHanded: true))
    }

    @Test func invalidSettingsAreRejected() {
        for (name, value) in [
            ("model", "100"), ("offset", "17"), ("octave", "6"), ("transpose", "-8"), ("lights", "x"),
            ("left-handed", "1"),
            ("size", "1"), ("octave", ""),
        ] {
            var linnStrument = LinnStrument()
            let error = #expect(throws: LinnStrument.SettingError.self) { try linnStrument.set(name, to: value) }
            #expect(
                error?.message.contains(value.isEmpty || name == "size" ? name : value) == true
                    && error?.message.hasSuffix(".") == true)
            #expect(linnStrument == LinnStrument())
        }
    }
}

@Suite struct NoteLightsTests {
    @Test func lightsDoNotMoveWithPitchTransposition() {
        for pitch in -7...7 {
            let linnStrument = LinnStrument(.small, transposePitch: pitch)
            for pad in linnStrument.pads {
                #expect(linnStrument.lightClass(of: pad) == (30 + 5 * pad.row + pad.column) % 12)
            }
        }
        for lights in -7...7 {
            let linnStrument = LinnStrument(.small, transposeLights: lights)
            for pad in linnStrument.pads {
                #expect(linnStrument.lightClass(of: pad) == linnStrument.note(at: pad)! % 12)
            }
        }
    }

    @Test func presetScales() throws {
        let lights = NoteLights.Preset.major.lights
        #expect(
            (0..<12).map { lights.light(of: $0) } == [
                .accent, nil, .main, nil, .main, .main, nil, .main, nil, .main, nil, .main,
            ])
        let known: [(NoteLights.Preset, String)] = [
            (.major, "Ionian"), (.naturalMinor, "Aeolian"), (.harmonicMinor, "Harmonic Minor"),
            (.diminished, "Diminished"),
            (.majorPentatonic, "Major pentatonic"), (.minorPentatonic, "Minor pentatonic"),
        ]
        for (preset, name) in known {
            let scale = try #require(ScaleType(named: name), "\(name)")
            #expect(preset.lights.scale == PitchClassSet(Scale(NoteName(.c), scale).notes.map(\.pitchClass)), "\(name)")
        }
        #expect(NoteLights.Preset.allCases.map { $0.lights.scale.count } == [7, 7, 7, 5, 5, 6, 6, 8, 6, 7, 7, 7])
    }

    @Test func keyLights() {
        let lights = NoteLights(Key(NoteName(.a), .minor))
        #expect(lights.light(of: 9) == .accent && lights.light(of: 0) == .main && lights.light(of: 1) == nil)
    }
}
