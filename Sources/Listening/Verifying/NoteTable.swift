/// The numbers for finding notes without knowing what to expect. tools/listening/fit computes them.
enum NoteTable {
    /// The numbers for keys with the same relation to the lower notes.
    struct Row {
        /// The weights of the four numbers of a key (`KeyEvidence.keys`), and a constant. Their sum is the logarithm of
        /// a likelihood ratio: how much more likely what was heard is if the key was struck than if it was not.
        let weights: SIMD4<Float>
        let constant: Float
    }

    /// The rows of `Relation`.
    static let rows = [
        // free
        Row(weights: SIMD4(-0.173, 6.811, 1.277, 1.072), constant: 12.78),
        // octave
        Row(weights: SIMD4(2.337, -1.147, 1.119, 0.751), constant: 1.40),
        // partial
        Row(weights: SIMD4(4.731, -3.874, 2.026, 2.636), constant: 4.07),
        // under
        Row(weights: SIMD4(-2.206, 4.163, 1.420, 4.003), constant: 7.15),
    ]
}
