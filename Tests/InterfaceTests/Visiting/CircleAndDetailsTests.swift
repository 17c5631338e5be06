import Foundation
import Harmony
import Testing

@Suite struct TheCircleOfFifths {
    private func circle(_ route: String = "/circle/C", _ settings: [(key: String, value: String)] = []) throws
        -> Visitor
    {
        try Visitor(route, remembered: settings)
    }

    /// The chosen position.
    private func hour(_ visitor: Visitor) -> String? {
        visitor.find { $0.classes.contains("hour") && $0["aria-checked"] == "true" }?["id"]
    }

    private func ring(_ kind: Substring, _ visitor: Visitor) -> [String] {
        visitor.every { $0.tag == "text" && $0.classes == [kind] }.map { $0.text }
    }

    /// The rows of a section: the role of each chord, and its names.
    private func rows(_ title: String, _ visitor: Visitor) throws -> [String: [String]] {
        var rows: [String: [String]] = [:]
        for row in try visitor.region(title).all().map({ $0.element }) where row.tag == "li" {
            let roman = try #require(row.first { $0.classes.contains("roman") }?.text)
            rows[roman] = row.all().map { $0.element }.filter { $0.tag == "a" && $0.classes.contains("chip") }.map {
                $0.text
            }
        }
        return rows
    }

    private func links(_ title: String, _ visitor: Visitor) throws -> [String] {
        try visitor.region(title).all().map { $0.element }.filter { $0.tag == "a" }.map { $0.text }
    }

    /// The positions of a polygon's corners.
    private func hours(_ way: String) -> Set<Int> {
        let numbers = way.split { !"-0123456789".contains($0) }.compactMap { Double($0) }
        return Set(
            stride(from: 0, to: numbers.count - 1, by: 2).map { place in
                (Int((atan2(numbers[place], -numbers[place + 1]) * 6 / .pi).rounded()) + 12) % 12
            })
    }

    @Test func positionsAreReadInFull() throws {
        let visitor = try circle()
        for name in [
            "C major, A minor, no sharps or flats", "G major, E minor, one sharp",
            "F sharp or G flat major, D sharp or E flat minor, six sharps or six flats",
            "D flat or C sharp major, B flat or A sharp minor, five flats or seven sharps",
            "F major, D minor, one flat",
        ] {
            #expect(visitor.every { $0["role"] == "radio" && $0.name == name }.count == 1, "\(name)")
        }
    }

    @Test func theOrderOfEnharmonicKeysIsASetting() throws {
        var visitor = try circle("/circle/F♯")
        #expect(visitor.headings == ["F♯ / G♭ major"])
        for (choice, heading, names, signs) in [
            ("Flats first", "G♭ / F♯ major", ["C♭/B", "G♭/F♯", "D♭/C♯"], "6 flats"),
            ("Sharps first", "F♯ / G♭ major", ["B/C♭", "F♯/G♭", "C♯/D♭"], "6 sharps"),
        ] {
            try visitor.press("Settings")
            try visitor.press(choice)
            try visitor.press("Back to Circle")
            #expect(visitor.headings == [heading])
            #expect(ring("major", visitor)[5...7] == names[...])
            #expect(visitor.find { $0.tag == "figcaption" }?.text.contains(signs) == true)
        }
    }

    @Test(arguments: [("Am", 0), ("d", 11), ("B_harmonic_minor", 2), ("D_Dorian", 0), ("G♭", 6)])
    func addressesOfAllKeys(name: String, number: Int) throws {
        #expect(hour(try circle("/circle/" + name)) == "hour-\(number)")
    }

