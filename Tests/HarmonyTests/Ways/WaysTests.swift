import Harmony
import Testing

private func ways(
    _ chord: String, lower: String? = nil, upper: String? = nil, playable: Bool = false, hasBassPlayer: Bool = false
) throws -> [Way] {
    Ways(
        of: try Chord(chord), lower: try lower.map { try Chord($0) }, upper: try upper.map { try Chord($0) },
        playable: playable, hasBassPlayer: hasBassPlayer
    ).list
}

private func pairs(_ ways: some Sequence<Way>) -> [String] { ways.map { $0.lower.title + " + " + $0.upper.title } }

/// The chords of the written vocabulary and of the jazz vocabulary, on twelve roots.
private let commonest: [Chord] = {
    let written = Fixture.symbolCounts.map { ChordType(DegreeSet($0["degrees"]!)!) }
    var types: [ChordType] = []
    for type in written + Vocabulary.jazz.types where !types.contains(type) { types.append(type) }
    return types.flatMap { type in (0..<12).map { Chord(NoteName(pitchClass: $0), type) } }
}()

/// With and without a bass player, exact and playable.
private let modes = [(false, false), (false, true), (true, false), (true, true)]

@Suite struct WaysToPlayAChord {
    // MARK: Documented examples

    @Test func documentedExamplesComeFirst() throws {
        for mode in modes where !mode.1 {
            for (chord, best) in [("C13(b9)", "C7 + A"), ("Dmi11", "Dmi7 + C"), ("Cma13(#11)", "Cma7 + D")] {
                let first = try #require(try ways(chord, playable: mode.0, hasBassPlayer: mode.1).first)
                #expect(pairs([first]) == [best])
                #expect(first.isComplete && first.known != nil)
            }
        }
        #expect(try ways("C13(b9)")[0].known == "upper structure VI")
        #expect(try ways("F#13(b9)")[0].known == "upper structure VI", "regardless of spelling: E♭ over F♯7")
    }

    /// ♭VI, ♭V, ♭ii and ♭iii come first, in this order, over the shell; with a bass player over the guide tones.
    @Test func triadsOfAnAlteredDominantAreOrdered() throws {
        let alt = try Chord("C7alt").spelled(in: .jazz).type
        for root in 0..<12 {
            let triads = [(8, "1 3 5"), (6, "1 3 5"), (1, "1 ♭3 5"), (3, "1 ♭3 5")].map { semitones, degrees in
                DegreeSet(degrees)!.pitchClasses.transposed(up: (root + semitones) % 12)
            }
            let guides = [4, 10].map { ($0 + root) % 12 }
            for (playable, hasBassPlayer) in modes {
                let list = Ways(
                    of: Chord(NoteName(pitchClass: root), alt), playable: playable, hasBassPlayer: hasBassPlayer
                ).list.prefix(4)
                let shell = PitchClassSet(hasBassPlayer ? guides : guides + [root])
                #expect(list.map { $0.upper.pitchClasses } == triads)
                #expect(list.allSatisfy { $0.lower.pitchClasses == shell })
            }
        }
    }

    /// With a bass player, third and seventh without the root are below the first pairs, wherever that is possible.
    @Test func guideTonesComeFirstWithABassPlayer() {
        var compared = 0
        for chord in commonest where chord.bass == nil {
            let degrees = chord.type.degrees
            guard let third = degrees.first(where: { (2...4).contains($0.number) }),
                let seventh = degrees.first(where: { $0.number == 7 }) ?? degrees.first(where: { $0.number == 6 })
            else { continue }
            let guides = DegreeSet(third, seventh).pitchClasses.transposed(up: chord.root.pitchClass)
            let isFirst = Ways(of: chord, playable: true, hasBassPlayer: true).list.map {
                $0.lower.pitchClasses == guides
            }
            guard let count = isFirst.lastIndex(of: true) else { continue }
            compared += 1
            #expect(isFirst.firstIndex(of: false) ?? isFirst.count > count, "\(chord)")
        }
        #expect(compared > 1000)
    }

