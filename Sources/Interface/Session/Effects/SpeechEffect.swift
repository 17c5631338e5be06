import Harmony

/// Texts that are read out.
enum SpeechEffect: Sendable {
    /// For screen readers, after what they are reading.
    case announce(String)
    /// Aloud, in place of what is being read. An empty text ends that.
    case speak(String)

    /// The name of the effect for the host, then its arguments.
    var words: [String] {
        switch self {
        case .announce(let text): ["announce", text.withoutMarks]
        case .speak(let text): ["speak", text.withoutMarks]
        }
    }
}
