/// What is shown, read aloud or played during an exercise.
enum PractiseOption: String, CaseIterable, Sendable, Hashable {
    /// Hints that are seen before one has played.
    case keys, staff, degrees
    /// What is asked and what came of it is said aloud.
    case speak
    /// What was asked sounds when it was not right.
    case sound
    /// The lowest key of the piano pauses, or the highest one.
    case lowPause = "low-pause"
    case highPause = "high-pause"

    var title: String {
        switch self {
        case .keys: PractiseText.showKeys
        case .staff: PractiseText.showStaff
        case .degrees: PractiseText.showDegrees
        case .speak: PractiseText.readAloud
        case .sound: PractiseText.playAnswer
        case .lowPause: PractiseText.lowPause
        case .highPause: PractiseText.highPause
        }
    }

    /// The key of the piano that pauses.
    var pitch: Int? {
        switch self {
        case .lowPause: 21
        case .highPause: 108
        default: nil
        }
    }
}

extension Settings {
    /// What is chosen of it.
    var practiseOptions: [PractiseOption] { practising.split(separator: " ").compactMap { PractiseOption(rawValue: String($0)) } }

    func practises(with option: PractiseOption) -> Bool { practiseOptions.contains(option) }

    mutating func toggle(_ option: PractiseOption) {
        let chosen = practiseOptions
        let next = PractiseOption.allCases.filter { chosen.contains($0) != ($0 == option) }
        practising = next.map { $0.rawValue }.joined(separator: " ")
    }
}
