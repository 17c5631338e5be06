/// Times of files, as whole numbers that fit into the page's engine, which has 32 bits.
enum RecordingClock {
    /// In seconds: more than two days. A file may claim to last for years.
    static let longest = 200_000

    static func milliseconds(_ seconds: Double) -> Int { Int(min(seconds, Double(longest)) * 1000 + 0.5) }

    static func tenths(_ seconds: Double) -> Int { milliseconds(seconds) / 100 }

    /// `3:07`.
    static func text(_ seconds: Double) -> String {
        let whole = milliseconds(seconds) / 1000
        return "\(whole / 60):" + (whole % 60 < 10 ? "0" : "") + "\(whole % 60)"
    }
}