    /// A pair with all notes of the chord has the name of the chord.
    @Test func completePairHasTheNameOfTheChord() throws {
        for chord in commonest {
            let asked = chord.spelled(in: .jazz)
            for (_, hasBassPlayer) in modes.prefix(2) {
                for way in Ways(of: chord, hasBassPlayer: hasBassPlayer, limit: 30).list where way.isComplete {
                    #expect(way.title == asked.title && way.precise == asked.name)
                }
            }
        }
        #expect(try ways("Cma7(#5)").allSatisfy { $0.title == "Cma7(♯5)" })
    }

    /// The root alone stands below a major or minor triad that has the rest of the chord except the fifth.
    @Test func bareRootIsPairedWithTheRestOfTheChord() throws {
        for chord in commonest where chord.bass == nil && !chord.type.isRootless {
            let root = chord.root.pitchClass
            let asked = chord.spelled(in: .jazz).pitchClasses
            let fifth =
                chord.type.degrees.contains(5) && chord.type.degrees.count > 3
                ? PitchClassSet([(root + 7) % 12]) : .empty
            let others = asked.subtracting(PitchClassSet([root]))
            let triads = (0..<12).flatMap { other in
                ["1 3 5", "1 ♭3 5"].map { DegreeSet($0)!.pitchClasses.transposed(up: other) }
            }
            let expected = triads.filter { $0.isSubset(of: others) && others.subtracting(fifth).isSubset(of: $0) }
            let found = Ways(of: chord).list.filter { $0.lower.pitchClasses.count == 1 }
            // In an altered chord, one of each pair of alterations is enough.
            if !chord.spelled(in: .jazz).isPlainAlt {
                #expect(Set(found.map { $0.upper.pitchClasses.bits }) == Set(expected.map(\.bits)), "\(chord)")
            }
            #expect(Ways(of: chord, hasBassPlayer: true).list.allSatisfy { $0.lower.pitchClasses.count > 1 })
        }
        #expect(try pairs(ways("Cmi7(b5)"))[0] == "C (note) + E♭mi")
        #expect(try pairs(ways("G9sus4")).contains("G (note) + F"))
    }

    @Test func alteredDominantHasATriadOverAShell() throws {
        // The first pair with each triad, and its added and missing notes.
        let expected = [
            ("E♭", "♯9 ♭13", "♭9 ♯11", "G7(♯9♭13)"), ("D♭", "♭9 ♯11", "♯9 ♭13", "G7(♭9♯11)"),
            ("A♭mi", "♭9 ♭13", "♯9 ♯11", "G7(♭9♭13)"), ("B♭mi", "♯9 ♯11", "♭9 ♭13", "G7(♯9♯11)"),
        ]
        let all = try ways("G7alt", playable: true)
        let best = all.filter { $0.lower.name == "G7(omit5)" }.prefix(4)
        #expect(Set(best.map(\.upper.title)) == Set(expected.map(\.0)))
        // They come first, except for rootless shells if the triad has the root.
        #expect(all.prefix(5).allSatisfy { $0.lower.name.hasPrefix("G7(omit") })
        for (upper, adds, missing, title) in expected {
            let way = try #require(best.first { $0.upper.title == upper })
            #expect(way.adds == DegreeSet(adds))
            #expect(way.missing == DegreeSet(missing))
            #expect(way.title == title)
            #expect(way.known != nil && !way.isComplete)
        }
        // The complete chord is listed, too.
        #expect(try pairs(ways("G7alt")).contains("G7 + E♭7sus4"))
    }

    @Test func missingUpperChordIsFound() throws {
        #expect(try pairs(ways("C13(b9)", lower: "C7")) == ["C7 + A", "C7 + A7", "C7 + B♭°ma7"])
        #expect(try pairs(ways("C7(#9b13)", lower: "C7")).first == "C7 + A♭")
    }