    @Test func aTheoreticalKeyIsExplained() throws {
        let visitor = try circle("/circle/G♯")
        #expect(
            try visitor.part("key").text.contains("G♯ major is a theoretical key, with 8 sharps. Use A♭ major instead.")
        )
        #expect(hour(visitor) == "hour-8")
    }

    @Test(arguments: ["H", "C_foo", "♯", "C/D/E"])
    func invalidKeyIsRefused(name: String) throws {
        let visitor = try circle("/circle/" + name)
        #expect(visitor.find { $0["role"] == "alert" && !$0.text.isEmpty } != nil)
        #expect(visitor.title(of: "result") == "waiting for chord selection…")
    }

    @Test func chordsOfAKeyHaveOneOrTwoSpellings() throws {
        var visitor = try circle("/circle/D")
        #expect(
            try rows("Chords in D major", visitor) == [
                "I": ["D"], "ii": ["Emi"], "iii": ["F♯mi"], "IV": ["G"], "V": ["A"], "vi": ["Bmi"], "vii°": ["C♯°"],
            ])
        #expect(try rows("Chords in B minor", visitor)["ii°"] == ["C♯°"])
        try visitor.press("Seventh chords", in: "Chords in D major")
        #expect(try rows("Chords in D major", visitor)["I"] == ["Dma7"])
        #expect(try rows("Chords in D major", visitor)["vii°"] == ["C♯mi7(♭5)"])
        #expect(try visitor.region("Chords in D major").text.contains("half-diminished seventh"))
        try visitor.press("F sharp or G flat major, D sharp or E flat minor, six sharps or six flats")
        #expect(try rows("Chords in F♯ / G♭ major", visitor)["IV"] == ["Bma7", "C♭ma7"])
    }

    @Test func dominantsBorrowedChordsRelativesAndModes() throws {
        var visitor = try circle("/circle/G")
        #expect(
            try rows("Secondary dominants in G major", visitor) == [
                "V7/ii": ["E7"], "V7/iii": ["F♯7"], "V7/IV": ["G7"], "V7/V": ["A7"], "V7/vi": ["B7"],
            ])
        visitor = try circle("/circle/E")
        #expect(
            Set(try rows("Borrowed from E minor", visitor).values.compactMap { $0.first }) == [
                "Emi", "F♯°", "G", "Ami", "Bmi", "C", "D",
            ])
        #expect(
            try links("Related keys", visitor) == [
                "C♯ minor", "B major", "G♯ minor", "A major", "F♯ minor", "E minor", "B♭ major",
            ])
        let related = try visitor.region("Related keys").text
        #expect(
            related.contains("Dominant, 6 notes in common") && related.contains("A tritone away, 2 notes in common"))
        let modes = try visitor.region("Modes on E").all().filter {
            $0.element.tag == "span" && $0.ancestors[0].tag == "li"
        }
        #expect(
            modes.map { $0.element.text } == [
                "5 sharps", "4 sharps", "3 sharps", "2 sharps", "1 sharp", "no sharps or flats", "1 flat",
            ])
        try visitor.press("A major", in: "Related keys")
        #expect(hour(visitor) == "hour-3" && visitor.address == "/circle/A")
    }

    @Test func chordLinksAndButtonsForTheCombiner() throws {
        var visitor = try circle()
        try visitor.press("Use C as lower chord", in: "Chords in C major")
        #expect(visitor.find { $0.name == "Use C as lower chord" }?["aria-pressed"] == "true")
        try visitor.press("Use Emi as upper chord", in: "Chords in C major")
        #expect(visitor.announced == "C major and E minor make C major 7")
        // C E G and E G B by positions. Both have E and G.
        #expect(
            visitor.every { $0.classes.contains("polygon") }.map { hours($0["d"] ?? "") } == [[0, 4, 1], [4, 1, 5]])
        let hub = try #require(visitor.find { $0.classes.contains("hub") })
        let discs = hub.all().map { $0.element.classes }.filter { $0.contains("glyph") }
        #expect(["both", "lower", "upper"].map { part in discs.count { $0.contains(part) } } == [2, 1, 1])
        try visitor.press("Undo")
        #expect(visitor.every { $0.classes.contains("polygon") }.count == 1)
        try visitor.press("Redo")
        try visitor.press("= Cma7")
        #expect(["lower", "upper", "result"].map { visitor.title(of: $0) } == ["C", "Emi", "Cma7"])
        try visitor.press("Circle")
        try visitor.press("Dmi", in: "Chords in C major")
        #expect(visitor.headings == ["Dmi"])
        // Chords link to their keys.
        #expect(
            try links("Diatonic in", visitor) == [
                "iii in B♭ major", "vi in F major", "ii in C major", "v in G minor", "i in D minor", "iv in A minor",
            ])
        try visitor.press("vi in F major", in: "Diatonic in")
        #expect(visitor.headings == ["F major"])
    }

    @Test func scaleAndCadenceArePlayed() throws {
        var visitor = try circle("/circle/D")
        try visitor.press("Play the scale of D major")
        #expect(visitor.effect("play")?.first == "scale")
        #expect(visitor.played == [62, 64, 66, 67, 69, 71, 73, 74])
        try visitor.press("Play the cadence of B minor")
        // B minor, E minor, F♯7, B minor in four parts, in order.
        #expect(visitor.effect("play")?.first == "progression")
        let chords = visitor.effect("play")?.dropFirst().map {
            Set($0.split(separator: ",").map { (Int($0) ?? 0) % 12 })
        }
        #expect(chords == [[11, 2, 6], [4, 7, 11], [6, 10, 1, 4], [11, 2, 6]])
    }

    /// Where chords are named in the key of the circle, a chord has its function and scales in that key.
    @Test func aChordHasItsScalesInTheKeyOfTheCircle() throws {
        func shown(_ setting: String) throws -> (functions: [String], scale: String?) {
            var visitor = try circle("/circle/A", [("naming-key", setting)])
            try visitor.go(to: "/chord/B7")
            return (
                visitor.every { $0.tag == "p" && $0.text.hasPrefix("V7/V in A major: ") }.map { $0.text },
                visitor.every { $0.classes == ["scale-notes"] }.first?.text
            )
        }
        let (inKey, alone) = (try shown("yes"), try shown("no"))
        #expect(inKey.functions == ["V7/V in A major: applied dominant of V"] && alone.functions.isEmpty)
        // Lydian dominant has a raised 4, Mixolydian the 4, which is avoided.
        #expect(inKey.scale == "B C♯ D♯ E♯ F♯ G♯ A " && alone.scale == "B C♯ D♯ E F♯ G♯ A avoid E")
    }

    @Test func escapeLeadsBackToTheCircle() throws {
        var visitor = try circle("/circle/G")
        try visitor.press("Ami", in: "Chords in G major")
        #expect(visitor.headings == ["Ami"])
        #expect(visitor.find { $0.name == "Circle" }?["aria-current"] == "true")
        try visitor.shortcut("Escape")
        #expect(visitor.headings == ["G major"])
        try visitor.shortcut("Escape")
        #expect(visitor.title(of: "lower") == "Please select a chord")
    }

    @Test func keyIsStoredRegardlessOfTheFields() throws {
        var visitor = try Visitor()
        try visitor.choose(upper: "Dfoo")
        try visitor.press("Circle")
        try visitor.press("A major, F sharp minor, three sharps")
        #expect(visitor.effects.contains(["rememberKey", "key", "A"]))
        #expect(try Visitor("/circle", remembered: [("key", "A")]).headings == ["A major"])
    }
}

