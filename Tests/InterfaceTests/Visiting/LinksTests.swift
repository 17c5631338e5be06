import Interface
import Testing

@Suite struct Links {
    /// Damaged links and what they mean.
    @Test(arguments: [
        // Punctuation of the text around the link.
        ("/combine/F7/A♭mi,", "/combine/F7/A♭mi"), ("/combine/E♭ma9/F!", "/combine/E♭ma9/F"),
        ("/chord/G7(♯9))", "/chord/G7(♯9)"), ("/chord/B♭7(♭9)).", "/chord/B♭7(♭9)"),
        ("/ways/D7(♯11)”", "/ways/D7(♯11)"),
        ("/circle/E♭m;", "/circle/E♭m"), ("/graph/Fma9»", "/graph/Fma9"), ("/hands/D7/B…", "/hands/D7/B"),
        ("/board/_/E]", "/board/_/E"), ("/details/C/Gmi7/graph.", "/details/C/Gmi7/graph"),
        ("/select/upper/Am7/E**", "/select/upper/Am7/E"), ("/combine/Am7。", "/combine/Am7"),
        ("/scale/B♭/Dorian）", "/scale/B♭/Dorian"),
        ("/practise/play_chord_mi7'", "/practise/play_chord_mi7"), ("/tunes/blues).", "/tunes/blues"),
        ("/help,", "/help"),
        ("/lights/k3v9:", "/lights/k3v9"),
        (
            Page.examples.first { $0.name == "linked tune" }!.path + ")",
            Page.examples.first { $0.name == "linked tune" }!.path
        ),
        // Invisible characters.
        ("/combine/Cmi7/F\u{FEFF}", "/combine/Cmi7/F"), ("/play\u{2060}", "/play"),
        // Parameters, and markup after the link.
        ("/combine/Dmi7/A&utm_source=letter", "/combine/Dmi7/A"), ("/chord/A♭ma7?fbclid=7", "/chord/A♭ma7"),
        ("/ways/E7alt</a>", "/ways/E7alt"), ("/circle/D\">here", "/circle/D"),
        // Escaped twice or three times.
        ("/combine/B%E2%99%AD7/C%E2%99%AF", "/combine/B♭7/C♯"), ("/chord/A%25E2%2599%25AD7", "/chord/A♭7"),
        ("/graph/G%2FB", "/graph/G⁄B"), ("/combine/G7/E%29.", "/combine/G7/E"), ("/details⁄C⁄D", "/details/C/D"),
        // A fragment that is not part of a chord.
        ("/combine/G7/E#comments", "/combine/G7/E"), ("/tunes/blues#top", "/tunes/blues"), ("/help#x", "/help"),
        // A route in the fragment, as in a static copy.
        ("/combine/C/G#/combine/Fma7/G", "/combine/Fma7/G"), ("/help#⁄circle⁄A", "/circle/A"),
        ("/tunes/blues#/staff", "/tunes/blues"),
    ])
    func textAroundALinkIsRemoved(text: String, meant: String) {
        #expect(Page.readable(text) == meant)
        #expect(Page(route: text).isKnown)
    }

    @Test(arguments: [
        // Readable addresses stay, even if their end looks like punctuation.
        "/", "/combine/C7/D°", "/chord/E+", "/chord/Gmi7(♭5)", "/ways/C7/_/A", "/board/_/A", "/chord/B♭Δ", "/chord/A-",
        "/tunes",
        // The sharp of a chord that was typed as #.
        "/chord/G#m7", "/ways/A#7(b9)", "/circle/C#m", "/combine/C#7/E", "/combine/B/F#", "/select/lower/G#m7/E",
        "/practise/play_row_A#mi7_D#7",
        // Unreadable addresses stay, so that the error shows all of them.
        "/combine/H7/D", "/combine/Xyz/D.", "/chord/C7♯", "/chord/Gfoo7", "/nowhere", "/combine/<b>",
        "/hands/D7/close/_", "/combine/C/D/E", "/chord/", "/lights/a_b",
        "/combine/C#7/Gfoo", "/combine/F#foo/D", "/combine/Afoo/B#9",
    ])
    func readableAddressIsUnchanged(text: String) {
        #expect(Page.readable(text) == text)
    }

    @Test(arguments: [
        ("/chord/G#m7.", "/chord/G♯mi7"), ("/combine/A#7/C", "/combine/A♯7/C"), ("/circle/C#m", "/circle/C♯m"),
        ("/combine/F7/A%2529", "/combine/F7/A"), ("/hands/C#7/E", "/hands/C♯7/E"),
    ])
    func addressIsNormalized(text: String, written: String) throws {
        #expect(try Visitor(text).effect("replace") == [written])
        var returning = try Visitor("/help")
        try returning.go(to: text)
        #expect(returning.effect("replace") == [written])
    }

    @Test func unreadableAddressIsNotReplaced() throws {
        let visitor = try Visitor("/combine/H7#/D")
        #expect(visitor.effect("replace") == nil)
    }
}
