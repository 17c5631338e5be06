import Harmony

extension DegreeSet {
    /// What two chords leave out of the one that is asked for: `without the fifth and ♭9`. Empty where that is nothing.
    /// - Parameter name: what a degree is called that has no word of its own.
    func without(_ name: (Degree) -> String) -> String {
        var words = map { degree in
            switch (degree.number, degree.alteration) {
            case (1, 0): "the root"
            case (5, 0): "the fifth"
            case (9, 0): "the ninth"
            default: name(degree)
            }
        }
        guard let last = words.popLast() else { return "" }
        return "without " + (words.isEmpty ? last : words.joined(separator: ", ") + " and " + last)
    }
}