    @Test func missingLowerChordIsFound() throws {
        #expect(try pairs(ways("Cma13(#11)", upper: "D")) == ["Cma7 + D"])
        let playable = try ways("Cma13(#11)", upper: "D", playable: true)
        #expect(pairs(playable.prefix(2)) == ["Cma7 + D", "Cma7(♭5) + D"])
        #expect(playable[1].missing == DegreeSet("5"))
        let withBassPlayer = try ways("Cma13(#11)", upper: "D", playable: true, hasBassPlayer: true)
        #expect(pairs(withBassPlayer.prefix(4)) == ["Cma7 + D", "Cma7(♭5) + D", "Emi + D", "Emi7 + D"])
        #expect(withBassPlayer[2].missing == DegreeSet("1"))
        #expect((withBassPlayer[2].title, withBassPlayer[2].precise) == ("Cma13(♯11)", "Cma13(♯11 omit1)"))
        // Shells rank after all pairs that a symbol requests.
        let firstShell = try #require(withBassPlayer.firstIndex { $0.lower.name.hasPrefix("Cma7(omit") })
        #expect(withBassPlayer[firstShell...].allSatisfy { $0.lower.name.contains("omit5") })
    }

    @Test func givenChordsMustBelongToTheChord() throws {
        #expect(try ways("C13(b9)", lower: "Cma7").isEmpty, "B is foreign to it")
        #expect(try pairs(ways("C13(b9)", lower: "C7", upper: "A")) == ["C7 + A"])
        #expect(try ways("C13(b9)", lower: "C7", upper: "G").isEmpty, "no chord has the ♭9")
        // Any chord can be given, not only those of the pickers.
        #expect(try pairs(ways("C13(b9)", lower: "C7(b9)")).contains("C7(♭9) + Ami"))
    }

    @Test func foreignBassIsOneHalf() throws {
        #expect(try pairs(ways("D/C")).first == "C (note) + D")
    }

    // MARK: All chords

    @Test func listContainsAllPairs() {
        let halves = (0..<12).flatMap { root in
            Vocabulary.classic.selectable.map { $0.pitchClasses.transposed(up: root).bits }
        }
        for chord in commonest {
            let type = chord.type
            let root = chord.root.pitchClass
            func bits(_ degrees: DegreeSet) -> UInt16 { degrees.pitchClasses.transposed(up: root).bits }
            // The rules, implemented independently. Bare roots have a test of their own.
            let asked = chord.spelled(in: .jazz).pitchClasses.bits
            let fifth = type.degrees.contains(5) && type.degrees.count > 3 ? bits(DegreeSet("5")!) : 0
            let third = type.degrees.first { (2...4).contains($0.number) }
            // A higher number implies the ninth: 13, mi11, mi(Δ13), but not that of C11, which is C9sus4.
            let number = Int(type.suffix.drop { !$0.isNumber }.prefix { $0.isNumber }) ?? 0
            let ninth = type.degrees.contains(9) && number > 9 && third != nil ? bits(DegreeSet("9")!) : 0
            let isAlt = chord.title.hasSuffix("7alt") && type.pitchClasses == (try! Chord("C7alt")).pitchClasses
            let seventh = type.degrees.first { $0.number == 7 } ?? type.degrees.first { $0.number == 6 }
            var lowers = Set(halves.filter { $0 & ~asked == 0 })
            if let third, let seventh {
                lowers.insert(bits(DegreeSet(Degree(1), third, seventh)))
                lowers.insert(bits(DegreeSet(third, seventh)))
            }
            if asked.nonzeroBitCount <= 5 { lowers.insert(asked) }
            for (playable, hasBassPlayer) in modes {
                var open: UInt16 = hasBassPlayer ? 1 << UInt16(root) : 0
                if playable { open |= fifth | ninth }
                if isAlt { open |= bits(DegreeSet("♭9 ♯9 ♯11 ♭13")!) }
                var expected: Set<UInt32> = []
                for lower in lowers {
                    for upper in halves where upper & ~asked == 0 {
                        let missing = asked & ~(lower | upper)
                        guard missing & ~open == 0 else { continue }
                        if isAlt {
                            let ninths = bits(DegreeSet("♭9 ♯9")!)
                            let fifths = bits(DegreeSet("♯11 ♭13")!)
                            if missing & ninths == ninths || missing & fifths == fifths { continue }
                        }
                        expected.insert(UInt32(lower) << 16 | UInt32(upper))
                    }
                }
                let all = Ways(of: chord, playable: playable, hasBassPlayer: hasBassPlayer).list
                let found = all.filter { $0.lower.pitchClasses.count > 1 }.map {
                    UInt32($0.lower.pitchClasses.bits) << 16 | UInt32($0.upper.pitchClasses.bits)
                }
                if found.count != Set(found).count || Set(found) != expected {
                    Issue.record(
                        "\(chord), playable \(playable), band \(hasBassPlayer): \(found.count) for \(expected.count)")
                }
            }
        }
    }

