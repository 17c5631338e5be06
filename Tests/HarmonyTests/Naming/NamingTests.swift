import Harmony
import Testing

private let finder = ChordFinder()

/// A chord of the tables, transposed with flats: C, D♭, …
private func moved(_ chord: Chord, by semitones: Int) -> Chord {
    func up(_ note: NoteName) -> NoteName { NoteName(pitchClass: (note.pitchClass + semitones) % 12) }
    return Chord(up(chord.root), chord.type, bass: chord.bass.map(up))
}

/// The suffix of a title after its root.
private func suffix(_ title: String, _ root: NoteName) -> Substring { title.dropFirst(root.text.count) }

private struct Voicing {
    let title: String
    let chord: Chord
    let pitches: [Int]
    let isRootless: Bool

    static let all = Fixture.voicings.map { row in
        var pitches: [Int] = []
        let degrees = (row["left"]! + " " + row["right"]!).split(separator: " ").map { Degree(String($0))! }
        for degree in degrees {
            var pitch = 36 + degree.pitchClass
            while pitch <= pitches.last ?? 0 { pitch += 12 }
            pitches.append(pitch)
        }
        return Voicing(
            title: row["chord"]!, chord: try! Chord(row["chord"]!), pitches: pitches,
            isRootless: row["rootless"] == "yes")
    }
}

@Suite struct NamingSoundingNotes {
    @Test func firstReadingsRoundTrip() throws {
        var count = 0
        for bits in UInt16(1)..<4096 {
            let set = PitchClassSet(bits: bits)
            for bass in set {
                count += 1
                let first = try #require(finder.firstReading(of: set, bass: bass))
                let readings = finder.find(pitches: [bass] + set.map { $0 + 24 }).readings
                // Only a tritone alone is first named as the guide tones of a dominant.
                let isTritone = set.count == 2 && set.contains((bass + 6) % 12)
                #expect(readings.first { !$0.isRootless }?.chord == first)
                #expect(readings.first?.isRootless == isTritone)
                for reading in readings where !reading.isRootless {
                    let back = try Chord(reading.precise)
                    #expect(back.pitchClasses == set && back.lowest.pitchClass == bass, "\(reading.precise)")
                }
            }
        }
        #expect(count == 24_576)
    }

    @Test func standardVoicingsAreNamed() {
        for key in 0..<12 {
            var roots = 0, titles = 0
            let rooted = Voicing.all.filter { !$0.isRootless }
            for voicing in rooted {
                let chord = moved(voicing.chord, by: key)
                let first = finder.find(pitches: voicing.pitches.map { $0 + key }).readings[0]
                let isRight =
                    first.chord.root.pitchClass == chord.root.pitchClass
                    && first.chord.lowest.pitchClass == chord.lowest.pitchClass
                if isRight { roots += 1 } else { Issue.record("\(voicing.title) up \(key): \(first.title)") }
                // The bass of a slash chord is spelled like its root.
                let expected = suffix(voicing.title, NoteName(.c)).split(separator: "/E").first ?? ""
                if isRight, suffix(first.title, first.chord.root).hasPrefix(expected) { titles += 1 }
            }
            #expect(rooted.count == 72 && roots == 72)
            #expect(titles >= 66, "\(titles) titles")
        }
    }

    @Test func rootlessVoicingsAreNamed() throws {
        for key in 0..<12 {
            var first = 0, withinThree = 0
            let rootless = Voicing.all.filter(\.isRootless)
            for voicing in rootless {
                let pitches = voicing.pitches.map { $0 + key }
                let alone = finder.find(pitches: pitches, in: NamingContext(hasBassPlayer: true)).readings.prefix(3)
                if alone.contains(where: { $0.chord.root.pitchClass == key }) { withinThree += 1 }
                let context = try cadence(around: voicing.chord, up: key)
                if finder.find(pitches: pitches, in: context).readings[0].chord.root.pitchClass == key { first += 1 }
            }
            #expect(rootless.count == 28)
            #expect(first >= 26, "\(first) first up \(key)")
            #expect(withinThree >= 24, "\(withinThree) within three")
        }
    }

