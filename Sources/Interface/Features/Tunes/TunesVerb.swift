import Harmony
import Tunes

/// An action on tunes. Seeds are 64 random bits from the host.
indirect enum TunesVerb: Sendable {
    /// `tunes adopt`: the host delivers stored tunes; see ``UndoableList/adopt(_:)``.
    case adopt(String)
    case list(TuneListVerb)
    case chart(ChartVerb)
    case play(TunePlayVerb)

    static func reading(tunes words: [String], value: String?) -> TunesVerb? {
        if words == ["adopt"] { return .adopt(value ?? "") }
        if let verb = TuneListVerb(words, value: value) { return .list(verb) }
        if let verb = ChartVerb(words, value: value) { return .chart(verb) }
        return TunePlayVerb(words, value: value).map { .play($0) }
    }
}
