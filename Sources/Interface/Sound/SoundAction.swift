/// What someone wants to hear: `sound pitches 60,64,67`.
enum SoundAction: Sendable, Hashable {
    /// All at once; MIDI numbers.
    case pitches([Int])
    /// One after the other.
    case arpeggio([Int])
    /// In percent.
    case volume(Int)
    case mute

    /// - Parameters:
    ///   - words: the words of the action behind `sound`.
    ///   - value: what the slider says.
    init?(_ words: [String], value: String?) {
        switch (words.first, words.count) {
        case ("pitches", 2):
            guard let pitches = SoundAction.pitches(words[1]) else { return nil }
            self = .pitches(pitches)
        case ("arpeggio", 2):
            guard let pitches = SoundAction.pitches(words[1]) else { return nil }
            self = .arpeggio(pitches)
        case ("volume", 1):
            guard let volume = value.flatMap(Loudness.volume) else { return nil }
            self = .volume(volume)
        case ("mute", 1): self = .mute
        default: return nil
        }
    }

    /// What an element carries that plays these notes.
    static func text(_ pitches: [Int], asArpeggio: Bool = false) -> String {
        (asArpeggio ? "sound arpeggio " : "sound pitches ") + pitches.map { "\($0)" }.joined(separator: ",")
    }

    private static func pitches(_ text: String) -> [Int]? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let pitches = parts.compactMap { Int($0) }.filter { (0...127).contains($0) }
        return pitches.count == parts.count ? pitches : nil
    }
}
