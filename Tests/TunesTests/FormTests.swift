import RandomTunes
import Testing

import Tunes

@Suite struct FormTests {
    /// The bars as they are played, by the letters of their chords' roots.
    private func played(_ text: String) throws -> String {
        let book = TuneText.read(text)
        #expect(book.problems == [])
        let bars = book.tunes[0].bars
        return try book.tunes[0].unfolded().map { bars[$0].chords.first?.symbol?.name.prefix(1) ?? "." }.joined()
    }

    @Test(arguments: [
        ("| C | D | E |", "CDE"),
        // Repeats.
        ("| C |: D | E :| F |", "CDEDEF"),
        ("| C | D :| E |", "CDCDE"),
        ("|: C :|4x D |", "CCCCD"),
        ("|: C :| D :| E |", "CCDDE"),
        ("|: C :|: D :|", "CCDD"),
        // Endings.
        ("|: C | 1. D :| 2. E | F |", "CDCEF"),
        ("|: C | 1. D | E :| 2. F :| 3. G || A |", "CDECFCGA"),
        ("|: C | 1. D :|3x 2. E | F |", "CDCDCEF"),
        ("|: C | 1. D :| 2. E ||: F | 1. G :| 2. A |", "CDCEFGFA"),
        // After a first ending alone, the next bar is the second ending.
        ("|: C | 1. D :| E | F |", "CDCEF"),
        // An ending without a repeat is only a bracket.
        ("| C | 1. D | E |", "CDE"),
        // The repeat sign of the first ending is missing.
        ("|: C | 1. D | 2. E | F |", "CDCEF"),
        // Back to the beginning, or to the sign.
        ("| C | D Fine | E D.C. al Fine |", "CDECD"),
        ("| C | Segno D | E Fine | F D.S. al Fine |", "CDEFDE"),
        ("| C | D | E D.C. |", "CDECDE"),
        ("| C | D Fine | E D.C. |", "CDECD"),
        ("| C | D To Coda | E D.C. al Coda | Coda F | G |", "CDECDFG"),
        ("| C | Segno D To Coda | E D.S. al Coda |\n[Coda] | F | G |", "CDEDFG"),
        // Signs beside their words.
        ("| C | Segno D To Coda ⊕ | E D.S. al Coda 𝄌 |\n| ⊕ Coda F | G |", "CDEDFG"),
        // Without “To Coda”, the coda follows the bar with the jump.
        ("| C | D D.C. al Coda | Coda F |", "CDCDF"),
        // After a jump, repeats are played once, with the last ending.
        ("|: C :| D Fine | E D.C. al Fine |", "CCDECD"),
        ("|: C | 1. D :| 2. E Fine || F D.C. al Fine |", "CDCEFCE"),
        // Unless the target is in another ending.
        ("|: C | 1. D Fine :| 2. E || F D.C. al Fine |", "CDCEFCD"),
        ("|: C | 1. D To Coda :| 2. E || F D.C. al Coda | Coda G |", "CDCEFCDG"),
        ("|: C | 1. D :| 2. E || F D.C. al 2nd ending |", "CDCEFCE"),
        ("|: C | 1. D :| 2. E || F D.C. al 1st ending |", "CDCEFCD"),
        // The ending of the last pass is written after the bridge.
        ("|: C | 1. D :| 2. E || F D.C. al 3rd ending || 3. G | A ||", "CDCEFCGA"),
        ("|: C | 1. D :| 2. E || F D.C. al 3rd ending || 3. G | A || B |", "CDCEFCGA"),
        ("| B |: Segno C | 1. D :| 2. E || F D.S. al 3rd ending || 3. G |", "BCDCEFCG"),
        // In a repeat, the jump is taken in the last pass.
        ("| C |: D Fine | E D.C. al Fine | F :|", "CDEFDEFCD"),
        // Without a jump, “To Coda” is taken in the last pass.
        ("|: C | D To Coda | E :|3x Coda F |", "CDECDECDF"),
        // Repeats after the bar with the jump are played in full, with their endings.
        ("| C | D To Coda | E D.C. al Coda |\n[Coda] |: F | G :|3x A |", "CDECDFGFGFGA"),
        ("| C | D To Coda | E D.C. al Coda | Coda F |: G | 1. A :| 2. B |", "CDECDFGAGB"),
        ("|: C :| D To Coda | E D.C. al Coda | Coda F |: G :|", "CCDECDFGG"),
        ("| C | D D.C. |: E :| F |", "CDCDEEF"),
        // A mark applies in the last pass, and in its own ending.
        ("| C | D To Coda | E D.C. al Coda | Coda F |: G End | A :| B |", "CDECDFGAG"),
        ("| C | D D.C. al Fine |: E | 1. F :| 2. G Fine || A |", "CDCDEFEG"),
        // A jump into the middle of a repeat does not go back to its beginning.
        ("| C | D To Coda | E D.C. al Coda |: F | Coda G :| A |", "CDECDGA"),
        // Without Fine, the tune ends at “End”.
        ("| C | D End | E | F D.C. al Fine |", "CDEFCD"),
    ])
    func repeatsEndingsAndJumpsAreFollowed(_ text: String, _ order: String) throws {
        #expect(try played(text) == order)
    }

