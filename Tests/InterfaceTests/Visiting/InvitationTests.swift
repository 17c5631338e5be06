import Harmony
import Testing

extension Visitor {
    /// The offered chords, in order.
    fileprivate func offers(in part: String) throws -> [HTMLElement] {
        try self.part(part).all().map { $0.element }.filter {
            $0.classes.contains("chip") && !$0.classes.contains("ways-link")
        }
    }
}

@Suite struct FirstVisitExamples {
    @Test func examplesFillTheEquationAndDisappear() throws {
        let visitor = try Visitor()
        #expect(visitor.title(of: "result") == "waiting for chord selection…" && visitor.lit(in: "result").isEmpty)
        let sums = try visitor.offers(in: "result").map { $0.text }
        let examples = [("Cma7 + D", "Cma13(♯11)"), ("C7 + A", "C13(♭9)"), ("Dmi7 + C", "Dmi11")]
        #expect(sums == examples.map { $0 + "\u{A0}= " + $1 } + ["How do I play G7alt?"])
        for (sum, result) in examples {
            var visitor = visitor
            try visitor.press(sum + "\u{A0}= " + result, in: "result")
            #expect(visitor.title(of: "result") == result && visitor.has("Both"))
            let rest = try visitor.offers(in: "result").map { $0.text }
            #expect(!rest.contains { $0.contains(" + ") || $0.contains("alt") })
        }
        var asking = visitor
        try asking.press("How do I play G7alt?")
        #expect(asking.address == "/ways/G7alt")
    }

    @Test func firstChoiceRemovesTheExamples() throws {
        var visitor = try Visitor()
        try visitor.press("C7", in: "lower")
        #expect(visitor.title(of: "lower") == "C7" && visitor.address == "/combine/C7")
        #expect(try visitor.offers(in: "lower").isEmpty && !visitor.has("Cma7 + D\u{A0}= Cma13(♯11)"))
        try visitor.press("A", in: "upper")
        #expect(visitor.title(of: "result") == "C13(♭9)")
        // One undo step each.
        try visitor.press("Undo")
        #expect(visitor.address == "/combine/C7")
        try visitor.press("Undo")
        #expect(visitor.address == "/" && visitor.has("Cma7 + D\u{A0}= Cma13(♯11)"))
    }

    @Test func chordsAreRestoredAtTheNextVisit() throws {
        var first = try Visitor()
        try first.press("Dmi7", in: "lower")
        let record = try #require(first.effect("remember"))
        let pairs = stride(from: 0, to: record.count, by: 2).map { (key: record[$0], value: record[$0 + 1]) }
        let second = try Visitor("/", remembered: pairs)
        #expect(second.title(of: "lower") == "Dmi7" && !second.has("Cma7 + D\u{A0}= Cma13(♯11)"))
    }

    /// With any chord, only chords that make a unified chord with it are offered.
    @Test(arguments: Half.allCases) func offeredChordsMakeUnifiedChords(half: Half) throws {
        let combiner = ChordCombiner()
        let chords = Vocabulary.classic.selectable.flatMap { type in
            (0..<12).map { Chord(NoteName(pitchClass: $0), type) }
        }
        let some = sample(chords, oneIn: 5)
        var offerCount = 0
        for chord in some {
            let symbol = chord.name.replacing("/", with: "⁄")
            let visitor = try Visitor(half == .lower ? "/combine/_/" + symbol : "/combine/" + symbol)
            let offers = try visitor.offers(in: half.rawValue).map { $0.text }
            #expect(offers.count == Set(offers).count && offers.count <= 5)
            offerCount += offers.count
            for offer in offers {
                let other = try Chord(offer)
                let whole =
                    half == .lower
                    ? combiner.combine(lower: other, upper: chord)
                    : combiner.combine(lower: chord, upper: other)
                if whole.kind != .unified { Issue.record("\(chord) with \(offer)") }
            }
        }
        #expect(offerCount > some.count)
    }
}
