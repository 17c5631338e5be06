import Harmony

/// The voicings of a chord: the best of each style, or all of one style.
public struct Voicings: Sendable {
    public let subject: ChordToVoice
    /// Of one style, the best first. Of all styles, the best of each in the order of ``VoicingStyle``.
    public let list: [Voicing]
    /// The number of all voicings, of which the list may be a part.
    public let count: Int
    /// The requested styles that have no voicing, each with the reason.
    public let without: [Missing]

    public struct Missing: Sendable {
        public let style: VoicingStyle
        /// One sentence.
        public let reason: String
    }

    /// - Parameters:
    ///   - style: lists all voicings of this style; nil lists the best of each.
    ///   - limit: the maximum number of voicings.
    package init(of subject: ChordToVoice, in style: VoicingStyle?, for pianist: Pianist, limit: Int = .max) {
        let voicer = Voicer(for: pianist)
        var without: [Missing] = []
        var all: [Voicing] = []
        if let style {
            let found = voicer.voicings(of: subject, in: style)
            all = found.list
            if let reason = found.reason { without = [Missing(style: style, reason: reason)] }
        } else {
            for style in VoicingStyle.allCases {
                let best = voicer.best(of: subject, in: style)
                all += best.list
                if let reason = best.reason { without.append(Missing(style: style, reason: reason)) }
            }
        }
        self.init(subject, Array(all.prefix(limit)), all.count, without)
    }

    private init(_ subject: ChordToVoice, _ list: [Voicing], _ count: Int, _ without: [Missing]) {
        self.subject = subject
        self.list = list
        self.count = count
        self.without = without
    }

    /// The same voicings in written pitch for a transposing instrument.
    public func read(by reader: TransposingInstrument) -> Voicings {
        Voicings(subject.moved { reader.reading($0) }, list.map { reader.reading($0) }, count, without)
    }
}

/// A row of voiced chords with smooth voice leading.
public struct LedRow: Sendable {
    /// One voicing per chord.
    public let voicings: [Voicing]
    public let cost: Leading.Cost
    /// Chords without a voicing in the requested style, once each. They are voiced in another style.
    public let without: [Missing]

    public struct Missing: Sendable {
        public let subject: ChordToVoice
        /// One sentence.
        public let reason: String
    }

    package init(of row: [ChordToVoice], in styles: Leading.Styles, for pianist: Pianist) {
        let leading = Leading(of: row, in: styles, for: pianist)
        let asked: VoicingStyle? =
            switch styles {
            case .any: nil
            case .rootless: .rootlessA
            case .upperStructure: .upperStructure
            case .only(let style): style
            }
        var without: [Missing] = []
        if let asked {
            for subject in row where !without.contains(where: { $0.subject == subject }) {
                let found = Voicer(for: pianist).best(of: subject, in: asked)
                if let reason = found.reason { without.append(Missing(subject: subject, reason: reason)) }
            }
        }
        self.init(leading.voicings, leading.cost, without)
    }

    private init(_ voicings: [Voicing], _ cost: Leading.Cost, _ without: [Missing]) {
        self.voicings = voicings
        self.cost = cost
        self.without = without
    }

    /// The same voicings in written pitch for a transposing instrument.
    public func read(by reader: TransposingInstrument) -> LedRow {
        let without = without.map { missing in
            Missing(subject: missing.subject.moved { reader.reading($0) }, reason: missing.reason)
        }
        return LedRow(voicings.map { reader.reading($0) }, cost, without)
    }

    /// The chord symbols above the staff, with spaces between them.
    public func title(in notation: Notation) -> String {
        voicings.map { $0.subject.title(in: notation) }.joined(separator: " ")
    }

    /// The title of a score: the chords of the row, or the first and the last of many.
    public func heading(in notation: Notation) -> String {
        guard voicings.count > 8 else { return title(in: notation) }
        return [voicings[0], voicings[voicings.count - 1]].map { $0.subject.title(in: notation) }.joined(
            separator: " … ")
    }
}

extension TransposingInstrument {
    /// The same voicing in written pitch for a transposing instrument. Sounding pitch decides which voicing is good.
    package func reading(_ sounding: Voicing) -> Voicing {
        guard self != .c else { return sounding }
        let subject = sounding.subject.moved { reading($0) }
        func read(_ hand: Hand) -> [Tone] {
            let (from, to) = (sounding.subject.root(of: hand), subject.root(of: hand))
            return sounding[hand].map { tone in
                let name = NoteName(fifths: tone.name.fifths + to.fifths - from.fifths).displayed
                return Tone(pitch: tone.pitch + semitones, name: name, degree: tone.degree)
            }
        }
        return Voicing(
            subject: subject, style: sounding.style, left: read(.left), right: read(.right), missing: sounding.missing,
            added: sounding.added, isMuddy: sounding.isMuddy, cost: sounding.cost)
    }
}

extension ChordToVoice {
    /// The same row with its chords transposed, from sounding to written pitch or back.
    @inline(never)
    package func moved(_ move: (Chord) -> Chord) -> ChordToVoice {
        switch self {
        case .chord(let chord): .chord(move(chord))
        case .pair(let pair):
            .pair(ChordCombiner(vocabulary: .jazz).combine(lower: move(pair.lower), upper: move(pair.upper)))
        }
    }

    /// The root from which the notes of a hand are spelled. In a polychord, each hand has its own chord.
    fileprivate func root(of hand: Hand) -> NoteName {
        if case .pair(let pair) = self, pair.result == nil, hand == .right { return pair.upper.root }
        return chord.root
    }
}
