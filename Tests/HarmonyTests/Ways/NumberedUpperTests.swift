import Harmony
import Testing

@Suite struct NumberedUpperTests {
    /// Exactly the pairs of the table on such a chord have a numeral.
    @Test func usualUpperChordsHaveANumeral() throws {
        var found = 0
        for (symbol, count) in [("C7", 23), ("Cma7", 6), ("Cmi7", 6), ("C7sus4", 5), ("Cmi7(♭5)", 3), ("Cmi(Δ7)", 3)] {
            let lower = try Chord(symbol)
            let uppers = lower.upperStructures
            let rows = Fixture.upperStructures.filter { $0["lower"] == symbol }
            #expect(rows.count == count)
            for row in rows {
                let upper = try Chord(row["upper"]!)
                let numbered = uppers.filter {
                    $0.upper.pitchClasses == upper.pitchClasses && $0.upper.root.pitchClass == upper.root.pitchClass
                }
                #expect(numbered.count == 1 && numbered.first?.upper.type == upper.type, "\(symbol) \(upper)")
                found += numbered.count
            }
            #expect(Set(uppers.map(\.numeral)).count == uppers.count)
        }
        #expect(found == 46)
        #expect(try Chord("C°7").upperStructures.isEmpty && Chord("C7(omit5)").upperStructures.isEmpty)
    }

    @Test func numeralsAreConventional() throws {
        let dominant = try Chord("C7").upperStructures
        #expect(dominant.prefix(5).map(\.numeral) == ["♭III", "♭V", "II", "♭VI", "VI"])
        for (numeral, symbol) in [
            ("VI", "A"), ("♭iii", "E♭mi"), ("♯iv", "F♯mi"), ("iii°7", "E°7"), ("II7", "D7"), ("♭VII+", "B♭+"),
        ] {
            #expect(dominant.first { $0.numeral == numeral }?.upper.title == symbol)
        }
    }

    /// The numeral is the same in all keys, and no root is F♭, E♯ or G♯ major.
    @Test func numeralsAreTheSameInAllKeys() throws {
        let numerals = try Chord("C7").upperStructures.map(\.numeral)
        for root in ["C", "Db", "D", "Eb", "E", "F", "F#", "Gb", "G", "Ab", "A", "Bb", "B"] {
            let uppers = try Chord(root + "7").upperStructures
            #expect(uppers.map(\.numeral) == numerals)
            for upper in uppers.map(\.upper) where upper.type.suffix == "ma" {
                #expect(
                    ["C", "D♭", "D", "E♭", "E", "F", "F♯", "G♭", "G", "A♭", "A", "B♭", "B", "C♯"].contains(
                        upper.root.text), "\(root)7 \(upper)")
            }
        }
        #expect(try Chord("E7").upperStructures.first { $0.numeral == "VI" }?.upper.title == "C♯")
        #expect(try Chord("Ab7").upperStructures.first { $0.numeral == "♭VI" }?.upper.title == "E")
    }
}
