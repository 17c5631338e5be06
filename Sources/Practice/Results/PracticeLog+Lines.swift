extension PracticeLog {
    /// Adds what was kept line by line: attempts, and whole logs as ``json`` has them. What cannot be read is passed over.
    public mutating func add(lines: String) {
        var cards: [String: CardID] = [:]
        for line in lines.utf8.split(separator: UInt8(ascii: "\n")) {
            let line = String(Substring(line))
            if line.utf8.first == UInt8(ascii: "{") {
                _ = try? add(line)
            } else if let attempt = Attempt(line: line, &cards) {
                add(attempt)
            }
        }
    }
}
