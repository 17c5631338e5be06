import Harmony

/// The material of an exercise. It is spelled on C and transposed through the keys. Only a row keeps its written key.
public indirect enum PracticeMaterial: Sendable, Hashable {
    case chord(ChordType)
    /// One chord above another, the lower one on C.
    case pair(Combination)
    /// A chord played as a pair: C13(♭9) as A above C7.
    case way(Combination, of: Chord)
    case voicing(ChordType, VoicingStyle)
    /// An upper structure of a dominant seventh chord by its usual numeral: `VI`, `♭III`, `♯iv`.
    case upperStructure(String)
    /// ii–V–I in major or minor, in the given voicing styles.
    case cadence(Mode, Leading.Styles)
    /// One octave upwards, note by note.
    case scale(ScaleType)
    /// A progression: the chords of a tune or of the player's own list, in the given voicing styles.
    case row([ChordToVoice], title: String, in: Leading.Styles = PracticeMaterial.plain)

    /// The default style of cadences and rows: the bass in the left hand, the other notes in the right.
    public static let plain = Leading.Styles.only(.spread)

    /// The maximum number of chords in a row: three choruses of a long tune.
    public static let maximumRowLength = 512

    /// The root before transposition: C, or the root of a row's first chord.
    public var home: NoteName {
        if case .row(let row, _, _) = self, let first = row.first { return PracticeMaterial.root(of: first) }
        return NoteName(.c)
    }

    /// The root of a chord, or of the lower chord of a pair.
    static func root(of subject: ChordToVoice) -> NoteName {
        switch subject {
        case .chord(let chord): chord.root
        case .pair(let pair): pair.lower.root
        }
    }

    /// The material in the spelling of the jazz vocabulary: a plain `alt` has ♭13, not ♯5.
    package var inJazz: PracticeMaterial {
        switch self {
        case .chord(let type): .chord(PracticeMaterial.inJazz(type))
        case .voicing(let type, let style): .voicing(PracticeMaterial.inJazz(type), style)
        case .row(let row, let title, let styles):
            .row(row.map { PracticeMaterial.inJazz($0) }, title: title, in: styles)
        case .pair, .way, .upperStructure, .cadence, .scale: self
        }
    }

    private static func inJazz(_ type: ChordType) -> ChordType { Chord(NoteName(.c), type).spelled(in: .jazz).type }

    private static func inJazz(_ subject: ChordToVoice) -> ChordToVoice {
        if case .chord(let chord) = subject { .chord(chord.spelled(in: .jazz)) } else { subject }
    }

    /// All possible tasks.
    public var tasks: [Exercise.Task] { Exercise.Task.allCases.filter { allows($0) } }

    public func allows(_ task: Exercise.Task) -> Bool {
        switch (self, task) {
        // A polychord has no name for the right side of an equation.
        case (.pair(let pair), .complete): pair.result != nil
        case (.way, .complete), (.upperStructure, .complete): true
        case (_, .complete): false
        case (.scale, .compare), (.scale, .tension), (.scale, .changed): false
        default: true
        }
    }

    /// The pair of an upper structure above a dominant; nil for an unknown numeral.
    package static func structure(_ numeral: String, over dominant: Chord) -> Combination? {
        dominant.upperStructures.first { $0.numeral == numeral }.map {
            ChordCombiner().combine(lower: dominant, upper: $0.upper)
        }
    }

    static func dominant(on root: NoteName) -> Chord { Chord(root, .dominantSeventh) }

    /// The numerals of all upper structures above a dominant seventh chord, in the usual order of teaching.
    public static var upperStructures: [String] { dominant(on: NoteName(.c)).upperStructures.map { $0.numeral } }

    /// A pair, transposed to put the lower chord on C.
    public static func pair(lower: Chord, upper: Chord) -> PracticeMaterial {
        let pair = ChordToVoice.pair(ChordCombiner().combine(lower: lower, upper: upper))
        guard case .pair(let moved) = pair.transposed(up: (12 - lower.root.pitchClass) % 12) else {
            return .row([pair], title: "")
        }
        return .pair(moved)
    }

    /// The material for a chord or pair on any root.
    public init(_ subject: ChordToVoice) {
        switch subject {
        case .chord(let chord):
            self = chord.bass == nil ? .chord(chord.type) : .row([subject], title: "")
        case .pair(let pair): self = .pair(lower: pair.lower, upper: pair.upper)
        }
    }
}

extension Exercise {
    /// The kind of question.
    public enum Task: String, CaseIterable, Sendable, Hashable {
        /// Play the named chord.
        case play
        /// Name the chord on the keyboard or staff.
        case name
        /// Play the sounding chord.
        case echo
        /// Name the sounding chord.
        case hear
        /// Find the missing chord of lower + upper = result.
        case complete
        /// Two chords sound: which one has the given name?
        case compare
        /// Two chords sound: does tension rise or fall?
        case tension
        /// A chord sounds twice with one note changed: which note?
        case changed

        /// Whether the answer is played, not chosen.
        public var isPlayed: Bool { self == .play || self == .echo || self == .complete }

        /// Whether this is ear training.
        public var isByEar: Bool {
            switch self {
            case .echo, .hear, .compare, .tension, .changed: true
            case .play, .name, .complete: false
            }
        }
    }
}