    @Test func completeChordsComeFirstWithABassPlayer() {
        // A triad, shell or seventh chord on its root is not a rootless form of a larger chord.
        let complete = [
            [0, 4, 7], [0, 3, 7], [0, 4, 7, 11], [0, 4, 10], [0, 4, 7, 10], [0, 3, 7, 10], [0, 4, 11], [0, 3, 10],
            [0, 4, 7, 9],
        ]
        for notes in complete {
            for key in 0..<12 {
                let readings = finder.find(pitches: notes.map { $0 + 48 + key }, in: NamingContext(hasBassPlayer: true))
                    .readings
                #expect(readings[0].chord.root.pitchClass == key, "\(readings[0].title)")
            }
        }
    }

    /// The ii–V–I that contains a chord on C: as ii if it is minor, as dominant, or as target.
    private func cadence(around chord: Chord, up key: Int) throws -> NamingContext {
        func at(_ semitones: Int, _ suffix: String) throws -> Chord {
            try Chord(NoteName(pitchClass: (semitones + key) % 12).text + suffix)
        }
        func tonic(_ semitones: Int, _ mode: Mode) -> Key { Key(NoteName(pitchClass: (semitones + key) % 12), mode) }
        let degrees = chord.type.degrees
        var context = NamingContext(hasBassPlayer: true)
        if degrees.contains(3, -1) {
            if degrees.contains(7, -1) {
                context.key = tonic(10, degrees.contains(5, -1) ? .minor : .major)
                context.next = try at(5, "7")
            } else {
                context.key = tonic(0, .minor)
                context.previous = try at(7, "7")
            }
        } else if degrees.contains(7) || degrees.contains(6) {
            context.key = tonic(0, .major)
            context.previous = try at(7, "7")
        } else {
            let isMinor = degrees.contains(13, -1) || degrees.contains(9, 1)
            context.key = tonic(5, isMinor ? .minor : .major)
            context.previous = try at(7, isMinor ? "mi7(♭5)" : "mi7")
            context.next = try at(5, isMinor ? "mi" : "ma7")
        }
        return context
    }

    @Test func commonChordsAreNamed() throws {
        func first(_ notes: String) throws -> String {
            let finding = finder.find(notes: try notes.split(separator: " ").map { try NoteName(String($0)) })
            return finding.readings[0].title
        }
        #expect(try first("C E B♭") == "C7")
        #expect(try first("E G♯ C") == "E+")
        #expect(try first("C") == "C (note)")
        #expect(try first("C E G♯ B♭") == "C7(♯5)")
        #expect(try first("C E A♭ B♭") == "C7(♭13)")
        #expect(try first("E G C") == "C/E")
        // A chord with its third ranks before one without.
        #expect(try first("E B C D") == "Cma9/E")
        // A bass without a given spelling gets its usual name.
        #expect(finder.find(pitches: [57, 63, 66]).readings[0].title == "E♭°/A")
        func readings(_ notes: String, after previous: String? = nil) throws -> [Reading] {
            var context = NamingContext(hasBassPlayer: true)
            context.previous = try previous.map { try Chord($0) }
            let names = try notes.split(separator: " ").map { try NoteName(String($0)) }
            return finder.find(notes: names, in: context).readings
        }
        func withABassPlayer(_ notes: String, after previous: String? = nil) throws -> String {
            try readings(notes, after: previous)[0].title
        }
        // The spelling of a diminished seventh chord decides which dominant it belongs to.
        #expect(try withABassPlayer("B D F A♭") == "B°7")
        #expect(try readings("B D F A♭").first { $0.isRootless }?.title == "G7(♭9)")
        #expect(try withABassPlayer("E B♭") == "C7")
        // A chord that only lacks its third is not suspended, and resolves as if it had one.
        #expect(try withABassPlayer("E F B", after: "E♭7sus4") == "G13")
        let band = finder.find(pitches: [52, 58, 62, 69], in: NamingContext(hasBassPlayer: true)).readings
        #expect(band[0].title == "C13" || band[1].title == "C13")
    }

