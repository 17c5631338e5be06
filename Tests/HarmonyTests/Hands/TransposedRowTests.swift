import Harmony
import Testing

@Suite struct TransposedRowTests {
    private func row(_ symbols: String) throws -> [ChordToVoice] {
        try symbols.split(separator: " ").map { .chord(try Chord(String($0))) }
    }

    private func pair(_ lower: String, _ upper: String) throws -> ChordToVoice {
        .pair(ChordCombiner().combine(lower: try Chord(lower), upper: try Chord(upper)))
    }

    private func text(_ subject: ChordToVoice) -> String {
        switch subject {
        case .chord(let chord): chord.title
        case .pair(let pair): pair.lower.title + " + " + pair.upper.title
        }
    }

    @Test func transposedRowIsSpelledInOneKey() throws {
        let turn = try row("Dm7 G7 Cmaj7")
        #expect(turn.transposed(up: 1).map(text) == ["E♭mi7", "A♭7", "D♭ma7"])
        #expect(turn.transposed(up: 6).map(text) == ["A♭mi7", "D♭7", "G♭ma7"])
        #expect(turn.transposed(up: 11).map(text) == ["C♯mi7", "F♯7", "Bma7"])
        #expect(try row("F C/E F#°7 G").transposed(up: 10).map(text) == ["E♭", "B♭/D", "E°7", "F"])
    }

    @Test func polychordsAreTransposedTogether() throws {
        let pair = try pair("C7", "A")
        #expect(
            (1...12).map { text(pair.transposed(up: $0)) } == [
                "D♭7 + B♭", "D7 + B", "E♭7 + C", "E7 + C♯", "F7 + D", "G♭7 + E♭", "G7 + E", "A♭7 + F", "A7 + F♯",
                "B♭7 + G", "B7 + A♭",
                "C7 + A",
            ])
    }

    @Test func transposingMovesAllSoundsBySemitones() {
        for chord in Everything.selectableChordsOnTwelveRoots {
            for semitones in -13...13 {
                let moved = ChordToVoice.chord(chord).transposed(up: semitones).chord
                let up = (semitones % 12 + 12) % 12
                #expect(moved.pitchClasses == chord.pitchClasses.transposed(up: up) && moved.type == chord.type)
                #expect((-6...10).contains(moved.root.fifths))
            }
        }
    }

    @Test func onlyAllowedSpellingsAreUsed() throws {
        let turn = try row("Dm7b5 G7b9 Cm6")
        // C♯ minor has four sharps, D♭ minor would have eight flats.
        #expect(turn.transposed(up: 1) { abs($0 - 3) <= 7 }.map(text) == ["D♯mi7(♭5)", "G♯7(♭9)", "C♯mi6"])
    }

    @Test func commonTypesHaveTheLowestRarity() throws {
        let symbols = ["C7", "C9", "C13", "C7(#9b13)", "Cma7(#5)"]
        let rarities = try symbols.map { try Chord($0).type.rarity ?? 999 }
        #expect(rarities == rarities.sorted() && Set(rarities).count == symbols.count, "\(rarities)")
    }
}
