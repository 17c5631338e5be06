import Harmony

extension PracticeMaterial {
    /// The material in text form: `chord mi7`, `pair C7 + A`, `cadence minor rootless`. ``init(words:)`` reads it back.
    public var words: String {
        switch self {
        case .chord(let type): "chord " + type.suffix
        case .pair(let pair): "pair " + pair.lower.name + " + " + pair.upper.name
        case .way(let pair, let expected): "way " + pair.lower.name + " + " + pair.upper.name + " = " + expected.name
        case .voicing(let type, let style): "voicing " + type.suffix + " " + style.rawValue
        case .upperStructure(let numeral): "upper-structure " + numeral
        case .cadence(let mode, let styles):
            "cadence " + mode.rawValue + (styles == PracticeMaterial.plain ? "" : " " + styles.word)
        case .scale(let type): "scale " + type.name
        case .row(let row, let title, let styles):
            "row " + Words.joined(row.map { $0.word })
                + (styles == PracticeMaterial.plain ? "" : " " + PracticeMaterial.styleMark + " " + styles.word)
                + (title.isEmpty ? "" : PracticeMaterial.titleMark + PracticeMaterial.printable(title))
        }
    }

    private static let titleMark = " called "
    /// Before the voicing styles of a row.
    private static let styleMark = "in"

