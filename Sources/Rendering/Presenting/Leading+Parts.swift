import Harmony

extension Leading.Cost {
    /// What a row costs, part by part, by the names that people and programs are told.
    package var parts: [(name: String, cost: Int)] {
        [
            ("movement", movement), ("leaps", leaps), ("register", register), ("crossing", crossing),
            ("parallels", parallels), ("sevenths", sevenths), ("textures", textures), ("shapes", shapes),
        ]
    }
}
