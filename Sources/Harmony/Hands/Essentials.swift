/// The notes that identify a chord in a voicing, whatever is omitted or doubled.
public struct Essentials: Sendable, Hashable {
    /// All notes of the chord, including its bass.
    public let all: PitchClassSet
    /// The notes that must sound. Optional are the natural fifth of chords larger than a triad, a ninth or eleventh
    /// implied by the name, and the lowest note if there is a bass player.
    public let needed: PitchClassSet
    /// Sets of which at least one note must sound: for a plain `alt`, a ninth, and one of ♯11 and ♭13.
    public let oneOf: [PitchClassSet]

    /// Whether the notes are the chord: all needed notes sound, and no others.
    public func areMet(by sounding: PitchClassSet) -> Bool {
        needed.isSubset(of: sounding) && sounding.isSubset(of: all)
            && oneOf.allSatisfy { !$0.intersection(sounding).isEmpty }
    }
}

extension Chord {
    /// The notes of the chord that must sound.
    /// - Parameter hasBassPlayer: whether a bass player plays the lowest note.
    public func essentials(hasBassPlayer: Bool = false) -> Essentials {
        let palette = Palette(self, hasBassPlayer: hasBassPlayer)
        func heard(_ bits: UInt16) -> PitchClassSet { PitchClassSet(bits: bits).transposed(up: palette.root) }
        return Essentials(
            all: pitchClasses, needed: heard(palette.own & ~palette.open), oneOf: palette.oneOf.map { heard($0) })
    }
}
