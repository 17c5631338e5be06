import Harmony
import Tunes

/// Something done with tunes. Where a verb has a seed, the host has drawn it: 64 random bits.
indirect enum TunesVerb: Sendable {
    /// `tunes adopt`: the host hands over what is kept; see ``Shelf/adopt(_:)``.
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
