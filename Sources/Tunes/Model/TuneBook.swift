/// What was read from a file or a link: tunes, and what of them could not be read.
public struct TuneBook: Sendable, Hashable {
    /// The name of a playlist; empty where it has none.
    public var name = ""
    public var tunes: [Tune] = []
    public var problems: [TuneProblem] = []

    public init() {}

    /// Whether any tune has something that sounds: words that are no chords leave bars, but none in which anything does.
    public var hasMusic: Bool { tunes.contains { $0.hasMusic } }
}

extension Tune {
    /// Whether any chord, or N.C., was understood, or a note of its melody.
    public var hasMusic: Bool { bars.contains { !$0.chords.isEmpty || !$0.melody.isEmpty } }
}

extension TuneProblem {
    /// The maximum number of problems that are reported for one tune.
    static let most = 100
}

/// Something that could not be read. The rest of the tune is there.
public struct TuneProblem: Sendable, Hashable {
    /// The index among the tunes of a ``TuneBook``; nil where it is about the whole file.
    public var tune: Int?
    /// The number of the bar, counted from 1 as they are written; nil where it is about the whole tune.
    public var bar: Int?
    /// One sentence that names the offending part.
    public var message: String

    public init(tune: Int? = nil, bar: Int? = nil, _ message: String) {
        self.tune = tune
        self.bar = bar
        self.message = message
    }
}
