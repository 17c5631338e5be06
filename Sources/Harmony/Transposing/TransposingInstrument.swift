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

    /// The note that is to be read for this one to sound.
    public func reading(_ sounding: NoteName) -> NoteName { NoteName(fifths: sounding.fifths + fifths).simplified }

    /// The chord that sounds where this one is read.
    public func sounding(_ read: Chord) -> Chord { read.moved(byFifths: -fifths) }

    /// The chord that is to be read for this one to sound.
    public func reading(_ sounding: Chord) -> Chord { sounding.moved(byFifths: fifths) }

    /// The key that sounds where this one is read: with seven accidentals at most, where it has such a name.
    public func sounding(_ read: Key) -> Key { read.transposed(byFifths: -fifths) }

    /// The key that is to be read for this one to sound.
    public func reading(_ sounding: Key) -> Key { sounding.transposed(byFifths: fifths) }
}

/// How much dearer the name that is an interval away may be, in decibels, before a chord gets the other: a copyist who
/// transposes F♯mi7 up a tone writes G♯mi7, but of C♯7 he makes E♭7 and not D♯7.
private let loyalty = 20

extension Chord {
    fileprivate func moved(byFifths fifths: Int) -> Chord {
        guard fifths != 0 else { return self }
        let wanted = NoteName(fifths: root.fifths + fifths)
        let root = NoteName.ofRoot(wanted.simplified, of: type.degrees, advantage: loyalty)
        // The bass goes as far as the root, by whatever name that goes.
        let way = root.fifths - self.root.fifths
        return Chord(root, type, bass: bass.map { NoteName(fifths: $0.fifths + way).simplified })
    }
}

extension Key {
    fileprivate func transposed(byFifths fifths: Int) -> Key {
        fifths == 0 ? self : Key(NoteName(fifths: tonic.fifths + fifths), mode).written
    }
}