    @Test func waysHaveTheNotesTheyClaim() throws {
        for chord in commonest where chord.root.pitchClass % 5 == 2 {
            let asked = Ways(of: chord, playable: true, hasBassPlayer: true)
            var cost = Int.min
            for way in asked.list.prefix(60) {
                let sounding = way.lower.pitchClasses.union(way.upper.pitchClasses)
                let above = asked.chord.root.pitchClass
                let missing = way.missing.pitchClasses.transposed(up: above)
                let isClaimed =
                    sounding == asked.chord.pitchClasses.subtracting(missing)
                    && way.isComplete == (sounding == asked.chord.pitchClasses)
                let added = way.upper.pitchClasses.subtracting(way.lower.pitchClasses)
                let isAdded = way.adds.pitchClasses.transposed(up: above) == added
                let isPlayed = PitchClassSet(way.combination.notes.map(\.tone.pitch)) == sounding
                let isNamed =
                    switch try ChordSymbol(way.precise) {
                    case .chord(let chord): chord.pitchClasses == sounding
                    case .polychord(let upper, let lower): upper.pitchClasses.union(lower.pitchClasses) == sounding
                    }
                let (below, up) = (way.lowerPitches, way.upperPitches)
                let lies =
                    PitchClassSet(below) == way.lower.pitchClasses && PitchClassSet(up) == way.upper.pitchClasses
                    && below.count == way.lower.pitchClasses.count && up.count == way.upper.pitchClasses.count
                    && (below + up) == (below + up).sorted() && below[below.count - 1] < up[0]
                let isWithinReach =
                    below[below.count - 1] - below[0] <= 16 && up[up.count - 1] - up[0] <= 16
                    && (2...12).contains(up[0] - below[below.count - 1]) && (48...59).contains(below[0])
                if !(isClaimed && isAdded && isPlayed && isNamed && lies && isWithinReach && cost <= way.cost) {
                    Issue.record("\(chord): \(way.lower) + \(way.upper) = \(way.precise) \(below) \(up)")
                }
                cost = way.cost
            }
        }
    }

    @Test func onlyTheSpellingDependsOnTheKey() {
        for chord in commonest where chord.root.pitchClass == 0 {
            func seen(from root: Int) -> [String] {
                let ways = Ways(
                    of: Chord(NoteName(pitchClass: root), chord.type), playable: true, hasBassPlayer: true, limit: 40)
                return ways.list.map { way in
                    let upper = way.upper.pitchClasses
                    // The spelling decides from which of its notes a symmetrical chord is named.
                    let isSymmetrical = (1..<12).contains { upper.transposed(up: $0) == upper }
                    let name = isSymmetrical ? "\(way.known != nil)" : way.known ?? "-"
                    return "\(way.cost) \(way.lower.pitchClasses.seen(from: root)) \(upper.seen(from: root)) \(name)"
                }
            }
            let onC = seen(from: 0)
            for root in 1..<12 where seen(from: root) != onC { Issue.record("\(chord.type.suffix) on \(root)") }
        }
    }

    @Test func rootsHaveConventionalNames() throws {
        for chord in commonest {
            for way in Ways(of: chord, limit: 40).list {
                for half in [way.lower, way.upper] where half.root != chord.root {
                    let isSaid = !["C♭", "F♭", "E♯", "B♯"].contains(half.root.text)
                    if !isSaid { Issue.record("\(chord): \(way.lower) + \(way.upper)") }
                }
            }
        }
        #expect(try ways("F#ma9")[0].upper.name == "C♯ma")
        #expect(try ways("Gb13", playable: true)[0].upper.name == "E♭mi")
        #expect(try ways("F#13", playable: true)[0].upper.name == "D♯mi")
    }

