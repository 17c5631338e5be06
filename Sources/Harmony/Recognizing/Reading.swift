/// An interpretation of some notes as a chord.
public struct Reading: Sendable, Hashable {
    /// The chord. A rootless reading includes the root among its degrees although it does not sound.
    public let chord: Chord
    /// Degrees of the family that do not sound, usually the fifth.
    public let omitted: DegreeSet
    /// Degrees beyond the family.
    public let tensions: DegreeSet
    /// The improbability in decibels: a reading that costs 10 more is a tenth as probable.
    public let cost: Int
    /// The index of the family in ``ChordFamily/all``; nil for a chord of the classic table.
    let family: Int?
    /// Whether the title names the lowest note. Beside a bass player it is not the bass.
    let namesBass: Bool
    /// Whether neighboring chords may choose this reading. Rules exclude the others.
    package let contends: Bool

    /// Creates the reading of the classic table, which has no omissions.
    init(ofTable chord: Chord, cost: Int = 0) {
        self.init(chord: chord, omitted: DegreeSet(), cost: cost, family: nil)
    }

    /// - Parameter omitted: of the family. An altered fifth replaces the fifth, which then does not count as omitted.
    init(
        chord: Chord, omitted: DegreeSet, cost: Int, family: Int?, namesBass: Bool = true, contends: Bool = true
    ) {
        let degrees = chord.type.degrees
        let hasOwnFifth = omitted.contains(5) && degrees.contains(anyOf: 5)
        self.chord = chord
        self.omitted = hasOwnFifth ? omitted.subtracting(.all(of: 5)) : omitted
        let beyond = family.map { degrees.subtracting(ChordFamily.all[$0].degrees) } ?? chord.type.extensions
        tensions = hasOwnFifth ? beyond.subtracting(.all(of: 5)) : beyond
        self.cost = cost
        self.family = family
        self.namesBass = namesBass
        self.contends = contends
    }

    /// Whether the root does not sound and is left to a bass player.
    public var isRootless: Bool { omitted.contains(1) }

    /// The spoken name. Beside a bass player, and for a rootless reading, it does not mention the lowest note, which is
    /// not the bass.
    public var title: String { title(in: Notation()) }

    /// The precise name. ``ChordReader`` reads it as the same notes, unless it is rootless.
    public var precise: String { isRootless ? chord.inRootPosition.name + " (no root)" : chord.name }

    /// One sentence that explains the rank: guide tones, tensions, omissions and bass.
    public var why: String { why(in: Notation()) }

    /// The explanation in a notation.
    public func why(in notation: Notation) -> String {
        var text = ""
        // Longer than nearly all explanations, to avoid reallocation.
        text.reserveCapacity(160)
        writeGuideTones(to: &text)
        var place = 0
        for tension in tensions {
            text += place == 0 ? "; " : separator(before: place, of: tensions.count)
            text += notation.written(name(tension))
            text += " is the "
            write(tension, notation, to: &text)
            if isRare(tension) { text += " (rare here)" }
            place += 1
        }
        if chord.pitchClasses.count == 1 { return text }
        if omitted.contains(3) { text += "; no third" }
        if omitted.contains(5) { text += "; no fifth" }
        if isRootless {
            text += "; the bass player has the root "
            text += notation.written(chord.root)
        } else if let bass = chord.bass {
            text += "; "
            text += notation.written(bass)
            if let degree = chord.type.degrees.degree(sounding: modulo(bass.pitchClass - chord.root.pitchClass, 12)) {
                text += ", the "
                write(degree, notation, to: &text)
                text += tensions.contains(degree) ? ", unlikely in the bass" : ", is in the bass"
            } else {
                text += " in the bass is not a chord tone"
            }
        }
        return text
    }

    /// The same reading with an equivalent chord: ♯5 for ♭13 if the user chose it.
    func naming(_ chord: Chord) -> Reading {
        Reading(
            chord: chord, omitted: omitted, cost: cost, family: family, namesBass: namesBass, contends: contends)
    }

    private func writeGuideTones(to text: inout String) {
        var tones = chord.type.degrees.subtracting(tensions)
        tones.remove(Degree(1))
        let count = tones.count
        if count == 0 { return text += tensions.isEmpty ? "the root alone" : "the root is there" }
        var tone = 0
        for degree in tones {
            text += separator(before: tone, of: count)
            text += word(degree)
            tone += 1
        }
        text += count == 1 ? " is there" : " are there"
    }

    /// `third`, and for a tension `13th` or `♯9`.
    private func write(_ degree: Degree, _ notation: Notation, to text: inout String) {
        guard degree.number > 7 || (tensions.contains(degree) && degree.alteration != 0) else {
            return text += word(degree)
        }
        if degree.alteration != 0 { return text += notation.written(degree) }
        text += degree.name
        text += "th"
    }

    private func word(_ degree: Degree) -> String {
        switch degree.number {
        case 2: "second"
        case 3: "third"
        case 4: "fourth"
        case 5: "fifth"
        case 6: "sixth"
        default: degree == Degree(7) && tensions.contains(degree) ? "major seventh" : "seventh"
        }
    }

    /// Whether this tension is rare on such chords.
    private func isRare(_ tension: Degree) -> Bool {
        family.map { ChordFamily.all[$0].tensionCosts[tension.pitchClass] >= ReadingCosts.rare } ?? false
    }

    /// The note name without double accidentals and names of white keys such as B♯: A rather than G𝄪.
    private func name(_ degree: Degree) -> NoteName {
        let note = chord.root.adding(degree).simplified
        let white = NoteName(pitchClass: note.pitchClass)
        return white.accidental == .natural ? white : note
    }

    /// The separator in “a, b and c”.
    private func separator(before index: Int, of count: Int) -> String {
        index == 0 ? "" : index == count - 1 ? " and " : ", "
    }
}

extension Vocabulary {
    /// Selects the ranked readings that are worth showing: the first, then readings that musicians write, or that sound
    /// with their root and are nearly as probable.
    ///
    /// Readings a thousandth as probable as the most probable one are dropped; without their root, those a hundredth as
    /// probable.
    public func worthShowing(_ readings: [Reading]) -> [Reading] {
        let least = readings.map { $0.cost }.min() ?? 0
        return readings.enumerated().filter { place, reading in
            let isWritten = type(of: reading.chord.type.pitchClasses, from: 0) != nil
            let most =
                switch (isWritten, reading.isRootless) {
                case (true, false): ReadingCosts.maximumTold
                case (true, true): ReadingCosts.maximumToldWithoutRoot
                case (false, false): ReadingCosts.nearlyAsProbable
                case (false, true): -1
                }
            return place == 0 || reading.cost <= least + most
        }.map { $0.element }
    }
}

extension Reading {
    /// The spoken name in a notation. Beside a bass player, and for a rootless reading, it does not mention the lowest
    /// note, which is not the bass.
    public func title(in notation: Notation) -> String {
        let named = namesBass && !isRootless ? chord : chord.inRootPosition
        return family == nil ? named.classicTitle(in: notation) : named.title(in: notation)
    }

    /// The precise name in a notation.
    public func precise(in notation: Notation) -> String {
        isRootless ? chord.inRootPosition.name(in: notation) + " (no root)" : chord.name(in: notation)
    }
}
