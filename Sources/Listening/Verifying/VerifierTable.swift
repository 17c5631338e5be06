/// The numbers of the verifier. tools/listening/fit computes them.
enum VerifierTable {
    /// The numbers for keys with the same relation to the chord.
    struct Row {
        /// The weights of the four numbers of a key (`KeyEvidence.keys`), and a constant. Their sum is the logarithm of a
        /// likelihood ratio: how much more likely what was heard is if the key was struck than if it was not.
        let weights: SIMD4<Float>
        let constant: Float
        /// An expected key must have at least this sum, otherwise the chord is not right.
        let minimumExpected: Float
        /// A key that is not expected may have at most this sum, otherwise the chord is not right.
        let maximumExtra: Float
        /// Below this sum, an expected key is surely missing.
        let surelyMissing: Float
        /// Above this sum, a key that is not expected was surely struck.
        let surelyStruck: Float
    }

    /// The rows of `Relation`.
    static let rows = [
        Row(weights: SIMD4(1.27, 1.2, 1.63, 4.48), constant: 10.16, minimumExpected: -2.5, maximumExtra: 5, surelyMissing: -5, surelyStruck: 8),
        Row(weights: SIMD4(0.97, -0.61, 0.96, 2.65), constant: 3.6, minimumExpected: -2.5, maximumExtra: 5, surelyMissing: -5, surelyStruck: 8),
        Row(weights: SIMD4(0.84, 0.82, 2.21, 3.59), constant: 7.26, minimumExpected: -2.5, maximumExtra: 5, surelyMissing: -5, surelyStruck: 8),
        Row(weights: SIMD4(0.2, 1.93, 1.33, 3.97), constant: 5.59, minimumExpected: -2.5, maximumExtra: 5, surelyMissing: -5, surelyStruck: 8),
    ]
}