@Suite struct HelpScreen {
    @Test(arguments: [
        "/", "/combine/Cma7/D", "/select/lower/Cma7/D", "/details/Cma7/E", "/chord/Cma7", "/scale/C/Lydian",
    ])
    func helpIsOnEveryScreenAndLeadsBack(route: String) throws {
        for name in ["Help", "Settings"] {
            var visitor = try Visitor(route)
            try visitor.press(name)
            #expect(visitor.headings.contains(name) && visitor.title == name + " · Chord Combiner")
            let back = try #require(visitor.find { $0.classes.contains("up") }?["aria-label"])
            try visitor.press(back)
            #expect(visitor.find { $0.classes.contains("sheet") } == nil && visitor.address == route)
        }
    }

    @Test func helpUsesTheCurrentChords() throws {
        var visitor = try Visitor("/help")
        #expect(try visitor.region("Matches").text.contains("with D above it:"))
        // The keyboards show the current chords and can be played.
        #expect(
            try visitor.region("What this page does").all().filter { $0.element.classes.contains("keyboard") }.count
                == 3)
        // theory, section 4: lower Cma7, upper D, editing the lower: letters C D G A.
        let marks = visitor.page.all().filter { $0.ancestors.contains { $0.classes.contains("legend") } }.map {
            $0.element
        }
        let tags = marks.filter { $0.classes.contains("tag") }.prefix(7)
        #expect(
            tags.filter { $0.classes.contains("tag") && $0.classes.contains("match") }.map { $0.text } == [
                "C", "D", "G", "A",
            ])
        #expect(tags.filter { $0.classes.contains("tag") && $0.classes.contains("selected") }.map { $0.text } == ["C"])
        try visitor.press("Try it")
        #expect(try visitor.part("letter-C")["aria-checked"] == "true")
    }

    @Test(arguments: [
        ("ireal", ["Play tunes"]), ("  INVERSIONS ", ["Play a chord with both hands"]),
        ("pedal reverse", ["Connect a MIDI keyboard"]),
        ("xylophone", []),
    ])
    func helpCanBeSearched(words: String, topics: [String]) throws {
        var visitor = try Visitor("/help")
        let count = visitor.sections.count
        try visitor.send("app search", words)
        #expect(visitor.sections == topics)
        #expect(
            visitor.find {
                $0["role"] == "status" && $0.text.contains(topics.isEmpty ? "No topic mentions" : "1 topic")
            } != nil)
        try visitor.send("app search", "")
        #expect(visitor.sections.count == count && count > 16)
    }

    @Test(arguments: [
        "play_chord_7", "hear_chord_7", "echo_chord_7", "name_chord_7", "ten/cards",
        "play_row_Dmi7_G7/in_time_120_beats_4",
    ])
    func hotkeysOfExercisesAreInHelp(_ exercise: String) throws {
        let keys = try Visitor("/help").region("Keyboard shortcuts").all().map { $0.element }
        let rows = zip(keys.filter { $0.tag == "dt" }, keys.filter { $0.tag == "dd" })
        let terms = rows.filter { $1.text.contains("practising") }.map { $0.0 }
        var named = Set(terms.flatMap { $0.all() }.map { $0.element }.filter { $0.tag == "kbd" }.map { $0.text })
        // From 1 to 4.
        if named.contains("…") { named.formUnion(["2", "3"]) }
        var visitor = try Visitor("/practise/" + exercise)
        try visitor.send("practise adopt here {now} {date}", "")
        try visitor.send("practise look {now} {date}")
        let hotkeys = Set(visitor.every { $0["data-hotkey"] != nil }.compactMap { $0["data-hotkey"] })
        #expect(!hotkeys.isEmpty && hotkeys.isSubset(of: named), "\(hotkeys.subtracting(named))")
    }

    @Test func keysOfTheHelpHaveTheirPositions() throws {
        var visitor = try Visitor("/settings")
        func names() -> [String] {
            visitor.every { $0.classes.contains("key-name") && !$0.classes.contains("black") }.map { $0.text }
        }
        #expect(names().isEmpty)
        try visitor.press("All keys")
        // Three octaves from middle C without the lit keys C E G B D A.
        #expect(names().prefix(6) == ["D", "F", "A", "C5", "E", "F"])
        try visitor.press("C3")
        #expect(names().filter { $0 == "C4" }.count == 1)
        #expect(
            visitor.find { $0["role"] == "img" }?.name == """
                Piano keyboard of 3 octaves from C3, lit: C (lower), E (lower), G (lower), B (lower), D (upper), F \
                sharp (upper), A (upper)
                """)
    }
}

