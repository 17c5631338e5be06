import Harmony
import Testing

/// The visible state of the equation.
private struct EquationState: Equatable, CustomStringConvertible {
    /// The texts of the fields, which are precise.
    let lower, upper: String
    /// Nil if the result follows from the halves.
    let requested: String?
    /// The pinned terms.
    let pinned: [String]
    let place: String
    let address: String

    init(_ visitor: Visitor) throws {
        func name(_ half: String) throws -> String {
            let panel = try visitor.part(half)
            guard let title = panel.first(where: { $0.tag == "h2" && !$0.classes.contains("none") }) else { return "" }
            // A single note has a different title.
            let precise = panel.first { $0.classes == ["precise"] }?.text ?? title.text
            return precise.replacing(" (note)", with: "(omit3 omit5)")
        }
        lower = try name("lower")
        upper = try name("upper")
        let pins = visitor.every { $0.classes.contains("pin") && $0["aria-pressed"] == "true" }.compactMap { $0["id"] }
        pinned = pins.map { String($0.dropLast("-pin".count)) }
        requested = pinned.contains("result") ? try name("result") : nil
        place = visitor.every { $0.classes.contains("ways") }.map { $0.text }.joined(separator: " ")
        address = visitor.address
    }

    var description: String { "\(lower) + \(upper) = \(requested ?? "…"), pinned: \(pinned), \(place), \(address)" }
}

extension Visitor {
    /// Types into a field and presses Enter.
    fileprivate mutating func enter(_ symbol: String, in term: String = "result") throws {
        try type(symbol, into: term + "-field")
        try key("Enter", on: term + "-field")
        try leave(term + "-field")
    }

    fileprivate mutating func pin(_ term: String) throws { try press { $0["id"] == term + "-pin" } }

    fileprivate func isPinned(_ term: String) -> Bool? {
        find { $0["id"] == term + "-pin" }.map { $0["aria-pressed"] == "true" }
    }

    fileprivate var titles: [String?] { ["lower", "upper", "result"].map { title(of: $0) } }
}