    @Test func everyReadingHasAnExplanation() throws {
        func why(_ notes: String, _ title: String) throws -> String? {
            let finding = finder.find(notes: try notes.split(separator: " ").map { try NoteName(String($0)) })
            return finding.readings.first { $0.title == title }?.why
        }
        #expect(
            try why("C E G B♭ D♭ A", "C13(♭9)")
                == "third, fifth and seventh are there; D♭ is the ♭9 and A is the 13th")
        // The key C sounds, although its name in the chord is B♯.
        #expect(try why("C E B♭", "G♭7(♯11)")?.contains("C is the ♯11") == true)
        #expect(try why("C E B♭", "G♭7(♯11)")?.hasSuffix("the bass player has the root G♭") == true)
        #expect(
            try why("E B♭ D A", "B♭ma7(♯11)/E")
                == "third and seventh are there; E is the ♯11; no fifth; E, the ♯11, unlikely in the bass")
        // A fifth given by name is not reported as omitted.
        #expect(try why("C G♯ E B♭", "C7(♯5)") == "third, fifth and seventh are there")
        #expect(try why("C D G", "Csus2") == "fifth is there; D is the second")
        #expect(try why("C", "C (note)") == "the root alone")
        #expect(try why("E G C", "C/E") == "third and fifth are there; E, the third, is in the bass")
        #expect(try why("C E G B A♭", "Cma7(♭13)")?.contains("A♭ is the ♭13 (rare here)") == true)
    }

    @Test func shownReadingsAreConventional() {
        for bits in UInt16(1)..<4096 {
            let readings = finder.find(pitches: PitchClassSet(bits: bits).map { $0 + 60 }).readings
            let told = finder.vocabulary.worthShowing(readings)
            let least = readings.map(\.cost).min()!
            #expect(told.first == readings.first)
            // Without a major third, three semitones above the root are a minor third, not a ♯9.
            for reading in readings where reading.omitted.contains(3) {
                #expect(!reading.tensions.contains(9, 1), "\(reading.precise)")
            }
            for reading in told.dropFirst() {
                let isWritten = finder.vocabulary.types.contains { $0.pitchClasses == reading.chord.type.pitchClasses }
                #expect(isWritten || !reading.isRootless)
                #expect(reading.cost <= least + (reading.isRootless ? 20 : isWritten ? 30 : 10))
            }
        }
    }

    @Test func onlyTheSpellingDependsOnTheKey() {
        for bits in UInt16(1)..<2048 where bits & 1 == 1 {
            let set = PitchClassSet(bits: bits)
            let home = finder.find(pitches: set.map { $0 + 24 }).readings
            for key in [1, 5, 6, 10] {
                let away = finder.find(pitches: set.map { $0 + 24 + key }).readings
                #expect(away.map(\.cost) == home.map(\.cost))
                #expect(away.map { ($0.chord.root.pitchClass + 12 - key) % 12 } == home.map(\.chord.root.pitchClass))
                #expect(away.map(\.chord.type) == home.map(\.chord.type))
            }
        }
    }

    @Test func progressionIsNamedByItsBestPath() throws {
        // Rootless forms A and B of ii–V–I in C: Dmi9, G13, Cma9.
        let row = [[53, 57, 60, 64], [53, 57, 59, 64], [52, 55, 59, 62]]
        let path = finder.find(progression: row, in: NamingContext(hasBassPlayer: true))
        #expect(path.map { $0[0].title } == ["Dmi9", "G13", "Cma9"])
        // No path costs less: all are tried.
        let readings = row.map { finder.find(pitches: $0, in: NamingContext(hasBassPlayer: true)).readings }
        #expect(path.map { Set($0) } == readings.map { Set($0) })
    }
}

@Suite struct CombiningInTheJazzVocabulary {
    private let jazz = ChordCombiner()
    private let classic = ChordCombiner(vocabulary: .classic)

    @Test func upperStructuresHaveStandardNames() throws {
        #expect(Fixture.upperStructures.count == 53)
        for row in Fixture.upperStructures {
            let (lower, upper) = (try Chord(row["lower"]!), try Chord(row["upper"]!))
            for key in 0..<12 {
                let combination = jazz.combine(lower: moved(lower, by: key), upper: moved(upper, by: key))
                let result = try #require(combination.result)
                let title = suffix(row["title"]!, lower.root)
                #expect(suffix(combination.title, result.root) == title, "\(row["title"]!) up \(key)")
                #expect(result.root == moved(lower, by: key).root)
            }
        }
    }

