import Harmony

extension Exercise {
    /// The exercise in one line of text, without defaults. ``init(words:)`` reads it back.
    /// `play upper-structure VI | fifths from F | in time 120 beats 4 | bass free landing 200`.
    public var words: String {
        var parts = [task.rawValue + " " + material.words]
        var way = order == material.usualOrder ? "" : order.rawValue
        if from != material.home { way += (way.isEmpty ? "from " : " from ") + from.text }
        if !way.isEmpty { parts.append(way) }
        if case .inTime(let tempo, let beats) = pace { parts.append("in time \(tempo) beats \(beats)") }
        let conditions = conditions.words
        if !conditions.isEmpty { parts.append(conditions) }
        var text = ""
        for part in parts { text += text.isEmpty ? part : " | " + part }
        return text
    }

    /// Reads the format of ``words``.
    public init(words: String) throws(ExerciseError) {
        let parts = Words.split(words.withoutInvisible, at: UInt8(ascii: "|"))
        let head = Words.split(parts.first ?? "")
        guard let first = head.first, let task = Task(rawValue: first) else {
            throw ExerciseError(
                head.first ?? words,
                .unknown(expected: Task.allCases.map { $0.rawValue }.listed("or") + " at the beginning"))
        }
        let material = try PracticeMaterial(words: Words.joined(head.dropFirst()))
        guard material.allows(task) else { throw ExerciseError(material.words, .impossible(task)) }
        self.init(material, task: task)
        for part in parts.dropFirst() { try read(Words.split(part)) }
        if conditions.hasBand, pace == .waiting {
            throw ExerciseError("with-band", .incomplete(expected: "“in time” and a tempo"))
        }
    }

    /// The first words of conditions.
    private enum Condition: String {
        case from, wait, `in`, bass, landing
        case asWritten = "as-written"
        case voiced
        case withBass = "with-bass"
        case withBand = "with-band"
    }

    /// Reads a section after the first one. Sections may have any order.
    private mutating func read(_ words: [String]) throws(ExerciseError) {
        let section = Words.joined(words)
        var words = words[...]
        func next(_ expected: String) throws(ExerciseError) -> String {
            guard let word = words.popFirst() else { throw ExerciseError(section, .incomplete(expected: expected)) }
            return word
        }
        func number(_ range: ClosedRange<Int>) throws(ExerciseError) -> Int {
            let expected = "a number from \(range.lowerBound) to \(range.upperBound)"
            let word = try next(expected)
            guard let number = Words.number(word, in: range) else {
                throw ExerciseError(word, .unknown(expected: expected))
            }
            return number
        }
        while let word = words.popFirst() {
            if let order = KeyOrder(rawValue: word) {
                self.order = order
                continue
            }
            switch Condition(rawValue: word) {
            case .from:
                let name = try next("a note name")
                guard let note = try? NoteName(name), NoteName.roots.contains(note) else {
                    throw ExerciseError(name, .unknown(expected: "a note name such as C, F♯ or B♭"))
                }
                from = note
            case .wait: pace = .waiting
            case .in:
                let time = try next("“time”")
                guard time == "time" else { throw ExerciseError(time, .unknown(expected: "“in time” and a tempo")) }
                let tempo = try number(Pace.tempos)
                var beats = 4
                if words.first == "beats" {
                    words.removeFirst()
                    beats = try number(Pace.beats)
                }
                pace = .inTime(tempo: tempo, beats: beats)
            case .bass:
                let rule = try next(BassRule.allCases.map { $0.rawValue }.listed("or"))
                guard let bass = BassRule(rawValue: rule) else {
                    throw ExerciseError(rule, .unknown(expected: BassRule.allCases.map { $0.rawValue }.listed("or")))
                }
                conditions.bass = bass
            case .landing: conditions.landing = try number(Conditions.landings)
            case .asWritten: conditions.isAsWritten = true
            case .voiced: conditions.isVoiced = true
            case .withBass: conditions.hasBass = true
            case .withBand: conditions.hasBand = true
            default:
                throw ExerciseError(
                    word,
                    .unknown(
                        expected: "an order, “from”, “wait”, “in time”, “bass”, “landing”, “as-written”, “voiced”, "
                            + "“with-bass” or “with-band”"))
            }
        }
    }
}

extension Conditions {
    fileprivate var words: String {
        var words: [String] = []
        if bass != .lowest { words.append("bass " + bass.rawValue) }
        if isAsWritten { words.append("as-written") }
        if landing != Conditions.usualLanding { words.append("landing \(landing)") }
        if isVoiced { words.append("voiced") }
        if hasBass { words.append("with-bass") }
        if hasBand { words.append("with-band") }
        return Words.joined(words)
    }
}
