import Harmony

/// The tune that is being learned: its chords with their bars.
public struct LearnedTune: Sendable, Hashable {
    /// The bars of a daily session.
    public struct Passage: Sendable, Hashable {
        public let title: String
        /// See ``LearnedTune/feel``.
        public internal(set) var feel = ""
        public internal(set) var chords: [Chord] = []

        /// Notes the answer to a chord.
        /// - Parameter quality: see ``Quality``.
        public mutating func answer(_ index: Int, _ quality: Int) {
            if chords.indices.contains(index) { chords[index].quality = quality }
        }

        /// Forgets all answers.
        public mutating func restart() {
            for index in chords.indices { chords[index].quality = nil }
        }
    }

    public struct Chord: Sendable, Hashable {
        /// The number of its bar, from 1.
        public let bar: Int
        public let subject: ChordToVoice
        /// The ``Quality`` of the answer; nil as long as there is none.
        public internal(set) var quality: Int?
        /// The card for the style of the tune; nil if any voicing is right.
        fileprivate var voiced: CardID?

        public init(bar: Int, subject: ChordToVoice) {
            self.bar = bar
            self.subject = subject
        }

        var card: CardID {
            voiced
                ?? CardID(.play, PracticeMaterial(subject).atHome, root: PracticeMaterial.root(of: subject).pitchClass)
        }

        /// The card in a voicing style; nil if the chord has no such voicing.
        ///
        /// Rootless voicings alternate between chords a fourth apart: form A is on even roots, B on odd ones.
        fileprivate func card(in styles: Leading.Styles) -> CardID? {
            guard case .chord(let chord) = subject, chord.bass == nil else { return nil }
            let root = chord.root.pitchClass
            let style: VoicingStyle
            switch styles {
            case .only(let chosen): style = chosen
            case .rootless: style = root % 2 == 0 ? .rootlessA : .rootlessB
            case .upperStructure, .any: return nil
            }
            return CardID(
                Exercise.Task.play.rawValue + " \(root) " + PracticeMaterial.voicing(chord.type, style).card.words)
        }
    }

    public let title: String
    /// The quarter notes of a bar.
    public let beats: Int
    /// How a band plays it, in one word, such as “bossa”; empty for swing.
    public let feel: String
    /// The voicing styles in which its chords are asked in the daily session; nil if any voicing is right.
    public let styles: Leading.Styles?
    /// In order of the bars.
    private var chords: [Chord] = []

    /// - Parameter chords: in ascending order of bars.
    public init(
        _ chords: [Chord], title: String, beats: Int = 4, feel: String = "", styles: Leading.Styles? = nil
    ) {
        self.title = title
        self.beats = beats
        self.feel = feel
        self.styles = styles
        self.chords = chords
    }

    /// One line, which ``init(words:)`` reads: `1,3,5 row Cmi7 Fmi7 Dmi7(♭5) called Blue`. In other meters than 4/4 the
    /// beats of a bar follow the bars: `1,3,5/3`. A feel follows the beats: `1,3,5/4/bossa`. Voicing styles follow the
    /// feel: `1,3,5/4/swing/rootless`.
    public var words: String {
        var bars = ""
        for chord in chords { bars += (bars.isEmpty ? "" : ",") + "\(chord.bar)" }
        if beats != 4 || !feel.isEmpty || styles != nil { bars += "/\(beats)" }
        if !feel.isEmpty || styles != nil { bars += "/" + (feel.isEmpty ? LearnedTune.swing : feel) }
        if let styles { bars += "/" + styles.word }
        return bars + " " + PracticeMaterial.row(chords.map { $0.subject }, title: title).words
    }

    public init?(words: String) {
        let parts = Words.split(words)
        let figures = Words.split(parts.first ?? "", at: UInt8(ascii: "/"))
        let bars = Words.split(figures.first ?? "", at: UInt8(ascii: ","))
        guard case .row(let row, let title, _) = try? PracticeMaterial(words: Words.joined(parts.dropFirst())),
            bars.count == row.count, figures.count <= 4,
            let beats = figures.count > 1 ? Words.number(figures[1], in: Pace.beats) : 4
        else { return nil }
        let feel = figures.count > 2 && (figures.count == 3 || figures[2] != LearnedTune.swing) ? figures[2] : ""
        let styles = figures.count == 4 ? Leading.Styles(word: figures[3]) : nil
        if figures.count == 4, styles == nil { return nil }
        guard feel.utf8.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }) else { return nil }
        self.title = title
        self.beats = beats
        self.feel = feel
        self.styles = styles
        for index in row.indices {
            guard let bar = Words.number(bars[index], in: (chords.last?.bar ?? 1)...9999) else { return nil }
            chords.append(Chord(bar: bar, subject: row[index]))
        }
    }

    /// The feel before voicing styles, if there is no other.
    private static let swing = "swing"

    /// The tune of a link, whose bars are not known: each has one chord.
    public init?(barForEachChordOf exercise: Exercise) {
        guard case .row(let row, let title, _) = exercise.material else { return nil }
        self.init(row.indices.map { Chord(bar: $0 + 1, subject: row[$0]) }, title: title)
    }

    /// All bars, if an exercise goes through the chords of the tune once; nil for other exercises.
    public func passage(of exercise: Exercise) -> Passage? {
        guard case .row(let row, _, _) = exercise.material, exercise.order == .asWritten,
            row == chords.map({ $0.subject })
        else { return nil }
        var passage = Passage(title: title, feel: feel)
        passage.chords = chords
        return passage
    }

    /// The bars for a session: the phrase whose chords are known least or take longest. All are of the same length.
    /// - Parameters:
    ///   - length: the number of bars.
    ///   - schedule: of the log before the session.
    func passage(of length: Int, _ schedule: Schedule) -> Passage {
        var passage = Passage(title: title, feel: feel)
        guard let first = chords.first?.bar, let last = chords.last?.bar else { return passage }
        var chords = chords
        if let styles {
            for index in chords.indices {
                // Finding out whether there is such a voicing takes time, and chords come again.
                let same = chords[..<index].firstIndex { $0.subject == chords[index].subject }
                chords[index].voiced = same.map { chords[$0].voiced } ?? chords[index].card(in: styles)
            }
        }
        let unknown = 2 * schedule.speed.limit(of: .chord)
        let times = chords.map { chord in
            let card = chord.card
            let known = schedule.entries.first { $0.card == card && $0.isRight && $0.median > 0 }
            return known?.median ?? unknown
        }
        var slowest = -1
        for start in stride(from: first, through: last, by: length) {
            // The last phrase begins earlier, so that it is complete.
            let start = max(first, min(start, last - length + 1))
            let indices = chords.indices.filter { (start..<start + length).contains(chords[$0].bar) }
            guard !indices.isEmpty else { continue }
            let time = indices.reduce(0) { $0 + times[$1] } / indices.count
            if time > slowest {
                slowest = time
                passage.chords = indices.map { chords[$0] }
            }
        }
        return passage
    }
}
