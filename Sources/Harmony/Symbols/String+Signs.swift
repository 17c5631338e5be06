extension String {
    /// The same text with some of its signs written otherwise. Sign by sign, because a ♭ may well be followed by a mark that
    /// makes one character of both.
    /// - Parameter replacement: what is written for a sign; nil leaves it as it is.
    #if arch(wasm32)
        // Else each use gets a copy of its own, which together are a fortieth of the engine.
        @_optimize(none)
    #endif
    package func replacingSigns(_ replacement: (Unicode.Scalar) -> String?) -> String {
        var text = ""
        for scalar in unicodeScalars {
            if let other = replacement(scalar) { text += other } else { text.unicodeScalars.append(scalar) }
        }
        return text
    }
}
