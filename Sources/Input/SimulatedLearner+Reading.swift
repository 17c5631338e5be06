import Harmony
import JSONText
import Practice

extension SimulatedLearner {
    /// Reads a learner from an object in which each field has a default.
    /// - Throws: if a field has a value that it cannot have. A field with an unknown name changes nothing: see
    ///   ``unknownFields(of:)``.
    public init(reading json: JSON) throws(InputError) {
        self.init()
        guard json.names != nil else { throw InputError("A learner must be a JSON object.") }
        if let memory = try json.group("memory") {
            if let law = try memory.text("law", in: "memory") {
                guard let known = Law(rawValue: law) else {
                    throw InputError(
                        "“\(law)” is not a law of forgetting. Use \(Law.allCases.map { $0.rawValue }.listed("or")).")
                }
                self.law = known
            }
            try memory.read("halfLife", in: "memory", from: 0.01, to: 10_000, &halfLife)
            try memory.read("growth", in: "memory", from: 0.01, to: 1000, &growth)
            try memory.read("shrink", in: "memory", from: 0, to: 1, &shrink)
        }
        if let answer = try json.group("answer") {
            try answer.read("seconds", in: "answer", from: 0.01, to: 600, &seconds)
            try answer.read("spread", in: "answer", from: 0, to: 3, &spread)
            try answer.read("error", in: "answer", from: 0, to: 1, &error)
        }
        if let slow = try json.group("slow") {
            if let roots = try slow.group("roots") { try readRoots(roots) }
            if let types = try slow.group("types") { try readTypes(types) }
            try slow.read("changes", in: "slow", from: 0.01, to: 100, &slowChanges)
        }
        if let absences = json["absent"] { self.absences = try SimulatedLearner.absences(absences) }
        if let id = try json.text("course", in: nil) {
            guard let course = Course(id: id) else {
                throw InputError("There is no course “\(id)”. Use \(Course.all.map { $0.id }.listed("or")).")
            }
            self.course = course
        }
        if let instrument = json["instrument"] {
            guard let isThere = instrument.bool else { throw InputError("“instrument” must be true or false.") }
            hasInstrument = isThere
        }
    }

    /// The names that are not fields of a learner, such as misspelled ones, with their groups: `memory.halflife`.
    public static func unknownFields(of json: JSON) -> [String] {
        let groups: [(name: String, fields: [String])] = [
            ("memory", ["law", "halfLife", "growth", "shrink"]), ("answer", ["seconds", "spread", "error"]),
            ("slow", ["roots", "types", "changes"]),
        ]
        let known = groups.map { $0.name } + ["absent", "course", "instrument"]
        var unknown = (json.names ?? []).filter { !known.contains($0) }
        for group in groups {
            let names = json[group.name]?.names ?? []
            unknown += names.filter { !group.fields.contains($0) }.map { group.name + "." + $0 }
        }
        return unknown
    }

    private mutating func readRoots(_ roots: JSON) throws(InputError) {
        var seen: [Int] = []
        for name in roots.names ?? [] {
            guard let note = try? NoteName(name) else {
                throw InputError("“\(name)” in “slow.roots” is not a note name such as C, F♯ or B♭.")
            }
            guard !seen.contains(note.pitchClass) else {
                throw InputError("“\(name)” in “slow.roots” is there twice. Give each key of the piano one factor.")
            }
            seen.append(note.pitchClass)
            try roots.read(name, in: "slow.roots", from: 0.01, to: 100, &slowRoots[note.pitchClass])
        }
    }

    private mutating func readTypes(_ types: JSON) throws(InputError) {
        for suffix in types.names ?? [] {
            guard let chord = try? Chord("C" + suffix), chord.bass == nil else {
                throw InputError(
                    "“\(suffix)” in “slow.types” is not a chord type. Write what follows the root, such as mi7(♭5).")
            }
            var factor = 1.0
            try types.read(suffix, in: "slow.types", from: 0.01, to: 100, &factor)
            slowTypes.append((chord.spelled(in: .jazz).type, factor))
        }
    }

    private static func absences(_ json: JSON) throws(InputError) -> [ClosedRange<Int>] {
        let form = "“absent” must be a list of pairs of days, such as [[100, 121], [300, 314]]."
        guard let list = json.array else { throw InputError(form) }
        var absences: [ClosedRange<Int>] = []
        for pair in list {
            guard let days = pair.array, days.count == 2, let first = days[0].int, let last = days[1].int else {
                throw InputError(form)
            }
            guard first >= 0 else { throw InputError("The absence \(pair.text) begins before day 0.") }
            guard first <= last else {
                throw InputError("The absence \(pair.text) ends before it begins. Give the first day, then the last.")
            }
            absences.append(first...last)
        }
        return absences
    }
}

extension JSON {
    /// A member that must be an object; nil if there is none.
    fileprivate func group(_ name: String) throws(InputError) -> JSON? {
        guard let group = self[name] else { return nil }
        guard group.names != nil else { throw InputError("“\(name)” must be a JSON object.") }
        return group
    }

    /// A member that must be a string; nil if there is none.
    fileprivate func text(_ name: String, in group: String?) throws(InputError) -> String? {
        guard let value = self[name] else { return nil }
        guard let text = value.string else {
            throw InputError("“\((group.map { $0 + "." } ?? "") + name)” must be a string.")
        }
        return text
    }

    /// Reads a member that must be a number in a range. Without the member, the value stays.
    fileprivate func read(
        _ name: String, in group: String, from least: Double, to most: Double, _ value: inout Double
    ) throws(InputError) {
        guard let written = self[name] else { return }
        guard let number = written.number, number >= least, number <= most else {
            let bounds = JSON.thousandths(least).text + " to " + JSON.thousandths(most).text
            throw InputError("“\(group).\(name)” is \(written.text). It must be a number from \(bounds).")
        }
        value = number
    }
}
