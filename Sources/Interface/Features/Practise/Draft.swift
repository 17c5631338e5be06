import Exchange
import Harmony
import Practice

/// A custom exercise that is being put together.
struct Draft: Sendable, Hashable {
    private(set) var exercise = Exercise(.upperStructure("VI"))
    /// What is to be practised, by its name.
    private(set) var kind = Kind.upperStructure
    /// What was typed for it, and why that cannot be read.
    private(set) var typed = Kind.upperStructure.example
    private(set) var trouble: String?

    enum Kind: String, CaseIterable, Sendable, Hashable {
        case upperStructure = "upper-structure"
        case chord, pair, voicing, cadence, scale, row

        var title: String {
            switch self {
            case .chord: PractiseText.chord
            case .pair: PractiseText.pair
            case .voicing: PractiseText.voicing
            case .upperStructure: PractiseText.upperStructure
            case .cadence: PractiseText.cadence
            case .scale: PractiseText.scale
            case .row: PractiseText.progression
            }
        }

        /// What stands in its field at first, as the words of a thing.
        var example: String {
            switch self {
            case .chord: "13(♭9)"
            case .pair: "C7 + A"
            case .voicing: "mi7 rootless-a"
            case .upperStructure: "VI"
            case .cadence: "major"
            case .scale: "Lydian Dominant"
            case .row: "Dmi7 G7 Cma7"
            }
        }

        /// What one may choose among; nothing where it is typed.
        var choices: [(value: String, label: String)] {
            switch self {
            case .upperStructure: Thing.upperStructures.map { ($0, $0) }
            case .cadence:
                [("major", PractiseText.major), ("minor", PractiseText.minor), ("major rootless", PractiseText.majorRootless),
                 ("minor rootless", PractiseText.minorRootless), ("major shell", PractiseText.majorShells),
                 ("minor shell", PractiseText.minorShells)]
            case .scale: ScaleType.all.map { ($0.name, $0.name) }
            case .chord, .pair, .voicing, .row: []
            }
        }

        var caption: String {
            switch self {
            case .chord: PractiseText.chordHow
            case .pair: PractiseText.pairHow
            case .voicing: PractiseText.voicingHow
            case .row: PractiseText.progressionHow
            case .upperStructure: PractiseText.upperStructureHow
            case .cadence: PractiseText.cadenceHow
            case .scale: PractiseText.scaleHow
            }
        }
    }

    /// One thing of it is chosen.
    mutating func choose(_ part: PractiseVerb.DraftPart, _ value: String) {
        switch part {
        case .kind:
            guard let kind = Kind(rawValue: value) else { return }
            self.kind = kind
            type(kind.example)
        case .thing: type(value)
        case .order: if let order = KeyOrder(rawValue: value) { exercise.order = order }
        case .from: if let note = try? NoteName(value), NoteName.roots.contains(note) { exercise.from = note }
        case .task: if let task = Exercise.Task(rawValue: value), exercise.thing.allows(task) { exercise.task = task }
        case .pace: exercise.pace = value == "wait" ? .waiting : .inTime(tempo: tempo, beats: beats)
        case .tempo: if let tempo = Int(value), Pace.tempos.contains(tempo) { exercise.pace = .inTime(tempo: tempo, beats: beats) }
        case .beats: if let beats = Int(value), Pace.beats.contains(beats) { exercise.pace = .inTime(tempo: tempo, beats: beats) }
        case .bass: if let bass = BassRule(rawValue: value) { exercise.conditions.bass = bass }
        case .landing: if let landing = Int(value), Conditions.landings.contains(landing) { exercise.conditions.landing = landing }
        case .written: exercise.conditions.isAsWritten.toggle()
        case .voiced: exercise.conditions.isVoiced.toggle()
        case .withBass: exercise.conditions.hasBass.toggle()
        }
    }

    var tempo: Int { if case .inTime(let tempo, _) = exercise.pace { tempo } else { 90 } }
    var beats: Int { if case .inTime(_, let beats) = exercise.pace { beats } else { 4 } }

    private mutating func type(_ text: String) {
        typed = text
        do throws(ExerciseError) {
            let thing = try Thing(words: kind.rawValue + " " + text)
            let task = thing.allows(exercise.task) ? exercise.task : .play
            // A row stands where it is written, and everything else begins on C, until something else is chosen.
            let usual = Exercise(thing)
            let isRow = kind == .row
            let order = isRow != (exercise.order == .asWritten) ? usual.order : exercise.order
            exercise = Exercise(
                thing, order: order, from: usual.from, task: task, pace: exercise.pace, conditions: exercise.conditions)
            trouble = nil
        } catch {
            trouble = error.message
        }
    }
}
