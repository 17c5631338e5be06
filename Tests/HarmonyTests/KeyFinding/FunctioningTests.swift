import Harmony
import Testing

@Suite struct FunctioningTests {
    @Test(arguments: [
        ("F/G", "G9sus4"), ("Fma7/G", "G9sus4"), ("F6/G", "G9sus4"), ("Dmi/G", "G9sus4"), ("Dmi7/G", "G9sus4"),
        ("C/B♭", "C7"), ("C/B", "Cma7"), ("Cmi/B♭", "Cmi7"), ("Cmi/B", "Cmi(Δ7)"),
        // A chord tone below, a bass that says nothing, and no bass.
        ("C/E", "C/E"), ("Cmi7/E♭", "Cmi7/E♭"), ("C/F♯", "C/F♯"), ("C7/D", "C7/D"), ("C°/D", "C°/D"), ("C", "C"),
    ])
    func slashChords(_ symbol: String, _ whole: String) throws {
        let chord = try Chord(symbol)
        #expect(chord.functioning.title == whole)
        // A whole chord is itself.
        #expect(chord.functioning.functioning == chord.functioning)
    }

    /// Never other notes than the chord's own and those that the sus chord implies.
    @Test func notesStayInAllKeys() {
        for type in Vocabulary.jazz.types {
            for root in NoteName.roots {
                for bass in NoteName.roots {
                    let chord = Chord(root, type, bass: bass)
                    let whole = chord.functioning
                    guard whole != chord else { continue }
                    #expect(whole.root == root || whole.root == bass)
                    #expect(whole.type.degrees.contains(anyOf: 7))
                    if whole.root == root { #expect(whole.pitchClasses == chord.pitchClasses) }
                }
            }
        }
    }

    @Test func scalesAreThoseOfTheWholeChord() throws {
        #expect(try Chord("D/C").scales(as: nil, in: nil).first?.name() == "D Mixolydian")
        #expect(try Chord("F/G").scales(as: nil, in: nil).first?.name() == "G Mixolydian")
        #expect(try Chord("C/E").scales(as: nil, in: nil).first?.name() == "C Ionian")
    }
}
