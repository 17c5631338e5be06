/// The possible names of some notes.
public struct Finding: Sendable, Hashable {
    /// The notes, lowest first, spelled as given or as in the first reading.
    public let notes: [NoteName]
    /// The interval of each note above the lowest one, also for notes without a name.
    public let intervals: [Degree]
    /// The readings, best first. The classic vocabulary, which may have none, lists chords in root position first, then
    /// slash chords in the order of the notes.
    public let readings: [Reading]
}

/// Names the chord that sounds.
public struct ChordFinder: Sendable {
    public let vocabulary: Vocabulary

    public init(vocabulary: Vocabulary = .jazz) {
        self.vocabulary = vocabulary
    }

    /// The chord of `sounding` over the pitch class `bass`. In the jazz vocabulary it is the most probable one with a
    /// sounding root, found in a table, whose first use takes as long as 2,000 of ``firstReading(ofPitches:)``. In the
    /// classic one it is the chord on the bass, else the slash chord whose root comes first above the bass.
    ///
    /// - Returns: nil if no type of the classic vocabulary has these notes.
    /// - Precondition: the bass sounds.
    public func firstReading(of sounding: PitchClassSet, bass: Int) -> Chord? {
        if vocabulary.isRanked { return FirstReadings.shared.chord(sounding, bass: bass) }
        return firstUnranked(sounding, bass: bass)
    }

    /// The first reading of keys on the piano without context, as ``find(pitches:in:)`` has it. A tritone alone, whose
    /// first reading there has no root, gets one with a sounding root.
    /// - Parameter pitches: MIDI numbers in any order.
    /// - Returns: nil if nothing sounds, or if no type of the classic vocabulary has these notes.
    public func firstReading(ofPitches pitches: [Int]) -> Chord? {
        guard let lowest = pitches.min() else { return nil }
        let sounding = PitchClassSet(pitches)
        let bass = modulo(lowest, 12)
        if vocabulary.isRanked { return Readings.first(sounding, bass: bass, pitches: pitches.sorted()) }
        return firstUnranked(sounding, bass: bass)
    }

    private func firstUnranked(_ sounding: PitchClassSet, bass: Int) -> Chord? {
        let roots = vocabulary.rootsNaming(sounding)
        if roots.isEmpty { return nil }
        let root = modulo(bass + roots.seen(from: bass).bits.trailingZeroBitCount, 12)
        return vocabulary.typeIndex(of: sounding, from: root).map { index in
            let name = vocabulary.plainestRoot(typeIndex: index, pitchClass: root)
            guard root != bass else { return Chord(name, vocabulary.types[index]) }
            return slashChord(typeIndex: index, root: name, bassPitchClass: bass)
        }
    }

    /// Names spelled notes.
    /// - Parameters:
    ///   - notes: lowest first; duplicates are ignored.
    ///   - pitches: their MIDI numbers, lowest first, if octaves are known. They distinguish add2 and add9.
    public func find(notes: [NoteName], pitches: [Int] = [], in context: NamingContext = .none) -> Finding {
        var distinct: [NoteName] = []
        for note in notes where !distinct.contains(note) { distinct.append(note) }
        guard let bass = distinct.first else { return Finding(notes: [], intervals: [], readings: []) }
        let readings: [Reading]
        if vocabulary.isRanked {
            let sounding = PitchClassSet(distinct.map { $0.pitchClass })
            readings = Readings.ranked(
                sounding, bass: bass.pitchClass, given: distinct, pitches: pitches, in: context)
        } else {
            readings = self.readings(of: distinct.map { $0.pitchClass }) { typeIndex, root in
                root == bass.pitchClass
                    ? Chord(bass, vocabulary.types[typeIndex])
                    : Chord(
                        vocabulary.slashRoot(typeIndex: typeIndex, pitchClass: root, bass: bass),
                        vocabulary.types[typeIndex], bass: bass)
            }
        }
        return Finding(notes: distinct, intervals: distinct.map { Degree(from: bass, to: $0) }, readings: readings)
    }

    /// Names keys on the piano.
    /// - Parameter pitches: MIDI numbers in any order. The lowest is the bass; octave doublings are ignored.
    public func find(pitches: [Int], in context: NamingContext = .none) -> Finding {
        var order: [Int] = []
        for pitch in pitches.sorted() where !order.contains(modulo(pitch, 12)) { order.append(modulo(pitch, 12)) }
        guard let bass = order.first else { return Finding(notes: [], intervals: [], readings: []) }
        let readings: [Reading]
        if vocabulary.isRanked {
            readings = Readings.ranked(PitchClassSet(order), bass: bass, pitches: pitches.sorted(), in: context)
        } else {
            readings = self.readings(of: order) { typeIndex, root in
                let name = vocabulary.plainestRoot(typeIndex: typeIndex, pitchClass: root)
                return root == bass
                    ? Chord(name, vocabulary.types[typeIndex])
                    : slashChord(typeIndex: typeIndex, root: name, bassPitchClass: bass)
            }
        }
        let names = readings.first.map { [$0.chord.lowest] + $0.chord.notes } ?? []
        let spelled = order.map { pitchClass in
            names.first { $0.pitchClass == pitchClass }
                ?? NoteName(pitchClass: bass).adding(Degree(aboveBass: modulo(pitchClass - bass, 12)))
        }
        return Finding(notes: spelled, intervals: spelled.map { Degree(from: spelled[0], to: $0) }, readings: readings)
    }

    private func slashChord(typeIndex: Int, root: NoteName, bassPitchClass: Int) -> Chord {
        let type = vocabulary.types[typeIndex]
        let degree = type.degrees.degree(sounding: modulo(bassPitchClass - root.pitchClass, 12)) ?? Degree(1)
        return Chord(root, type, bass: root.adding(degree))
    }

    private func readings(of order: [Int], chord: (_ typeIndex: Int, _ root: Int) -> Chord) -> [Reading] {
        let sounding = PitchClassSet(order)
        var readings: [Reading] = []
        var seen = PitchClassSet.empty
        for root in order where !seen.contains(root) {
            seen = seen.inserting(root)
            if let index = vocabulary.typeIndex(of: sounding, from: root) {
                readings.append(Reading(ofTable: chord(index, root)))
            }
        }
        return readings
    }
}

extension Degree {
    /// The interval between two spelled notes within an octave, as a degree above the lower one. Notes too far apart on
    /// the line of fifths are compared by sound.
    init(from bass: NoteName, to note: NoteName) {
        let fifths = note.fifths - bass.fifths
        let number = modulo(4 * fifths, 7) + 1
        let alteration = floorDivide(fifths + 1, 7)
        let isNamed = (-1...1).contains(alteration) || (number == 7 && alteration == -2)
        // A raised seventh or lowered octave would lie outside the octave.
        let isWithinOctave = !(number == 7 && alteration == 1) && !(number == 1 && alteration == -1)
        self =
            isNamed && isWithinOctave
            ? Degree(number, alteration) : Degree(aboveBass: modulo(note.pitchClass - bass.pitchClass, 12))
    }

    /// The usual degree for a distance of 0…11 semitones.
    init(aboveBass semitones: Int) {
        self.init(fifths: NoteName(pitchClass: semitones).fifths)
    }
}
