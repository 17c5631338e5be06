import Harmony
import Tunes

/// A progression as it is typed, in numerals or chord symbols: `ii V | I`, `ii–V–I`, `Dmi7 G7 | Cma7`. It can be put
/// into any key.
///
/// Spaces, commas, dashes and bar lines separate chords, and `%` repeats a bar. Without bar lines each chord lasts a
/// bar of four beats; with them the chords of a bar share it.
package struct TypedProgression: Sendable, Hashable {
    /// A chord of the progression in a key.
    package struct Step: Sendable, Hashable {
        /// The numeral with its quality.
        package let numeral: String
        package let symbol: ChordSymbol
        /// The duration in quarter notes, 1…4.
        package let beats: Int
    }

    private enum Typed: Sendable, Hashable {
        /// A numeral, and how it was typed.
        case numeral(ChordNumeral, String)
        case symbol(ChordSymbol)
    }

    private let bars: [[Typed]]
    /// The key of its chord symbols; C for numerals alone. A standard progression may change the mode of a given key.
    package let home: Key
    /// Whether the numerals have a minor tonic and no major one.
    package let isInMinor: Bool
    package let hasNumerals: Bool
    private let title: String

    /// The maximum number of chords.
    package static let maximumChords = TypedRow.maximumChords

    /// Reads a progression, or the name of a ``StandardProgression``.
    /// - Parameter home: the key of chord symbols, whose mode a standard progression takes if it has a version in it;
    ///   nil to find it.
    /// - Throws: if a part is neither a numeral nor a chord symbol, or a bar has more than four chords.
    package init(_ text: String, home: Key? = nil, notation: Notation = Notation()) throws(InputError) {
        var standard = StandardProgression(named: text)
        if let home { standard = standard?.version(in: home) }
        var bars: [[Typed]] = []
        for words in TypedProgression.bars(of: standard?.text ?? text.withoutInvisible) {
            if words == ["%"], let last = bars.last {
                bars.append(last)
                continue
            }
            var bar: [Typed] = []
            for word in words { bar.append(try TypedProgression.typed(word, inBar: bars.count + 1, notation)) }
            guard bar.count <= 4 else {
                throw InputError("Bar \(bars.count + 1) has \(bar.count) chords. A bar has at most four.")
            }
            bars.append(bar)
        }
        let count = bars.reduce(0) { $0 + $1.count }
        guard count > 0 else {
            throw InputError("The progression is empty. Write numerals or chords, such as ii V I or Dmi7 G7 Cma7.")
        }
        guard count <= TypedProgression.maximumChords else {
            throw InputError("There are \(count) chords. A progression has at most \(TypedProgression.maximumChords).")
        }
        self.bars = bars
        title = standard?.title ?? text.withoutInvisible
        let typed = bars.flatMap { $0 }
        let tonics = typed.compactMap { if case .numeral(let numeral, _) = $0 { numeral.tonic } else { nil } }
        isInMinor = standard?.isInMinor ?? (tonics.contains(.minor) && !tonics.contains(.major))
        let symbols = typed.compactMap { if case .symbol(let symbol) = $0 { symbol.lowest } else { nil } }
        hasNumerals = symbols.count < typed.count
        let given = home ?? (hasNumerals ? nil : KeyAnalysis(of: symbols, home: nil, isRound: false).key)
        // A standard progression without a version in the mode of the key keeps its own.
        let isOtherMode = standard != nil && given?.mode.degrees.contains(3) == isInMinor
        if let given, !isOtherMode {
            self.home = given
        } else {
            self.home = Key(given?.tonic ?? NoteName(.c), isInMinor ? .minor : .major)
        }
    }

    private static func typed(
        _ word: String, inBar bar: Int, _ notation: Notation
    ) throws(InputError) -> Typed {
        if let numeral = try? ChordNumeral(word) { return .numeral(numeral, word) }
        if let symbol = try? ChordSymbol(word, in: notation.names) { return .symbol(symbol) }
        throw InputError(
            """
            Bar \(bar): “\(word)” is neither a numeral nor a chord symbol. Write a degree, and if needed a quality and \
            a target, as in ii, V7, ♭VIIma7, iiø7/V.
            """)
    }

    /// The progression in a key. Chord symbols are transposed from ``home``.
    package func steps(in key: Key) -> [Step] {
        let change = KeyChange(home: home, goal: key)
        // On C no root needs another name. From there roots get the names that tunes have in the key: no F♭7 in G♭.
        let onC = Key(NoteName(.c), key.mode)
        let changeFromC = KeyChange(home: onC, goal: key)
        let typed = bars.flatMap { $0 }
        var symbols = typed.map { typed in
            switch typed {
            case .numeral(let numeral, _): changeFromC.moved(.chord(numeral.chord(in: onC)))
            case .symbol(let symbol): change.moved(symbol)
            }
        }
        // Chord symbols in their own key stay as they were typed.
        if hasNumerals || key.tonic != home.tonic {
            var speller = CadenceSpeller()
            symbols = symbols.reversed().map { speller.spelled($0) }.reversed()
        }
        let beats = bars.flatMap { TypedProgression.beats[$0.count - 1] }
        return typed.indices.map { index in
            let numeral: String
            if case .numeral(let read, _) = typed[index] {
                numeral = read.text(in: key)
            } else {
                let next = index + 1 < symbols.count ? symbols[index + 1].lowest : nil
                numeral =
                    ChordInKey(
                        symbols[index].lowest, in: key, after: index > 0 ? symbols[index - 1].lowest : nil, before: next
                    ).numeral
            }
            return Step(numeral: numeral, symbol: symbols[index], beats: beats[index])
        }
    }

    /// The progression in a key, as it can be typed. Numerals stay as they are.
    package func text(in key: Key, _ names: NoteNames = .english) -> String {
        let change = KeyChange(home: home, goal: key)
        let words = bars.map { bar in
            bar.map { typed in
                switch typed {
                case .numeral(_, let word): word
                case .symbol(let symbol): change.moved(symbol).ascii(in: names)
                }
            }.joined(separator: " ")
        }
        // Without bar lines, each chord lasts a bar.
        return words.joined(separator: bars.contains { $0.count > 1 } ? " | " : " ")
    }

    /// The progression as a tune in a key, titled as it was named or typed.
    package func tune(in key: Key) -> Tune {
        var bars: [Bar] = []
        var chords: [BarChord] = []
        var beat = 1
        for step in steps(in: key) {
            chords.append(BarChord(.chord(step.symbol), at: Position(beat: beat)))
            beat += step.beats
            guard beat > 4 else { continue }
            bars.append(Bar(.chords(chords)))
            chords = []
            beat = 1
        }
        var tune = Tune()
        tune.title = title
        tune.key = key
        tune.sections = [Tune.Section("", bars)]
        return tune
    }

    /// The durations of the chords of a bar, by their number. The first chord of three has half of the bar.
    private static let beats = [[4], [2, 2], [2, 1, 1], [1, 1, 1, 1]]

    /// The twelve keys of a mode, in fourths from the key on C.
    package static func keys(_ mode: Mode) -> [Key] {
        let first = Key(NoteName(.c), mode).fifths
        return (0..<12).map { CirclePlace(clockIndex: first - $0).plainKey(mode) }
    }

    /// The words of each bar. Without bar lines every word is a bar.
    private static func bars(of text: String) -> [[String]] {
        var bars: [[String]] = [[]]
        var hasLines = false
        var word = ""
        var depth = 0
        let scalars = text.scalars
        func finish() {
            if !word.isEmpty { bars[bars.count - 1].append(word) }
            word = ""
        }
        for (index, scalar) in scalars.enumerated() {
            switch scalar {
            case "(": depth += 1
            case ")": depth = max(0, depth - 1)
            default: break
            }
            switch scalar {
            // In parentheses they separate the alterations of one symbol.
            case " " where depth > 0, "," where depth > 0: word.unicodeScalars.append(scalar)
            case " ", "\t", ",", ";", "→", ">", "\u{A0}", "\u{2009}", "\u{202F}": finish()
            case "|", "∣", "‖", "\n", "\r":
                finish()
                hasLines = hasLines || (scalar != "\n" && scalar != "\r")
                bars.append([])
            case "-", "–", "—", "−", "‑":
                // `ii-V-I` has dashes between numerals, `ii-7` a minor seventh.
                if word.isEmpty || isNumeral(scalars[(index + 1)...]) {
                    finish()
                } else {
                    word += "-"
                }
            // The dots of a repeat.
            case ":": break
            default: word.unicodeScalars.append(scalar)
            }
        }
        finish()
        let words = bars.filter { !$0.isEmpty }
        return hasLines ? words : words.flatMap { bar in bar.map { [$0] } }
    }

    private static func isNumeral(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        var rest = scalars.drop { $0 == " " }
        if rest.starts(with: "sub".scalars) { return true }
        if let first = rest.first, ["♭", "b", "♯", "#"].contains(first) { rest = rest.dropFirst() }
        return rest.first.map { ["I", "V", "i", "v"].contains($0) } ?? false
    }
}
