import Instruments

/// Some notes under two hands on a LinnStrument.
public struct HeldPads: Sendable {
    let linnStrument: LinnStrument
    let left: [Key]
    let right: [Key]

    /// One note, a MIDI number, and the pad where a finger plays it.
    struct Key: Sendable {
        let note: Int
        let pad: LinnStrument.Pad
    }
}
