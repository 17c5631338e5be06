import Harmony
import Testing

private let finder = ChordFinder()

/// The readings of a set over one of its notes, the other notes an octave or two higher.
private func readings(_ set: PitchClassSet, over bass: Int, in context: NamingContext = .none) -> [Reading] {
    finder.find(pitches: [36 + bass] + set.map { 60 + $0 }, in: context).readings
}

/// A set of semitones, transposed.
private func set(_ semitones: Int..., on root: Int = 0) -> PitchClassSet { PitchClassSet(semitones.map { $0 + root }) }

private let allSetsOverTheirNotes: [(set: PitchClassSet, bass: Int)] = (UInt16(1)..<4096).flatMap { bits in
    PitchClassSet(bits: bits).map { (PitchClassSet(bits: bits), $0) }
}

extension Reading {
    /// Whether the degrees have a third, or the 4 of a sus chord with ♭7.
    fileprivate var hasThird: Bool {
        let degrees = chord.type.degrees
        return degrees.contains(anyOf: 3) || (degrees.contains(4) && degrees.contains(7, -1))
    }
    fileprivate var hasFifth: Bool { chord.type.degrees.contains(anyOf: 5) }
    fileprivate var isDominant: Bool { chord.type.degrees.contains(3) && chord.type.degrees.contains(7, -1) }
    fileprivate var isInRootPosition: Bool { chord.bass == nil && !isRootless }
    fileprivate var hasEleventhWithoutFifth: Bool {
        isDominant && isInRootPosition && chord.type.degrees.contains(11) && !chord.type.degrees.contains(5)
    }

    fileprivate var isContradictory: Bool {
        let degrees = chord.type.degrees
        if degrees.contains(7), degrees.contains(7, -1) { return true }
        if isDominant, degrees.contains(11), !isInRootPosition { return true }
        return degrees.contains(3, -1) && degrees.contains(7) && !degrees.contains(anyOf: 5)
            && (degrees.contains(9, -1) || degrees.contains(13, -1))
    }
}

@Suite struct RulesBeforeCosts {
    @Test func triadsWithAnAddedNoteKeepTheirRoot() {
        for root in 0..<12 {
            for third in [3, 4] {
                for added in [2, 5] {
                    for bass in [0, third, 7] {
                        let first = readings(set(0, third, added, 7, on: root), over: (root + bass) % 12)[0]
                        // A minor triad with its 4th over its third is the 6/9 of the bass.
                        let isSixNine = third == 3 && added == 5 && bass == 3
                        #expect(first.chord.root.pitchClass == (root + (isSixNine ? 3 : 0)) % 12, "\(first.title)")
                        if isSixNine { #expect(first.title.hasSuffix("6/9")) }
                    }
                }
            }
        }
    }

    @Test func contradictionsAreNeverFirstWithoutNeed() {
        var unavoidable = 0
        for (set, bass) in allSetsOverTheirNotes where bass == 0 {
            let rooted = readings(set, over: bass).filter { !$0.isRootless }
            let first = rooted[0]
            let hasNeither = !first.hasThird && !first.hasFifth
            if hasNeither {
                unavoidable += 1
                #expect(rooted.allSatisfy { !$0.hasThird && !$0.hasFifth }, "\(first.precise)")
            } else if first.isContradictory {
                #expect(
                    rooted.allSatisfy { $0.isContradictory || (!$0.hasThird && !$0.hasFifth) }, "\(first.precise)")
            }
        }
        #expect(unavoidable < 60, "\(unavoidable)")
    }

    /// 1 3 11 ♭7 is a dominant; the reading that avoids the 11 has no third: C F B♭ E is not Fma7sus4/C.
    @Test func aDominantWithAnEleventhBeatsReadingsWithoutAThird() {
        var count = 0
        for (set, bass) in allSetsOverTheirNotes where bass == 0 {
            let rooted = readings(set, over: bass).filter { !$0.isRootless }
            guard rooted.contains(where: { $0.hasEleventhWithoutFifth && !$0.isContradictory }) else { continue }
            count += 1
            #expect(rooted[0].hasThird, "\(rooted[0].precise)")
        }
        #expect(count > 0)
    }

