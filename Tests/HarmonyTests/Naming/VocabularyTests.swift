import Harmony
import Testing

@Suite struct CoreVocabulary {
    let types = Vocabulary.classic.types

    @Test func vocabularyMatchesTheTable() {
        #expect(types.count == 144)
        #expect(types.count == Fixture.chordTypes.count)
        for (type, row) in zip(types, Fixture.chordTypes) {
            #expect(type.degrees == DegreeSet(row["degrees"]!))
            #expect(type.degrees.map(\.name).joined(separator: " ") == row["degrees"])
            #expect(type.suffix == row["suffix"])
            #expect(type.shortSuffix == row["short"])
            #expect(type.base.suffix == row["base"])
            #expect(type.group.rawValue == row["group"])
            #expect(Vocabulary.classic.selectable.contains(type) == (row["selectable"] == "yes"))
        }
    }

    @Test func pickersOfferSixTriadsAnd22FourNoteChords() {
        let selectable = Vocabulary.classic.selectable
        #expect(selectable.filter { $0.group == .triad }.count == 6)
        #expect(selectable.filter { $0.group == .fourNote }.count == 22)
        #expect(selectable.count == 28)
    }

    /// On the music stand nothing follows `alt` (theory, section 2).
    @Test func nothingFollowsAlt() {
        let short = (types + Vocabulary.jazz.types).map(\.shortSuffix).filter { $0.contains("alt") }
        #expect(!short.isEmpty && short.allSatisfy { $0.hasSuffix("alt") }, "\(short)")
    }

    @Test func typesHaveDistinctPitchClasses() {
        #expect(Set(types.map(\.pitchClasses)).count == 144)
    }

    @Test func typeIsFoundByPitchClassesAndRoot() {
        for bits in UInt16(0)..<4096 {
            let set = PitchClassSet(bits: bits)
            let roots = Vocabulary.classic.rootsNaming(set)
            for root in 0..<12 {
                let type = Vocabulary.classic.type(of: set, from: root)
                #expect((type != nil) == roots.contains(root))
                // A linear search, without the tables.
                let expected = types.first { PitchClassSet($0.degrees.map { root + $0.semitones }) == set }
                #expect(type == expected)
            }
        }
    }

    @Test func spellingNeverNeedsATripleAccidental() {
        for chord in Everything.chords {
            for (degree, note) in zip(chord.type.degrees, chord.notes) {
                #expect(abs(note.accidental.semitones) <= 2)
                #expect(note.pitchClass == (chord.root.pitchClass + degree.semitones) % 12)
            }
        }
    }

    @Test func exactlySixDegreesWouldNeedATripleAccidental() {
        var triples: Set<String> = []
        let degrees = Set(types.flatMap { Array($0.degrees) }).union([Degree(4, -1)])
        for root in NoteName.roots {
            for degree in degrees where abs(NoteName(fifths: root.fifths + degree.fifths).accidental.semitones) > 2 {
                triples.insert("\(root) \(degree)")
            }
        }
        #expect(triples == ["C♭ °7", "F♭ ♭4", "F♭ °7", "E♯ ♯9", "B♯ ♯9", "B♯ ♯5"])
    }

    @Test func smallVocabularyNamesOnlyItsOwnTypes() throws {
        let triads = Vocabulary(types.filter { $0.group == .triad })
        let combiner = ChordCombiner(vocabulary: triads)
        #expect(combiner.combine(lower: try Chord("C"), upper: try Chord("C")).title == "C")
        #expect(combiner.combine(lower: try Chord("Cma7"), upper: try Chord("D")).kind == .polychord)
    }
}
