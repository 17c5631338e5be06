import Harmony
import Testing

private let finder = ChordFinder(vocabulary: .classic)

private func names(_ text: String) throws -> [NoteName] {
    try text.split(separator: " ").map { try NoteName(String($0)) }
}

@Suite struct Recognizing {
    @Test func everyChordIsNamedFromItsOwnNotes() {
        for chord in Everything.chords {
            let finding = finder.find(notes: chord.notes)
            #expect(finding.readings.first?.chord == chord)
            #expect(finding.notes == chord.notes)
            #expect(finding.intervals.first == Degree(1))
        }
    }

    @Test func keysAreNamedLikeNotes() throws {
        for chord in Everything.chords {
            let finding = finder.find(pitches: chord.voicing.map(\.pitch).reversed())
            let first = try #require(finding.readings.first?.chord)
            #expect(first.type == chord.type && first.root.pitchClass == chord.root.pitchClass && first.bass == nil)
            #expect(PitchClassSet(finding.notes.map(\.pitchClass)) == chord.pitchClasses)
        }
    }

    @Test func rootInTheBassComesFirstThenNoteOrder() throws {
        let finding = finder.find(notes: try names("C E G A"))
        #expect(finding.readings.map(\.precise) == ["C6", "Ami7/C"])
        let inverted = finder.find(notes: try names("E G C"))
        #expect(inverted.readings.map(\.precise) == ["Cma/E"])
        #expect(finder.find(pitches: [60, 64, 67, 71, 74]).readings.first?.precise == "Cma9")
    }

    @Test func notesWithoutANameAreStillReported() throws {
        let finding = finder.find(notes: try names("C D♭ D E♭"))
        #expect(finding.readings.isEmpty)
        #expect(list(finding.notes) == "C, D♭, D, E♭")
        #expect(list(finding.intervals) == "1, ♭2, 2, ♭3")
        let keys = finder.find(pitches: [61, 62, 63])
        #expect(list(keys.intervals) == "1, ♭2, 2")
        #expect(finder.find(pitches: []).notes.isEmpty)
        #expect(finder.find(notes: try names("C B# Dbb")).notes.count == 3)
    }

    @Test func allPitchClassSetsAreRecognized() {
        for bits in UInt16(1)..<4096 {
            let set = PitchClassSet(bits: bits)
            for bass in set {
                let first = finder.firstReading(of: set, bass: bass)
                let above = Array(set).map { $0 < bass ? $0 + 12 : $0 }.sorted()
                let finding = finder.find(pitches: above.map { 60 + $0 })
                #expect(finding.readings.first?.chord == first)
                #expect(finding.notes.map(\.pitchClass) == above.map { $0 % 12 })
                #expect(
                    finding.readings.allSatisfy { $0.chord.pitchClasses == set && $0.chord.lowest.pitchClass == bass })
                #expect(finding.readings.count == Vocabulary.classic.rootsNaming(set).count)
            }
        }
    }

    /// The whole search, the first reading alone and the table agree for all sets, in close position and two octaves
    /// above the bass, where an added second is a ninth.
    @Test func firstReadingsAreTheFirstOfAll() {
        let finder = ChordFinder()
        for bits in UInt16(1)..<4096 {
            let set = PitchClassSet(bits: bits)
            for bass in set where set != PitchClassSet([bass, bass + 6]) {
                let above = set.map { $0 < bass ? $0 + 12 : $0 }
                let close = above.map { 48 + $0 }
                let wide = above.map { ($0 == bass ? 36 : 60) + $0 }
                for pitches in [close, wide] {
                    let first = finder.find(pitches: pitches).readings.first?.chord
                    #expect(finder.firstReading(ofPitches: pitches) == first)
                }
                #expect(finder.firstReading(of: set, bass: bass) == finder.firstReading(ofPitches: wide))
            }
        }
        #expect(finder.firstReading(ofPitches: []) == nil)
    }
}
