import Harmony
import Testing

private let combiner = ChordCombiner(vocabulary: .classic)

private func combine(_ lower: String, _ upper: String) throws -> Combination {
    combiner.combine(lower: try Chord(lower), upper: try Chord(upper))
}

@Suite struct Combining {
    @Test func pairsTableIsReproduced() throws {
        #expect(Fixture.pairs.count == 9408)
        for row in Fixture.pairs {
            let combination = try combine(row["lower"]!, row["upper"]!)
            #expect(combination.kind.rawValue == row["kind"])
            #expect(combination.title == row["title"])
            #expect(combination.precise ?? "" == row["precise"])
            let halves = row["pitches"]!.split(separator: "|").map { $0.split(separator: " ").map { Int($0)! } }
            #expect(combination.notes.map(\.tone.pitch) == halves.flatMap { $0 })
            if halves.count == 2 {
                #expect(combination.notes.filter { $0.part == .lower }.map(\.tone.pitch) == halves[0])
            }
        }
    }

    @Test func allSelectablePairsFollowTheRules() {
        var counts: [Combination.Kind: Int] = [:]
        var types: Set<Int> = []
        for lower in Everything.selectableChords {
            for upper in Everything.selectableChords {
                let outcome = combiner.outcome(lower: lower, upper: upper)
                counts[outcome.kind, default: 0] += 1
                if let index = outcome.typeIndex { types.insert(index) }
            }
        }
        #expect(counts == [.unified: 69_856, .slash: 53_440, .polychord: 222_448])
        #expect(types.count == 144)
    }

    @Test func shownNotesAreThePlayedNotes() {
        for lower in Everything.selectableChords {
            for upper in Everything.selectableChordsOnTwelveRoots {
                let combination = combiner.combine(lower: lower, upper: upper)
                let notes = combination.notes
                let sounding = PitchClassSet(notes.map(\.tone.pitch))
                let isAll = sounding == lower.pitchClasses.union(upper.pitchClasses)
                let isSpelledAsPlayed = notes.allSatisfy { $0.tone.name.pitchClass == $0.tone.pitch % 12 }
                let isAscending = zip(notes, notes.dropFirst()).allSatisfy { $0.tone.pitch < $1.tone.pitch }
                let hasLowestBass = notes[0].tone.pitch == 60 + lower.root.pitchClass
                let hasParts = notes.allSatisfy { note in
                    let pitchClass = note.tone.pitch % 12
                    return switch note.part {
                    case .lower: lower.pitchClasses.contains(pitchClass)
                    case .upper: upper.pitchClasses.contains(pitchClass)
                    case .both: lower.pitchClasses.intersection(upper.pitchClasses).contains(pitchClass)
                    }
                }
                if !(isAll && isSpelledAsPlayed && isAscending && hasLowestBass && hasParts) {
                    Issue.record("\(lower) + \(upper): \(notes)")
                }
            }
        }
    }

    @Test func matchesAreSymmetricAndIgnoreSpelling() {
        for lower in Everything.selectableChordsOnTwelveRoots {
            for upper in Everything.selectableChordsOnTwelveRoots {
                let there = combiner.outcome(lower: lower, upper: upper)
                let back = combiner.outcome(lower: upper, upper: lower)
                if (there.kind == .polychord) != (back.kind == .polychord) { Issue.record("\(lower) + \(upper)") }
                for shift in [-12, 12] {
                    let name = NoteName(fifths: upper.root.fifths + shift)
                    guard NoteName.roots.contains(name) else { continue }
                    let respelled = combiner.outcome(lower: lower, upper: Chord(name, upper.type))
                    if respelled.kind != there.kind || respelled.typeIndex != there.typeIndex {
                        Issue.record("\(lower) + \(upper) as \(name)")
                    }
                }
            }
        }
    }

    @Test func chordWithItselfOrASubsetIsThatChord() {
        for chord in Everything.chords {
            #expect(combiner.combine(lower: chord, upper: chord).result == chord)
            for inner in chord.containedChords() {
                #expect(combiner.combine(lower: chord, upper: inner).result == chord)
            }
        }
    }

    @Test func slashRootsAreSpelledByPreference() {
        func cost(_ chord: Chord) -> (Int, Int) {
            let sizes = chord.notes.map { abs($0.accidental.semitones) }
            return (sizes.filter { $0 == 2 }.count, sizes.filter { $0 > 0 }.count)
        }
        for lower in Everything.selectableChords {
            for upper in Everything.selectableChordsOnTwelveRoots {
                guard let result = combiner.combine(lower: lower, upper: upper).result, let bass = result.bass else {
                    continue
                }
                let candidates = NoteName.roots.filter { $0.pitchClass == result.root.pitchClass }.map {
                    Chord($0, result.type)
                }
                // In order of preference: spells the bass, fewest doubles, fewest accidentals, flats.
                let best = candidates.min { one, other in
                    let (a, b) = (one.notes.contains(bass), other.notes.contains(bass))
                    if a != b { return a }
                    if cost(one) != cost(other) { return cost(one) < cost(other) }
                    return one.root.fifths < other.root.fifths
                }!
                if best.root != result.root { Issue.record("\(lower) + \(upper): \(result), not \(best)") }
            }
        }
    }

