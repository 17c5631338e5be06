/// The transposition of written parts for trumpets, saxophones and horns. Written parts keep the same fingering on each
/// size of an instrument.
public enum TransposingInstrument: String, CaseIterable, Sendable, Hashable {
    /// Sounds as written: piano, guitar, flute.
    case c = "C"
    /// A written C sounds B♭, a whole tone below: trumpet, clarinet, soprano saxophone; on the tenor an octave lower.
    case bFlat = "Bb"
    /// A written C sounds E♭, a major sixth below: alto saxophone; on the baritone an octave lower.
    case eFlat = "Eb"
    /// A written C sounds F, a fifth below: horn.
    case f = "F"

    /// Semitones from the sounding to the written note.
    public var semitones: Int {
        switch self {
        case .c: 0
        case .bFlat: 2
        case .eFlat: 9
        case .f: 7
        }
    }

    /// Scale steps from the sounding to the written note; a second is 1.
    public var steps: Int {
        switch self {
        case .c: 0
        case .bFlat: 1
        case .eFlat: 5
        case .f: 4
        }
    }

    /// The sounding note of a written C.
    public var pitch: NoteName { NoteName(fifths: -fifths) }

    /// Distance from the sounding to the written note on the line of fifths.
    private var fifths: Int {
        switch self {
        case .c: 0
        case .bFlat: 2
        case .eFlat: 3
        case .f: 1
        }
    }

    /// The sounding chord of a written one.
    public func sounding(_ read: Chord) -> Chord { read.moved(byFifths: -fifths) }

    /// The written chord of a sounding one.
    public func reading(_ sounding: Chord) -> Chord { sounding.moved(byFifths: fifths) }

    /// The sounding key of a written one, respelled to at most seven accidentals if possible.
    public func sounding(_ read: Key) -> Key { read.moved(byFifths: -fifths) }

    /// The written key of a sounding one.
    public func reading(_ sounding: Key) -> Key { sounding.moved(byFifths: fifths) }

    /// The sounding scale of a written one.
    public func sounding(_ read: Scale) -> Scale { read.moved(byFifths: -fifths) }

    /// The written scale of a sounding one.
    public func reading(_ sounding: Scale) -> Scale { sounding.moved(byFifths: fifths) }

    /// The written notes of sounding ones, all transposed alike.
    public func reading(_ sounding: [NoteName]) -> [NoteName] {
        let way = way(of: sounding, by: fifths)
        return sounding.map { NoteName(fifths: $0.fifths + way).displayed }
    }
}

/// The distance on the line of fifths: the interval itself or its enharmonic alternative, whichever needs fewer
/// accidentals. E♯, B♯, C♭ and F♭ are avoided as roots. Transposed up a tone, F♯mi7 becomes G♯mi7, but C♯7 becomes E♭7,
/// not D♯7.
/// - Parameter rarity: decides if both need equally many: the alternative is used if the first name is much rarer, in
///   decibels.
private func way(of notes: [NoteName], by fifths: Int, rarity: (Int) -> Int = { _ in 0 }) -> Int {
    guard fifths != 0 else { return 0 }
    func accidentals(_ way: Int) -> Int {
        notes.reduce(0) { sum, note in
            let size = abs(NoteName(fifths: note.fifths + way).accidental.semitones)
            return sum + (size < 2 ? size : 2 * size)
        }
    }
    /// Ten times as rare.
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
