extension [String] {
    /// The words as a list in a sentence: `C`, `C or D`, `C, D or E`. Empty without words.
    /// - Parameter conjunction: what stands before the last word, such as “or”.
    package func listed(_ conjunction: String) -> String {
        var text = ""
        for index in indices {
            if index > 0 { text += index == count - 1 ? " " + conjunction + " " : ", " }
            text += self[index]
        }
        return text
    }
}
