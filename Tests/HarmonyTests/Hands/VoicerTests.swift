import Harmony
import Testing

/// The low interval limits (theory, section 11): the interval in semitones, and the lowest key of its lower note.
private let lowLimits = [
    1: 52, 2: 51, 3: 48, 4: 46, 5: 46, 6: 46, 7: 34, 8: 43, 9: 41, 10: 41, 11: 41, 13: 40,
]

/// Every type of both vocabularies.
private let types: [ChordType] = {
    var types = Vocabulary.classic.types
    for type in Vocabulary.jazz.types where !types.contains(type) { types.append(type) }
    return types
}()

private let pianists = [
    Pianist(), Pianist(left: .octave, right: .octave),
    Pianist(left: .ninth, right: .octave, register: .high, hasBassPlayer: true),
    Pianist(register: .low, isPlain: true),
]

/// The semitones of each key above a root.
private func semitones(_ tones: [Tone], above root: NoteName) -> [Int] {
    tones.map { ($0.pitch - root.pitchClass) % 12 }
}

/// The styles that add color tones to a plain chord.
private let coloring: [VoicingStyle] = [.rootlessA, .rootlessB, .upperStructure, .soWhat, .kennyBarron]

private func isMuddy(_ voicing: Voicing) -> Bool {
    let pitches = voicing.tones.map(\.pitch)
    return pitches.contains { low in
        pitches.contains { high in high > low && low < lowLimits[high - low] ?? 0 }
    }
}

/// Slash chords over each of their notes and over three foreign notes.
private let slashChords: [Chord] = types.prefix(60).flatMap { type in
    (1..<12).map { Chord(NoteName(pitchClass: 0), type, bass: NoteName(pitchClass: $0)) }
}

