import Harmony

/// Notes to play.
package struct Playing: Sendable, Hashable {
    package enum Manner: String, Sendable, Hashable {
        /// All notes at once.
        case block = "pitches"
        /// One note after another.
        case arpeggio
        /// One note after another at the tempo of a melody.
        case scale
        /// One chord after another.
        case progression
    }

    package let manner: Manner
    /// MIDI numbers, chord by chord, in the order of an arpeggio. The highest polychords exceed 127, which the page's
    /// sound can still play.
    package let chords: [[Int]]

    package init(_ pitches: [Int], _ manner: Manner = .block) {
        self.manner = manner
        chords = [pitches]
    }

    package init(progression chords: [[Int]]) {
        manner = .progression
        self.chords = chords
    }

    /// - Returns: nil if these are not lists of MIDI numbers, or not a manner of playing.
    package init?(_ manner: String, pitches text: String) {
        guard let manner = Manner(rawValue: manner) else { return nil }
        var chords: [[Int]] = []
        for part in text.parts(at: ";", keepsEmpty: true) {
            var pitches: [Int] = []
            for number in part.parts(at: ",", keepsEmpty: true) {
                guard let pitch = Int(number), 0...143 ~= pitch else { return nil }
                pitches.append(pitch)
            }
            chords.append(pitches)
        }
        guard chords.count == 1 || manner == .progression else { return nil }
        self.manner = manner
        self.chords = chords
    }

    /// The action of an element that plays this: `sound pitches 60,64,67`, `sound progression 60,64,67;59,65,67`.
    package var action: String { "sound " + manner.rawValue + " " + words.joined(separator: ";") }

    /// The pitches of each chord, as `60,64,67`.
    package var words: [String] { chords.map { $0.listed } }
}

extension [Int] {
    /// As `60,64,67`, the form in which the host gets pitches.
    package var listed: String { map { "\($0)" }.joined(separator: ",") }
}
