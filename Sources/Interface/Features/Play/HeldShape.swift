import Instruments

/// What two hands are to hold on a LinnStrument, and nothing else: it was taken there from where it was chosen.
struct HeldShape: Sendable, Hashable {
    /// As it is called: `C7/A, two chords`.
    let title: String
    /// As they are read, MIDI numbers.
    let left: [Int]
    let right: [Int]
    /// How many semitones lower they sound.
    let transposition: Int

    /// Where they lie; nil where a note has no pad, or a hand more notes than fingers.
    func grip(on linnStrument: LinnStrument) -> LinnStrument.Grip? {
        guard left.count <= 5, right.count <= 5 else { return nil }
        func sounding(_ notes: [Int]) -> [Int] { notes.map { $0 - transposition } }
        return linnStrument.grip(left: sounding(left), right: sounding(right))
    }
}
