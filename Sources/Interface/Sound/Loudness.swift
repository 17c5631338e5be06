/// How loud the page plays; remembered from visit to visit.
struct Loudness: Sendable, Hashable {
    /// As the slider shows it, in percent.
    var volume = 80
    var isMuted = false

    init() {}

    /// As it was at the last visit; what is damaged in the record is as if it were not there.
    init(_ record: [(key: String, value: String)]) {
        for (key, value) in record {
            switch key {
            case "volume": volume = Loudness.volume(value) ?? volume
            case "muted": isMuted = value == "yes"
            default: break
            }
        }
    }

    /// What is heard, in percent.
    var level: Int { isMuted ? 0 : volume }

    /// What is kept when the page is closed: nothing, where all is as it was at first.
    var record: [(key: String, value: String)] {
        var record: [(key: String, value: String)] = []
        if volume != Loudness().volume { record.append(("volume", "\(volume)")) }
        if isMuted { record.append(("muted", "yes")) }
        return record
    }

    /// - Returns: nil where the text is no percentage.
    static func volume(_ text: String) -> Int? {
        Int(text).flatMap { (0...100).contains($0) ? $0 : nil }
    }
}
