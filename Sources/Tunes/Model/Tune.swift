import Harmony

/// What a jazz musician reads from: bars with chord symbols in a form, and what stands above them.
public struct Tune: Sendable, Hashable {
    public var title = ""
    public var composer = ""
    /// In the words of the writer: “Medium Swing”.
    public var style = ""
    /// The accompaniment that iReal Pro plays: “Jazz-Medium Swing”.
    public var groove = ""
    public var key: Key?
    public var metre = Metre.common
    /// Beats a minute: notes of the unit of the metre, and in 6/8, 9/8 and 12/8 dotted quarters.
    public var tempo: Int?
    /// How many times the whole form is played.
    public var choruses: Int?
    public var sections: [Section] = []

    public init() {}

    /// More bars than any tune has; what comes behind them is not read, so that no input fills the memory.
    static let mostBars = 10_000

    /// A part of the form.
    public struct Section: Sendable, Hashable {
        /// `A`, `B`, `intro`, `verse` …; empty where the part has no name.
        public var label: String
        public var bars: [Bar]

        public init(_ label: String = "", _ bars: [Bar] = []) {
            self.label = label
            self.bars = bars
        }
    }

    /// All bars in the order in which they are written.
    public var bars: [Bar] { sections.flatMap { $0.bars } }

    /// The metre of each bar.
    public var metres: [Metre] {
        var metre = metre
        return bars.map { bar in
            metre = bar.metre ?? metre
            return metre
        }
    }

    /// What sounds in each bar as it is written, with signs of repetition resolved. A sign that has nothing before it
    /// stands for nothing, and in a shorter bar for what it has room for.
    public var sounding: [[BarChord]] {
        var sounding: [[BarChord]] = []
        for (bar, metre) in zip(bars, metres) {
            func fitting(_ chords: [BarChord]) -> [BarChord] { chords.filter { $0.position.twelfths < 12 * metre.beats } }
            switch bar.content {
            case .chords(let chords): sounding.append(chords)
            case .asLast: sounding.append(fitting(sounding.last ?? []))
            case .asTwoBefore: sounding.append(fitting(sounding.count < 2 ? [] : sounding[sounding.count - 2]))
            }
        }
        return sounding
    }

    /// Whether it has a melody, perhaps not in all bars.
    public var hasMelody: Bool { sections.contains { $0.bars.contains { !$0.melody.isEmpty } } }

    /// The melody of each bar, as far as it has room there.
    public var melodies: [Melody] { zip(bars, metres).map { $0.melody.fitting($1.melodyTicks) } }

    /// Every chord that is written in it, in order, also those that may be played instead.
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

    /// Every note of the melody.
    mutating func replaceTones(_ replacement: (Tone) -> Tone) {
        for section in sections.indices {
            for bar in sections[section].bars.indices where !sections[section].bars[bar].melody.isEmpty {
                sections[section].bars[bar].melody.replaceTones(replacement)
            }
        }
    }
}