    @Test func slashTriadsBeatReadingsWithoutAThird() {
        for third in [3, 4] {
            for bass in 0..<12 {
                let first = readings(set(0, third, 7, bass), over: bass)[0]
                #expect(first.hasThird, "\(first.title)")
            }
        }
    }

    /// F C E G is C/F between all neighbors, not G13sus4/F.
    @Test func neighborsMakeNoInvertedSusChordOfASlashTriad() {
        let neighbors: [Chord?] =
            [nil]
            + (0..<12).flatMap { root in
                ["1 3 5", "1 3 5 ♭7", "1 ♭3 5 ♭7"].map {
                    Chord(NoteName(pitchClass: root), ChordType(DegreeSet($0)!))
                }
            }
        for third in [3, 4] {
            for previous in neighbors {
                for next in neighbors {
                    let context = NamingContext(previous: previous, next: next)
                    let first = readings(set(0, third, 7, 5), over: 5, in: context)[0]
                    #expect(!first.chord.type.degrees.contains(4), "\(first.title)")
                }
            }
        }
    }

    @Test func naturalFifthsBeatAlteredDominantsWithout() {
        for (set, bass) in allSetsOverTheirNotes where bass == 0 {
            let rooted = readings(set, over: bass).filter { !$0.isRootless }
            let hasComplete = rooted.contains {
                $0.isDominant && $0.chord.type.degrees.contains(5) && $0.chord.foreignBass == nil && !$0.isContradictory
            }
            let hasRootPosition = rooted.contains { $0.chord.bass == nil && $0.isDominant }
            guard hasComplete, !hasRootPosition else { continue }
            let first = rooted[0]
            let degrees = first.chord.type.degrees
            let isAltered = degrees.contains { $0.alteration != 0 && $0.number > 7 }
            #expect(!(first.isDominant && isAltered && !degrees.contains(5)), "\(first.precise)")
        }
    }

    @Test func aBassWithItsOwnThirdAndSeventhIsTheRoot() {
        // Sevenths, and sus chords with ♭7, with each natural tension that does not make them another chord.
        let guideTones = [[0, 4, 10], [0, 4, 11], [0, 3, 10], [0, 3, 6, 9], [0, 5, 10]]
        for notes in guideTones {
            for more in [[], [7], [2], [7, 2]] where !(notes.contains(9) && !more.isEmpty) {
                for root in 0..<12 {
                    let first = readings(PitchClassSet((notes + more).map { $0 + root }), over: root)[0]
                    #expect(first.chord.root.pitchClass == root, "\(first.title)")
                }
            }
        }
    }

    @Test func twoNotesAFourthApartAreAnInvertedFifth() {
        for root in 0..<12 {
            let first = readings(set(0, 7, on: root), over: (root + 7) % 12)[0]
            #expect(first.chord.root.pitchClass == root && first.chord.type.degrees == DegreeSet("1 5"))
        }
    }

    @Test func aTritoneAloneIsTheGuideTonesOfTwoDominants() {
        for low in 0..<12 {
            for hasBassPlayer in [false, true] {
                let found = readings(set(0, 6, on: low), over: low, in: NamingContext(hasBassPlayer: hasBassPlayer))
                #expect(Set(found.prefix(2).map(\.chord.root.pitchClass)) == [(low + 8) % 12, (low + 2) % 12])
                #expect(found.prefix(2).allSatisfy { $0.isDominant })
            }
        }
    }
}

@Suite struct NamingBesideABassPlayer {
    private let band = NamingContext(hasBassPlayer: true)

    @Test func titlesHaveNoSlashBass() {
        for (set, bass) in allSetsOverTheirNotes where bass == 0 {
            for reading in readings(set, over: bass, in: band) {
                #expect(!reading.title.replacing("6/9", with: "").contains("/"), "\(reading.title)")
            }
        }
    }

