import Foundation
import Harmony
import Interface
import Testing

/// The rows of the screen of chord pairs.
private struct Rows {
    private var app = App()
    /// The indices in the unfiltered list, in order.
    private(set) var numbers: [Int] = []
    /// The caption: `9 of 14 chord pairs`.
    private(set) var counted = ""
    private(set) var hasMore = false

    init(_ address: String, _ actions: [String] = []) throws {
        read(app.start(route: address, inFragment: false, remembered: []))
        for action in actions { send(action) }
    }

    mutating func send(_ action: String) {
        #expect(App.understands(action: action, value: nil), "\(action)")
        read(app.send(action: action, value: nil))
    }

    /// The regions of the list, in order.
    private static let places = ["found-ways", "first-ways", "other-ways", "more-ways"]
    private var parts: [String: Substring] = [:]

    private mutating func read(_ update: Update) {
        // Only changed regions are sent. They are parsed by hand, because there are thousands of lists.
        let message = try! JSONSerialization.jsonObject(with: Data(update.json.utf8)) as! [String: Any]
        for region in ["regions", "late"].flatMap({ message[$0] as! [[String]] }) {
            let html = region[1]
            if Rows.places.contains(region[0]) {
                parts[region[0]] = html[...]
            } else if region[0] == "screen" {
                var rest = html[...]
                for place in Rows.places.reversed() {
                    guard let start = rest.range(of: "id=\"\(place)\">", options: .backwards) else { continue }
                    parts[place] = rest[start.upperBound...]
                    rest = rest[..<start.lowerBound]
                }
            }
        }
        let list = Rows.places.map { parts[$0] ?? "" }
        counted = String(list[0].components(separatedBy: "role=\"status\">").last!.prefix { $0 != "<" })
        numbers = (list[1] + list[2]).components(separatedBy: "data-action=\"ways take ").dropFirst()
            .compactMap { Int($0.prefix { $0 != "\"" }) }
        hasMore = list[3].contains("data-action=\"ways more\"")
    }

    mutating func showAll() {
        while hasMore { send("ways more") }
    }
}

private let combinations: [(asked: Set<String>, hasBassPlayer: Bool)] = [
    ([], false), ([], true), (["exact"], true), (["triads"], false), (["sevenths", "exact"], true),
    (["with-root"], true), (["without-root"], true), (["octave"], true), (["ninth", "exact"], false),
    (["exact", "triads", "with-root", "octave"], false), (["sevenths", "without-root", "ninth"], true),
]

@Suite struct ChordPairFilters {
    /// An independent implementation of the filters.
    private func passes(_ way: Way, _ asked: Set<String>, exact: Set<String>) -> Bool {
        let spans = [way.lowerPitches, way.upperPitches].map { $0.max()! - $0.min()! }
        let hasRoot = way.lowerPitches.contains { ($0 - way.asked.root.pitchClass) % 12 == 0 }
        return asked.allSatisfy { wish in
            switch wish {
            case "exact": exact.contains("\(way.lower.name) \(way.upper.name)")
            case "triads": way.upperPitches.count == 3
            case "sevenths": way.upper.name.contains("7")
            case "with-root": hasRoot
            case "without-root": !hasRoot
            case "octave": spans.allSatisfy { $0 <= 12 }
            case "ninth": spans.allSatisfy { $0 <= 14 }
            default: fatalError(wish)
            }
        }
    }

    @Test(arguments: combinations.indices) func exactlyThePassingPairsAreShown(index: Int) throws {
        let (asked, hasBassPlayer) = combinations[index]
        let types = Vocabulary.jazz.types
        #expect(types.count >= 248)
        var hidden = 0
        var shown = 0
        let tried = sample(types.enumerated(), oneIn: 5)
        for (number, type) in tried {
            let chord = Chord(NoteName(pitchClass: number % 12), type)
            let address = "/ways/" + chord.name.replacing("/", with: "⁄").replacing(" ", with: ",")
            var rows = try Rows(address, hasBassPlayer ? ["settings set band yes"] : [])
            rows.send(asked.contains("exact") ? "ways ask exact" : "ways open notes")
            for wish in asked.subtracting(["exact"]) { rows.send("ways ask " + wish) }
            rows.showAll()
            let playable = !asked.contains("exact")
            let ways = Ways(of: chord, playable: playable, hasBassPlayer: hasBassPlayer).list
            // Without options, too, an altered chord and a bare root leave notes out.
            let bass = PitchClassSet(hasBassPlayer ? [chord.lowest.pitchClass] : [])
            let complete = Ways(of: chord, hasBassPlayer: hasBassPlayer).list.filter {
                $0.asked.pitchClasses.isSubset(of: $0.lower.pitchClasses.union($0.upper.pitchClasses).union(bass))
            }
            let exact = Set(complete.map { "\($0.lower.name) \($0.upper.name)" })
            let expected = ways.indices.filter { passes(ways[$0], asked, exact: exact) }
            if rows.numbers != expected { Issue.record("\(chord): \(rows.numbers.count) for \(expected.count)") }
            let count = "\(ways.count) chord pair" + (ways.count == 1 ? "" : "s")
            let counted = expected.count == ways.count ? count : "\(expected.count) of \(count)"
            if rows.counted != counted { Issue.record("\(chord): “\(rows.counted)” for “\(counted)”") }
            shown += expected.count
            hidden += ways.count - expected.count
        }
        // Few pairs have a span of more than a ninth.
        #expect(shown > 4 * tried.count && (hidden > 0 || asked.subtracting(["exact", "ninth"]).isEmpty))
    }
}