@Suite struct TheEquation {
    @Test func resultIsSolvedForDuringTyping() throws {
        var visitor = try Visitor()
        try visitor.type("C13(b9)", into: "result-field")
        #expect(visitor.titles == ["C7", "A", "C13(♭9)"])
        #expect(visitor.address == "/combine/C7/A" && visitor.title == "C13(♭9) = C7 + A · Chord Combiner")
        #expect(visitor.value(of: "lower-field") == "C7" && visitor.value(of: "upper-field") == "A")
        #expect(
            visitor.isPinned("result") == true && visitor.isPinned("lower") == false
                && visitor.isPinned("upper") == false)
        try visitor.key("Enter", on: "result-field")
        #expect(visitor.value(of: "result-field") == "C13(♭9)")
        let count = Ways(of: try Chord("C13(♭9)")).count
        #expect(visitor.announced == "C 7 and A major make C 13 flat 9, pair 1 of \(count)")
        #expect(try visitor.part("result").text.contains("1 of \(count)"))
        let link = try #require(visitor.find { $0["href"]?.hasPrefix("/ways") == true })
        #expect(link["href"] == "/ways/C13(♭9)" && link.text == "All \(count) pairs")
    }

    @Test func upperChordIsSolvedForFromTheLowerOne() throws {
        var visitor = try Visitor()
        try visitor.enter("C7", in: "lower")
        #expect(visitor.effects.isEmpty)
        try visitor.enter("C7(#9b13)")
        // ♯9 5 ♭13 is A♭ major, the only triad with the notes that C7 lacks.
        #expect(visitor.titles == ["C7", "A♭", "C7(♯9♭13)"])
        #expect(visitor.isPinned("lower") == true && visitor.isPinned("upper") == false)
        let ways = Ways(of: try Chord("C7(♯9♭13)"), lower: try Chord("C7"))
        #expect(try visitor.part("upper").text.contains("1 of \(ways.count)"))
        #expect(try !visitor.part("result").text.contains("1 of"))
        #expect(visitor.find { $0["href"] == "/ways/C7(♯9♭13)/C7/_" }?.text == "All \(ways.count) pairs")
        for way in ways.list.dropFirst() + ways.list.prefix(1) {
            try visitor.press("Next")
            #expect(
                visitor.value(of: "upper-field")
                    == way.upper.name.replacing("ma", with: "", maxReplacements: way.upper.type.suffix == "ma" ? 1 : 0))
            #expect(visitor.titles[0] == "C7" && visitor.titles[2] == "C7(♯9♭13)")
        }
    }

    @Test func lowerChordIsSolvedForFromTheUpperOne() throws {
        var visitor = try Visitor("/combine/_/D")
        try visitor.enter("Cma13(#11)")
        #expect(visitor.titles == ["Cma7", "D", "Cma13(♯11)"])
        #expect(visitor.find { $0["href"] == "/ways/Cma13(♯11)/_/D" } != nil)
    }

    @Test func resultThatDoesNotFitIsUnpinnedAndUndoRestoresIt() throws {
        var visitor = try Visitor("/combine/Cma7/D")
        let before = try EquationState(visitor)
        try visitor.enter("C13(b9)")
        #expect(visitor.titles == ["C7", "A", "C13(♭9)"] && visitor.isPinned("lower") == false)
        try visitor.press("Undo")
        #expect(try EquationState(visitor) == before && visitor.value(of: "result-field") == "")
        try visitor.press("Redo")
        #expect(visitor.titles == ["C7", "A", "C13(♭9)"] && visitor.value(of: "result-field") == "C13(♭9)")
    }

    @Test func resultWithoutSolutionShowsAnErrorAndChangesNothing() throws {
        var visitor = try Visitor("/combine/Cma7")
        try visitor.enter("C13")
        #expect(visitor.message(of: "result").contains("C13 has no B"), "\(visitor.message(of: "result"))")
        #expect(visitor.titles == ["Cma7", "Please select a chord", "Cma7"] && visitor.address == "/combine/Cma7")
        #expect(visitor.value(of: "result-field") == "C13" && visitor.announced == visitor.message(of: "result"))
        #expect(try visitor.part("result-field")["aria-invalid"] == "true")
        // The error of the result disappears with the former half.
        try visitor.enter("C7", in: "lower")
        #expect(visitor.message(of: "result") == "" && visitor.value(of: "result-field") == "")
        try visitor.enter("Cxyz")
        #expect(visitor.message(of: "result").contains("Cxyz") && visitor.titles[0] == "C7")
    }

    @Test func clearedResultFollowsTheHalves() throws {
        var visitor = try Visitor("/combine/C7")
        try visitor.type("C13", into: "result-field")
        #expect(visitor.titles[2] == "C13" && visitor.titles[1] != "Please select a chord")
        // Reverted typing has no effect.
        try visitor.type("", into: "result-field")
        try visitor.leave("result-field")
        #expect(visitor.titles == ["C7", "Please select a chord", "C7"] && !visitor.isEnabled("Undo"))
        try visitor.enter("C13(b9)")
        try visitor.enter("", in: "result")
        #expect(visitor.titles == ["C7", "A", "C13(♭9)"])
        #expect(["lower", "upper", "result"].map { visitor.isPinned($0) } == [true, true, false])
        try visitor.enter("D", in: "upper")
        #expect(visitor.titles[2] == "C9(♯11 13)" || visitor.titles[2] == "C13(♯11)")
    }

    @Test func pinsFixTerms() throws {
        var visitor = try Visitor()
        #expect(visitor.find { $0.classes.contains("pin") } == nil)
        try visitor.enter("Cma7", in: "lower")
        #expect(visitor.find { $0.classes.contains("pin") } == nil)
        try visitor.enter("D", in: "upper")
        #expect(visitor.has("Unpin Cma7") && visitor.has("Unpin D") && visitor.has("Pin Cma13(♯11)"))
        // Unpinning a half requests the present result.
        try visitor.press("Unpin D")
        #expect(visitor.has("Pin D") && visitor.has("Unpin Cma7") && visitor.has("Unpin Cma13(♯11)"))
        #expect(visitor.titles == ["Cma7", "D", "Cma13(♯11)"])
        try visitor.press("Next")
        #expect(visitor.titles[0] == "Cma7" && visitor.titles[1] != "D" && visitor.titles[2] == "Cma13(♯11)")
        // Both halves can be pinned, so that nothing is solved for.
        try visitor.pin("upper")
        #expect(visitor.isPinned("upper") == true && !visitor.has("Next"))
        try visitor.pin("lower")
        try visitor.pin("upper")
        #expect(visitor.has("Next") && visitor.isPinned("lower") == false && visitor.isPinned("upper") == false)
        try visitor.press("Unpin Cma13(♯11)")
        #expect(["lower", "upper", "result"].map { visitor.isPinned($0) } == [true, true, false])
        try visitor.press("Clear")
        #expect(visitor.find { $0.classes.contains("pin") } == nil && visitor.value(of: "result-field") == "")
    }

    @Test func otherHalfIsSolvedForAgainAfterAChoice() throws {
        var visitor = try Visitor()
        try visitor.enter("Dmi11")
        #expect(visitor.titles == ["Dmi7", "C", "Dmi11"])
        // While Ami7 is typed, the symbol is A for a moment, which has a C♯.
        try visitor.type("A", into: "upper-field")
        #expect(visitor.titles[..<2] == ["Dmi7", "A"] && visitor.isPinned("result") != true)
        try visitor.type("Am7", into: "upper-field")
        try visitor.key("Enter", on: "upper-field")
        #expect(visitor.titles == ["Dmi7", "Ami7", "Dmi11"])
        #expect(visitor.isPinned("upper") == true && visitor.isPinned("lower") == false)
        // All of it is one undo step.
        try visitor.press("Undo")
        #expect(visitor.titles == ["Dmi7", "C", "Dmi11"])
        try visitor.enter("E", in: "upper")
        #expect(visitor.titles[..<2] == ["Dmi7", "E"] && visitor.isPinned("result") != true)
        let notice = try visitor.part("notice").text
        #expect(notice.contains("Dmi11 has no G♯ or B"), "\(notice)")
        #expect(visitor.announced.hasPrefix(notice))
    }

    /// Theory, section 10: a shell with one of four triads, not all four alterations.
    @Test func altHasTheVoicingsOfTextbooks() throws {
        var visitor = try Visitor()
        try visitor.enter("G7alt")
        #expect(["E♭", "D♭", "A♭mi", "B♭mi"].contains(visitor.titles[1]) && visitor.titles[2] == "G7alt")
    }

    /// Chords on the way to an unreadable symbol are discarded.
    @Test func unreadableTextLeavesTheEquationUnchanged() throws {
        var visitor = try Visitor("/combine/Cma7/D")
        for text in ["blah", "C7 + H", "C7+A=C13", "Dm7 G7 Cma7"] {
            for length in 1...text.count { try visitor.type(String(text.prefix(length)), into: "result-field") }
            try visitor.key("Enter", on: "result-field")
            #expect(visitor.titles == ["Cma7", "D", "Cma13(♯11)"] && visitor.message(of: "result") != "", "\(text)")
            #expect(visitor.address == "/combine/Cma7/D")
        }
        try visitor.type("c7 + a", into: "lower-field")
        #expect(visitor.titles == ["C7", "A", "C13(♭9)"])
    }

    @Test func pickerPassesThroughChordsThatUnpinTheResult() throws {
        var visitor = try Visitor()
        try visitor.enter("Dmi11")
        try visitor.go(to: "/select/lower/Dmi7/C")
        func press(_ type: String) throws {
            let index = try #require(Vocabulary.jazz.selectable.firstIndex { $0.suffix == type })
            try visitor.send("choosing chord-type lower \(index)")
        }
        try press("ma7")
        #expect(try visitor.part("notice").text.contains("Dmi11 has no F♯ or C♯"))
        try visitor.send("choosing letter lower F")
        try visitor.shortcut("Escape")
        #expect(visitor.titles[0] == "Fma7" && visitor.titles[2] == "Dmi11" && visitor.isPinned("lower") == true)
    }

    @Test func omittedNotesAreShown() throws {
        var visitor = try Visitor("/", remembered: [(key: "band", value: "yes")])
        try visitor.enter("Cma9")
        let ways = Ways(of: try Chord("Cma9"), hasBassPlayer: true).list
        let number = try #require(ways.lastIndex { $0.missing == DegreeSet("1") })
        // A pair with all notes is chosen first. With a bass player there are others.
        #expect(try !visitor.part("result").text.contains("without"))
        let rootless = "\(number + 1) of \(ways.count)"
        for _ in ways where try !visitor.part("result").text.contains(rootless) { try visitor.press("Next") }
        #expect(visitor.titles[2] == "Cma9" && visitor.isPinned("result") == true)
        #expect(try visitor.part("result").text.contains("no root"))
        #expect(visitor.announced.hasSuffix(rootless + ", no root"))
    }

    @Test func enterMovesFromTheLowerToTheUpperField() throws {
        var visitor = try Visitor()
        try visitor.type("C7", into: "lower-field")
        try visitor.key("Enter", on: "lower-field")
        #expect(visitor.effect("focus") == ["upper-field"])
        try visitor.type("Cm", into: "lower-field")
        try visitor.key("ArrowDown", on: "lower-field")
        try visitor.key("Enter", on: "lower-field")
        #expect(visitor.effect("focus") == ["upper-field"])
        try visitor.type("A", into: "upper-field")
        try visitor.key("Enter", on: "upper-field")
        #expect(visitor.effect("focus") == nil)
        try visitor.type("xyz", into: "lower-field")
        try visitor.key("Enter", on: "lower-field")
        #expect(visitor.effect("focus") == nil)
        let hints = ["lower", "upper", "result"].map { name in
            visitor.find { $0["id"] == name + "-field" }?["enterkeyhint"]
        }
        #expect(hints == ["next", "done", "done"])
        // The pickers have no second field.
        try visitor.go(to: "/select/lower/C7/A")
        #expect(try visitor.part("lower-field")["enterkeyhint"] == "done")
        try visitor.key("Enter", on: "lower-field")
        #expect(visitor.effect("focus") == nil)
    }

    @Test(arguments: [
        ("C13(b", "C13(♭9)"), ("Calt", "C7alt"), ("C7a", "C7alt"), ("Cma13", "Cma13(♯11)"), ("Eb7#", "E♭7(♯9)"),
    ])
    func resultsAreSuggestedInJazzNotation(typed: String, meant: String) throws {
        var visitor = try Visitor()
        try visitor.type(typed, into: "result-field")
        let names = visitor.suggestions(of: "result")
        #expect(names.contains(meant) && Set(names).count == names.count, "\(names)")
        let index = try #require(names.firstIndex(of: meant))
        try visitor.send("combiner take \(index)")
        #expect(visitor.titles[2] == meant && visitor.isPinned("result") == true)
    }

    @Test(arguments: [
        ("lower", "Cma7 + D", ["Cma7", "D", "Cma13(♯11)"], false),
        ("upper", "D|Cma7", ["Cma7", "D", "Cma13(♯11)"], false),
        ("result", "D/Cma7", ["Cma7", "D", "Cma13(♯11)"], false), ("result", "C7+A =", ["C7", "A", "C13(♭9)"], false),
        ("lower", "C7 + ? = C7(♯9♭13)", ["C7", "A♭", "C7(♯9♭13)"], true),
        ("upper", "= C13(b9)", ["C7", "A", "C13(♭9)"], true),
        ("result", "? + D = Cma13(#11)", ["Cma7", "D", "Cma13(♯11)"], true),
        ("lower", "C7 + A = C13(b9)", ["C7", "A", "C13(♭9)"], true),
        ("upper", "then play D in bar 3", ["G7", "D", "G9(Δ7)"], false),
    ])
    func everyFieldTakesSumsAndEquations(term: String, text: String, titles: [String], isAsked: Bool) throws {
        var visitor = try Visitor("/combine/G7")
        for length in 1...text.count { try visitor.type(String(text.prefix(length)), into: term + "-field") }
        let expected: [String?] = titles[0] == "G7" ? Array(titles.prefix(2)) : titles
        #expect(visitor.titles.prefix(expected.count) == expected[...])
        try visitor.key("Enter", on: term + "-field")
        #expect(visitor.titles.prefix(expected.count) == expected[...] && visitor.message(of: term) == "")
        #expect((visitor.isPinned("result") ?? false) == isAsked)
        let values = ["lower", "upper"].map { visitor.value(of: $0 + "-field") }
        #expect(values == Array(titles.prefix(2)) && visitor.value(of: "result-field") == (isAsked ? titles[2] : ""))
        // All of it is one undo step.
        try visitor.press("Undo")
        #expect(visitor.address == "/combine/G7" && visitor.value(of: "lower-field") == "G7")
    }

    @Test(arguments: [("C7 + A = C13", "C13(♭9)"), ("Cma7 + ? = C13", "C13 has no B"), ("C7 + = x", "x")])
    func falseEquationsAreRefused(text: String, reason: String) throws {
        var visitor = try Visitor("/combine/G7/D")
        try visitor.type(text, into: "lower-field")
        try visitor.key("Enter", on: "lower-field")
        #expect(visitor.message(of: "lower").contains(reason) && visitor.announced == visitor.message(of: "lower"))
        #expect(visitor.value(of: "lower-field") == text && visitor.effect("focus") == nil)
    }

    @Test func equationIsStoredAndADamagedOneKeepsTheChords() throws {
        var visitor = try Visitor()
        try visitor.enter("C7", in: "lower")
        try visitor.enter("C13(b9)")
        try visitor.press("Next")
        let record = try #require(visitor.effect("remember"))
        let pairs = stride(from: 0, to: record.count, by: 2).map { (key: record[$0], value: record[$0 + 1]) }
        var again = try Visitor("/", remembered: pairs)
        #expect(try EquationState(again) == EquationState(visitor) && again.value(of: "result-field") == "C13(♭9)")
        // An address with the same chords restores it, as after a reload. Another address does not.
        #expect(try EquationState(Visitor(visitor.address, remembered: pairs)) == EquationState(visitor))
        #expect(try Visitor("/combine/Cma7/D", remembered: pairs).isPinned("result") == false)
        try again.press("Next")
        try visitor.press("Next")
        #expect(try EquationState(again) == EquationState(visitor))
        for (key, value) in [
            ("asked", "C7alt"), ("asked", "fish"), ("asked", "Dmi11"), ("asked", "C13"), ("upperSolved", "?"),
        ] {
            let damaged = pairs.map { $0.key == key ? (key: key, value: value) : $0 }
            let other = try Visitor("/", remembered: damaged)
            #expect(other.titles[0] == "C7" && other.titles[2] == "C13(♭9)", "\(key) \(value)")
            if key == "asked" { #expect(other.isPinned("result") == false, "\(value)") }
        }
        // A record from before results could be requested.
        let old = try Visitor("/", remembered: [(key: "lower", value: "Cma7"), (key: "upper", value: "D")])
        #expect(old.titles == ["Cma7", "D", "Cma13(♯11)"] && old.isPinned("result") == false)
    }

    @Test func browserBackRestoresTheRequestedResult() throws {
        var visitor = try Visitor()
        try visitor.enter("C13(b9)")
        let first = try EquationState(visitor)
        try visitor.press("Next")
        let second = try EquationState(visitor)
        try visitor.go(to: first.address)
        #expect(
            try EquationState(visitor) == EquationState(visitor) && visitor.isPinned("result") == true
                && visitor.titles[2] == "C13(♭9)")
        try visitor.go(to: second.address)
        #expect(visitor.isPinned("result") == true && visitor.titles[2] == "C13(♭9)")
        try visitor.go(to: "/combine/Cma7/D")
        #expect(visitor.isPinned("result") == false && visitor.value(of: "result-field") == "")
    }

    @Test func vocabularyAppliesToAllTerms() throws {
        var visitor = try Visitor()
        try visitor.enter("C13(b9)")
        try visitor.send("settings set accidentals letters")
        #expect(visitor.value(of: "result-field") == "C13(b9)" && visitor.titles[2] == "C13(b9)")
        try visitor.send("settings set vocabulary classic")
        #expect(visitor.isPinned("result") == true)
    }

    @Test func swapUnpinsTheResult() throws {
        var visitor = try Visitor()
        try visitor.enter("C13(b9)")
        try visitor.press("Swap")
        #expect(visitor.titles[..<2] == ["A", "C7"] && visitor.isPinned("result") != true)
        try visitor.press("Undo")
        #expect(visitor.titles == ["C7", "A", "C13(♭9)"] && visitor.isPinned("result") == true)
    }

    /// After random actions, the halves make the requested result, and undo leads back.
    @Test(arguments: sample(1...3, oneIn: 3))
    func randomActionsKeepThePinnedResult(seed: UInt64) throws {
        var random = XorshiftGenerator(seed)
        var visitor = try Visitor()
        let results = [
            "C13(b9)", "Dmi11", "Cma13(#11)", "G7alt", "C", "F6/9", "G13", "Cmi7", "D/C", "C7(#9b13)", "", "Cfoo",
        ]
        let halves = ["C7", "A", "D", "Cma7", "Emi", "G7", "C", "Dmi7", "F", "", "Bb°ma7", "x", "Cadd"]
        for step in 0..<80 {
            let before = try EquationState(visitor)
            let had = visitor.isEnabled("Undo")
            var isUndo = false
            switch random.next(below: 12) {
            case 0...2: try visitor.enter(results[random.next(below: results.count)])
            case 3...5:
                try visitor.enter(
                    halves[random.next(below: halves.count)], in: ["lower", "upper"][random.next(below: 2)])
            case 6, 7:
                let term = ["lower", "upper", "result"][random.next(below: 3)]
                if visitor.isPinned(term) != nil { try visitor.pin(term) }
            case 8: if visitor.has("Next") { try visitor.press("Next") }
            case 9: if visitor.isEnabled("Swap") { try visitor.press("Swap") }
            case 10:
                isUndo = true
                if had { try visitor.press("Undo") }
            default:
                isUndo = true
                if visitor.isEnabled("Redo") { try visitor.press("Redo") }
            }
            let seen = try EquationState(visitor)
            let story = "seed \(seed), step \(step): \(before) → \(seen)"
            if let requested = seen.requested {
                let (chord, lower, upper) = (try Chord(requested), try Chord(seen.lower), try Chord(seen.upper))
                let sounding = lower.pitchClasses.union(upper.pitchClasses)
                let isPlayable = Ways(of: chord, lower: lower, upper: upper, playable: true).count > 0
                #expect(sounding == chord.pitchClasses || isPlayable, "\(story)")
            } else {
                #expect(!visitor.has("Next"), "\(story)")
            }
            if !isUndo, seen != before {
                try visitor.press("Undo")
                #expect(try EquationState(visitor) == before, "\(story), undone")
                try visitor.press("Redo")
                #expect(try EquationState(visitor) == seen, "\(story), done again")
            }
        }
    }
}

/// A deterministic random generator.
private struct XorshiftGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

    mutating func next(below bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(bound))
    }
}