@Suite struct VoicingsOfAChord {
    /// Checks the properties of every voicing of a chord.
    private func check(_ voicing: Voicing, of chord: Chord, for pianist: Pianist) {
        let tones = voicing.tones
        let pitches = tones.map(\.pitch)
        let isInOrder = zip(pitches, pitches.dropFirst()).allSatisfy { $0 < $1 }
        let isWithinReach = Hand.allCases.allSatisfy {
            voicing[$0].count <= 5 && voicing.span(of: $0) <= pianist.reach(of: $0).semitones
        }
        #expect(isInOrder && isWithinReach && !tones.isEmpty)
        #expect(isMuddy(voicing) == voicing.isMuddy)
        // Only notes of the chord and those listed as added, with their names.
        let sounding = PitchClassSet(pitches)
        let added = voicing.added.pitchClasses.transposed(up: chord.root.pitchClass)
        #expect(sounding.subtracting(chord.pitchClasses) == added)
        #expect(voicing.added.isEmpty || coloring.contains(voicing.style) && !pianist.isPlain)
        let isSpelled = tones.allSatisfy { tone in
            tone.name.pitchClass == tone.pitch % 12
                && (tone.degree.map { chord.root.adding($0) == tone.name } ?? (tone.name == chord.foreignBass))
        }
        #expect(isSpelled)
        // Missing notes are reported and are optional.
        let missing = chord.pitchClasses.subtracting(sounding)
        let foreign = chord.foreignBass.map { PitchClassSet([$0.pitchClass]) } ?? .empty
        let said = voicing.missing.pitchClasses.transposed(up: chord.root.pitchClass)
        #expect(said == (pianist.hasBassPlayer ? missing.subtracting(foreign) : missing))
        var open = DegreeSet()
        if chord.type.degrees.union(DegreeSet(Degree(1))).count > 3 { open.insert(Degree(5)) }
        if !chord.type.suffix.contains("9") { open.insert(Degree(9)) }
        if chord.type.degrees.contains(anyOf: 13) { open.insert(Degree(11)) }
        if voicing.style == .rootlessA || voicing.style == .rootlessB { open.insert(Degree(1)) }
        // In a block chord the ninth stands for the root.
        if voicing.style == .block, chord.type.degrees.contains(anyOf: 9) { open.insert(Degree(1)) }
        if pianist.hasBassPlayer {
            let bass = (chord.lowest.pitchClass - chord.root.pitchClass + 12) % 12
            open = open.union(DegreeSet(chord.type.degrees.filter { $0.pitchClass == bass }))
        }
        if voicing.style == .shell, tones.count == 2 {
            open = open.union(chord.type.degrees.intersection(.all(of: 3).union(.all(of: 4)).union(.all(of: 2))))
            open = open.union(chord.type.degrees.intersection(.all(of: 7).union(.all(of: 6))))
        }
        if chord.spelled(in: .jazz).isPlainAlt {
            open = open.union(DegreeSet("♭9 ♯9 ♯11 ♭13 ♯5")!)
        }
        #expect(voicing.missing.subtracting(open).isEmpty, "\(chord) \(voicing.style.title) lacks \(voicing.missing)")
        // A requested bass is at the bottom of the left hand.
        if let bass = chord.bass, !pianist.hasBassPlayer {
            #expect(
                voicing.left.first.map { $0.pitch % 12 == bass.pitchClass } ?? false, "\(chord) \(voicing.style.title)")
        }
    }

    @Test func everyStyleIsPlayableOrHasAReason() throws {
        for type in types {
            for root in NoteName.roots {
                let chord = Chord(root, type)
                let pianist = pianists[(root.pitchClass + type.degrees.count) % pianists.count]
                var styles = 0
                for style in VoicingStyle.allCases {
                    let found = Voicer(for: pianist).voicings(of: .chord(chord), in: style)
                    #expect(found.list.isEmpty == (found.reason != nil))
                    if let reason = found.reason { #expect(reason.hasSuffix(".") && reason.count > 20) }
                    for voicing in found.list { check(voicing, of: chord, for: pianist) }
                    #expect(zip(found.list, found.list.dropFirst()).allSatisfy { $0.cost <= $1.cost })
                    // Muddy voicings are listed only if there are no clear ones.
                    #expect(Set(found.list.map(\.isMuddy)).count <= 1)
                    #expect(Set(found.list).count == found.list.count, "\(chord) \(style.title) has a duplicate")
                    styles += found.list.isEmpty ? 0 : 1
                }
                #expect(styles >= 1, "\(chord) cannot be played")
            }
        }
    }

    @Test func slashChordsKeepTheirBass() {
        for chord in slashChords {
            for pianist in pianists {
                var styles = 0
                for style in VoicingStyle.allCases {
                    let found = Voicer(for: pianist).voicings(of: .chord(chord), in: style)
                    #expect(found.list.isEmpty == (found.reason != nil))
                    for voicing in found.list { check(voicing, of: chord, for: pianist) }
                    styles += found.list.isEmpty ? 0 : 1
                }
                #expect(styles >= 1, "\(chord) cannot be played")
            }
        }
    }

    /// The table of methods (theory, section 11) in all keys, with the same keys in each hand.
    @Test func everyVoicingOfTheTableIsFound() throws {
        #expect(Fixture.voicings.count == 100)
        for row in Fixture.voicings {
            let written = try Chord(row["chord"]!)
            func keys(_ hand: String) -> [Int] {
                row[hand]!.split(separator: " ").map { Degree($0)!.pitchClass }
            }
            for pitchClass in 0..<12 {
                let root = NoteName(pitchClass: pitchClass)
                let bass = written.bass.map { root.adding(Degree(from: $0)) }
                let chord = Chord(root, written.type, bass: bass)
                let isFound = try styles(named: row["practice"]!).contains { style in
                    Voicer().voicings(of: .chord(chord), in: style).list.contains {
                        !$0.isMuddy && semitones($0.left, above: root) == keys("left")
                            && semitones($0.right, above: root) == keys("right")
                    }
                }
                #expect(isFound, "\(row) in \(root)")
            }
        }
    }

    /// The styles for a name in the table.
    private func styles(named practice: String) throws -> [VoicingStyle] {
        switch practice {
        case "shell": [.shell]
        case "drop 2": [.drop2]
        case "left hand, rootless": [.rootlessA, .rootlessB]
        case "two hands": VoicingStyle.allCases.filter { $0 != .pair }
        default: try #require(practice.hasPrefix("upper structure") ? [.upperStructure] : nil, "\(practice)")
        }
    }

    /// Without a bass player, a chord has its root or bass at the bottom. Exceptions are rootless forms, fourths, and
    /// block chords, which follow the melody.
    @Test func bestVoicingOfAStyleHasItsBassLowest() {
        for type in types where !type.isRootless {
            for pitchClass in 0..<12 {
                let chord = Chord(NoteName(pitchClass: pitchClass), type)
                for style in VoicingStyle.allCases where ![.rootlessA, .rootlessB, .block, .quartal].contains(style) {
                    let list = Voicer().voicings(of: .chord(chord), in: style).list
                    func stands(_ voicing: Voicing) -> Bool { voicing.tones[0].pitch % 12 == pitchClass }
                    guard list.contains(where: stands) else { continue }
                    #expect(stands(list[0]), "\(chord) \(style.title): \(list[0].tones.map(\.name))")
                }
            }
        }
    }

    @Test func diminishedSeventhChordKeepsItsRoot() throws {
        let chord = try Chord("C°7")
        for style in [VoicingStyle.rootlessA, .rootlessB] {
            for voicing in Voicer().voicings(of: .chord(chord), in: style).list {
                #expect(PitchClassSet(voicing.tones.map(\.pitch)) == chord.pitchClasses)
            }
        }
    }

    @Test func flatThirteenthReplacesTheFifth() throws {
        for pitchClass in 0..<12 {
            let root = NoteName(pitchClass: pitchClass)
            for symbol in ["C7(b13)", "C7(b9b13)", "C7(#9b13)"] {
                for style in [VoicingStyle.rootlessA, .rootlessB] {
                    let list = Voicer().voicings(of: .chord(Chord(root, try Chord(symbol).type)), in: style).list
                    #expect(!list.isEmpty)
                    #expect(list.allSatisfy { voicing in !voicing.tones.contains { $0.degree == Degree(5) } })
                }
            }
        }
    }

    @Test func alteredDominantHasItsStandardVoicing() throws {
        let forms = try [VoicingStyle.rootlessA, .rootlessB].map { style in
            try #require(Voicer().voicings(of: .chord(try Chord("Calt").spelled(in: .jazz)), in: style).list.first).left
                .map { $0.degree?.name }
        }
        #expect(forms == [["3", "♭13", "♭7", "♯9"], ["♭7", "♯9", "3", "♭13"]])
    }

    /// E G C over E: the bass is never doubled in a triad.
    @Test func slashTriadDoesNotDoubleItsBass() throws {
        for symbol in ["C/E", "C/G", "Cmi/Eb", "Cmi/G"] {
            let chord = try Chord(symbol)
            for voicing in Voicer().voicings(of: .chord(chord), in: .spread).list {
                let basses = voicing.tones.filter { $0.name == chord.lowest }.count
                #expect(basses == 1)
            }
            let close = Voicer().voicings(of: .chord(chord), in: .close).list
            #expect(close.allSatisfy { $0.tones.last!.pitch - $0.tones[0].pitch < 12 } && !close.isEmpty)
        }
    }

    /// The ninth replaces the root (theory, section 11).
    @Test(arguments: ["Cma9", "Cmi9", "C9", "C6/9", "C7(b9)", "C7(#9)", "C9sus4"])
    func blockChordOfANinthHasNoRoot(symbol: String) throws {
        let type = try Chord(symbol).type
        for pitchClass in 0..<12 {
            let chord = ChordToVoice.chord(Chord(NoteName(pitchClass: pitchClass), type))
            let best = try #require(Voicer().voicings(of: chord, in: .block).list.first)
            #expect(!best.tones.contains { $0.degree == Degree(1) }, "\(best.tones.map(\.name))")
            // A melody on the root keeps it.
            #expect(!Voicer().voicings(of: chord, in: .block, top: 72 + pitchClass).list.isEmpty)
        }
    }

    /// Both have the same notes (theory, section 2).
    @Test func eleventhIsVoicedLikeASuspension() throws {
        let types = try ["C11", "C9sus4"].map { try Chord($0).type }
        for pitchClass in 0..<12 {
            for style in [VoicingStyle.shell, .rootlessA, .rootlessB, .upperStructure] {
                let keys = types.map { type in
                    Voicer().voicings(of: .chord(Chord(NoteName(pitchClass: pitchClass), type)), in: style).list.first
                        .map { voicing in Hand.allCases.map { voicing[$0].map(\.pitch) } }
                }
                #expect(keys[0] != nil && keys[0] == keys[1], "\(style.title) on \(pitchClass)")
            }
        }
    }

    @Test func raisedEleventhIsNoSuspension() throws {
        let found = Voicer().voicings(of: .chord(try Chord("C9(#11 omit3)")), in: .shell)
        #expect(found.list.isEmpty && found.reason?.contains("no third") == true)
    }

    /// The bass G is the eleventh, but the form begins on F.
    @Test func bottomOfARootlessFormIsNotItsBass() throws {
        let list = Voicer().voicings(of: .chord(try Chord("Dmi11/G")), in: .rootlessA).list
        #expect(!list.isEmpty && list.allSatisfy { $0.why.contains("the third at the bottom") })
    }

    /// Three notes in fourths are not a triad for an upper structure.
    @Test func upperStructureIsANamedTriad() throws {
        for symbol in ["C13", "Bb13", "Ema9", "G7alt", "C13(#11)", "C7(b9)"] {
            let best = try #require(Voicer().voicings(of: .chord(try Chord(symbol)), in: .upperStructure).list.first)
            let top = PitchClassSet(best.right.map(\.pitch))
            let isSuspended = top.contains { top.contains(($0 + 5) % 12) && top.contains(($0 + 7) % 12) }
            #expect(top.count == 3 && !isSuspended, "\(symbol): \(best.right.map(\.name))")
        }
    }

    @Test func topNoteOfARootlessFormIsBetweenC4AndC5() throws {
        for name in ["Cmi9", "C13", "Cma9", "C7(b9b13)", "C6/9", "C9sus4"] {
            let type = try Chord(name).type
            for pitchClass in 0..<12 {
                for style in [VoicingStyle.rootlessA, .rootlessB] {
                    for voicing in Voicer().voicings(
                        of: .chord(Chord(NoteName(pitchClass: pitchClass), type)), in: style
                    ).list {
                        #expect(voicing.right.isEmpty && (60...72).contains(voicing.left.last!.pitch))
                    }
                }
            }
        }
    }

    @Test func melodyNoteStaysOnTop() throws {
        for name in ["Cma7", "C13", "Ami7", "F#mi7(b5)", "C/E"] {
            let chord = try Chord(name)
            for top in 60...84 {
                for style in VoicingStyle.allCases {
                    let found = Voicer().voicings(of: .chord(chord), in: style, top: top)
                    #expect(found.list.allSatisfy { $0.tones.last!.pitch == top })
                    #expect(found.list.isEmpty == (found.reason != nil))
                    if !chord.pitchClasses.contains(top % 12) { #expect(found.list.isEmpty) }
                }
            }
        }
        #expect(!Voicer().voicings(of: .chord(try Chord("Cma7")), in: .drop2, top: 71).list.isEmpty)
    }

    @Test func voicingsExplainTheirPurpose() throws {
        let chord = try Chord("C13")
        for style in VoicingStyle.allCases {
            for voicing in Voicer().voicings(of: .chord(chord), in: style).list {
                #expect(voicing.why.hasSuffix(".") && !voicing.why.dropLast().contains("."))
                #expect(voicing.why.contains("; no ") == !voicing.missing.subtracting(DegreeSet(Degree(1))).isEmpty)
            }
        }
    }
}

extension Degree {
    /// The degree of a note above C, within the octave.
    fileprivate init(from note: NoteName) {
        self.init(note.letter.rawValue + 1, note.accidental.semitones)
    }
}

@Suite struct VoicingsOfAPair {
    /// Notes omitted from a polychord are reported.
    @Test func omittedNotesAreReported() throws {
        let pair = ChordCombiner().combine(lower: try Chord("C13(#11)"), upper: try Chord("B"))
        #expect(pair.result == nil)
        let best = try #require(Voicer().voicings(of: .pair(pair), in: .pair).list.first)
        let gone = pair.lower.pitchClasses.subtracting(PitchClassSet(best.left.map { $0.pitch }))
        #expect(gone.count > 0 && best.missing.pitchClasses.transposed(up: pair.lower.root.pitchClass) == gone)
    }

    /// Every pair of selectable types on C and on each other root.
    @Test func eachHandPlaysItsChord() {
        let types = Vocabulary.classic.selectable
        for lower in types {
            for (index, upper) in types.enumerated() {
                let below = Chord(NoteName(pitchClass: 0), lower)
                let above = Chord(NoteName(pitchClass: (5 * index + types.count) % 12), upper)
                let pair = ChordCombiner().combine(lower: below, upper: above)
                let found = Voicer().voicings(of: .pair(pair), in: .pair)
                let (left, right) = (below.pitchClasses, above.pitchClasses)
                guard let best = found.list.first else {
                    #expect(left.count > 5 || right.count > 5, "\(pair.title): \(found.reason ?? "")")
                    continue
                }
                for voicing in found.list {
                    #expect(PitchClassSet(voicing.left.map(\.pitch)) == left)
                    #expect(PitchClassSet(voicing.right.map(\.pitch)) == right)
                }
                #expect(best.missing.isEmpty && best.added.isEmpty && !best.isMuddy)
                if pair.kind == .slash { #expect(best.left[0].pitch % 12 == pair.bass.pitchClass, "\(pair.title)") }
                if let result = pair.result {
                    for tone in best.tones {
                        let isNamed = tone.degree.map { result.root.adding($0) == tone.name } ?? false
                        #expect(isNamed || tone.name == result.bass, "\(pair.title) has the foreign name \(tone.name)")
                    }
                } else {
                    #expect(best.left.allSatisfy { below.notes.contains($0.name) })
                    #expect(best.right.allSatisfy { above.notes.contains($0.name) })
                    let others = VoicingStyle.allCases.filter { $0 != .pair }
                    #expect(others.allSatisfy { Voicer().voicings(of: .pair(pair), in: $0).reason != nil })
                }
            }
        }
    }

    @Test func theFirstIsThatOfAllStyles() throws {
        let combiner = ChordCombiner()
        for type in Vocabulary.jazz.types {
            for pianist in [Pianist(), Pianist(hasBassPlayer: true)] {
                let voicer = Voicer(for: pianist)
                let chord = Chord(NoteName(.e, .flat), type)
                let pair = combiner.combine(lower: chord, upper: try Chord("F"))
                for subject in [ChordToVoice.chord(chord), .pair(pair)] {
                    #expect(voicer.first(of: subject) == voicer.best(of: subject).first, "\(subject)")
                }
            }
        }
    }

    @Test func chordIsPlayedAsItsBestPair() throws {
        let voicing = try #require(Voicer().voicings(of: .chord(try Chord("C13(b9)")), in: .pair).list.first)
        // C7 + A, upper structure VI (theory, section 10).
        #expect(voicing.left.map(\.name.text) == ["C", "E", "G", "B♭"])
        #expect(Set(voicing.right.map(\.name.text)) == ["A", "D♭", "E"])
        #expect(Voicer().best(of: .chord(try Chord("C13(b9)")))[0].style == .pair)
    }
}
