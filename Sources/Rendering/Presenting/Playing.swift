/// Some notes to be heard.
package struct Playing: Sendable, Hashable {
    package enum Manner: String, Sendable, Hashable {
        /// All at once.
        case block = "pitches"
        /// One after the other.
        case arpeggio
        /// Chord after chord.
        case progression
    }

    package let manner: Manner
    /// MIDI numbers, chord by chord, in the order of an arpeggio. The highest polychords go a little beyond 127, where MIDI
    /// ends but hearing does not.
    package let chords: [[Int]]

    package init(_ pitches: [Int], _ manner: Manner = .block) {
        self.manner = manner
        chords = [pitches]
    }

    package init(progression chords: [[Int]]) {
        manner = .progression
        self.chords = chords
    }

    /// - Returns: nil where these are no lists of MIDI numbers, or no manner of playing.
    package init?(_ manner: String, pitches text: String) {
        guard let manner = Manner(rawValue: manner) else { return nil }
        var chords: [[Int]] = []
        for part in text.split(separator: ";", omittingEmptySubsequences: false) {
            var pitches: [Int] = []
            for number in part.split(separator: ",", omittingEmptySubsequences: false) {
                guard let pitch = Int(number), 0...143 ~= pitch else { return nil }
                pitches.append(pitch)
            }
            chords.append(pitches)
        }
        guard chords.count == 1 || manner == .progression else { return nil }
        self.manner = manner
        self.chords = chords
    }

    /// What an element carries that plays this: `sound pitches 60,64,67`, `sound progression 60,64,67;59,65,67`.
    package var action: String { "sound " + manner.rawValue + " " + words.joined(separator: ";") }

    /// Each chord's pitches, as `60,64,67`.
    package var words: [String] { chords.map { $0.listed } }
}

extension [Int] {
    /// As `60,64,67`, which is how the host is told of pitches.
    package var listed: String { map { "\($0)" }.joined(separator: ",") }
}