    @Test func pitchClassSetHasOneName() throws {
        let all = try ways("C13", playable: true)
        // As upper chord, C6 is Ami7, and Emi7(♭5) is not Gmi6. As lower chord, it is the chord on C.
        #expect(!all.contains { ["Gmi6", "C6"].contains($0.upper.name) })
        #expect(all.contains { $0.upper.name == "Ami7" } && all.contains { $0.upper.name == "Emi7(♭5)" })
        #expect(all.contains { $0.lower.name == "C6" } && !all.contains { $0.lower.name == "Ami7" })
        // A shell belongs to the requested chord. With a given chord it is one of its own.
        #expect(try !ways("C6/9").contains { $0.lower.name == "Ami" })
        #expect(try ways("C6/9", upper: "Gsus4").contains { $0.lower.name == "Ami" })
    }

    @Test func limitedListCountsTheRest() throws {
        let chord = try Chord("Cma13(#11)")
        let all = Ways(of: chord)
        let three = Ways(of: chord, limit: 3)
        #expect(three.list == Array(all.list.prefix(3)))
        #expect(three.count == all.list.count && all.count > 20)
    }

    // MARK: Names from the literature

    @Test func upperStructuresFromBooksAreNamed() throws {
        var sets: [String: Set<UInt16>] = [:]
        for row in Fixture.upperStructures {
            let (lower, upper) = (try Chord(row["lower"]!), try Chord(row["upper"]!))
            let way = Ways(
                of: try Chord(row["title"]!), lower: lower, upper: upper, playable: true, hasBassPlayer: true
            ).list.first
            if row["title"] != "Cma7" || row["upper"] != "Emi" {
                #expect(way?.known?.hasPrefix("upper structure ") == true, "\(lower) + \(upper)")
            }
            sets[lower.type.suffix, default: []].insert(upper.pitchClasses.seen(from: lower.root.pitchClass).bits)
        }
        // No other pair of these lower and upper chords has a name.
        for (suffix, books) in sets {
            let lower = try Chord("C" + suffix)
            for upper in Everything.selectableChordsOnTwelveRoots {
                let isKnown = try onlyWay(lower, upper).known != nil
                #expect(isKnown == books.contains(upper.pitchClasses.bits), "\(lower) + \(upper)")
            }
        }
    }

    @Test(arguments: [
        ("C7", "D", "II"), ("C7", "Gb", "♭V"), ("C7", "F#mi", "♯iv"), ("C7", "Ebmi", "♭iii"), ("C7", "G°", "v°"),
        ("C7", "D+", "II+"), ("C7", "A7", "VI7"), ("Dmi", "C", "♭VII"), ("G7(omit1 omit5)", "Eb", "♭VI"),
    ])
    func upperStructuresHaveNumerals(lower: String, upper: String, numeral: String) throws {
        #expect(try onlyWay(try Chord(lower), try Chord(upper)).known == "upper structure " + numeral)
    }

    /// The only pair for the chord that both halves make together.
    private func onlyWay(_ lower: Chord, _ upper: Chord) throws -> Way {
        let above = ["1", "♭9", "9", "♭3", "3", "11", "♯11", "5", "♭13", "13", "♭7", "7"].map { Degree($0)! }
        let sounding = lower.pitchClasses.union(upper.pitchClasses).seen(from: lower.root.pitchClass)
        let asked = Chord(lower.root, ChordType(DegreeSet(sounding.map { above[$0] })))
        let ways = Ways(of: asked, lower: lower, upper: upper, hasBassPlayer: true)
        #expect(ways.list.count == 1)
        return try #require(ways.list.first)
    }
}

@Suite struct Shells {
    @Test func shellsRoundTrip() throws {
        for root in NoteName.roots {
            for suffix in [
                "7(omit5)", "ma7(omit5)", "mi7(omit5)", "mi(Δ7 omit5)", "6(omit5)", "°7(omit5)", "7sus4(omit5)",
            ] {
                let shell = try Chord(root.text + suffix)
                #expect(shell.name == root.text + suffix)
                #expect(shell.pitchClasses.count == 3 && shell.pitchClasses.contains(root.pitchClass))
                let guideTones = try Chord(root.text + suffix.replacing("omit5", with: "omit1 omit5"))
                #expect(guideTones.name == root.text + suffix.replacing("omit5", with: "omit1 omit5"))
                #expect(guideTones.pitchClasses == shell.pitchClasses.subtracting(PitchClassSet([root.pitchClass])))
                #expect(guideTones.root == shell.root && guideTones.title == shell.title)
            }
        }
        for symbol in ["C7no1no5", "C7(no1,no5)", "C7omit1omit5", "C7(omit5 omit1)", "C7(no1st no5th)"] {
            #expect(try Chord(symbol).name == "C7(omit1 omit5)")
        }
    }

