import Rendering

/// Notes that sound, and how they sound.
enum SoundEffect: Sendable {
    case play(Playing)
    /// Plays what was chosen. Escape, which otherwise only silences what sounds, leaves the screen at once.
    case playChoice(Playing)
    /// Plays notes that the user did not ask for, if the browser allows that.
    case playAutomatically(Playing)
    /// Plays notes until they are requested again, or others are. A single key sounds as usual.
    case hold(Playing)
    /// Strikes these keys of a file or a chordset, and releases all but the held ones.
    case sounding([Strike], [Int])
    /// Ends everything that sounds.
    case stop
    /// In percent.
    case volume(Int)
    /// In semitones, from the sounding to the written pitch.
    case transposition(Int)
    /// Changes the timbre. The host sends `settings unfetched` if it cannot be loaded.
    case timbre(Settings.Timbre)

    /// Hands the clock a tune as JSON, to be started or continued with; see ``OpenTune/plan``.
    case setTunePlan(String)
    /// The host sends `tunes lay` when nothing else is to be done.
    case prepareTune
    /// Hands the clock the voicings of the chords as JSON, to be shown while they sound; see ``OpenTune/looks``.
    case showVoicings(String)
    /// Plays the tune from a bar, counted as they are played. The host sends `tunes ended` at the end.
    case startTune(turn: Int)
    case stopTune

    /// The name of the effect for the host, then its arguments.
    var words: [String] {
        switch self {
        case .play(let playing): ["play", playing.manner.rawValue] + playing.words
        case .playChoice(let playing): ["playChoice", playing.manner.rawValue] + playing.words
        case .playAutomatically(let playing): ["playAutomatically", playing.manner.rawValue] + playing.words
        case .hold(let playing): ["hold", playing.manner.rawValue] + playing.words
        case .sounding(let strikes, let held):
            ["sounding", strikes.map { "\($0.note) \($0.velocity)" }.joined(separator: ","), held.listed]
        case .stop: ["silence"]
        case .volume(let percent): ["volume", "\(percent)"]
        case .transposition(let semitones): ["transposition", "\(semitones)"]
        case .timbre(let timbre): ["timbre", timbre.rawValue]
        case .setTunePlan(let plan): ["setTunePlan", plan]
        case .prepareTune: ["prepareTune"]
        case .showVoicings(let looks): ["showVoicings", looks]
        case .startTune(let turn): ["startTune", "\(turn)"]
        case .stopTune: ["stopTune"]
        }
    }
}

/// A key that is pressed by a file or a light chord.
struct Strike: Sendable, Hashable {
    /// MIDI number.
    let note: Int
    let velocity: Int
}
