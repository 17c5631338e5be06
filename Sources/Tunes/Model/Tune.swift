import Harmony

/// A lead sheet: bars with chord symbols and melody, in a form.
public struct Tune: Sendable, Hashable {
    public var title = ""
    public var composer = ""
    /// The style in the author's words: “Medium Swing”.
    public var style = ""
    /// The accompaniment that iReal Pro plays: “Jazz-Medium Swing”.
    public var groove = ""
    public var key: Key?
    public var meter = Meter.common
    /// Beats per minute: units of the meter, or three units in a compound meter, such as dotted quarters in 6/8 and
    /// 15/8.
    public var tempo: Int?
    /// The number of times the form is played.
    public var choruses: Int?
    public var sections: [Section] = []

    public init() {}

    /// The maximum number of bars; further ones are not read, to limit memory.
    package static let maximumBars = 10_000

    /// A part of the form.
    public struct Section: Sendable, Hashable {
        /// `A`, `B`, `intro`, `verse`; empty if unnamed.
        public var label: String
        public var bars: [Bar]

        public init(_ label: String = "", _ bars: [Bar] = []) {
            self.label = label
            self.bars = bars
        }
    }

    /// All bars in written order.
    public var bars: [Bar] { sections.flatMap { $0.bars } }

    /// The bars of each section, as indices of ``bars``.
    package var sectionBars: [Range<Int>] {
        var first = 0
        return sections.map { section in
            defer { first += section.bars.count }
            return first..<first + section.bars.count
        }
    }

    /// The meter of each bar.
    public var meters: [Meter] {
        var meter = meter
        return bars.map { bar in
            meter = bar.meter ?? meter
            return meter
        }
    }

    /// The sounding chords of each written bar, with repetition signs resolved and without unreadable text. A sign
    /// without preceding bars is empty; a shorter bar has what fits.
    public var sounding: [[BarChord]] {
        var sounding: [[BarChord]] = []
        for (bar, meter) in zip(bars, meters) {
            func fitting(_ chords: [BarChord]) -> [BarChord] {
                chords.filter { $0.position.twelfths < 12 * meter.beats }
            }
            switch bar.content {
            case .chords(let chords): sounding.append(chords.filter { $0.unread == nil })
            case .asLast: sounding.append(fitting(sounding.last ?? []))
            case .asTwoBefore: sounding.append(fitting(sounding.count < 2 ? [] : sounding[sounding.count - 2]))
            }
        }
        return sounding
    }

    /// Whether any bar has a melody.
    public var hasMelody: Bool { sections.contains { $0.bars.contains { !$0.melody.isEmpty } } }

    /// The melody of each bar, cut to its length.
    public var melodies: [Melody] { zip(bars, meters).map { $0.melody.fitting($1.melodyTicks) } }

    /// Replaces all written chords in order, including alternates.
    public mutating func replaceChords(_ replacement: (ChordSymbol) -> ChordSymbol) {
        func replace(_ chords: inout [BarChord]) {
            for index in chords.indices {
                if let symbol = chords[index].symbol { chords[index].sound = .chord(replacement(symbol)) }
            }
        }
        for section in sections.indices {
            for bar in sections[section].bars.indices {
                if case .chords(var chords) = sections[section].bars[bar].content {
                    replace(&chords)
                    sections[section].bars[bar].content = .chords(chords)
                }
                replace(&sections[section].bars[bar].alternates)
            }
        }
    }

    /// Replaces all notes of the melody.
    mutating func replaceTones(_ replacement: (Tone) -> Tone) {
        for section in sections.indices {
            for bar in sections[section].bars.indices where !sections[section].bars[bar].melody.isEmpty {
                sections[section].bars[bar].melody.replaceTones(replacement)
            }
        }
    }
}
