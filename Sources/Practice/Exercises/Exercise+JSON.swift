import Harmony
import JSONText

extension Exercise {
    /// The exercise with all of its questions. ``read(_:)`` reads it back.
    public func json(seed: UInt64, for pianist: Pianist = Pianist(), in notation: Notation = Notation()) -> JSON {
        let questions = questions(seed: seed, for: pianist).map { $0.json(in: notation) }
        var pace: [(String, JSON)] = [("waits", .bool(true))]
        if case .inTime(let tempo, let beats) = self.pace {
            pace = [("waits", .bool(false)), ("tempo", .int(tempo)), ("beats", .int(beats))]
        }
        return .object([
            ("version", .int(1)), ("words", .string(words)), ("thing", .string(material.words)),
            ("task", .string(task.rawValue)),
            ("order", .string(order.rawValue)), ("from", .string(from.text)), ("pace", .object(pace)),
            ("conditions", conditions.json),
            // 64 bits, more than `Int` has in the browser.
            ("seed", .decimal("\(seed)")), ("questions", .array(questions)),
        ])
    }

    /// Reads the format of ``json(seed:for:in:)``. Only the members “words” and “seed” are used.
    /// - Returns: the exercise and the seed of its questions; 0 if there is none.
    public static func read(_ json: JSON) throws(ExerciseError) -> (exercise: Exercise, seed: UInt64) {
        guard let words = json["words"]?.string else {
            throw ExerciseError("words", .incomplete(expected: "an object with the words of an exercise"))
        }
        let exercise = try Exercise(words: words)
        guard let written = json["seed"] else { return (exercise, 0) }
        let text = written.text
        guard let seed = UInt64(text) else {
            throw ExerciseError(text, .unknown(expected: "a seed from 0 to \(UInt64.max)"))
        }
        return (exercise, seed)
    }
}

extension Conditions {
    fileprivate var json: JSON {
        .object([
            ("bass", .string(bass.rawValue)), ("asWritten", .bool(isAsWritten)), ("landing", .int(landing)),
            ("voiced", .bool(isVoiced)), ("withBass", .bool(hasBass)), ("withBand", .bool(hasBand)),
        ])
    }
}

extension Question {
    fileprivate func json(in notation: Notation) -> JSON {
        func pitches(_ pitches: [Int]) -> JSON { .array(pitches.map { .int($0) }) }
        var members: [(String, JSON)] = [
            ("card", .string(card.text)), ("title", .string(title(in: notation))),
            ("key", .string(notation.written(key))),
            ("station", .int(station)), ("index", .int(index)),
        ]
        if let tone { members.append(("note", .string(notation.written(tone.name)))) }
        if let voicing {
            members.append(("left", pitches(voicing.left.map { $0.pitch })))
            members.append(("right", pitches(voicing.right.map { $0.pitch })))
        }
        members.append(("needed", pitches(Array(expected.required))))
        members.append(("allowed", pitches(Array(expected.allowed))))
        if !choices.isEmpty {
            let list = choices.map { choice in
                JSON.object([("title", .string(choice.title(in: notation))), ("isRight", .bool(choice.isRight))])
            }
            members.append(("choices", .array(list)))
        }
        if task.isByEar {
            let list = sounds.map { JSON.object([("left", pitches($0.left)), ("right", pitches($0.right))]) }
            members.append(("sounds", .array(list)))
        }
        return .object(members)
    }
}