@Suite struct Details {
    @Test func tensionIsTheSumOfItsIntervals() throws {
        let voicing = try Visitor("/chord/Cma13(♯11)").part("tension-Voicing")
        // As bars: the score, 7.80, and what each interval adds.
        let bars = voicing.all().map { $0.element }.filter { $0.tag == "meter" }.compactMap { Int($0["value"] ?? "") }
        #expect(bars.first == 780 && bars.dropFirst().reduce(0, +) == 780 && voicing.text.contains("tritone"))
        #expect(voicing.text.contains { $0.isNumber } && !voicing.text.contains("7.80"))
    }

    private func headings(_ route: String) throws -> [String] {
        try Visitor(route).every { $0.tag == "h3" }.map { $0.text }
    }

    /// The scales of a chord in the teacher's order, with the notes to avoid, and each can be played.
    @Test func scalesOfAChord() throws {
        let visitor = try Visitor("/chord/Cma7")
        let notes = visitor.every { $0.classes == ["scale-notes"] }.map { $0.text }
        #expect(notes.first == "C D E F G A B avoid F")
        #expect(visitor.every { $0.classes == ["avoid"] }.map { $0.text }.first == "F")
        let scale = "60,62,64,65,67,69,71,72"
        #expect(visitor.every { $0.attributes["data-action"] == "sound scale " + scale }.count == 1)
        #expect(visitor.every { $0.tag == "summary" }.map { $0.text }.contains("All scales that contain the chord"))
    }