    /// A title without control characters and vertical bars, which separate sections.
    static func printable(_ title: String) -> String {
        var text = ""
        for scalar in title.unicodeScalars {
            switch scalar {
            case "|": text += "❘"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}": text += " "
            default: text.unicodeScalars.append(scalar)
            }
        }
        return Words.joined(text.bytes.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) })
    }

    /// The first word.
    private enum Kind: String {
        case chord, pair, way, voicing
        case upperStructure = "upper-structure"
        case cadence, scale, row
    }

    /// Reads the format of ``words`` and what people type: `pair C7+A`, `upper-structure bVI`, `scale altered`.
    public init(words: String) throws(ExerciseError) {
        let parts = Words.split(words)
        let rest = Words.joined(parts.dropFirst())
        switch parts.first.flatMap(Kind.init) {
        case .chord: self = .chord(try PracticeMaterial.type(rest))
        case .pair: self = try PracticeMaterial.pair(rest)
        case .way: self = try PracticeMaterial.way(rest)
        case .voicing: self = try PracticeMaterial.voicing(parts)
        case .upperStructure:
            let numeral = PracticeMaterial.withSigns(rest)
            guard PracticeMaterial.upperStructures.contains(numeral) else {
                throw ExerciseError(rest, .unknown(expected: PracticeMaterial.upperStructures.listed("or")))
            }
            self = .upperStructure(numeral)
        case .cadence: self = try PracticeMaterial.cadence(parts)
        case .scale:
            guard let type = ScaleType(named: rest) else {
                throw ExerciseError(rest, .unknown(expected: "a scale such as Dorian, Lydian Dominant or Altered"))
            }
            self = .scale(type)
        case .row: self = try PracticeMaterial.row(words)
        default:
            throw ExerciseError(
                parts.first ?? words,
                .unknown(expected: "chord, pair, way, voicing, upper-structure, cadence, scale or row"))
        }
    }

    /// Parses a chord suffix.
    private static func type(_ suffix: String) throws(ExerciseError) -> ChordType {
        let chord = try chord("C" + suffix)
        guard chord.bass == nil else {
            throw ExerciseError(suffix, .unknown(expected: "a kind of chord without a bass"))
        }
        return chord.spelled(in: .jazz).type
    }

    private static func chord(_ symbol: String) throws(ExerciseError) -> Chord {
        do throws(SymbolError) {
            return try Chord(symbol)
        } catch {
            throw ExerciseError(symbol, .symbol(error))
        }
    }

    /// Parses two chords separated by a plus. A plus without a following root is part of the chord before it.
    private static func halves(_ text: String) throws(ExerciseError) -> (lower: Chord, upper: Chord) {
        let bytes = Array(text.utf8)
        var last = ExerciseError(text, .incomplete(expected: "two chords such as C7 + A"))
        for index in bytes.indices where bytes[index] == UInt8(ascii: "+") {
            let rest = bytes[(index + 1)...].drop { $0 == UInt8(ascii: " ") }
            guard let root = rest.first, (UInt8(ascii: "A")...UInt8(ascii: "G")).contains(root) else { continue }
            do throws(ExerciseError) {
                let lower = try chord(String(decoding: bytes[..<index], as: UTF8.self))
                return (lower, try chord(String(decoding: rest, as: UTF8.self)))
            } catch {
                last = error
            }
        }
        throw last
    }

    private static func pair(_ text: String) throws(ExerciseError) -> PracticeMaterial {
        let (lower, upper) = try halves(text)
        return .pair(lower: lower, upper: upper)
    }

    private static func way(_ text: String) throws(ExerciseError) -> PracticeMaterial {
        let sides = Words.split(text, at: UInt8(ascii: "="))
        guard sides.count == 2 else {
            throw ExerciseError(text, .incomplete(expected: "an equation such as C7 + A = C13(♭9)"))
        }
        let (lower, upper) = try halves(sides[0])
        let expected = try chord(sides[1])
        guard let way = PracticeMaterial.way(lower: lower, upper: upper, of: expected) else {
            throw ExerciseError(text, .noWay)
        }
        return way
    }

    /// A pair that makes a chord, transposed to put that chord on C; nil if the pair does not make it.
    public static func way(lower: Chord, upper: Chord, of expected: Chord) -> PracticeMaterial? {
        let semitones = (12 - expected.root.pitchClass) % 12
        let pair = ChordToVoice.pair(ChordCombiner().combine(lower: lower, upper: upper))
        guard case .pair(let moved) = pair.transposed(up: semitones),
            case .chord(let chord) = ChordToVoice.chord(expected).transposed(up: semitones),
            chord.essentials(hasBassPlayer: true).areMet(by: moved.lower.pitchClasses.union(moved.upper.pitchClasses))
        else { return nil }
        return .way(moved, of: chord)
    }

    private static func voicing(_ parts: [String]) throws(ExerciseError) -> PracticeMaterial {
        guard parts.count > 2, let last = parts.last, let style = VoicingStyle(rawValue: last) else {
            throw ExerciseError(
                parts.last ?? "",
                .unknown(
                    expected: "a style after the chord: " + VoicingStyle.allCases.map { $0.rawValue }.listed("or")))
        }
        let suffix = Words.joined(parts[1..<parts.count - 1])
        let type = try type(suffix)
        let found = Voicer().voicings(of: .chord(Chord(NoteName(.c), type)), in: style)
        if let reason = found.reason { throw ExerciseError(suffix, .noVoicing(reason)) }
        return .voicing(type, style)
    }

    private static func cadence(_ parts: [String]) throws(ExerciseError) -> PracticeMaterial {
        let mode: Mode
        switch parts.count > 1 ? parts[1] : "" {
        case "major": mode = .major
        case "minor": mode = .minor
        default: throw ExerciseError(parts.last ?? "", .unknown(expected: "major or minor"))
        }
        guard parts.count > 2 else { return .cadence(mode, PracticeMaterial.plain) }
        return .cadence(mode, try styles(Words.joined(parts.dropFirst(2))))
    }

    private static func styles(_ word: String) throws(ExerciseError) -> Leading.Styles {
        guard let styles = Leading.Styles(word: word) else {
            throw ExerciseError(word, .unknown(expected: "rootless, upper-structures, any or a style"))
        }
        return styles
    }

    private static func row(_ words: String) throws(ExerciseError) -> PracticeMaterial {
        var line = words
        var title = ""
        let bytes = Array(words.utf8)
        let mark = Array(titleMark.utf8)
        if let start = bytes.indices.first(where: { bytes[$0...].starts(with: mark) }) {
            line = String(decoding: bytes[..<start], as: UTF8.self)
            title = printable(String(decoding: bytes[(start + mark.count)...], as: UTF8.self))
        }
        var symbols = Words.split(line).dropFirst()
        var styles = plain
        if symbols.dropLast().last == styleMark, let word = symbols.last {
            styles = try self.styles(word)
            symbols = symbols.dropLast(2)
        }
        guard !symbols.isEmpty else {
            throw ExerciseError("row", .incomplete(expected: "chord symbols such as Dmi7 G7 Cma7"))
        }
        guard symbols.count <= maximumRowLength else {
            throw ExerciseError(title.isEmpty ? "row" : title, .tooLong(maximumRowLength))
        }
        var row: [ChordToVoice] = []
        for symbol in symbols {
            // `C7+A` is a pair, `C7+` a chord.
            do throws(SymbolError) {
                switch try ChordSymbol(symbol) {
                case .chord(let chord): row.append(.chord(chord))
                case .polychord(let upper, let lower):
                    row.append(.pair(ChordCombiner().combine(lower: lower, upper: upper)))
                }
            } catch {
                guard symbol.bytes.contains(UInt8(ascii: "+")) else { throw ExerciseError(symbol, .symbol(error)) }
                let (lower, upper) = try halves(symbol)
                row.append(.pair(ChordCombiner().combine(lower: lower, upper: upper)))
            }
        }
        return PracticeMaterial.row(row, title: title, in: styles).inJazz
    }

    /// A typed numeral with musical signs: `bVI`, `#iv`, `iiio` become `♭VI`, `♯iv`, `iii°`.
    private static func withSigns(_ numeral: String) -> String {
        var text = ""
        for scalar in numeral.unicodeScalars {
            switch scalar {
            case "b": text += "♭"
            case "#": text += "♯"
            case "o": text += "°"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension ChordToVoice {
    /// The text form in a row: `G7`, or a pair without spaces: `C7+A`.
    fileprivate var word: String {
        switch self {
        case .chord(let chord): chord.name
        case .pair(let pair): pair.lower.name + "+" + pair.upper.name
        }
    }
}

extension Leading.Styles {
    var word: String {
        switch self {
        case .rootless: "rootless"
        case .upperStructure: "upper-structures"
        case .any: "any"
        case .only(let style): style.rawValue
        }
    }

    init?(word: String) {
        switch word {
        case "rootless": self = .rootless
        case "upper-structures": self = .upperStructure
        case "any": self = .any
        default:
            guard let style = VoicingStyle(rawValue: word) else { return nil }
            self = .only(style)
        }
    }
}
