import Harmony

/// What is practised. All but rows are spelled from C and moved through the keys; a row stands where it is written, and is
/// moved as a whole.
public indirect enum Thing: Sendable, Hashable {
    case chord(ChordType)
    /// One chord above another, the lower one on C.
    case pair(Combination)
    /// A chord played as two: C13(♭9) as A above C7.
    case way(Combination, of: Chord)
    case voicing(ChordType, VoicingStyle)
    /// What stands above a dominant seventh chord, by the numeral under which books teach it: `VI`, `♭III`, `♯iv`.
    case upperStructure(String)
    /// ii–V–I in major or minor. The styles say how it lies under the hands; ``Thing/plain`` is the bass in the left hand and
    /// the rest in the right one.
    case cadence(Mode, Leading.Styles)
    /// One octave up, note after note.
    case scale(ScaleType)
    /// A tune's chords, or a list of one's own.
    case row([ChordToVoice], title: String)

    /// How a cadence lies where no style is asked for.
    public static let plain = Leading.Styles.only(.spread)

    /// The longest row: three choruses of a long tune.
    public static let longestRow = 512

    /// Where it is at home: C, or the root of a row's first chord.
    public var home: NoteName {
        if case .row(let row, _) = self, let first = row.first { return Thing.root(of: first) }
        return NoteName(.c)
    }

    /// The root by which a station is called: of two chords the lower one's.
    static func root(of subject: ChordToVoice) -> NoteName {
        switch subject {
        case .chord(let chord): chord.root
        case .pair(let pair): pair.lower.root
        }
    }

    /// The same as the jazz vocabulary spells it: a plain `alt` has ♭13 for ♯5.
    package var inJazz: Thing {
        switch self {
        case .chord(let type): .chord(Thing.inJazz(type))
        case .voicing(let type, let style): .voicing(Thing.inJazz(type), style)
        case .row(let row, let title): .row(row.map { Thing.inJazz($0) }, title: title)
        case .pair, .way, .upperStructure, .cadence, .scale: self
        }
    }

    private static func inJazz(_ type: ChordType) -> ChordType { Chord(NoteName(.c), type).spelled(in: .jazz).type }

    private static func inJazz(_ subject: ChordToVoice) -> ChordToVoice {
        if case .chord(let chord) = subject { .chord(chord.spelled(in: .jazz)) } else { subject }
    }

    /// What can be done with it.
    public var tasks: [Exercise.Task] { Exercise.Task.allCases.filter { allows($0) } }

    public func allows(_ task: Exercise.Task) -> Bool {
        switch (self, task) {
        // Polychords have no name that could stand behind the equals sign.
        case (.pair(let pair), .complete): pair.result != nil
        case (.way, .complete), (.upperStructure, .complete): true
        case (_, .complete): false
        case (.scale, .compare), (.scale, .tension), (.scale, .changed): false
        default: true
        }
    }

    /// An upper structure's chords above a dominant; nil for a numeral that books do not know.
    package static func structure(_ numeral: String, over dominant: Chord) -> Combination? {
        dominant.upperStructures.first { $0.numeral == numeral }.map {
            ChordCombiner().combine(lower: dominant, upper: $0.upper)
        }
    }

    static func dominant(on root: NoteName) -> Chord { Chord(root, seventh) }

    /// The numerals of all upper structures over a dominant seventh chord, in the order in which they are taught.
    public static var upperStructures: [String] { dominant(on: NoteName(.c)).upperStructures.map { $0.numeral } }

    /// Two chords, moved so that the lower one stands on C.
    public static func pair(lower: Chord, upper: Chord) -> Thing {
        let pair = ChordToVoice.pair(ChordCombiner().combine(lower: lower, upper: upper))
        guard case .pair(let moved) = pair.transposed(up: (12 - lower.root.pitchClass) % 12) else { return .row([pair], title: "") }
        return .pair(moved)
    }

    /// A chord, or two, wherever they stand: the thing that is practised with them.
    public init(_ subject: ChordToVoice) {
        switch subject {
        case .chord(let chord):
            self = chord.bass == nil ? .chord(chord.type) : .row([subject], title: "")
        case .pair(let pair): self = .pair(lower: pair.lower, upper: pair.upper)
        }
    }
}

extension Exercise {
    /// What one does with a question.
    public enum Task: String, CaseIterable, Sendable, Hashable {
        /// Play what is named.
        case play
        /// Name what is lit or on the staff.
        case name
        /// Play what sounds.
        case echo
        /// Name what sounds.
        case hear
        /// Find what is missing in lower + upper = result.
        case complete
        /// Two chords sound: which of them is it?
        case compare
        /// Two chords sound: does tension rise or fall?
        case tension
        /// The same chord sounds twice, with one tone changed: which?
        case changed

        /// Whether hands answer; otherwise one chooses.
        public var isPlayed: Bool { self == .play || self == .echo || self == .complete }

        /// Whether one has to hear what sounds.
        public var isByEar: Bool {
            switch self {
            case .echo, .hear, .compare, .tension, .changed: true
            case .play, .name, .complete: false
            }
        }
    }
}
