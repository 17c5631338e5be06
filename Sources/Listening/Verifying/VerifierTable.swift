/// The numbers for verifying a chord that is expected. tools/listening/fit computes them.
enum VerifierTable {
    /// The numbers for keys with the same relation to the chord.
    struct Row {
        /// The weights of what tells whether a key was struck, and a constant. Their sum is the logarithm of a
        /// likelihood ratio, as in `NoteTable`.
        ///
        /// - 0 to 3: the four numbers of the key (`KeyEvidence.keys`)
        /// - 4 and 5: y and w of the other notes of the chord, of which near ones count more
        /// - 6 to 10: the levels of the key's partials 1, 3, 4, 5 and 6 in the attack, relative to the fundamentals of
        ///   the other notes, in decibels
        let weights: [Float]
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
            weights: [-0.104, 6.719, 1.341, 1.240, -0.857, -0.383, 0.011, -0.077, 0.005, 0.021, 0.038],
            constant: 12.77, minimumExpected: -2.61, maximumExtra: 3.61,
            surelyMissing: -4.36, surelyStruck: 5.42),
        // octave
        Row(
            weights: [2.679, -0.961, 1.555, 0.315, 0.740, -1.939, -0.099, -0.013, 0.049, 0.008, 0.070],
            constant: 2.82, minimumExpected: -2.25, maximumExtra: 6.56,
            surelyMissing: -3.19, surelyStruck: 7.06),
        // partial
        Row(
            weights: [4.525, -1.897, 2.370, 0.666, 0.935, -1.889, -0.059, -0.056, 0.032, 0.041, 0.100],
            constant: 6.21, minimumExpected: 0.87, maximumExtra: 7.51,
            surelyMissing: -3.08, surelyStruck: 8.01),
        // under
        Row(
            weights: [-1.561, 4.253, 1.058, 4.261, -0.590, -2.536, 0.136, -0.109, -0.045, -0.061, -0.022],
            constant: 5.70, minimumExpected: -2.20, maximumExtra: 6.68,
            surelyMissing: -2.99, surelyStruck: 7.18),
    ]
}
