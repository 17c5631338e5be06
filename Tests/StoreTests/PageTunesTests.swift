import Exchange
import Foundation
import Interface
import JSONText
import RandomTunes
import Testing

import Store
import Tunes

/// Tunes are exchanged between the page, which writes them, and the store, which reads and writes them again.
@Suite struct PageTunesTests {
    /// A page without tunes.
    private struct Page {
        private var app = App()
        /// The stored tunes, the latest last.
        private(set) var kept: [JSON] = []

        init() {
            _ = app.start(route: "/tunes", inFragment: false, remembered: [])
            send("tunes adopt", #"{"tunes":[],"state":"sent"}"#)
        }

        mutating func send(_ action: String, _ value: String? = nil, file: [UInt8]? = nil) {
            // As the host lets the tune reader do.
            let message = file.map { Array(ImportedTunes(TuneBook(reading: $0)).message.utf8) }
            let update = app.send(action: action, value: value, file: message)
            for effect in (try? JSON(update.json))?["effects"]?.array ?? []
            where effect.array?.first?.string == "keepTune" {
                if let text = effect.array?.last?.string, let tune = try? JSON(text) { kept.append(tune) }
            }
        }
    }

    /// Page and store must have the same text. Otherwise each sync would find a change.
    private func isToldAgain(_ kept: JSON) -> Bool {
        let told = try? StoredTune(kept).json(position: 0)
        return ["id", "title", "composer", "style", "key", "text", "setup"].allSatisfy { name in
            let (one, other) = (kept[name]?.string, told?[name]?.string)
            // Comparison by bytes, because Swift compares strings by canonical equivalence.
            return one != nil && one.map { Array($0.utf8) } == other.map { Array($0.utf8) }
        }
    }

    @Test("The store returns tunes exactly as the page has written them")
    func files() {
        var random = TuneGenerator(seed: 41)
        let files = random.files()
        var count = 0
        for round in 0..<30 {
            var page = Page()
            for number in 0..<50 {
                page.send("tunes open \(50 * round + number)", "file", file: Array(random.damaged(files)))
            }
            count += page.kept.count
            for tune in page.kept where !isToldAgain(tune) { Issue.record("\(tune.text)") }
        }
        #expect(count > 500)
    }

    @Test(
        "The store returns headers and setups exactly as typed",
        arguments: [
            "  two  spaces ", "in “quotes” and \"quotes\"", "# no comment", "a] b", "[A", "irealb://A=B",
            "irealbook://a=b=c=d=n=T44C",
            "<score-partwise>", "<html>", "{title: x}", "[C]words [D]more", "two\nlines", "two\r\nlines", "a\ttab",
            "D.C.", "| C |", "1.",
            "%", "Title: x", "Key: Q", ":", "", " ", "Ré♭ \u{65}\u{301} é", "שלום", "🎹", "\u{0}", "\u{7F}\u{A0}x",
            "PK\u{3}\u{4}",
        ])
    func heads(text: String) {
        var page = Page()
        let first = "Title: First\nKey: Bb dorian\n[A]\n| Dm7 | G7 |\n[B]\n| C | % |"
        page.send("tunes paste 1 english", "", file: Array(first.utf8))
        page.send("tunes choose 2")
        for member in ["title", "composer", "style"] { page.send("tunes head " + member, text) }
        page.send("tunes label", text)
        page.send("tunes bar", text)
        page.send("tunes hands", "rootless")
        page.send("tunes transpose 1")
        page.send("tunes text", text)
        page.send("tunes add 2")
        #expect(page.kept.count > 2)
        for tune in page.kept { #expect(isToldAgain(tune), "\(tune.text)") }
    }
}