    @Test func rootlessTypesRoundTrip() throws {
        for type in Vocabulary.jazz.types {
            let chord = Chord(try NoteName("Ab"), type.withoutRoot)
            #expect(try Chord(chord.name) == chord)
            #expect(chord.notes == Chord(chord.root, type).notes.filter { $0 != chord.root })
            #expect(chord.voicing == Chord(chord.root, type).voicing.filter { $0.name != chord.root })
        }
    }

    @Test func rootCannotBeOmittedFromASingleNote() throws {
        for symbol in ["C(omit1 omit5)", "C5(omit1)", "C(omit1 omit3 omit5)"] {
            let error = #expect(throws: SymbolError.self) { try Chord(symbol) }
            #expect(error?.message.contains("Without a root, a chord needs two notes") == true)
        }
        #expect(try Chord("C7(omit1)/C") == Chord("C7"), "the bass restores the root")
        #expect(try Chord("C7(omit1)/E").voicing.map(\.pitch) == [64, 67, 70])
    }

    @Test func combinedShellsKeepTheirTensions() throws {
        let combiner = ChordCombiner()
        for (lower, upper, precise) in [
            ("C7(omit5)", "Ab", "C7(♯9♭13 omit5)"), ("C7(omit5)", "D", "C13(♯11 omit5)"),
            ("Cma7(omit5)", "D", "Cma13(♯11 omit5)"), ("C7(omit1 omit5)", "A", "C13(♭9 omit1 omit5)"),
            ("C7(omit1 omit5)", "Ab", "C7(♯9♭13 omit5)"), ("C7(omit1)", "D", "C13(♯11 omit1)"),
            // Here the ♯5, the ♭5 and the diminished fifth belong to a chosen chord.
            ("C7(omit5)", "C+", "C7(♯5)"), ("C7(omit5)", "C°", "C7(♯9♭5)"), ("Cmi7(omit5)", "Ebmi", "Cmi7(♭5)"),
            ("C7(#5)", "C7(omit5)", "C7(♯5)"),
        ] {
            let combination = combiner.combine(lower: try Chord(lower), upper: try Chord(upper))
            #expect(combination.precise == precise, "\(lower) + \(upper)")
            #expect(combination.kind == .unified)
        }
        // A rootless chord is no bass for another chord.
        let apart = combiner.combine(lower: try Chord("C7(omit1 omit5)"), upper: try Chord("B"))
        #expect(apart.kind == .polychord && apart.title == "Bma/C7(omit1 omit5)")
        for upper in Everything.selectableChords {
            for vocabulary in [Vocabulary.jazz, .classic] {
                let lower = try Chord("Fma7(omit1 omit5)")
                let combination = ChordCombiner(vocabulary: vocabulary).combine(lower: lower, upper: upper)
                let sounding = lower.pitchClasses.union(upper.pitchClasses)
                let isPlayed = PitchClassSet(combination.notes.map(\.tone.pitch)) == sounding
                if !isPlayed { Issue.record("\(lower) + \(upper) = \(combination.title)") }
                for reading in ChordCombiner(vocabulary: vocabulary).readings(of: combination) where !reading.isRootless
                {
                    if reading.chord.pitchClasses != sounding {
                        Issue.record("\(lower) + \(upper): \(reading.precise)")
                    }
                }
            }
        }
    }

    @Test func omittedRootHasNoExplanation() throws {
        let details = ChordDetails(of: try Chord("C9(omit1)"))
        #expect(details.base?.name == "C7(omit1)")
        #expect(details.equivalents.map(\.name).contains("Emi7(♭5)"))
        #expect(details.voicing.map(\.pitch) == [64, 67, 70, 74])
        #expect(!details.fourNoteChords.contains { $0.pitchClasses.contains(0) })
        #expect(try Chord("C7(omit1)").type.tension == nil)
    }
}

