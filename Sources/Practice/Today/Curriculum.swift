import Harmony

/// New material in the order of learning: the courses, then other chords, in all keys.
public struct Curriculum: Sendable {
    /// A card with its kind.
    package struct Step: Sendable, Hashable {
        package let card: CardID
        package let kind: CardKind
    }

    /// All cards, each once.
    package let steps: [Step]
    let hasInstrument: Bool

    /// - Parameters:
    ///   - course: the course to begin with. The others follow in the recommended order.
    ///   - hasInstrument: whether answers are played. Without an instrument, there are no changes, because the time
    ///     between two chords cannot be measured.
    public init(startingWith course: Course, hasInstrument: Bool) {
        let start = Course.all.firstIndex { $0.id == course.id } ?? 0
        self.init(Curriculum.courses(hasInstrument: hasInstrument), startingWith: start, hasInstrument: hasInstrument)
    }

    /// - Parameters:
    ///   - courses: the steps of each course.
    ///   - start: the index of the course to begin with.
    private init(_ courses: [[Step]], startingWith start: Int, hasInstrument: Bool) {
        self.hasInstrument = hasInstrument
        var builder = Builder(hasInstrument: hasInstrument)
        for index in courses.indices {
            for step in courses[(start + index) % courses.count] { builder.add(step.card) }
        }
        for type in Curriculum.furtherTypes { builder.add(Exercise(.chord(type))) }
        steps = builder.steps
    }

    private static func courses(hasInstrument: Bool) -> [[Step]] {
        Course.all.map { course in
            var builder = Builder(hasInstrument: hasInstrument)
            for lesson in course.lessons { builder.add(lesson.exercise) }
            return builder.steps
        }
    }

    /// Continues the course of the card that was new last, or begins with the first course. Cards of no course, such as
    /// those of a tune, do not count.
    public init(for log: PracticeLog, hasInstrument: Bool) {
        let courses = Curriculum.courses(hasInstrument: hasInstrument)
        var (start, newest) = (0, Int64.min)
        for index in courses.indices {
            for step in courses[index] {
                guard let record = log.records[step.card], !record.hasTotals, let first = record.attempts.first else {
                    continue
                }
                if first.at > newest { (start, newest) = (index, first.at) }
            }
        }
        self.init(courses, startingWith: start, hasInstrument: hasInstrument)
    }

    /// The chord types that follow the courses: common ones in the order of their frequency in jazz tunes, then all
    /// others of the classic vocabulary, with few notes first.
    private static var furtherTypes: [ChordType] {
        let others = Vocabulary.classic.types.ordered { $0.degrees.count < $1.degrees.count }
        return common + others
    }

    /// The most frequent types after the sevenths of the courses, counted in ten collections of chord charts.
    static var common: [ChordType] { commonDegrees.compactMap { DegreeSet($0).map { ChordType($0) } } }

    private static let commonDegrees = [
        "1 3 5", "1 ♭3 5", "1 3 5 6", "1 ♭3 ♭5 ♭7", "1 3 5 ♭7 ♭9", "1 ♭3 ♭5 °7", "1 ♭3 5 6", "1 3 5 ♭7 9",
        "1 3 ♯5 ♭7", "1 4 5 ♭7", "1 3 5 ♭7 ♯9", "1 3 5 ♭7 ♯11", "1 ♭3 5 ♭7 9", "1 3 5 ♭7 9 13", "1 3 5 7 ♯11",
    ]

    private struct Builder {
        let hasInstrument: Bool
        var steps: [Step] = []
        /// A log without answers, because a set would be another 5 kB of the engine.
        private var seen: [CardID: PracticeLog.Record] = [:]

        init(hasInstrument: Bool) { self.hasInstrument = hasInstrument }

        mutating func add(_ card: CardID?) {
            guard let card, seen.updateValue(PracticeLog.Record(), forKey: card) == nil else { return }
            steps.append(Step(card: card, kind: card.kind))
        }

        /// Adds an exercise in all keys: chords, then their changes, then a few of them by ear.
        mutating func add(_ exercise: Exercise) {
            var random = PracticeRandom(seed: 0)
            let roots = exercise.order.stations(&random).map { (exercise.from.pitchClass + $0) % 12 }
            switch exercise.material {
            case .cadence(let mode, let styles): addCadence(mode, styles, exercise.task, roots)
            case .row(let row, _, _):
                // Its chords alone. All changes of a long row would be too many.
                for subject in row {
                    let up = PracticeMaterial.root(of: subject).pitchClass
                    for root in roots { add(CardID(exercise.task, PracticeMaterial(subject), root: (root + up) % 12)) }
                }
            default:
                for root in roots { add(CardID(exercise.task, exercise.material, root: root)) }
                if case .upperStructure(let numeral) = exercise.material, exercise.task == .play {
                    for root in roots { addResolution(of: numeral, on: root) }
                }
                addByEar(exercise.material)
            }
        }

        /// The keys of questions by ear, a minor third apart. Hearing depends less on the key than playing.
        private static let keysByEar = [0, 3, 6, 9]

        private mutating func addByEar(_ material: PracticeMaterial) {
            switch material {
            case .chord, .pair, .upperStructure: break
            default: return
            }
            for root in Builder.keysByEar { add(CardID(.hear, material, root: root)) }
        }

        private mutating func addCadence(
            _ mode: Mode, _ styles: Leading.Styles, _ task: Exercise.Task, _ roots: [Int]
        ) {
            let chords = PracticeMaterial.cadence(mode, isRootless: styles.isRootless)
            func transposed(_ chord: Chord, to root: Int) -> ChordToVoice {
                ChordToVoice.chord(chord).transposed(up: root)
            }
            for chord in chords {
                let material: PracticeMaterial
                switch styles {
                case PracticeMaterial.plain: material = .chord(chord.type)
                case .only(let style): material = .voicing(chord.type, style)
                // Rootless voicings alternate, so only the changes are the same in all keys.
                case .rootless, .upperStructure, .any: continue
                }
                for root in roots {
                    add(CardID(task, material, root: transposed(chord, to: root).chord.root.pitchClass))
                }
            }
            guard task == .play, hasInstrument else { return }
            for (first, second) in zip(chords, chords.dropFirst()) {
                for root in roots {
                    add(CardID(changeFrom: transposed(first, to: root), to: transposed(second, to: root)))
                }
            }
        }

        /// The change from a dominant with an upper structure to its tonic. With a ♯9 or ♭13, that is minor.
        private mutating func addResolution(of numeral: String, on root: Int) {
            let dominant = PracticeMaterial.dominant(on: NoteName(.c))
            guard hasInstrument, let pair = PracticeMaterial.structure(numeral, over: dominant) else { return }
            let isMinor = pair.upper.pitchClasses.contains(3) || pair.upper.pitchClasses.contains(8)
            let tonic = Chord(NoteName(.f), isMinor ? PracticeMaterial.minorSixth : ChordType.majorSeventh)
            let change = [ChordToVoice.pair(pair), .chord(tonic)].transposed(up: root)
            add(CardID(changeFrom: change[0], to: change[1]))
        }
    }
}
