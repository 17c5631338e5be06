import Harmony
import Rendering
import Testing

@Suite struct HTMLTests {
    private func html(_ text: String) -> String {
        var html = HTML()
        html.element("p", text: text)
        return html.text
    }

    @Test func markedNamesAreNotTranslated() throws {
        let presentation = Presentation(Notation(.maj, .signs, .german)).inSentences
        let (chord, note) = (presentation.name(try Chord("Bbmi7")), presentation.name(NoteName(.b)))
        let sentence = "Play \(chord), not \(note)."
        #expect(
            html(sentence)
                == "<p>Play <span translate=\"no\">Bm7</span>, not <span translate=\"no\">H</span>.</p>")
        #expect(sentence.withoutMarks == "Play Bm7, not H.")
        #expect(Presentation().name(try Chord("Bbmi7")) == "B♭mi7")
    }

    /// A slash chord contains the name of its bass, and a degree its accidental.
    @Test func namesInNamesAreOneElement() throws {
        let presentation = Presentation().inSentences
        #expect(html(presentation.name(try Chord("F#mi7/E"))) == "<p><span translate=\"no\">F♯mi7/E</span></p>")
        #expect(html(presentation.name(Degree(9, -1)) + " &") == "<p><span translate=\"no\">♭9</span> &amp;</p>")
    }

    @Test func attributesHaveNoMarks() throws {
        var html = HTML()
        html.void("input aria-label=?", "Details of " + Presentation().inSentences.name(try Chord("G#+")))
        #expect(html.text == "<input aria-label=\"Details of G♯+\">")
    }

    /// Marks in a text from a file.
    @Test(arguments: ["\u{E}a", "a\u{F}", "\u{F}a\u{E}", "\u{E}\u{E}a\u{F}"]) func marksWithoutCounterpartAreClosed(
        text: String
    ) {
        let html = html(text)
        #expect(html.matches(of: /<span/).count == html.matches(of: /<\/span>/).count)
        #expect(html.hasSuffix("</p>") && !html.contains("\u{E}") && !html.contains("\u{F}"))
    }
}
