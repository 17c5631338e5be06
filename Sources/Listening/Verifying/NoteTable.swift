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
        Row(weights: SIMD4(0.238, 7.976, 1.286, -0.523), constant: 12.59),
        // octave
        Row(weights: SIMD4(2.052, -1.155, 1.314, 0.943), constant: 1.42),
        // partial
        Row(weights: SIMD4(4.580, -3.715, 2.033, 3.063), constant: 4.97),
        // under
        Row(weights: SIMD4(-2.810, 5.434, 0.966, 3.772), constant: 8.75),
    ]
}
