import JSONText
import Rendering

/// The id of the element that contains the screen. It has the focus after another screen was opened.
let screenID = "screen"

/// Something that the host does for the page: the only way out of the pure functions. The cases are the destinations.
indirect enum Effect: Sendable {
    case navigation(NavigationEffect)
    case speech(SpeechEffect)
    case sound(SoundEffect)
    case midi(MIDIEffect)
    case storage(StorageEffect)
    case sharing(SharingEffect)
    case timer(TimerEffect)

    /// A list of strings: the name by which the host knows the effect, then its arguments.
    var json: JSON { .strings(words) }

    private var words: [String] {
        switch self {
        case .navigation(let effect): effect.words
        case .speech(let effect): effect.words
        case .sound(let effect): effect.words
        case .midi(let effect): effect.words
        case .storage(let effect): effect.words
        case .sharing(let effect): effect.words
        case .timer(let effect): effect.words
        }
    }
}