    /// Whether a chord has a third or suspension, a fifth, and a seventh or sixth.
    private func isCompleteSeventh(_ chord: Chord) -> Bool {
        let degrees = chord.type.degrees
        let hasThird = degrees.contains(anyOf: 3) || degrees.contains(4) || degrees.contains(2)
        return hasThird && degrees.contains(anyOf: 5) && (degrees.contains(anyOf: 7) || degrees.contains(6))
    }

    /// Whether the classic name on the lower root has a ♭13 on a minor or fully diminished chord, and all is a ninth or
    /// thirteenth chord on the upper root.
    private func isInversion(_ classic: Chord, _ jazz: Chord?, onUpper upper: Chord) -> Bool {
        let degrees = classic.type.degrees
        guard let jazz, jazz.root == upper.root, degrees.contains(3, -1), degrees.contains(13, -1),
            degrees.contains(5) || degrees.contains(7, -2)
        else { return false }
        let suffix = jazz.inRootPosition.title.dropFirst(jazz.root.text.count)
        return suffix.hasPrefix("9") || suffix.hasPrefix("13") || suffix.hasPrefix("7(♭9") || suffix.hasPrefix("ma9")
            || suffix.hasPrefix("ma13") || suffix.hasPrefix("mi9") || suffix.hasPrefix("mi13")
    }

    @Test func whatClassicUnifiesStaysWithTwoExceptions() {
        var altered = 0, inversions = 0
        for lower in Everything.selectableChordsOnTwelveRoots {
            for upper in Everything.selectableChordsOnTwelveRoots {
                let before = classic.outcome(lower: lower, upper: upper)
                let now = jazz.outcome(lower: lower, upper: upper)
                if before.kind == .unified {
                    let old = classic.combine(lower: lower, upper: upper)
                    let new = jazz.combine(lower: lower, upper: upper)
                    if old.title == new.title, new.kind == .unified { continue }
                    if new.kind == .unified, old.title.contains("alt"), new.result!.type.degrees.contains(5) {
                        altered += 1
                        #expect(!new.title.contains("alt"))
                    } else if new.kind == .slash, isInversion(old.result!, new.result, onUpper: upper) {
                        inversions += 1
                        #expect(jazz.readings(of: new).contains { $0.chord.root == lower.root }, "\(new.title)")
                    } else {
                        Issue.record("\(old.title) is \(new.title)")
                    }
                }
                if isCompleteSeventh(lower) {
                    let roots = [lower.root.pitchClass, upper.root.pitchClass]
                    #expect(roots.contains(now.root.pitchClass), "\(lower) + \(upper) has a third root")
                } else if before.kind != .polychord, now.kind == .polychord {
                    Issue.record("\(lower) + \(upper) has no name any more")
                }
                let turned = jazz.outcome(lower: upper, upper: lower)
                if !isCompleteSeventh(lower), !isCompleteSeventh(upper),
                    (now.kind == .polychord) != (turned.kind == .polychord)
                {
                    Issue.record("\(lower) + \(upper), swapped")
                }
            }
        }
        #expect(altered == 12 * 17 && inversions == 12 * (Fixture.jazzExceptions.count - 17))
    }

    @Test func exceptionsFromTheClassicTableAreFrozen() throws {
        for row in Fixture.jazzExceptions {
            let (lower, upper) = (try Chord(row["lower"]!), try Chord(row["upper"]!))
            #expect(classic.combine(lower: lower, upper: upper).title == row["classic"])
            #expect(jazz.combine(lower: lower, upper: upper).title == row["jazz"])
        }
    }

    @Test func enharmonicHalvesGiveTheSameType() {
        for lower in Everything.selectableChords where lower.root.accidental != .natural {
            let other = Chord(NoteName(pitchClass: lower.root.pitchClass), lower.type)
            for upper in Everything.selectableChordsOnTwelveRoots {
                let (one, two) = (jazz.outcome(lower: lower, upper: upper), jazz.outcome(lower: other, upper: upper))
                if one.kind != two.kind || one.typeIndex != two.typeIndex { Issue.record("\(lower) + \(upper)") }
            }
        }
    }

