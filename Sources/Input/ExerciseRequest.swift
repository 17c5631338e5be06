import Harmony
import Practice

/// An exercise as the user describes it, in one line of words or part by part. Missing parts have their defaults.
public struct ExerciseRequest: Sendable {
    /// The whole exercise: `play upper-structure VI | fifths from F`. The other parts override it.
    public var words: String?
    /// The material: `upper-structure VI`, `row Dmi7 G7 Cma7`.
    public var thing: String?
    public var task: String?
    public var order: String?
    /// The key in which the order of keys begins.
    public var from: String?
    /// In beats per minute. Without a tempo the music waits for the player.
    public var tempo: Int?
    /// Beats per chord.
    public var beats: Int?
    public var bass: String?
    /// In milliseconds.
    public var landing: Int?
    public var isAsWritten = false
    public var isVoiced = false
    public var hasBass = false
    public var hasBand = false

    public init(words: String? = nil, thing: String? = nil) {
        self.words = words
        self.thing = thing
    }

    /// - Parameter names: the note names in the words.
    public func exercise(in names: NoteNames = .english) throws(InputError) -> Exercise {
        var exercise: Exercise
        switch (words, thing) {
        case (let words?, nil): exercise = try ExerciseRequest.exercise(words, names)
        case (nil, let thing?): exercise = Exercise(try ExerciseRequest.thing(thing, names))
        case (nil, nil): throw InputError("The exercise is missing. Give “words” or “thing”.")
        case (_, _): throw InputError("Give either “words” or “thing”, not both.")
        }
        if let task { exercise.task = try .named(task, "a task") }
        if let order { exercise.order = try .named(order, "an order of keys") }
        if let from { exercise.from = try .parse(from, in: names) }
        if let tempo {
            var usual = 4
            if case .inTime(_, let beats) = exercise.pace { usual = beats }
            exercise.pace = .inTime(tempo: tempo, beats: beats ?? usual)
        } else if let beats {
            guard case .inTime(let tempo, _) = exercise.pace else {
                throw InputError("“beats” needs a tempo, since it is for exercises in time.")
            }
            exercise.pace = .inTime(tempo: tempo, beats: beats)
        }
        if let bass { exercise.conditions.bass = try .named(bass, "a rule for the bass") }
        if let landing { exercise.conditions.landing = landing }
        if isAsWritten { exercise.conditions.isAsWritten = true }
        if isVoiced { exercise.conditions.isVoiced = true }
        if hasBass { exercise.conditions.hasBass = true }
        if hasBand { exercise.conditions.hasBand = true }
        // Reading the words again checks the bounds of numbers, and that the task goes with the material.
        return try ExerciseRequest.read(exercise.words)
    }

    private static func read(_ words: String) throws(InputError) -> Exercise {
        do throws(ExerciseError) {
            return try Exercise(words: words)
        } catch {
            throw InputError(error)
        }
    }

    // MARK: Other note names

    /// A whole exercise in words with the user's note names.
    private static func exercise(_ words: String, _ names: NoteNames) throws(InputError) -> Exercise {
        guard names != .english else { return try read(words) }
        var sections: [String] = []
        for (index, section) in words.parts(at: "|").enumerated() {
            var parts = section.parts(at: " ")
            if index == 0, parts.count > 1 {
                parts = [parts[0], try thing(parts.dropFirst().joined(separator: " "), names).words]
            } else if let place = parts.firstIndex(of: "from"), place + 1 < parts.count {
                parts[place + 1] = try NoteName.parse(parts[place + 1], in: names).text
            }
            sections.append(parts.joined(separator: " "))
        }
        return try read(sections.joined(separator: " | "))
    }

    /// The material. Only pairs, ways and rows contain notes.
    private static func thing(_ text: String, _ names: NoteNames) throws(InputError) -> PracticeMaterial {
        var text = text
        let parts = text.parts(at: " ", maximumSplits: 1)
        if names != .english, parts.count == 2 {
            let notation = Notation(.ma, .signs, names)
            switch parts[0] {
            case "row":
                // After the chords come a style and a title.
                let words = parts[1].parts(at: " ")
                let end = words.firstIndex { $0 == "in" || $0 == "called" } ?? words.count
                let row = try TypedRow(words[..<end].joined(separator: " "), in: notation)
                text = ([PracticeMaterial.row(row.chords, title: "").words] + words[end...]).joined(separator: " ")
            case "pair", "way":
                let typed = try TypedEquation.parse(parts[1], in: names)
                guard let pair = try typed.combination(in: .jazz, notation: notation) else { break }
                if parts[0] == "pair" { return .pair(lower: pair.lower, upper: pair.upper) }
                guard let result = typed.result,
                    let way = PracticeMaterial.way(lower: pair.lower, upper: pair.upper, of: result)
                else { break }
                return way
            default: break
            }
        }
        do throws(ExerciseError) {
            return try PracticeMaterial(words: text)
        } catch {
            throw InputError(error)
        }
    }
}