    @Test func aCompleteChordOrShellBeatsRootlessReadings() {
        let complete = [
            [0, 4, 7], [0, 3, 7], [0, 4, 7, 2], [0, 3, 7, 2], [0, 4, 7, 9], [0, 3, 7, 9], [0, 4, 7, 9, 2],
            [0, 4, 7, 11], [0, 4, 7, 10], [0, 3, 7, 10], [0, 3, 6, 10], [0, 3, 6, 9], [0, 4, 11], [0, 4, 10],
            [0, 3, 10],
            [0, 3, 11],
            [0, 5, 7, 10], [0, 4, 7, 10, 1], [0, 4, 7, 10, 3, 8],
        ]
        for notes in complete {
            for bass in notes {
                for key in 0..<12 {
                    let set = PitchClassSet(notes.map { $0 + key })
                    let first = readings(set, over: (bass + key) % 12, in: band)[0]
                    #expect(!first.isRootless, "\(notes) over \(bass): \(first.title)")
                }
            }
        }
    }

    @Test func aDiminishedTriadAloneIsTheUpperPartOfADominant() throws {
        #expect(try title("59 62 65") == "G7")
        #expect(try title("59 62 65", key: "C major") == "B°")
    }

    /// 3 5 ♭7 ♯9 and 13 ♭9 3 ♭7 of a dominant are diminished triads with a major seventh.
    @Test func aDiminishedTriadWithMajorSeventhIsTheUpperPartOfADominant() throws {
        for key in 0..<12 {
            // In root position, and over its third, fifth and seventh.
            for pitches in [[59, 62, 65, 70], [50, 53, 58, 59], [53, 58, 59, 62], [58, 59, 62, 65]] {
                let first = finder.find(pitches: pitches.map { $0 + key }, in: band).readings[0]
                #expect(first.isRootless && first.isDominant, "\(first.title)")
            }
        }
        #expect(try title("57 60 63 68", key: "F major") == "F7(♯9)")
    }

    @Test func aMinorTriadWithItsFourthOverItsThirdIsASixthChord() throws {
        for key in 0..<12 {
            let first = finder.find(pitches: [50, 59, 64, 66].map { $0 + key }, in: band).readings[0]
            #expect(first.chord.root.pitchClass == (2 + key) % 12 && first.title.hasSuffix("6/9"), "\(first.title)")
        }
    }

    @Test func aPassingDiminishedSeventhChordMayHaveANinthAndLackItsRoot() throws {
        #expect(try title("58 61 64 69", key: "G♭ major", after: "G♭6", before: "A♭mi7") == "G°9")
        // No whole step between the neighbors.
        #expect(try title("58 61 64 69", key: "G♭ major", after: "G♭6", before: "B♭mi7") == "G♭7(♯9)")
    }

    @Test func aDominantShellBeatsAMinorChordWithMajorSeventhAndWithoutFifth() throws {
        // Over any of its notes, D F♯ C and the ♭9.
        for bass in [50, 54, 60, 63] {
            let set = PitchClassSet([50, 54, 60, 63].map { $0 % 12 })
            #expect(readings(set, over: bass % 12, in: band)[0].title == "D7(♭9)")
        }
        #expect(try title("51 54 62") == "E♭mi(Δ7)")
    }

    @Test func neighborsChooseBetweenRootedAndRootless() throws {
        // Before V7, the ma7 on 4 is ii9; after V7, the mi7 on 3 is Ima9.
        #expect(try title("58 62 65 69", key: "F major", before: "C7") == "Gmi9")
        #expect(try title("63 67 70 74", before: "F7") == "Cmi9")
        #expect(try title("58 62 65 69", key: "F major", after: "F") == "B♭ma7")
        #expect(try title("55 57 60 64", key: "F major", after: "C7") == "Fma9")
        #expect(try title("57 60 64 67", key: "F major") == "Ami7")
        // A triad is no rootless seventh chord.
        #expect(try title("52 57 60", key: "C major", after: "Emi7", before: "Dmi7") == "Ami")
    }

