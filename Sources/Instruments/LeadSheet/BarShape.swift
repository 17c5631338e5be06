/// A bar divided into slices, the parts of a bar on which chords may change: the beats of the time signature, or dotted
/// quarters in 6/8, 9/8 and 12/8.
struct BarShape: Sendable, Hashable {
    let slices: Int
    /// Beats of the time signature.
    let beatsPerSlice: Double
    /// The slice that divides the bar into two halves; nil where a bar has one chord, as in 3/4.
    let middle: Int?

    init(_ signature: MIDIFile.TimeSignature) {
        let beats = signature.numerator
        let isCompound = signature.denominator >= 8 && beats % 3 == 0 && beats > 3
        // Half notes are divided, since chords change on quarters in 2/2, too. More than eight slices are joined.
        let group = isCompound ? 3 : 1
        let parts = signature.denominator <= 2 && beats <= 4 ? 2 : 1
        let joined = (beats / group + BarShape.maximumSlices - 1) / BarShape.maximumSlices
        slices = max(1, beats / group * parts / joined)
        beatsPerSlice = Double(beats) / Double(slices)
        // 5/4 is 3 + 2 and 7/4 is 4 + 3.
        middle = slices == 3 || slices == 1 ? nil : (slices + 1) / 2
    }

    static let maximumSlices = 8
}
