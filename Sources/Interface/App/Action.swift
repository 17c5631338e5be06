import Harmony
import Rendering

/// An action of the user, the host or an instrument.
///
/// Elements have their action as a short text. The first word is the feature that parses the rest:
/// `choosing letter lower D`, `circle turn 1`.
indirect enum Action: Sendable {
    case app(AppVerb)
    /// `sound pitches 60,64,67`
    case sound(Playing)
    case choosing(ChoosingVerb)
    case combiner(CombinerVerb)
    case settings(SettingsVerb)
    case details(DetailsVerb)
    case ways(WaysVerb)
    case circle(CircleVerb)
    case board(BoardVerb)
    case hands(HandsVerb)
    case play(PlayVerb)
    case chordsets(ChordsetsVerb)
    case tunes(TunesVerb)
    case practice(PracticeVerb)
    case listening(ListeningVerb)
    case shelf(ShelfVerb)

    /// The first word of each action, except those of chordsets.
    enum Feature: String {
        case app, sound, choosing, combiner, settings, details, ways, circle, board, hands, play
        case shelf, tunes
        case practice = "practise"
        case listening = "listen"
    }

    /// - Parameters:
    ///   - value: the value of the field, data from the host, or the name of a file.
    ///   - file: the bytes of an opened file; nil for other actions.
    /// - Returns: nil if the text is not an action.
    init?(_ text: String, value: String?, file: [UInt8]? = nil) {
        if let file {
            self.init(text, OpenedFile(name: value ?? "", bytes: file))
        } else {
            self.init(text, value)
        }
    }

    /// An action that opens a file.
    private init?(_ text: String, _ file: OpenedFile) {
        let words = text.parts(at: " ")
        let verb = Array(words.dropFirst())
        let seed = verb.count > 1 ? UInt64(verb[1]) : nil
        let action: Action? =
            switch words.first {
            case "play":
                FilePlayerVerb(verb, file).map { .play(.file($0)) }
                    ?? RecordingVerb(verb, file).map { .play(.recording($0)) }
            case "tunes": TuneListVerb(verb, file, seed: seed).map { .tunes(.list($0)) }
            case "chordsets": ChordsetListVerb(verb, file, seed: seed).map { .chordsets(.list($0)) }
            case "practise": PracticeVerb(verb, file).map { .practice($0) }
            case "shelf": ShelfVerb(verb, file, seed: seed).map { .shelf($0) }
            default: nil
            }
        guard let action else { return nil }
        self = action
    }

    private init?(_ text: String, _ value: String?) {
        let words = text.parts(at: " ")
        guard let feature = words.first else { return nil }
        let verb = Array(words.dropFirst())
        let action: Action? =
            switch Feature(rawValue: feature) {
            case .app: AppVerb(verb, text, value: value).map { .app($0) }
            case .sound: verb.count == 2 ? Playing(verb[0], pitches: verb[1]).map { .sound($0) } : nil
            case .choosing: ChoosingVerb(verb, value: value).map { .choosing($0) }
            case .combiner: CombinerVerb.read(verb, value: value).map { .combiner($0) }
            case .settings: SettingsVerb(verb, value: value).map { .settings($0) }
            case .details: DetailsVerb.read(verb).map { .details($0) }
            case .ways: WaysVerb.read(verb, value: value).map { .ways($0) }
            case .circle: CircleVerb.read(verb).map { .circle($0) }
            case .board: BoardVerb.read(verb, value: value).map { .board($0) }
            case .hands: HandsVerb.read(verb).map { .hands($0) }
            case .play: PlayVerb.read(verb, value: value).map { .play($0) }
            case .practice: PracticeVerb.read(practice: verb, value: value).map { .practice($0) }
            case .listening: ListeningVerb.read(listening: verb, value: value).map { .listening($0) }
            case .shelf: ShelfVerb.read(verb, value: value).map { .shelf($0) }
            case .tunes: TunesVerb.reading(tunes: verb, value: value).map { .tunes($0) }
            default: ChordsetsVerb.read(feature, verb, value: value).map { .chordsets($0) }
            }
        guard let action else { return nil }
        self = action
    }
}
