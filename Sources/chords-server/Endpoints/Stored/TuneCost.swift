import Tunes

/// Counts the size of an answer about tunes. Because of repeats, a few bytes of text may be many bars.
struct TuneCost {
    /// The limits of one answer.
    struct Limits {
        let bars: Int
        let choruses: Int
        let chords: Int
        let notes: Int

        /// A collection of some thousand tunes, as large as a body may be.
        static let reading = Limits(bars: 500_000, choruses: 50_000, chords: 600_000, notes: 300_000)
        /// A drawing or score of one tune. Real ones have some hundred bars.
        static let sheet = Limits(bars: 5000, choruses: 100, chords: 20_000, notes: 40_000)
        /// A tune with all choruses: the maximum number of bars that playback allows.
        static let playing = Limits(bars: 2 * Tune.maximumPlayed, choruses: 100, chords: 80_000, notes: 100_000)
    }

    private let limits: Limits
    private var bars = 0
    private var choruses = 0
    private var chords = 0
    private var notes = 0

    init(_ limits: Limits) { self.limits = limits }

    /// The bars in an answer.
    enum Extent {
        /// The written bars, and the order of playing as numbers.
        case written
        /// The bars of one chorus in order of playing.
        case played
        /// The bars of all choruses.
        case heard
    }

    /// - Throws: ``RequestError`` if a limit is exceeded.
    mutating func add(_ tune: Tune, _ extent: Extent) throws {
        let written = tune.bars
        let order = (try? tune.unfolded()) ?? Array(written.indices)
        let asked = max(1, tune.choruses ?? 1)
        choruses += asked
        // Playback has a maximum length.
        let heard = min(order.count * asked, max(order.count, Tune.maximumPlayed))
        bars += written.count + (extent == .heard ? heard : order.count)
        // Check before making chords for so many bars.
        try check()
        func count(_ bar: Int, _ sounding: [BarChord], _ times: Int) {
            chords += times * (sounding.count + written[bar].alternates.count)
            notes += times * written[bar].melody.notes.count
        }
        for bar in written.indices { count(bar, written[bar].chords, 1) }
        if extent != .written {
            let sounding = tune.sounding
            for bar in order { count(bar, sounding[bar], extent == .heard ? heard / order.count : 1) }
        }
        try check()
    }

    private func check() throws {
        let counts = [
            ("bars, written and played", bars, limits.bars), ("choruses", choruses, limits.choruses),
            ("chords", chords, limits.chords),
            ("notes", notes, limits.notes),
        ]
        guard let (name, _, maximum) = counts.first(where: { $0.1 > $0.2 }) else { return }
        throw RequestError(
            .contentTooLarge,
            "The answer would have more than the maximum of \(maximum) \(name). Ask for less at once.")
    }
}
