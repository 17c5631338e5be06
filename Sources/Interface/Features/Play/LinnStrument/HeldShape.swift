import Instruments

/// A voicing for two hands that alone is lit on a LinnStrument.
struct HeldShape: Sendable, Hashable {
    /// `C7/A, two chords`.
    let title: String
    /// MIDI numbers of the notes as they are read.
    let left: [Int]
    let right: [Int]
    /// How many semitones lower they sound.
    let transposition: Int

    /// The pads; nil if a note has no pad, or a hand more notes than fingers.
    func grip(on linnStrument: LinnStrument) -> LinnStrument.Grip? {
        guard left.count <= 5, right.count <= 5 else { return nil }
        func sounding(_ notes: [Int]) -> [Int] { notes.map { $0 - transposition } }
        return linnStrument.grip(left: sounding(left), right: sounding(right))
    }
}
