/// What a player reads, where something else sounds: parts for trumpets, saxophones and horns are written higher than they
/// sound, so that the same fingers read the same notes on each size of an instrument.
public enum TransposingInstrument: String, CaseIterable, Sendable, Hashable {
    /// What is read sounds: piano, guitar, flute.
    case c = "C"
    /// A C that is read sounds B♭, a whole tone below: trumpet, clarinet, soprano saxophone; an octave lower still on the
    /// tenor.
    case bFlat = "Bb"
    /// A C that is read sounds E♭, a major sixth below: alto saxophone; an octave lower still on the baritone.
    case eFlat = "Eb"
    /// A C that is read sounds F, a fifth below: horn.
    case f = "F"

    /// How many semitones what is read lies above what sounds.
    public var semitones: Int {
        switch self {
        case .c: 0
        case .bFlat: 2
        case .eFlat: 9
        case .f: 7
        }
    }

    /// The same in steps of the scale: a second is one.
    public var steps: Int {
        switch self {
        case .c: 0
        case .bFlat: 1
        case .eFlat: 5
        case .f: 4
        }
    }

    /// The note that sounds where C is read.
    public var pitch: NoteName { NoteName(fifths: -fifths) }

    /// How far what is read lies above what sounds on the line of fifths.
    private var fifths: Int {
        switch self {
        case .c: 0
        case .bFlat: 2
        case .eFlat: 3
        case .f: 1
        }
    }

    /// The chord that sounds where this one is read.
    public func sounding(_ read: Chord) -> Chord { read.moved(byFifths: -fifths) }

    /// The chord that is to be read for this one to sound.
    public func reading(_ sounding: Chord) -> Chord { sounding.moved(byFifths: fifths) }

    /// The key that sounds where this one is read: with seven accidentals at most, where it has such a name.
    public func sounding(_ read: Key) -> Key { read.moved(byFifths: -fifths) }

    /// The key that is to be read for this one to sound.
    public func reading(_ sounding: Key) -> Key { sounding.moved(byFifths: fifths) }

    /// The scale that sounds where this one is read.
    public func sounding(_ read: Scale) -> Scale { read.moved(byFifths: -fifths) }

    /// The scale that is to be read for this one to sound.
    public func reading(_ sounding: Scale) -> Scale { sounding.moved(byFifths: fifths) }

    /// The notes that are to be read for these to sound, all moved alike.
    public func reading(_ sounding: [NoteName]) -> [NoteName] {
        let way = way(of: sounding, by: fifths)
        return sounding.map { NoteName(fifths: $0.fifths + way).displayed }
    }
}

/// How far notes go on the line of fifths: by the interval, or by that and to their other names, whichever leaves them fewer
/// sharps and flats, but never E♯, B♯, C♭ or F♭ for a root. A copyist who transposes F♯mi7 up a tone writes G♯mi7, but of C♯7
/// he makes E♭7 and not D♯7.
/// - Parameter rarity: of two names with as many, the second one is taken where the first is so much rarer, in decibels.
private func way(of notes: [NoteName], by fifths: Int, rarity: (Int) -> Int = { _ in 0 }) -> Int {
    guard fifths != 0 else { return 0 }
    func accidentals(_ way: Int) -> Int {
        notes.reduce(0) { sum, note in
            let size = abs(NoteName(fifths: note.fifths + way).accidental.semitones)
            return sum + (size < 2 ? size : 2 * size)
        }
    }
    /// A tenth as often.
    let muchRarer = 10
    return [fifths - 12, fifths + 12].reduce(fifths) { best, way in
        let (isSaid, wasSaid) = (rarity(way) < NoteName.unsaid, rarity(best) < NoteName.unsaid)
        if isSaid != wasSaid { return isSaid ? way : best }
        let (fewest, count) = (accidentals(best), accidentals(way))
        return count < fewest || count == fewest && rarity(way) + muchRarer <= rarity(best) ? way : best
    }
}

extension Chord {
    fileprivate func moved(byFifths fifths: Int) -> Chord {
        guard fifths != 0 else { return self }
        let third = type.degrees.first { $0.number == 3 }
        let way = way(of: notes, by: fifths) { NoteName.rarity(NoteName(fifths: root.fifths + $0), third: third) }
        return Chord(
            NoteName(fifths: root.fifths + way).simplified, type,
            bass: bass.map { NoteName(fifths: $0.fifths + way).simplified })
    }
}

extension Key {
    fileprivate func moved(byFifths fifths: Int) -> Key {
        fifths == 0 ? self : Key(NoteName(fifths: tonic.fifths + way(of: notes, by: fifths)), mode).written
    }
}

extension Scale {
    fileprivate func moved(byFifths fifths: Int) -> Scale {
        Scale(NoteName(fifths: root.fifths + way(of: notes, by: fifths)), type)
    }
}
