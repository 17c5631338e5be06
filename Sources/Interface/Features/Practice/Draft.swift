import Exchange
import Harmony
import Practice

/// The custom exercise that the user is editing.
struct Draft: Sendable, Hashable {
    private(set) var exercise = Exercise(.upperStructure("VI"))
    private(set) var kind = Kind.upperStructure
    /// The material as typed or chosen, and the error message if it cannot be parsed.
    private(set) var typed = Kind.upperStructure.example
    private(set) var errorMessage: String?

    enum Kind: String, CaseIterable, Sendable, Hashable {
        case upperStructure = "upper-structure"
        case chord, pair, voicing, cadence, scale, row

        var title: String {
            switch self {
            case .chord: PracticeText.chord
            case .pair: PracticeText.pair
            case .voicing: PracticeText.voicing
            case .upperStructure: PracticeText.upperStructure
            case .cadence: PracticeText.cadence
            case .scale: PracticeText.scale
            case .row: PracticeText.progression
            }
        }

        /// The initial text of the field, in the syntax of `PracticeMaterial(words:)`.
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

        /// The options of the menu; empty if the material is typed.
        var choices: [(value: String, label: String)] {
            switch self {
            case .upperStructure: PracticeMaterial.upperStructures.map { ($0, $0) }
            case .cadence:
                [
                    ("major", PracticeText.major), ("minor", PracticeText.minor),
                    ("major rootless", PracticeText.majorRootless),
                    ("minor rootless", PracticeText.minorRootless), ("major shell", PracticeText.majorShells),
                    ("minor shell", PracticeText.minorShells),
                ]
            case .scale: ScaleType.all.map { ($0.name, $0.name) }
            case .chord, .pair, .voicing, .row: []
            }
        }

        var caption: String {
            switch self {
            case .chord: PracticeText.chordHow
            case .pair: PracticeText.pairHow
            case .voicing: PracticeText.voicingHow
            case .row: PracticeText.progressionHow
            case .upperStructure: PracticeText.upperStructureHow
            case .cadence: PracticeText.cadenceHow
            case .scale: PracticeText.scaleHow
            }
        }
    }

    mutating func choose(_ part: PracticeVerb.DraftPart, _ value: String) {
        switch part {
        case .kind:
            guard let kind = Kind(rawValue: value) else { return }
            self.kind = kind
            type(kind.example)
        case .thing: type(value)
        case .order: if let order = KeyOrder(rawValue: value) { exercise.order = order }
        case .from: if let note = try? NoteName(value), NoteName.roots.contains(note) { exercise.from = note }
        case .task:
            if let task = Exercise.Task(rawValue: value), exercise.material.allows(task) { exercise.task = task }
        case .pace: exercise.pace = value == "wait" ? .waiting : .inTime(tempo: tempo, beats: beats)
        case .tempo:
            if let tempo = Int(value), Pace.tempos.contains(tempo) {
                exercise.pace = .inTime(tempo: tempo, beats: beats)
            }
        case .beats:
            if let beats = Int(value), Pace.beats.contains(beats) {
                exercise.pace = .inTime(tempo: tempo, beats: beats)
            }
        case .bass: if let bass = BassRule(rawValue: value) { exercise.conditions.bass = bass }
        case .landing:
            if let landing = Int(value), Conditions.landings.contains(landing) { exercise.conditions.landing = landing }
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
            let thing = try PracticeMaterial(words: kind.rawValue + " " + text)
            let task = thing.allows(exercise.task) ? exercise.task : .play
            // By default, a progression is played as written, and everything else starts on C.
            let usual = Exercise(thing)
            let isRow = kind == .row
            let order = isRow != (exercise.order == .asWritten) ? usual.order : exercise.order
            exercise = Exercise(
                thing, order: order, from: usual.from, task: task, pace: exercise.pace, conditions: exercise.conditions)
            errorMessage = nil
        } catch {
            errorMessage = error.message
        }
    }
}
