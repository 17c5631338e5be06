/// A chord and its function in a key.
public struct NumeralChord: Sendable, Hashable {
    /// Its degree in the key, with its quality.
    public let numeral: RomanNumeral
    public let chord: Chord
}

/// The dominant seventh chord of a degree other than the tonic.
public struct SecondaryDominant: Sendable, Hashable {
    /// The degree to which the chord leads.
    public let target: RomanNumeral
    public let chord: Chord

    static func seventh(on root: NoteName) -> Chord { Chord(root, .dominantSeventh) }
}

extension Key {
    /// The triads on the seven degrees: I ii iii IV V vi vii° in major.
    public var triads: [NumeralChord] { stackedThirds(3) }

    /// The seventh chords on the seven degrees, with the numerals of the triads.
    public var sevenths: [NumeralChord] { stackedThirds(4) }

    /// The numeral of a chord in this key, diatonic or not: E♭ is ♭III in C major and III in C minor.
    public func numeral(of chord: Chord) -> RomanNumeral {
        // Chord roots are simplified: vii° of G♯ harmonic minor, on F𝄪, is called G°.
        if let degree = mode.degrees.first(where: { tonic.adding($0).simplified == chord.root }) {
            return RomanNumeral(degree.number, quality: chord.type.quality)
        }
        let number = modulo(chord.root.letter.rawValue - tonic.letter.rawValue, 7) + 1
        // Both have the same letter, so they differ by whole accidentals: seven fifths each.
        let raised = (chord.root.fifths - tonic.fifths - degree(number).fifths) / 7
        return RomanNumeral(number, Accidental(semitones: raised), quality: chord.type.quality)
    }

    /// The dominant sevenths of the degrees other than the tonic with a major or minor triad, which can be tonicized:
    /// ii iii IV V vi in major, III iv v VI VII in minor.
    public var secondaryDominants: [SecondaryDominant] {
        return triads.dropFirst().compactMap { target in
            guard target.numeral.quality == .major || target.numeral.quality == .minor else { return nil }
            let chord = SecondaryDominant.seventh(on: target.chord.root.adding(Degree(5)))
            return SecondaryDominant(target: target.numeral, chord: plain(chord))
        }
    }

    /// The triads borrowed from the parallel key, with their numerals in this key.
    ///
    /// A major key borrows i ii° ♭III iv v ♭VI ♭VII. A minor key borrows from major, mainly the tonic I of the Picardy
    /// third and the dominants V and vii° of the harmonic minor.
    public var borrowed: [NumeralChord] {
        let own = triads.map { $0.chord }
        let parallel = parallel
        return parallel.triads.compactMap { triad in
            guard !own.contains(triad.chord) else { return nil }
            let number = triad.numeral.number
            let raised = parallel.degree(number).alteration - degree(number).alteration
            let numeral = RomanNumeral(number, Accidental(semitones: raised), quality: triad.numeral.quality)
            return NumeralChord(numeral: numeral, chord: plain(triad.chord))
        }
    }

    /// The chord on its simple root, where its own would need double accidentals: F7 in F♯ major, not E♯7.
    private func plain(_ chord: Chord) -> Chord {
        Chord(chord.root.plainRoot(of: chord.type.degrees, in: self), chord.type)
    }

    private func degree(_ number: Int) -> Degree {
        mode.degrees.first { $0.number == number }!
    }

    private func stackedThirds(_ count: Int) -> [NumeralChord] {
        let degrees = Array(mode.degrees)
        return degrees.indices.map { step in
            let root = degrees[step]
            let type = ChordType(
                DegreeSet(
                    (0..<count).map { third in
                        Degree(fifths: degrees[(step + 2 * third) % 7].fifths - root.fifths)
                    }))
            let numeral = RomanNumeral(root.number, quality: type.quality)
            return NumeralChord(numeral: numeral, chord: Chord(tonic.adding(root), type))
        }
    }
}

extension Chord {
    /// The keys whose scale contains all notes of this chord as spelled, with the chord's numeral. Sorted by mode, then
    /// from seven flats to seven sharps: Cma is V in F major, I in C, IV in G; VII in D minor.
    public func diatonicKeys(in modes: [Mode] = [.major, .minor]) -> [(key: Key, numeral: RomanNumeral)] {
        let notes = notes
        return modes.flatMap { Key.all($0) }.compactMap { key in
            let scale = key.notes
            return notes.allSatisfy { scale.contains($0) } ? (key, key.numeral(of: self)) : nil
        }
    }
}
