import Harmony

extension Chord {
    /// Reads a chord from a symbol, a text that contains one, or the two chords that make it. A vocabulary decides its
    /// spelling.
    /// - Parameter notation: the user's notation.
    package static func parse(
        _ text: String, in vocabulary: Vocabulary = .jazz, notation: Notation = Notation()
    ) throws(InputError) -> Chord {
        try TypedEquation.parse(text, in: notation.names).meant(in: vocabulary, notation: notation)
    }
}

extension TypedEquation {
    /// Reads an equation that the user typed.
    package static func parse(_ text: String, in names: NoteNames = .english) throws(InputError) -> TypedEquation {
        do throws(SymbolError) {
            return try TypedEquation(text, in: names)
        } catch {
            throw InputError(error)
        }
    }

    /// The one chord of the equation: the chord that was typed, the given result, or the sum of both halves.
    package func meant(in vocabulary: Vocabulary, notation: Notation = Notation()) throws(InputError) -> Chord {
        guard let combination = try combination(in: vocabulary, notation: notation) else {
            if let result { return result.spelled(in: vocabulary) }
            throw InputError(
                "“\(sum(in: notation))” lacks a chord. Give it, or what both make, as in C7 + ? = C13(♭9).")
        }
        guard let chord = result?.spelled(in: vocabulary) ?? combination.result else {
            throw InputError(
                """
                \(sum(in: notation)) is the polychord \(combination.title(in: notation)), not one chord. Use “combine” \
                to see both.
                """)
        }
        return chord
    }

    /// The combination of both halves; nil if one of them is open.
    ///
    /// - Throws: if the given result is another chord or has another bass.
    package func combination(
        in vocabulary: Vocabulary, notation: Notation = Notation()
    ) throws(InputError) -> Combination? {
        guard let lower, let upper else { return nil }
        let combination = ChordCombiner(vocabulary: vocabulary)
            .combine(lower: lower.spelled(in: vocabulary), upper: upper.spelled(in: vocabulary))
        if let result {
            let sounding = lower.pitchClasses.union(upper.pitchClasses)
            guard result.pitchClasses == sounding, result.lowest.pitchClass == combination.bass.pitchClass else {
                throw InputError(
                    "\(sum(in: notation)) is \(combination.title(in: notation)), not \(result.title(in: notation)).")
            }
        }
        return combination
    }

    /// Lower and upper chord: `C7 + ?`.
    private func sum(in notation: Notation) -> String {
        (lower?.title(in: notation) ?? "?") + " + " + (upper?.title(in: notation) ?? "?")
    }
}
