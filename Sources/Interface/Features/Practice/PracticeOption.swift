import Harmony

/// A hint that is shown, read aloud or played during an exercise.
enum PracticeOption: String, CaseIterable, Sendable, Hashable {
    /// Hints that are shown before the user has played.
    case keys, staff, degrees
    /// Reads questions and feedback aloud.
    case speak
    /// Plays the correct answer after a wrong one.
    case sound
    /// The lowest or the highest key of the piano pauses the exercise.
    case lowPause = "low-pause"
    case highPause = "high-pause"

    var title: String {
        switch self {
        case .keys: PracticeText.showKeys
        case .staff: PracticeText.showStaff
        case .degrees: PracticeText.showDegrees
        case .speak: PracticeText.readAloud
        case .sound: PracticeText.playAnswer
        case .lowPause: PracticeText.lowPause
        case .highPause: PracticeText.highPause
        }
    }

    /// The MIDI number of the key that pauses the exercise.
    var pitch: Int? {
        switch self {
        case .lowPause: 21
        case .highPause: 108
        default: nil
        }
    }
}

extension Settings {
    /// The options that are on.
    var practiceOptions: [PracticeOption] {
        practiceOptionNames.parts(at: " ").compactMap { PracticeOption(rawValue: $0) }
    }

    func isOn(_ option: PracticeOption) -> Bool { practiceOptions.contains(option) }

    mutating func toggle(_ option: PracticeOption) {
        let chosen = practiceOptions
        let next = PracticeOption.allCases.filter { chosen.contains($0) != ($0 == option) }
        practiceOptionNames = next.map { $0.rawValue }.joined(separator: " ")
    }
}
