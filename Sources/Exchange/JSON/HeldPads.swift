import Instruments

/// Notes under two hands on a LinnStrument.
public struct HeldPads: Sendable {
    let linnStrument: LinnStrument
    let left: [Key]
    let right: [Key]

    /// A note as a MIDI number, and the pad on which a finger plays it.
    struct Key: Sendable {
        let note: Int
        let pad: LinnStrument.Pad
    }
}