    /// Between any two chords, the notes of a plain chord have a sounding root, or are a dominant or a chord without
    /// altered notes.
    @Test func aWholeChordYieldsOnlyToUsualRootlessChords() throws {
        let neighbors = try ["Cma7", "C7", "Dmi7", "E7", "Fma7", "G7", "Ami7", "A7", "Bmi7(♭5)", "B♭7"].map {
            try Chord($0)
        }
        let shapes = [
            [0, 4, 7, 11], [0, 4, 7, 10], [0, 3, 7, 10], [0, 3, 6, 10], [0, 4, 7, 9], [0, 4, 7, 14], [0, 3, 7, 9],
            [0, 4, 7, 11, 14], [0, 4, 7, 10, 14], [0, 3, 7, 10, 14], [0, 4, 7, 9, 14], [0, 4, 7, 10, 14, 21],
        ]
        for shape in shapes {
            for root in 0..<12 {
                let pitches = shape.map { 48 + root + $0 }
                for previous in neighbors {
                    for next in neighbors {
                        var context = band
                        (context.previous, context.next) = (previous, next)
                        let first = finder.find(pitches: pitches, in: context).readings[0]
                        let degrees = first.chord.type.degrees
                        let isDominant = degrees.contains(3) && degrees.contains(7, -1)
                        let isAltered = [(9, -1), (9, 1), (13, -1)].contains { degrees.contains($0, $1) }
                        #expect(
                            !first.isRootless || isDominant || !isAltered,
                            "\(first.title) on \(root) between \(previous) and \(next)")
                    }
                }
            }
        }
    }

    @Test func aWholeChordStaysOnItsRoot() throws {
        #expect(try title("53 56 60 63", key: "C major", before: "G7") == "Fmi7")
        #expect(try title("55 59 62 65", key: "C major", before: "A7") == "G7")
        #expect(try title("57 61 64 67", key: "C major", after: "G7") == "A7")
        #expect(try title("53 57 60 64", key: "C major", after: "G7") == "Fma7")
        #expect(try title("47 50 53 57", key: "C major", before: "Emi7") == "Bmi7(♭5)")
        #expect(try title("47 50 53", key: "A minor", before: "E7") == "B°")
        #expect(try title("58 62 65 68 72", key: "F major", before: "C7") == "B♭9")
        #expect(try title("57 61 64 66 71", key: "C major", after: "G7", before: "Bb7") == "A6/9")
        // The goal of the same notes is C, so they are its dominant.
        #expect(try title("47 50 53 57", key: "C major", before: "Cma7") == "G9")
    }

    @Test func bothNeighborsMakeATriadARootlessSeventhChord() throws {
        // After its dominant or a chord on its root, and before the chord a fifth below.
        #expect(try title("55 58 63", after: "C7", before: "F7") == "Cmi7")
        #expect(try title("55 58 63", after: "G7", before: "F7") == "Cmi7")
        #expect(try title("51 55 60", after: "E7", before: "D7(b9)") == "Ami7(♭5)")
        #expect(try title("55 59 64", after: "G7", before: "F") == "Cma7")
        // One neighbor is too little, and so is a chord that is not its dominant.
        #expect(try title("55 58 63", before: "F7") == "E♭")
        #expect(try title("55 58 63", after: "G7") == "E♭")
        #expect(try title("55 58 63", after: "Gmi7", before: "F7") == "E♭")
        // F A C between D7 and C would be a ninth chord on G with a suspended fourth.
        #expect(try title("53 57 60", after: "D7", before: "C") == "F")
    }

    @Test func beforeADominantATriadForeignToTheKeyIsTheSecondDegree() throws {
        #expect(try title("55 58 62", key: "C major", after: "Fma7", before: "A7(b9)") == "Emi7(♭5)")
        #expect(try title("54 57 61", key: "B major", after: "Ema7", before: "G#7(b9)") == "D♯mi7(♭5)")
        // A triad of the key stays, and so does one whose key is not known.
        #expect(try title("55 58 62", key: "B♭ major", before: "A7(b9)") == "Gmi")
        #expect(try title("55 58 62", after: "Fma7", before: "A7(b9)") == "Gmi")
    }

    @Test func theKeyAloneChoosesItsDominant() throws {
        // ♭13 ♭7 9… of B♭7: D A♭ B F♯ is 3 ♭7 ♭9 ♯5.
        #expect(try title("50 56 59 66", key: "E♭ major").hasPrefix("B♭7("))
        // 3 ♭7 ♭9 of B7, whose third is the leading tone of E minor.
        #expect(try title("57 60 63", key: "E minor") == "B7(♭9)")
        #expect(try title("53 56 59 63", key: "C minor") == "G7(♭9♭13)")
        // Chords of the key, other dominants and diminished seventh chords with their root stay.
        #expect(try title("50 53 56 60", key: "C minor") == "Dmi7(♭5)")
        #expect(try title("53 57 59 63", key: "C major").hasPrefix("F7("))
        #expect(try title("59 62 65 68", key: "C minor") == "B°7")
    }

    @Test func oneOrTwoNotesHaveOneOfThemAsRoot() throws {
        for low in 40..<52 {
            let alone = finder.find(pitches: [low], in: band).readings[0]
            #expect(alone.chord.root.pitchClass == low % 12, "\(alone.title)")
            for interval in 1..<12 where interval != 6 {
                let first = finder.find(pitches: [low, low + interval], in: band).readings[0]
                #expect(!first.isRootless, "\(first.title)")
            }
        }
        #expect(try title("52 62") == "E7(omit3)")
    }

    @Test func aCompleteTriadWithATensionKeepsItsRoot() throws {
        for key in 0..<12 {
            // E♭(♯9) over its ♯9, and D(♯11) over its ♯11.
            for (pitches, root) in [([54, 63, 67, 70], 3), ([44, 50, 66, 69], 2)] {
                let first = finder.find(pitches: pitches.map { $0 + key }, in: band).readings[0]
                #expect(first.chord.root.pitchClass == (root + key) % 12, "\(first.title)")
            }
        }
    }

    @Test func aLydianChordWithItsNinthKeepsItsRoot() throws {
        // 1 7 3 ♯11 13 9. Without the ninth, which is A♭, it is form B of A♭13.
        #expect(try title("42 53 58 60 63 68") == "G♭ma13(♯11)")
        #expect(try title("54 58 60 65") == "A♭13")
    }

    private func title(
        _ notes: String, key: String? = nil, after: String? = nil, before: String? = nil
    ) throws -> String {
        var context = band
        context.key = try key.map { try Key($0) }
        context.previous = try after.map { try Chord($0) }
        context.next = try before.map { try Chord($0) }
        return finder.find(pitches: notes.split(separator: " ").map { Int($0)! }, in: context).readings[0].title
    }
}

@Suite struct AddedSeconds {
    @Test func theOctaveDistinguishesAdd2AndAdd9() throws {
        func title(_ pitches: Int...) -> String { finder.find(pitches: pitches).readings[0].title }
        #expect(title(53, 55, 57, 60) == "Fadd2")
        let typed = finder.find(notes: [.f, .g, .a, .c].map { NoteName($0) }, pitches: [53, 55, 57, 60])
        #expect(typed.readings[0].title == "Fadd2")
        #expect(title(53, 57, 60, 67) == "Fadd9")
        #expect(title(53, 55, 57, 60, 67) == "Fadd2")
        #expect(title(57, 60, 65, 67) == "Fadd9/A")
        #expect(title(57, 59, 60, 64) == "Ami(add2)")
        #expect(title(57, 60, 64, 71) == "Ami(add9)")
        let names = try ["F", "G", "A", "C"].map { try NoteName($0) }
        #expect(finder.find(notes: names).readings[0].title == "Fadd9")
    }
}