@Suite struct ChordPairs {
    /// Players use some of the four alterations of `alt`. The pair of the textbooks comes first.
    @Test func altDoesNotRequireAllAlterations() throws {
        let visitor = try Visitor("/ways/G7alt")
        let first = sums(visitor).prefix(8)
        for upper in ["E♭", "D♭", "A♭mi", "B♭mi"] {
            #expect(first.contains { $0.hasPrefix("G7") && $0.hasSuffix(" + " + upper) }, "\(first)")
        }
    }

    private func sums(_ visitor: Visitor) -> [String] {
        visitor.every { $0.classes.contains("sum") }.map { $0.text }
    }

    private func row(_ sum: String, _ visitor: Visitor) throws -> HTMLElement {
        try #require(
            visitor.find { element in
                element.classes.contains("way") && element.first { $0.classes.contains("sum") }?.text == sum
            })
    }

    @Test func bestPairComesFirstWithItsFacts() throws {
        let visitor = try Visitor("/ways/C13(♭9)")
        #expect(
            visitor.headings == ["C13(♭9)"] && visitor.find { $0.classes.contains("found") }?.text == "23 chord pairs")
        #expect(sums(visitor).first == "C7 + A" && sums(visitor).count == 12)
        let first = try row("C7 + A", visitor)
        let facts = first.all().map { $0.element }.filter {
            $0.classes.contains("known") || $0.classes.contains("adds")
        }
        #expect(facts.map { $0.text } == ["upper structure VI", "adds ♭9 13"])
        #expect(first.text.contains("left hand C E G B flat, right hand C sharp E A"))
    }

    @Test func playablePairShowsMissingNotesAndItsName() throws {
        var visitor = try Visitor("/ways/Cma13(♯11)/_/D")
        #expect(sums(visitor) == ["Cma7 + D"])
        try visitor.press("Essential notes")
        let second = try row("Cma7(♭5) + D", visitor)
        #expect(second.first { $0.classes == ["lacks"] }?.text == "no 5th")
        #expect(second.first { $0.classes == ["sounds"] }?.text == "sounds as Cma13(♭5)")
        try visitor.press("With a bass player")
        // Theory, section 10: without its root, it is a rootless form of the requested chord.
        #expect(try row("Emi + D", visitor).first { $0.classes == ["sounds"] }?.text == "sounds as Cma13(♯11 omit1)")
        try visitor.press("All notes")
        try visitor.press("With a bass player")
        #expect(sums(visitor) == ["Cma7 + D"])
    }

    @Test func takenPairOpensInTheCombinerAsOneStep() throws {
        var visitor = try Visitor("/combine/Dmi7/G")
        try visitor.go(to: "/ways/C13(♭9)")
        try visitor.press { $0["data-action"] == "ways take 0" }
        #expect(visitor.title(of: "lower") == "C7" && visitor.title(of: "upper") == "A")
        #expect(visitor.title(of: "result") == "C13(♭9)" && visitor.address == "/combine/C7/A")
        try visitor.press("Undo")
        #expect(visitor.title(of: "lower") == "Dmi7" && visitor.title(of: "upper") == "G")
    }

    @Test func playedNotesAreTheShownOnes() throws {
        var visitor = try Visitor("/ways/C13(♭9)")
        try visitor.press("Play C7 + A")
        #expect(visitor.played == [48, 52, 55, 58, 61, 64, 69])
    }

    @Test func halfIsPinnedAndUnpinned() throws {
        var visitor = try Visitor("/ways/C13(♭9)")
        try visitor.press("Keep C7 in the left hand")
        #expect(visitor.address == "/ways/C13(♭9)/C7/_" && visitor.title.hasPrefix("C7 + ? = C13(♭9)"))
        #expect(sums(visitor) == ["C7 + A", "C7 + A7", "C7 + B♭°ma7"])
        #expect(!visitor.has("Keep C7 in the left hand") && visitor.has("Keep A in the right hand"))
        try visitor.press("Keep A in the right hand")
        #expect(visitor.address == "/ways/C13(♭9)/C7/A" && sums(visitor) == ["C7 + A"])
        try visitor.press("Unpin C7")
        #expect(visitor.address == "/ways/C13(♭9)/_/A")
        try visitor.press("Unpin A")
        #expect(
            visitor.address == "/ways/C13(♭9)"
                && visitor.find { $0.classes.contains("found") }?.text == "23 chord pairs")
    }

    @Test func moreRowsAreShownOnDemand() throws {
        var visitor = try Visitor("/ways/C13(♭9)")
        try visitor.press("Show all 23")
        #expect(sums(visitor).count == 23 && !visitor.has("Show all 23"))
        #expect(visitor.effect("focus") == ["way-12"])
    }

    @Test func typedChordOpensItsPairs() throws {
        var visitor = try Visitor("/ways/C13(♭9)/C7/_")
        try visitor.type("C7#9b13", into: "ways-field")
        try visitor.key("Enter", on: "ways-field")
        // The given half stays if the other chord has its notes.
        #expect(visitor.address == "/ways/C7(♯9♭13)/C7/_" && sums(visitor).first == "C7 + A♭")
        try visitor.type("Dm", into: "ways-field")
        #expect(visitor.suggestions(of: "ways").first == "Dmi")
        try visitor.key("ArrowDown", on: "ways-field")
        try visitor.key("Enter", on: "ways-field")
        #expect(visitor.address == "/ways/Dmi" && visitor.value(of: "ways-field") == "Dmi")
        try visitor.type("Hm", into: "ways-field")
        try visitor.key("Enter", on: "ways-field")
        #expect(visitor.address == "/ways/Dmi" && visitor.message(of: "ways").contains("“Hm”"))
        try visitor.type("Dmi11", into: "ways-field")
        try visitor.leave("ways-field")
        #expect(visitor.address == "/ways/Dmi" && visitor.value(of: "ways-field") == "Dmi")
    }

    @Test func emptyListOffersToClearFilters() throws {
        var visitor = try Visitor("/ways/C13(♭9)/_/A7")
        try visitor.press("Triads")
        #expect(sums(visitor).isEmpty)
        let opening = try #require(visitor.find { $0.tag == "button" && $0.text.hasPrefix("Allow any right hand (") })
        try visitor.press(opening.text)
        #expect(opening.text == "Allow any right hand (\(sums(visitor).count))" && !sums(visitor).isEmpty)
    }

    @Test func foreignHalfIsExplainedAndCanBeUnpinned() throws {
        var visitor = try Visitor("/ways/C7/F♯/_")
        #expect(try visitor.part("found-ways").text.contains("F♯ is not part of C7, which has no F♯ or C♯."))
        let without = try Visitor("/ways/C7")
        let count = try #require(without.find { $0.classes.contains("found") }?.text.split(separator: " ").first)
        try visitor.press("Unpin F♯ (\(count))")
        #expect(visitor.address == "/ways/C7")
    }

    @Test(arguments: [
        "C5", "C(omit3,omit5)", "D/C", "C°11(♭13addΔ7)", "C7(♭9♯9♯11♭13)", "G7alt", "A♭ma7(♯5)/C", "F𝄪mi7(♭5)", "C6⁄9",
        "C13(♭9♯9♯11♭13)",
    ])
    func everyChordHasAScreenOfPairs(symbol: String) throws {
        for halves in ["", "/C7/_", "/_/F♯", "/C5/C(omit3,omit5)", "/_/_", "/C"] {
            var visitor = try Visitor("/ways/" + symbol.replacing("/", with: "⁄") + halves)
            #expect(visitor.headings.count == 1 && visitor.find { $0["role"] == "alert" } == nil)
            for action in [
                "ways open-all", "settings set band yes", "ways ask octave", "ways ask without-root", "ways more",
            ] { try visitor.send(action) }
            for number in ["0", "1000000", "-1"] { try visitor.send("ways take " + number) }
        }
    }

    /// A chip must lead to pairs.
    @Test func noChipLeadsToNothing() throws {
        for address in ["/ways/C5/C/_", "/ways/C5/C/F♯", "/ways/C7/F♯7/_", "/ways/C/D/_", "/ways/Cma7/_/B7"] {
            let visitor = try Visitor(address)
            #expect(visitor.every { $0.text.hasSuffix("(0)") }.isEmpty, "\(address)")
        }
    }

    @Test(arguments: ["/ways/H", "/ways/C7/H", "/ways/C7/_/H", "/ways/" + String(repeating: "b", count: 64), "/ways/_"])
    func unreadableAddressIsExplained(path: String) throws {
        let visitor = try Visitor(path)
        let reason = try #require(visitor.find { $0["role"] == "alert" }).text
        #expect(reason.contains("“") && !reason.contains("no screen"))
    }

    @Test(arguments: ["/ways", "/ways/C/D/E/F"]) func otherAddressesHaveNoScreen(path: String) {
        #expect(Visit(path) == nil)
    }
}
