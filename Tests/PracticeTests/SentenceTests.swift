import Harmony
import Practice
import Testing

@Suite struct SentenceTests {
    private func said(_ symbol: String, _ keys: [Int], _ rule: BassRule = .lowest, in notation: Notation = Notation())
        throws -> String
    {
        let asked = ExpectedNotes(.chord(try Chord(symbol)), bass: rule)
        var judge = Judge(asked, at: 0)
        for key in keys { judge.receive(.down(key), at: 1) }
        return judge.end(at: 5).sentence(of: asked, in: notation)
    }

    @Test(arguments: [
        ("C7", [48, 52, 55], "B♭, the seventh, is missing."),
        ("C7", [48, 52, 55, 59], "B♭, the seventh, is missing; B, a major seventh, does not belong."),
        ("C7", [48, 55, 58], "E, the third, is missing."),
        ("C7", [48], "E, the third, and B♭, the seventh, are missing."),
        ("C7", [48, 52, 58, 65], "F, an eleventh, does not belong."),
        ("C7", [52, 58, 60], "E is in the bass instead of C."),
        ("C13(b9)", [48, 52, 58, 61], "A, the thirteenth, is missing."),
        ("Cmi7", [48, 51, 52, 58], "E, a major third, does not belong."),
        ("F#mi7(b5)", [54, 57, 60, 64, 61], "C♯, a fifth, does not belong."),
        ("Gmi7(b5)", [55, 58, 65], "D♭, the flat fifth, is missing."),
        ("Ebma7", [51, 55, 58, 61], "D, the seventh, is missing; D♭, a minor seventh, does not belong."),
        ("C/E", [48, 52, 55], "C is in the bass instead of E."),
        ("C°7", [48, 51, 54], "B𝄫, the diminished seventh, is missing."),
        ("C", [48, 52, 55, 57], "A, a sixth, does not belong."),
        ("D7", [50, 54, 60, 63, 65], "E♭, a flat ninth, and E♯, a sharp ninth, do not belong."),
        ("C", [48, 51, 55], "E, the third, is missing; E♭, a minor third, does not belong."),
        ("C7", [48, 51, 55, 58], "E, the third, is missing; E♭, a minor third, does not belong."),
        ("C7", [48, 51, 52, 58], "D♯, a sharp ninth, does not belong."),
        ("C7", [48, 53, 55, 58], "E, the third, is missing; F, a fourth, does not belong."),
        ("C7", [48, 52, 56, 58], "G♯, a sharp fifth, does not belong."),
        ("C7", [48, 52, 55, 56, 58], "A♭, a flat thirteenth, does not belong."),
        ("C", [48, 52, 55, 56], "A♭, a flat sixth, does not belong."),
        ("Cmi7", [48, 51, 54, 58], "G♭, a flat fifth, does not belong."),
        ("Cma7", [48, 52, 54, 55, 59], "F♯, a sharp eleventh, does not belong."),
        ("Cmi7", [48, 51, 55, 57], "B♭, the seventh, is missing; A, a sixth, does not belong."),
        ("B7", [47, 51, 53, 57], "F, a flat fifth, does not belong."),
        ("C7", [48, 52, 58], "Right."), ("C7", [], "Nothing was played."),
    ])
    func verdictSentences(_ symbol: String, _ keys: [Int], _ sentence: String) throws {
        #expect(try said(symbol, keys) == sentence)
    }

    @Test func aForeignNoteOfAScaleIsAScaleDegree() throws {
        let exercise = try Exercise(words: "play scale Lydian")
        let fourth = try #require(exercise.questions(seed: 1).first { $0.index == 3 })
        var judge = Judge(fourth.expected, at: 0)
        judge.receive(.down(65), at: 1)
        #expect(
            judge.end(at: 2).sentence(of: fourth.expected)
                == "F♯, the sharp fourth, is missing; F, a fourth, does not belong.")
    }

    @Test func notesAreNamedByTheChordOfTheirHand() throws {
        let pair = ChordCombiner().combine(lower: try Chord("C7"), upper: try Chord("Eb"))
        let asked = ExpectedNotes(.pair(pair))
        var judge = Judge(asked, at: 0)
        for key in [48, 52, 58, 67, 70] { judge.receive(.down(key), at: 1) }
        #expect(judge.end(at: 5).sentence(of: asked) == "E♭, the sharp ninth, is missing.")
        let poly = ChordCombiner().combine(lower: try Chord("Cma7"), upper: try Chord("F#"))
        let two = ExpectedNotes(.pair(poly))
        var other = Judge(two, at: 0)
        for key in [48, 52, 55, 59, 66, 73] { other.receive(.down(key), at: 1) }
        #expect(other.end(at: 5).sentence(of: two) == "A♯, the minor seventh, is missing.")
    }

    @Test func sentencesUseTheChosenNotation() throws {
        #expect(try said("Bb7", [46, 50, 53], in: Notation(.maj, .letters)) == "Ab, the seventh, is missing.")
        #expect(try said("C7", [48, 52, 55], in: Notation(.ma, .signs, .german)) == "B, the seventh, is missing.")
    }
}
