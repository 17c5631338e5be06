import Exchange
import Harmony

/// What a request asks: the parameters of its query and of its path, decoded.
struct Arguments {
    typealias Item = (name: String, value: String)

    private var items: [Item]

    /// Reads a query string. A `+` stays a plus sign, not a space as in HTML forms, since `C+` is a chord.
    init(query: String?, path: [Item]) throws(BadRequest) {
        items = path
        for pair in (query ?? "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard
                let name = parts[0].percentDecoded,
                let value = (parts.count > 1 ? parts[1] : "").percentDecoded
            else {
                throw BadRequest("The query “\(pair.prefix(80))” is not percent-encoded UTF-8.")
            }
            items.append((name, value))
        }
    }

    /// The one value of a parameter that may be left out.
    func optional(_ name: String, atMost limit: Int = 64) throws(BadRequest) -> String? {
        items.contains { $0.name == name } ? try self[name, atMost: limit] : nil
    }

    /// The one value of a parameter that may be left out and, where it is a number, is written as JSON writes it: not `+5`,
    /// `05` or `-0`.
    func number(_ name: String) throws(BadRequest) -> String? {
        let value = try optional(name)
        if let value, let number = Int(value), String(number) != value {
            throw BadRequest("The parameter “\(name)” is \(value). Write \(number).")
        }
        return value
    }

    /// The one value of a parameter. The limit, which is generous for a chord symbol, keeps the parsers' work small.
    subscript(name: String, atMost limit: Int = 64) -> String {
        get throws(BadRequest) {
            let values = items.filter { $0.name == name }.map(\.value)
            guard let value = values.first, !value.isEmpty else {
                throw BadRequest("The parameter “\(name)” is missing.")
            }
            guard values.count == 1 else {
                throw BadRequest("The parameter “\(name)” is given \(values.count) times. Give it once.")
            }
            guard value.unicodeScalars.count <= limit else {
                throw BadRequest("The parameter “\(name)” is longer than \(limit) characters.")
            }
            return value
        }
    }

    /// Whether `true` is said of something; `false`, or nothing, is not.
    func flag(_ name: String) throws(BadRequest) -> Bool {
        switch try optional(name) {
        case nil, "false": return false
        case "true": return true
        default: throw BadRequest("The parameter “\(name)” must be “true” or “false”.")
        }
    }

    /// The names that are asked for: `vocabulary=classic`; without it those of jazz musicians.
    var vocabularyName: Vocabulary.Name {
        get throws { try .asked(try optional("vocabulary")) }
    }

    /// What notes are called: `notes=german`; without it as in English.
    func notation(_ parameter: String = "notes") throws -> Notation {
        Notation(.ma, .signs, try .asked(try optional(parameter), parameter))
    }

    /// A whole number that may be left out.
    func whole(_ name: String) throws(BadRequest) -> Int? {
        guard let text = try number(name) else { return nil }
        guard let number = Int(text) else { throw BadRequest("The parameter “\(name)” must be a whole number.") }
        return number
    }

    /// How many are to be told at most.
    var limit: Int? {
        get throws(BadRequest) { try whole("limit") }
    }

    /// Whose hands are asked about.
    var pianist: Pianist {
        get throws {
            try .asked(
                reach: try optional("reach"), register: try optional("register"), hasBand: try flag("band"),
                isPlain: try flag("plain"))
        }
    }

    /// What is to be practised, and by whose hands.
    /// - Parameter names: what notes are called in it.
    func assignment(in names: NoteNames) throws -> Assignment {
        // A chorus of 32 bars with two chords in each.
        var wish = ExerciseWish(words: try optional("words", atMost: 1024), thing: try optional("thing", atMost: 1024))
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
        let seed = try number("seed") ?? "0"
        guard let seed = UInt64(seed) else {
            throw BadRequest("The parameter “seed” must be a whole number from 0 to \(UInt64.max).")
        }
        return try Assignment(
            try wish.exercise(in: names), seed: seed,
            for: try .asked(reach: try optional("reach"), register: try optional("register")))
    }

    var vocabulary: Vocabulary {
        get throws { try vocabularyName.vocabulary }
    }
}
