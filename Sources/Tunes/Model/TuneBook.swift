/// The result of reading a file or link: tunes and problems.
public struct TuneBook: Sendable, Hashable {
    /// The name of a playlist; empty if there is none.
    public var name = ""
    public var tunes: [Tune] = []
    public var problems: [TuneProblem] = []

    public init() {}

    /// Whether any tune has chords or melody. Unreadable words leave empty bars.
    public var hasMusic: Bool { tunes.contains { $0.hasMusic } }
}

extension Tune {
    /// Whether any chord, N.C. or melody note was read.
    public var hasMusic: Bool { bars.contains { $0.chords.contains { $0.unread == nil } || !$0.melody.isEmpty } }
}

extension TuneProblem {
    /// The maximum number of problems reported per tune.
    package static let maximumCount = 100
}

/// A part that could not be read. The rest of the tune is kept.
public struct TuneProblem: Sendable, Hashable {
    /// The index in ``TuneBook/tunes``; nil if it concerns the whole file.
    public var tune: Int?
    /// The number of the written bar, from 1; nil if it concerns the whole tune.
    public var bar: Int?
    /// The unreadable text; nil if the problem is not one of a text.
    public var text: String?
    /// One sentence that names the unreadable part.
    public var message: String

    public init(tune: Int? = nil, bar: Int? = nil, text: String? = nil, _ message: String) {
        self.tune = tune
        self.bar = bar
        self.text = text
        self.message = message
    }
}
