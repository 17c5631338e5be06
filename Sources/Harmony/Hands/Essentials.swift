/// What has to sound so that something is that chord, whatever hands leave out or double.
public struct Essentials: Sendable, Hashable {
    /// All notes of the chord, its bass included.
    public let all: PitchClassSet
    /// What may not be missing. No one misses the natural fifth of more than a triad, a ninth or eleventh that the name
    /// merely implies and, beside a bass player, the lowest note.
    public let needed: PitchClassSet
    /// Of each of these sets one note has to sound: of a plain `alt` a ninth, and one of ♯11 and ♭13.
    public let oneOf: [PitchClassSet]

    /// Whether some notes are the chord: nothing that it needs is missing, and nothing else sounds.
    public func areMet(by sounding: PitchClassSet) -> Bool {
        needed.isSubset(of: sounding) && sounding.isSubset(of: all)
            && oneOf.allSatisfy { !$0.intersection(sounding).isEmpty }
    }
}

extension Chord {
    /// What of the chord has to sound.
    /// - Parameter hasBand: a bass player plays the lowest note.
    public func essentials(hasBand: Bool = false) -> Essentials {
        let palette = Palette(self, hasBand: hasBand)
        func heard(_ bits: UInt16) -> PitchClassSet { PitchClassSet(bits: bits).transposed(up: palette.root) }
        return Essentials(
            all: pitchClasses, needed: heard(palette.own & ~palette.open), oneOf: palette.oneOf.map { heard($0) })
    }
}
