import Harmony
import Rendering
import Testing

@Suite struct SymbolTextTests {
    static let notations = NoteNames.allCases.flatMap { names in
        Notation.Qualities.allCases.flatMap { qualities in
            Notation.Accidentals.allCases.map { Notation(qualities, $0, names) }
        }
    }

    /// No letter is lost, moved or repeated, for every type over every root in every notation.
    @Test(arguments: notations) func partsAreTheName(_ notation: Notation) throws {
        for type in Vocabulary.classic.types + Vocabulary.jazz.types {
            for root in [
                NoteName(.c), NoteName(.f, .sharp), NoteName(.b, .flat), NoteName(.e, Accidental(semitones: -2)),
            ] {
                for bass in [nil, NoteName(.e, .flat), NoteName(.c, .sharp)] {
                    let chord = Chord(root, type, bass: bass)
                    for name in [chord.name(in: notation), chord.title(in: notation), chord.shortName(in: notation)] {
                        let parts = SymbolText(name, of: chord, in: notation).parts
                        #expect(parts.map { $0.text + $0.accidental }.joined() == name)
                        #expect(parts[0].level == .root)
                        #expect(parts.dropFirst().allSatisfy { $0.level != .root })
                    }
                }
            }
        }
    }

    /// How a copyist sets them.
    @Test func levels() throws {
        func levels(_ symbol: String, _ notation: Notation = .init()) throws -> String {
            let chord = try Chord(symbol)
            return SymbolText(chord.title(in: notation), of: chord, in: notation).parts.map {
                let text = $0.text + ($0.accidental.isEmpty ? "" : "[\($0.accidental)]")
                return switch $0.level {
                case .root: text
                case .accidental: "?"
                case .quality: "q" + text
                case .raised: "^" + text
                case .over, .bass: text
                }
            }.joined(separator: " ")
        }
        #expect(try levels("Cma13(♯11)") == "C qma ^13(♯11)")
        #expect(try levels("B♭mi7(♭5)") == "B[♭] qmi ^7(♭5)")
        #expect(try levels("F♯7sus4/E") == "F[♯] ^7sus4 / E")
        #expect(try levels("Dsus4") == "D qsus ^4")
        #expect(try levels("A♭") == "A[♭]")
        #expect(try levels("C°7") == "C ^°7")
    }

    /// The slash stands between two complete symbols.
    @Test func polychords() throws {
        let combination = ChordCombiner().combine(lower: try Chord("Cma7"), upper: try Chord("E"))
        #expect(combination.result == nil)
        let parts = SymbolText(.pair(combination), in: Notation()).parts
        #expect(parts.map(\.text) == ["E", "ma", "/", "C", "ma", "7"])
        #expect(parts.map(\.level) == [.root, .quality, .over, .root, .quality, .raised])
    }
}
