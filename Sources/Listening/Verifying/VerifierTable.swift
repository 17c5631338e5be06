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
            weights: [0.524, 7.451, 1.578, -0.060, 1.659, -3.226, -0.028, -0.058, 0.015, 0.029, 0.045],
            constant: 12.38, minimumExpected: -1.84, maximumExtra: 1.65,
            surelyMissing: -4.10, surelyStruck: 3.38),
        // octave
        Row(
            weights: [2.480, -0.922, 1.799, 0.422, 0.443, -2.245, -0.107, -0.025, 0.041, 0.017, 0.079],
            constant: 2.73, minimumExpected: -3.07, maximumExtra: 9.87,
            surelyMissing: -3.57, surelyStruck: 10.37),
        // partial
        Row(
            weights: [4.415, -1.604, 2.480, 0.808, 0.908, -2.121, -0.071, -0.054, 0.028, 0.040, 0.113],
            constant: 7.09, minimumExpected: 1.58, maximumExtra: 8.29,
            surelyMissing: -2.93, surelyStruck: 8.79),
        // under
        Row(
            weights: [-2.630, 5.736, 0.397, 3.774, -0.005, -2.200, 0.162, -0.043, -0.107, -0.033, 0.008],
            constant: 8.58, minimumExpected: -2.52, maximumExtra: 7.61,
            surelyMissing: -4.27, surelyStruck: 8.11),
    ]
}
