import Harmony
import Testing

@Suite struct ProgressionScreenTests {
    @Test func twelveKeysArePrinted() throws {
        var visitor = try Visitor("/progressions/E♭/rootless/two-five-one")
        #expect(visitor.find { $0.classes.contains("twelve-keys") } == nil)
        try visitor.press("Print in twelve keys")
        #expect(visitor.effect("print") == [])
        let sheet = try #require(visitor.find { $0.classes.contains("twelve-keys") })
        let titles = sheet.all().map { $0.element }.filter { $0.tag == "h3" }.map { $0.text }
        let tonics = try titles.map { try NoteName(String($0.prefix { $0 != " " })).pitchClass }
        // In fourths from E♭.
        #expect(tonics == (0..<12).map { (3 + 5 * $0) % 12 })
        #expect(sheet.all().filter { $0.element.tag == "svg" }.count == 12)
        // Another key ends it.
        try visitor.press { $0["href"] == "/progressions/F/rootless/two-five-one" }
        #expect(visitor.find { $0.classes.contains("twelve-keys") } == nil)
    }

    @Test func registerAndBassPlayerChangeTheVoicings() throws {
        var visitor = try Visitor("/progressions/C/any/two-five-one")
        let before = try visitor.part("tune-chart").text
        try visitor.choose("low", in: "settings set register")
        let low = try visitor.part("tune-chart").text
        #expect(low != before)
        try visitor.choose("middle", in: "settings set register")
        #expect(try visitor.part("tune-chart").text == before)
        try visitor.press("With a bass player")
        #expect(visitor.find { $0.text == "With a bass player" }?["aria-pressed"] == "false")
    }

    /// The same chords, typed in three ways: sounding, in German, and for an instrument in B♭, which is written a tone
    /// higher.
    @Test(arguments: [
        ("note-names", "english", "Bm7b5 E7 Am7", "B"), ("note-names", "german", "Hm7b5 E7 Am7", "H"),
        ("for", "Bb", "C#m7b5 F#7 Bm7", "C♯"),
    ])
    func chordsAreTypedAsTheReaderNamesThem(setting: String, value: String, typed: String, first: String) throws {
        var visitor = try Visitor("/progressions/C/rootless/two-five-one", remembered: [(setting, value)])
        try visitor.send("tunes progression", typed)
        let symbols = visitor.every { $0.classes.contains("tune-card") }.compactMap { card in
            card.first { $0.tag == "h4" }?.text
        }
        #expect(symbols.count == 3 && symbols[0].hasPrefix(first + "mi7"), "\(symbols)")
        // The address is at concert pitch, and has the key of the chords.
        #expect(visitor.address.hasPrefix("/progressions/Am/rootless/B"), "\(visitor.address)")
    }
}
