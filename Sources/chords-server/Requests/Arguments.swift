import Exchange
import Harmony
import Hummingbird
import Input
import Tunes

/// The decoded parameters of a request from its query and path.
struct Arguments {
    typealias Item = (name: String, value: String)

    private let items: [Item]

    /// - Parameters:
    ///   - query: a query string that ``RequestTarget`` has accepted. A `+` stays a plus sign, unlike in HTML forms,
    ///     because `C+` is a chord.
    ///   - path: the parameters in the path.
    init(query: String?, path: [Item] = []) {
        items = path + (query ?? "").split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (parts[0].percentDecoded ?? "", (parts.count > 1 ? parts[1] : "").percentDecoded ?? "")
        }
    }

    /// The single value of an optional parameter.
    func optional(_ name: String, atMost limit: Int = 64) throws(RequestError) -> String? {
        items.contains { $0.name == name } ? try self[name, atMost: limit] : nil
    }

    /// The single value of an optional parameter. A number must have its JSON form, not `+5`, `05` or `-0`.
    func number(_ name: String) throws(RequestError) -> String? {
        let value = try optional(name)
        if let value, let number = Int(value), Int(json: value) == nil {
            throw RequestError("The parameter “\(name)” is \(value). Write \(number).")
        }
        return value
    }

    /// The single value of a required parameter. The length limit bounds the work of parsers.
    subscript(name: String, atMost limit: Int = 64) -> String {
        get throws(RequestError) {
            let values = items.filter { $0.name == name }.map(\.value)
            guard let value = values.first, !value.isEmpty else {
                throw RequestError("The parameter “\(name)” is missing.")
            }
            guard values.count == 1 else {
                throw RequestError("The parameter “\(name)” is given \(values.count) times. Give it once.")
            }
            guard value.unicodeScalars.count <= limit else {
                throw RequestError("The parameter “\(name)” is longer than \(limit) characters.")
            }
            return value
        }
    }

    /// A Boolean parameter; false if missing.
    func flag(_ name: String) throws(RequestError) -> Bool {
        switch try optional(name) {
        case nil, "false": return false
        case "true": return true
        default: throw RequestError("The parameter “\(name)” must be “true” or “false”.")
        }
    }

    /// The parameter `vocabulary`; jazz if missing.
    var vocabularyName: Vocabulary.Name {
        get throws { try .parse(try optional("vocabulary")) }
    }

    /// The language of note names, such as `notes=german`; English if missing.
    func notation(_ parameter: String = "notes") throws -> Notation {
        Notation(.ma, .signs, try .parse(try optional(parameter), parameter))
    }

    func whole(_ name: String) throws(RequestError) -> Int? {
        guard let text = try number(name) else { return nil }
        guard let number = Int(text) else { throw RequestError("The parameter “\(name)” must be a whole number.") }
        return number
    }

    func whole(_ name: String, in range: ClosedRange<Int>) throws(RequestError) -> Int? {
        guard let number = try whole(name) else { return nil }
        guard range.contains(number) else {
            throw RequestError(
                "The parameter “\(name)” must be a number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    var limit: Int? {
        get throws(RequestError) { try whole("limit") }
    }

    var pianist: Pianist {
        get throws {
            try .parse(
                reach: try optional("reach"), register: try optional("register"), hasBassPlayer: try flag("band"),
                isPlain: try flag("plain"))
        }
    }

    var feel: Feel? {
        get throws(RequestError) {
            guard let name = try optional("feel") else { return nil }
            guard let feel = Feel(rawValue: name) else {
                let names = Feel.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ")
                throw RequestError("The parameter “feel” must be one of \(names), not “\(name)”.")
            }
            return feel
        }
    }

    /// The exercise with seed and pianist.
    func sheet(in names: NoteNames) throws -> ExerciseSheet {
        // Enough for a chorus of 32 bars with two chords each.
        var wish = ExerciseRequest(
            words: try optional("words", atMost: 1024), thing: try optional("thing", atMost: 1024))
        wish.task = try optional("task")
        wish.order = try optional("order")
        wish.from = try optional("from")
        wish.tempo = try whole("tempo")
        wish.beats = try whole("beats")
        wish.bass = try optional("bass")
        wish.landing = try whole("landing")
        wish.isAsWritten = try flag("as-written")
        wish.isVoiced = try flag("voiced")
        wish.hasBass = try flag("with-bass")
        wish.hasBand = try flag("with-band")
        let seed = try number("seed") ?? "0"
        guard let seed = UInt64(seed) else {
            throw RequestError("The parameter “seed” must be a whole number from 0 to \(UInt64.max).")
        }
        return try ExerciseSheet(
            try wish.exercise(in: names), seed: seed,
            for: try .parse(reach: try optional("reach"), register: try optional("register")))
    }

    /// The tonic of the parameter `transpose`.
    func tonic(in names: NoteNames) throws -> NoteName? {
        try optional("transpose").map { try Answers.tonic($0, in: names) }
    }

    var vocabulary: Vocabulary {
        get throws { try vocabularyName.vocabulary }
    }
}

extension Request {
    /// The parameters in the query.
    var arguments: Arguments { Arguments(query: uri.query) }
}

extension Int {
    /// Parses a number in its JSON form, not `+5`, `05` or `-0`.
    init?(json text: some StringProtocol) {
        guard let number = Int(text), String(number) == text else { return nil }
        self = number
    }
}
