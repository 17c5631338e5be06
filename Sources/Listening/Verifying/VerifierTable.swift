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
            weights: SIMD4(0.50, 4.97, 1.54, 5.90), constant: 19.37, minimumExpected: -2.35,
            maximumExtra: 4.79, surelyMissing: -4.78, surelyStruck: 7.93),
        // octave
        Row(
            weights: SIMD4(2.58, -1.66, 1.04, 1.08), constant: 1.26, minimumExpected: -2.29,
            maximumExtra: 6.89, surelyMissing: -3.55, surelyStruck: 7.39),
        // partial
        Row(
            weights: SIMD4(5.23, -4.83, 2.27, 3.25), constant: 4.01, minimumExpected: 0.60,
            maximumExtra: 4.99, surelyMissing: -4.75, surelyStruck: 5.74),
        // under
        Row(
            weights: SIMD4(-2.06, 3.43, 1.47, 4.42), constant: 6.38, minimumExpected: -2.47,
            maximumExtra: 7.47, surelyMissing: -5.05, surelyStruck: 7.97),
    ]
}
