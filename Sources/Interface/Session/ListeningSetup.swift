import Harmony

/// How a piano is heard on this device.
struct ListeningSetup: Sendable, Hashable {
    static let standard = 4400
    /// From A = 415 Hz to A = 466 Hz.
    static let tunings = 4150...4660

    /// The frequency of A4 in tenths of Hz.
    var tuning = ListeningSetup.standard
    /// Whether the page may sound while it listens.
    var hasHeadphones = false
    /// Whether the explanation was read.
    var isExplained = false

    /// As it is stored: `4385 headphones explained`.
    var text: String {
        "\(tuning)" + (hasHeadphones ? " headphones" : "") + (isExplained ? " explained" : "")
    }

    init() {}

    init(_ text: String) {
        for word in text.parts(at: " ").prefix(3) {
            if let number = Int(word), ListeningSetup.tunings.contains(number) { tuning = number }
            if word == "headphones" { hasHeadphones = true }
            if word == "explained" { isExplained = true }
        }
    }

    /// The tuning of a piano whose notes deviate by tenths of a cent.
    ///
    /// A cent is the 1200th root of 2, and the tuning stays within its range.
    static func tuning(deviation: Int) -> Int {
        // ln 2 / 12,000, and the first terms of the exponential series; the error is below 0.01 Hz at 100 cents.
        let power = Double(deviation) * 0.000_057_762_265
        let tuning = Double(standard) * (1 + power * (1 + power / 2 * (1 + power / 3))) + 0.5
        return min(max(Int(tuning), tunings.lowerBound), tunings.upperBound)
    }
}