    @Test func documentedExamplesAreCombined() throws {
        #expect(try combine("Cma7", "D").title == "Cma13(♯11)")
        #expect(try combine("C", "C+").title == "A♭ma7(♯5)/C")
        #expect(try combine("B♯", "B♯+").title == "G♯ma7(♯5)/B♯")
        #expect(try combine("Cma7", "E").title == "Ema/Cma7")
        let polychord = try combine("C", "C#")
        #expect(polychord.title == "C♯ma/Cma" && polychord.precise == nil && polychord.result == nil)
    }

    @Test func halfKeepsItsOwnNoteNames() throws {
        func ownNames(_ lower: String, _ upper: String) throws -> String {
            let combination = ChordCombiner().combine(lower: try Chord(lower), upper: try Chord(upper))
            return combination.notes.compactMap { note in
                combination.ownName(of: note).map { "\(note.tone.name) is \($0) (\(note.part))" }
            }.joined(separator: ", ")
        }
        // ♯9 of C7 is D♯; the triad above it has an E♭.
        #expect(try ownNames("C7", "E♭") == "D♯ is E♭ (upper)")
        #expect(try ownNames("C7", "A♭") == "D♯ is E♭ (upper)")
        #expect(try ownNames("C", "E7(♭5)") == "F𝄪 is G (lower), A♯ is B♭ (upper)")
        #expect(try ownNames("Cma7", "D").isEmpty)
        // Each half spells its own notes.
        #expect(try ownNames("Cma7", "E").isEmpty)
        // A common note is spelled by the lower chord where the result agrees.
        for (lower, upper) in [("A7", "B♭mi"), ("G7", "A♭mi"), ("D7", "E♭mi"), ("D♭7", "A")] {
            let combination = ChordCombiner().combine(lower: try Chord(lower), upper: try Chord(upper))
            let common = combination.notes.filter { $0.part == .both }
            #expect(!common.isEmpty)
            for note in common { #expect(combination.ownName(of: note) == nil, "\(lower) \(upper)") }
        }
    }

    @Test func readingsBeginWithTheResultAndNameTheSameNotes() {
        for lower in Everything.selectableChordsOnTwelveRoots.prefix(28) {
            for upper in Everything.selectableChordsOnTwelveRoots {
                let combination = combiner.combine(lower: lower, upper: upper)
                let readings = combiner.readings(of: combination).map(\.chord)
                #expect(readings.first == combination.result)
                let sounding = lower.pitchClasses.union(upper.pitchClasses)
                #expect(
                    readings.allSatisfy { $0.pitchClasses == sounding && $0.lowest.pitchClass == lower.root.pitchClass }
                )
                #expect(readings.count == Vocabulary.classic.rootsNaming(sounding).count)
                #expect(Set(readings.map(\.root.pitchClass)).count == readings.count)
            }
        }
    }

    /// Who chooses an inversion means its root, unless another name is much more probable.
    @Test(arguments: [
        ("C/E", "G", "Cma9/E"), ("F/A", "C", "Fma9/A"), ("Fma7/A", "C", "Fma9/A"), ("C7/E", "A", "C13(♭9)/E"),
        ("Ami/G", "C", "Ami7/G"), ("C/E", "C", "C/E"), ("Ami/C", "F", "Fma7/C"),
    ])
    func inversionsKeepTheirRoots(lower: String, upper: String, result: String) throws {
        let combined = ChordCombiner().combine(lower: try Chord(lower), upper: try Chord(upper))
        #expect(combined.title == result)
    }

    @Test func chordsOutsideTheVocabularyAreCombined() throws {
        #expect(try combine("C5", "E-").title == "Cma7")
        #expect(try combine("Cadd9", "Cadd9").title == "Cadd2")
        #expect(try combine("C7b13", "D").notes.count == 8)
        // A lower slash chord keeps its bass lowest.
        #expect(try combine("D/C", "D").title == "D7/C")
        #expect(try combine("C/E", "C").title == "C/E")
        #expect(try combine("Am/C", "C").title == "C6")
    }
}

@Suite struct MatchingProperties {
    @Test func documentedExampleHasItsMatches() throws {
        let matches = combiner.matches(editing: .lower, lower: try Chord("Cma7"), upper: try Chord("D"))
        #expect(matches.letters.map(\.name) == ["C", "D", "G", "A"])
        #expect(matches.accidentals.map(\.sign) == ["♮"])
        let types = """
            ma mi + ° sus2 add2 mi(add2) ma7 ma7(♭5) ma7(♯5) ma7sus4(♯5) 7 7(♭5) 7sus2 mi7(♭5) °7 °ma7 mi6 6 mi(Δ7)
            """
        #expect(Set(matches.types.map(\.suffix)) == Set(types.split(separator: " ").map(String.init)))
        // In picker order 6 comes before mi6.
        #expect(
            matches.types.map(\.suffix) == Vocabulary.classic.selectable.filter(matches.types.contains).map(\.suffix))
    }

    @Test func matchesAreThePairsThatCombineToOneChord() throws {
        let lower = try Chord("F♯mi7")
        let upper = try Chord("B♭add2")
        let matches = combiner.matches(editing: .upper, lower: lower, upper: upper)
        for letter in Letter.allCases {
            let changed = Chord(NoteName(letter, .flat), upper.type)
            let isMatch = combiner.combine(lower: lower, upper: changed).result != nil
            #expect(matches.letters.contains(letter) == isMatch)
        }
    }
}
