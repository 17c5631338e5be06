/// The numbers of the verifier. tools/listening/fit computes them.
enum VerifierTable {
    /// The numbers for keys with the same relation to the chord.
    struct Row {
        /// The weights of the four numbers of a key (`KeyEvidence.keys`), and a constant. Their sum is the logarithm of
        /// a likelihood ratio: how much more likely what was heard is if the key was struck than if it was not.
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
        // free
        Row(
            weights: SIMD4(0.50, 4.97, 1.54, 5.90), constant: 19.37, minimumExpected: -2.31,
            maximumExtra: 5.81, surelyMissing: -4.78, surelyStruck: 7.93),
        // octave
        Row(
            weights: SIMD4(2.58, -1.66, 1.04, 1.08), constant: 1.26, minimumExpected: -1.86,
            maximumExtra: 7.90, surelyMissing: -3.55, surelyStruck: 8.40),
        // partial
        Row(
            weights: SIMD4(5.23, -4.83, 2.27, 3.25), constant: 4.01, minimumExpected: 0.59,
            maximumExtra: 6.02, surelyMissing: -4.75, surelyStruck: 6.52),
        // under
        Row(
            weights: SIMD4(-2.06, 3.43, 1.47, 4.42), constant: 6.38, minimumExpected: -2.43,
            maximumExtra: 3.97, surelyMissing: -5.05, surelyStruck: 4.47),
    ]
}