@Suite struct Boards {
    @Test func boardCellsAreTheirPairs() throws {
        let types = Vocabulary.jazz.selectable
        for symbol in ["C7", "F#mi7", "Cma7", "C7(omit5)", "D/C"] {
            let chord = try Chord(symbol)
            for half in Half.allCases {
                let board = Board(chord, as: half, types: types)
                #expect(board.rows.count == 12 && board.cells.count == 12 * types.count)
                for (place, row) in board.rows.enumerated() {
                    for (cell, type) in zip(row, types) {
                        let (own, other) =
                            half == .lower
                            ? (cell.combination.lower, cell.combination.upper)
                            : (cell.combination.upper, cell.combination.lower)
                        let isThere =
                            own == chord && other.type == type
                            && other.root.pitchClass == (chord.root.pitchClass + place) % 12
                            && cell.combination
                                == ChordCombiner().combine(lower: cell.combination.lower, upper: cell.combination.upper)
                        if !isThere { Issue.record("\(symbol), \(half), \(other)") }
                    }
                }
            }
        }
        let board = Board(try Chord("C7"), types: [try Chord("C").type, try Chord("Cmi").type])
        #expect(board.rows[9].map(\.combination.title) == ["C13(♭9)", "C13"])
        #expect(
            board.rows.map { $0[0].combination.upper.title }.joined(separator: " ") == "C D♭ D E♭ E F F♯ G A♭ A B♭ B")
        let turned = Board(try Chord("A"), as: .upper, types: [try Chord("C7").type])
        #expect(turned.cells.map(\.combination.title).contains("C13(♭9)"))
    }

    @Test func boardRowHasOneRoot() throws {
        let types = Vocabulary.jazz.selectable
        for root in NoteName.roots {
            for suffix in ["7", "mi7", "ma7", "°"] {
                let board = Board(try Chord(root.text + suffix), types: types)
                for (name, row) in zip(board.roots, board.rows) {
                    #expect(row.allSatisfy { $0.combination.upper.root == name }, "\(name) above \(root)\(suffix)")
                    #expect(
                        !["C♭", "F♭", "E♯", "B♯", "D♯", "A♯"].contains(name.text) || name == root,
                        "\(name) above \(root)\(suffix)")
                }
            }
        }
        // A♯ and D♯ are unusual for major chords; F♯ avoids them.
        #expect(
            Board.roots(above: try Chord("F♯mi7")).map(\.text).joined(separator: " ") == "F♯ G G♯ A B♭ B C C♯ D E♭ E F")
        #expect(
            Board.roots(above: try Chord("D♭7")).map(\.text).joined(separator: " ") == "D♭ D E♭ E F G♭ G A♭ A B♭ B C")
    }

    @Test func boardResultsUseTheVocabulary() throws {
        let types = [try Chord("Emi").type]
        let classic = Board(try Chord("C7"), types: types, vocabulary: .classic)
        for cell in classic.cells {
            let combined = ChordCombiner(vocabulary: .classic).combine(
                lower: cell.combination.lower, upper: cell.combination.upper)
            #expect(cell.combination == combined)
        }
        #expect(
            classic.cells.map(\.combination.title)
                != Board(try Chord("C7"), types: types).cells.map(\.combination.title))
    }

    @Test func tensionIsTheSameInEveryKey() throws {
        let types = Vocabulary.jazz.selectable
        let onC = Board(try Chord("C7"), types: types).cells.map(\.tensionHundredths)
        for root in NoteName.roots {
            #expect(Board(Chord(root, try Chord("C7").type), types: types).cells.map(\.tensionHundredths) == onC)
        }
        // The tension of the result if there is one: C13(♯11) has all notes of C7 and D.
        let d = try #require(Board(try Chord("C7"), types: [try Chord("C").type]).rows[2].first)
        #expect(d.tensionHundredths == (try Chord("C13(#11)")).type.tension?.degreeHundredths)
        // By hand, C E♭ E G♭ G B♭ B: four neighbors a semitone apart (12), and of other pairs two whole tones (4),
        // four minor thirds (0.8), five major ones (0.75), four fourths (0.4) and two tritones (7).
        let b = try #require(Board(try Chord("C7"), types: [try Chord("C").type]).rows[11].first)
        #expect(b.combination.kind == .polychord && b.tensionHundredths == 2495)
    }
}