    @Test func detailsStartWithChordPairs() throws {
        // Sections without content are left out.
        #expect(
            try headings("/chord/Cma9") == [
                "How to play it with two hands", "Notes and degrees", "Voicing", "Extensions", "Scales",
                "Equivalent chords", "Base chord", "Diatonic in", "Tension", "Graph",
            ])
        #expect(
            try headings("/details/C7/A") == [
                "Other voicings", "Notes and degrees", "Voicing", "Component chords", "Extensions", "Scales",
                "Equivalent chords", "Base chord", "Tension", "Graph",
            ])
        #expect(
            try headings("/details/Cma7/E") == [
                "Notes", "Voicing", "Component chords", "Closest chord names", "Tension",
            ])
    }

    @Test func bestPairsAreShownWithTheChord() throws {
        var visitor = try Visitor("/chord/C13(♭9)")
        let ways = visitor.every { $0.classes.contains("take") }
        let sums = ways.map { way in way.first { $0.tag == "b" }?.text ?? "" }
        #expect(sums == ["C7 + A", "C7 + A7", "C7(omit5) + A7"])
        // The current pair is not among the others.
        let others = try Visitor("/details/C7/A").every { $0.classes.contains("take") }
        #expect(others.count == 3 && others.allSatisfy { $0["data-action"] != "app visit /combine/C7/A" })
        // Players use some of the four alterations of alt.
        #expect(try Visitor("/chord/G7alt").every { $0.classes.contains("take") }.count == 3)
        #expect(visitor.find { $0["href"] == "/ways/C13(♭9)" }?.text == "All 23 chord pairs")
        try visitor.press("Play C7 + A")
        #expect(visitor.effects == [["play", "pitches", "48,52,55,58,61,64,69"]])
        try visitor.press(where: { $0["data-action"] == "app visit /combine/C7/A" })
        #expect(visitor.title(of: "result") == "C13(♭9)")
    }

    @Test func tensionIsShownOnAScaleOfAllChords() throws {
        func label(_ route: String) throws -> String {
            try #require(Visitor(route).find { $0.classes.contains("tension") }?["aria-label"])
        }
        #expect(
            try label("/chord/Cma13(♯11)") == """
                Tension: tense, between C, the calmest of all chords, and C°11(♭13addΔ7), the tensest
                """)
        #expect(try label("/chord/D").hasPrefix("Tension: calm,"))
        #expect(try Visitor("/chord/Cma13(♯11)").find { $0.classes.contains("level") }?.text == "Tense")
    }

    @Test func upperChordKeepsItsColor() throws {
        for (route, name) in [
            ("/combine/Cma7/D", "D"), ("/combine/_/D", "D"), ("/select/upper/Cma7/D", "D"), ("/board/_/A", "A"),
        ] {
            let links = try Visitor(route).every { $0.name == "Details of " + name }
            #expect(
                !links.isEmpty && links.allSatisfy { $0["data-action"] == "app visit /chord/_/" + name }, "\(route)")
        }
        var visitor = try Visitor("/chord/_/D7")
        let chord = try visitor.region("Chord")
        #expect(chord.classes.contains("upper") && chord.text.hasPrefix("Upper chord"))
        let lit = chord.all().map { $0.element }.filter { $0.classes.contains("lit") && $0["data-pitch"] != nil }
        #expect(lit.count == 4 && lit.allSatisfy { $0.classes.contains("upper") })
        let notes = try visitor.region("Notes and degrees").all().map { $0.element }.filter { $0.tag == "li" }
        #expect(notes.count == 4 && notes.allSatisfy { $0["class"] == "upper" })
        #expect(
            visitor.find { $0["href"] == "/board/_/D7" } != nil && visitor.find { $0["href"] == "/graph/_/D7" } != nil)
        // The same for the base chord.
        try visitor.press(where: { $0.name == "D, of the upper chord" })
        #expect(visitor.address == "/chord/_/D")
        // A single or lower chord has no such mark.
        #expect(try Visitor("/chord/D7").region("Chord").classes == ["panel", "playing"])
        #expect(
            try Visitor("/combine/Cma7/D").every { $0.name == "Details of Cma7" }.first?["data-action"]
                == "app visit /chord/Cma7")
        #expect(try Visitor("/chord/_/C/E").headings == ["C/E"])
    }

    @Test func polychordShowsTheClosestNames() throws {
        let visitor = try Visitor("/details/Cma7/E")
        #expect(visitor.headings == ["Ema/Cma7"])
        let nearest = visitor.every {
            $0.tag == "li" && $0.all().contains { $0.element.tag == "a" && $0.element.text == "Cma7" }
        }
        #expect(nearest.contains { $0.text.contains("with G♯") })
    }
}

