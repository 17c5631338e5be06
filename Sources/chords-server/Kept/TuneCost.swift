import Hummingbird
import Tunes

/// What an answer about tunes has to be made of: a few bytes of a tune may stand for many bars, since passages repeat.
struct TuneCost {
    /// The most of each that one answer is made of.
    struct Limits {
        let bars: Int
        let choruses: Int
        let chords: Int
        let notes: Int

        /// A collection of some thousand tunes, as much as a body has room for.
        static let reading = Limits(bars: 500_000, choruses: 50_000, chords: 600_000, notes: 300_000)
        /// A drawing or a score of one tune, which has some hundred bars.
        static let sheet = Limits(bars: 5000, choruses: 100, chords: 20_000, notes: 40_000)
        /// A tune with all its choruses, as it is heard: as many bars as are ever played.
        static let playing = Limits(bars: 2 * Tune.mostPlayed, choruses: 100, chords: 80_000, notes: 100_000)
    }

    private let limits: Limits
    private var bars = 0
    private var choruses = 0
    private var chords = 0
    private var notes = 0

    init(_ limits: Limits) { self.limits = limits }

    /// Which bars an answer has.
    enum Extent {
        /// All as they are written, with a number for each as it is played.
        case written
        /// All as they are played once through the form.
        case played
        /// All as they are played in all choruses.
        case heard
    }

    /// Counts a tune.
    /// - Throws: ``RefusedRequest``, with the limit that is passed.
    mutating func add(_ tune: Tune, _ extent: Extent) throws {
        let written = tune.bars
        let order = (try? tune.unfolded()) ?? Array(written.indices)
        choruses += max(1, tune.choruses ?? 1)
        // A score of a tune with many choruses is cut where no one plays on.
        bars += written.count + (extent == .heard ? min(order.count * max(1, tune.choruses ?? 1), max(order.count, Tune.mostPlayed)) : order.count)
        // Told before anything is made of so many.
        try check()
        let sounding = extent == .written ? [] : tune.sounding
        let times = extent == .heard && !order.isEmpty ? max(1, min(tune.choruses ?? 1, Tune.mostPlayed / order.count)) : 1
        func count(_ bar: Int, _ sounding: [BarChord], _ times: Int) {
            chords += times * (sounding.count + written[bar].alternates.count)
            notes += times * written[bar].melody.notes.count
        }
        for bar in written.indices { count(bar, written[bar].chords, 1) }
        if extent != .written { for bar in order { count(bar, sounding[bar], times) } }
        try check()
    }

    private func check() throws {
        let counts = [
            ("bars, written and played", bars, limits.bars), ("choruses", choruses, limits.choruses), ("chords", chords, limits.chords),
            ("notes", notes, limits.notes),
        ]
        guard let (name, _, most) = counts.first(where: { $0.1 > $0.2 }) else { return }
        throw RefusedRequest(.contentTooLarge, "The answer would have more than the maximum of \(most) \(name). Ask for less at once.")
    }
}