    @Test func chosenMinorThirdIsNotASharpNinth() {
        for lower in Everything.selectableChordsOnTwelveRoots where lower.type.degrees.contains(3, -1) {
            for upper in Everything.selectableChordsOnTwelveRoots {
                guard classic.outcome(lower: lower, upper: upper).kind == .polychord,
                    let result = jazz.combine(lower: lower, upper: upper).result,
                    result.root.pitchClass == lower.root.pitchClass
                else { continue }
                let degrees = result.type.degrees
                let isDominant = degrees.contains(7, -1) && !lower.type.degrees.contains(7, -1)
                if degrees.contains(3), !isDominant { Issue.record("\(lower) + \(upper) is \(result)") }
            }
        }
    }

    @Test func commonPairsHaveTheirExpectedNames() throws {
        func title(_ lower: String, _ upper: String) throws -> String {
            jazz.combine(lower: try Chord(lower), upper: try Chord(upper)).title
        }
        #expect(try title("Cma7", "D") == "Cma13(♯11)")
        #expect(try title("C", "C+") == "A♭ma7(♯5)/C")
        #expect(try title("Cma7", "E") == "Ema/Cma7")
        #expect(try title("C7", "A") == "C13(♭9)")
        #expect(try title("Cma7sus4", "A♭mi") == "A♭mi/Cma7sus4")
        #expect(try title("Cmi", "Emi") == "Emi/Cmi")
        // A complete seventh chord below keeps its root, or the two stay a polychord.
        #expect(try title("Cma7", "Dmi") == "Dmi/Cma7")
        #expect(try title("Cmi(Δ7)", "D") == "Cmi(Δ13♯11)")
        #expect(try title("Emi7", "Cma7") == "Cma9/E")
        #expect(try title("D°7", "B♭7") == "B♭7(♭9)/D")
        #expect(try title("Cmi7(♭5)", "A♭") == "Cmi7(♭5♭13)")
        #expect(try title("G7", "B♭mi7") == "G7(♭9♯9♯11)")
        #expect(try title("C+", "Emi7") == "Emi7/C+")
        // Readings on the lower chord's root come first, and the chosen upper root before roots that were not chosen.
        #expect(try title("C7", "B♭mi") == "C7(♭9 add11)")
        #expect(try title("C+", "Emi7(♭5)") == "C9(♭13)")
        #expect(try title("C", "Gmi7") == "C9(add11)")
        #expect(try title("Cmi", "A") == "A7(♯9♯11)/C")
        // With a fifth and a ♭13, a chord is not alt.
        #expect(try title("C7(♭9)", "A♭") == "C7(♭9♯9♭13)")
        #expect(try title("C", "E7(♭5)").hasPrefix("E7"))
        #expect(try title("C", "E7(♭5)").hasSuffix("/C"))
    }

    @Test func alteredDominantShowsItsUpperTriads() throws {
        let alt = try Chord("G7alt").spelled(in: .jazz)
        #expect(list(alt.notes) == "G, B, F, A♭, A♯, C♯, E♭")
        #expect(alt.title == "G7alt")
        #expect(try Chord("G7alt").spelled(in: .classic) == Chord("G7alt"))
    }

    @Test func eleventhChordKeepsItsThird() throws {
        for symbol in ["Caug11", "C+11"] { #expect(try Chord(symbol).type.degrees.contains(3)) }
    }

    @Test func jazzVocabularyContainsTheClassicOne() {
        let jazz = Vocabulary.jazz
        #expect((200...300).contains(jazz.types.count))
        #expect(jazz.selectable == Vocabulary.classic.selectable)
        for (one, other) in zip(jazz.types, Vocabulary.classic.types) {
            #expect(one.pitchClasses == other.pitchClasses)
        }
        for suffix in ["7(♭13)", "13(♭9)", "13(♯9)", "7(♭9♭13)", "7(♯9♭13)", "7(♯11♭13)", "13(♭9♯11)", "ma7(♯9)"] {
            #expect(jazz.types.contains { $0.suffix == suffix }, "\(suffix)")
        }
    }
}