@Suite struct PickerChoices {
    @Test func undoAndRedoStepThroughChoices() throws {
        var visitor = try Visitor("/select/lower/Cma7/D")
        try visitor.press { $0["id"] == "letter-G" }
        try visitor.press { $0.first { $0.tag == "b" }?.text == "G7" && $0.classes.contains("type") }
        func chosen() -> String? { visitor.find { $0["id"] == "chosen" }?.first { $0.tag == "h2" }?.text }
        #expect(chosen() == "G7")
        try visitor.press("Undo")
        #expect(chosen() == "Gma7")
        try visitor.shortcut("Mod+z")
        #expect(chosen() == "Cma7")
        try visitor.press("Redo")
        try visitor.press("Redo")
        #expect(chosen() == "G7")
    }

    @Test func typedExtendedChordIsShownInThePickersAsFarAsPossible() throws {
        var visitor = try Visitor("/select/upper/Cma7")
        try visitor.type("Eb13#11", into: "upper-field")
        #expect(visitor.title(of: "chosen") == "E♭13(♯11)")
        #expect(
            try visitor.part("letter-E")["aria-checked"] == "true"
                && visitor.part("accidental-0")["aria-checked"] == "true")
        #expect(visitor.find { $0.classes.contains("type") && $0["aria-checked"] == "true" } == nil)
    }
}

@Suite struct PolychordFractions {
    /// Polychords, and only these, are written as fractions.
    @Test func onlyPolychordsAreFractions() throws {
        let combiner = ChordCombiner()
        let major = try #require(Vocabulary.classic.selectable.first { $0.suffix == "ma" })
        let pairs = Vocabulary.classic.selectable.flatMap { lower in
            (0..<12).map { (lower: Chord(NoteName(.c), lower), upper: Chord(NoteName(pitchClass: $0), major)) }
        }
        let some = sample(pairs, oneIn: 5)
        var fractions = 0
        for pair in some {
            let visitor = try Visitor("/combine/\(pair.lower.name)/\(pair.upper.name)")
            let title = try #require(visitor.part("result").first { $0.tag == "h2" })
            let isPolychord = combiner.combine(lower: pair.lower, upper: pair.upper).result == nil
            #expect(title.classes.contains("fraction") == isPolychord, "\(pair)")
            guard isPolychord else { continue }
            fractions += 1
            let spoken = try #require(title["aria-label"]).components(separatedBy: " over ")
            #expect(spoken.count == 2 && spoken[0].hasSuffix(" major") && spoken[1].hasPrefix("C"))
        }
        // On average, each lower chord makes a polychord with more than one of the twelve.
        #expect(12 * fractions > some.count)
    }

    @Test func polychordIsReadAsOver() throws {
        let title = try #require(Visitor("/combine/C/D♭").part("result").first { $0.tag == "h2" })
        #expect(title["aria-label"] == "D flat major over C major" && title.text == "D♭ma/Cma")
    }
}
