import Harmony
import Tunes

/// An action on tunes. Seeds are 64 random bits from the host.
indirect enum TunesVerb: Sendable {
    /// `tunes adopt`: the host delivers stored tunes; see ``UndoableList/adopt(_:)``.
    case adopt(String)
    /// `tunes log`: lines of ``TuneLog`` from the host.
    case log(String)
    case list(TuneListVerb)
    case set(TuneSetVerb)
    case chart(ChartVerb)
    case play(TunePlayVerb)
    /// `tunes progression`: another progression was chosen or typed.
    case progression(String)
    /// `tunes next-key ArrowRight`: go on in fourths, or back.
    case nextKey(isBack: Bool)

    static func reading(tunes words: [String], value: String?) -> TunesVerb? {
        if words == ["adopt"] { return .adopt(value ?? "") }
        if words == ["log"] { return .log(value ?? "") }
        if words == ["progression"] { return .progression(value ?? "") }
        if words.count == 2, words[0] == "next-key" { return .nextKey(isBack: words[1] == "ArrowLeft") }
        if let verb = TuneListVerb(words, value: value) { return .list(verb) }
        if let verb = TuneSetVerb(words, value: value) { return .set(verb) }
        if let verb = ChartVerb(words, value: value) { return .chart(verb) }
        return TunePlayVerb(words, value: value).map { .play($0) }
    }
}
