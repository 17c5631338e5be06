/// Some notes to be heard.
struct Playing: Sendable, Hashable {
    enum Manner: String, Sendable, Hashable {
        /// All at once.
        case block = "pitches"
        /// One after the other.
        case arpeggio
    }

    let manner: Manner
    /// MIDI numbers in the order of an arpeggio. The highest polychords go a little beyond 127, where MIDI ends but hearing
    /// does not.
    let pitches: [Int]

    init(_ pitches: [Int], _ manner: Manner = .block) {
        self.pitches = pitches
        self.manner = manner
    }

    /// - Returns: nil where this is no list of MIDI numbers, or no manner of playing.
    init?(_ manner: String, pitches text: String) {
        guard let manner = Manner(rawValue: manner) else { return nil }
        var pitches: [Int] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let pitch = Int(part), 0...143 ~= pitch else { return nil }
            pitches.append(pitch)
        }
        self.init(pitches, manner)
    }

    /// What an element carries that plays this: `sound pitches 60,64,67`.
    var action: String {
        var action = "sound " + manner.rawValue
        for (index, pitch) in pitches.enumerated() { action += (index == 0 ? " " : ",") + "\(pitch)" }
        return action
    }
}