    @Test(arguments: [
        ("| C | D D.S. al Fine | E Fine |", FormError(bar: 2, reason: .noSegno(.jump(.init(from: .segno, to: .fine))))),
        ("| C | D D.C. al Fine |", FormError(bar: 2, reason: .noFine(.jump(.init(from: .beginning, to: .fine))))),
        (
            "| Fine C | Segno D | E D.S. al Fine |",
            FormError(bar: 3, reason: .noFine(.jump(.init(from: .segno, to: .fine))))
        ),
        ("| C | D | E D.C. al Coda |", FormError(bar: 3, reason: .noCoda(.jump(.init(from: .beginning, to: .coda))))),
        (
            "|: C | 1. D :| 2. E | F D.C. al 3rd ending |",
            FormError(bar: 4, reason: .noEnding(.jump(.init(from: .beginning, to: .ending(3)))))
        ),
    ])
    func jumpWithoutATargetIsAnError(_ text: String, _ error: FormError) {
        #expect(throws: error) { try played(text) }
        #expect(error.message.contains(error.mark?.words ?? "?"))
    }

    @Test func formThatIsTooLongIsAnError() {
        let passage = "|: " + String(repeating: "C | ", count: 210) + "D :|99x\n"
        #expect(throws: FormError.self) { try played(passage) }
        #expect(throws: Never.self) { try played("|: " + String(repeating: "C | ", count: 200) + "D :|99x\n") }
    }

    /// Every random tune is unfolded into bars of the tune, or is rejected with an error.
    @Test func randomFormsAreUnfoldedOrRejected() {
        var random = TuneGenerator(seed: 3)
        var unfolded = 0
        for _ in 0..<10_000 {
            let tune = random.tune(.all)
            let count = tune.bars.count
            if let order = try? tune.unfolded() {
                unfolded += 1
                #expect(order.allSatisfy { (0..<count).contains($0) })
                #expect(order.first == 0 || tune.bars[0].ending != nil)
            }
        }
        #expect(unfolded > 5_000)
    }

    @Test func writtenOutTuneHasTheBarsInPlayingOrder() throws {
        let tune = TuneText.read("[A] |: C | % | 1. F :| 2. G ||\n[B] | (3/4) D | E D.C. al Fine |").tunes[0]
        #expect(throws: FormError.self) { try tune.writtenOut() }
        let whole = TuneText.read("[A] |: C | % | 1. F :| 2. G Fine ||\n[B] | (3/4) D | E D.C. al Fine |").tunes[0]
        let played = try whole.writtenOut()
        #expect(
            TuneText.write([played]) == """
                [A]
                | C | C | F |
                [A]
                | C | C | G ||
                [B]
                | (3/4) D | E |
                [A]
                | (4/4) C | C | G ||

                """)
        #expect(try played.unfolded() == Array(0..<played.bars.count))
    }
}
