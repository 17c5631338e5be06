import Harmony

extension Leading.Cost {
    /// The parts of the cost of a row, under the names that answers use.
    package var parts: [(name: String, cost: Int)] {
        [
            ("movement", movement), ("leaps", leaps), ("register", register), ("crossing", crossing),
            ("parallels", parallels), ("sevenths", sevenths), ("textures", textures), ("shapes", shapes),
        ]
    }
}
