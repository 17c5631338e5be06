import Harmony

extension Chord {
    /// The chord that a person gave, spelled as a vocabulary spells it: by its symbol, in a text that has one, or as
    /// two chords that make it.
    /// - Parameter notation: the hand in which people read and write.
    package static func asked(
        _ text: String, in vocabulary: Vocabulary = .jazz, notation: Notation = Notation()
    ) throws(Refusal) -> Chord {
        try TypedEquation.asked(text, in: notation.names).meant(in: vocabulary, notation: notation)
    }
}

extension TypedEquation {
    /// What a person typed.
    package static func asked(_ text: String, in names: NoteNames = .english) throws(Refusal) -> TypedEquation {
        do throws(SymbolError) {
            return try TypedEquation(text, in: names)
        } catch {
            throw Refusal(error)
        }
    }

    /// The one chord that is meant: the one that was typed, the result that was asked for, or what both halves make.
    package func meant(in vocabulary: Vocabulary, notation: Notation = Notation()) throws(Refusal) -> Chord {
        guard let combination = try combination(in: vocabulary, notation: notation) else {
            if let result { return result.spelled(in: vocabulary) }
            throw Refusal("“\(sum(in: notation))” lacks a chord. Give it, or what both make, as in C7 + ? = C13(♭9).")
        }
        guard let chord = result?.spelled(in: vocabulary) ?? combination.result else {
            throw Refusal(
                """
                \(sum(in: notation)) is the polychord \(combination.title(in: notation)), not one chord. Use “combine” to \
                see both.
                """)
        }
        return chord
    }

    /// What both halves are together; nil where one of them is open.
    ///
    /// - Throws: where the result that was typed is another chord, or stands on another bass.
    package func combination(
        in vocabulary: Vocabulary, notation: Notation = Notation()
    ) throws(Refusal) -> Combination? {
        guard let lower, let upper else { return nil }
        let combination = ChordCombiner(vocabulary: vocabulary)
            .combine(lower: lower.spelled(in: vocabulary), upper: upper.spelled(in: vocabulary))
        if let result {
            let sounding = lower.pitchClasses.union(upper.pitchClasses)
            guard result.pitchClasses == sounding, result.lowest.pitchClass == combination.bass.pitchClass else {
                throw Refusal(
                    "\(sum(in: notation)) is \(combination.title(in: notation)), not \(result.title(in: notation)).")
            }
        }
        return combination
    }

    /// Lower and upper chord, as they are said.
    private func sum(in notation: Notation) -> String {
        (lower?.title(in: notation) ?? "?") + " + " + (upper?.title(in: notation) ?? "?")
    }
}
