/// A notation for chord names: the signs for qualities and accidentals, and the note names.
///
/// Books write the same chord as Cmi7(♭5), Cm7(♭5), C−7(♭5) or Cø7. ``ChordReader`` reads the name in every notation as
/// the same chord.
public struct Notation: Sendable, Hashable {
    /// How major and minor are written.
    public enum Qualities: String, CaseIterable, Sendable, Hashable {
        /// `Cma7 Cmi7 Cmi7(♭5) Cmi(Δ7)`, the default.
        case ma
        /// `Cmaj7 Cm7 Cm7(♭5) Cm(maj7)`
        case maj
        /// `CΔ7 C−7 Cø7 C−(Δ7)`
        case delta
    }

    /// How sharps and flats are written.
    public enum Accidentals: String, CaseIterable, Sendable, Hashable {
        /// `B♭ F♯ B𝄫 F𝄪`
        case signs
        /// `Bb F# Bbb F##`
        case letters
    }

    /// All values in one byte. Notations are passed to most functions of the page, which would otherwise take them
    /// apart and put them together again.
    package var bits: UInt8

    package init(bits: UInt8) { self.bits = bits }

    /// The signs for major and minor.
    public var qualities: Qualities {
        get { bits[bit: 0] ? .maj : bits[bit: 1] ? .delta : .ma }
        set {
            bits[bit: 0] = newValue == .maj
            bits[bit: 1] = newValue == .delta
        }
    }
    /// The signs for sharps and flats.
    public var accidentals: Accidentals {
        get { bits[bit: 2] ? .letters : .signs }
        set { bits[bit: 2] = newValue == .letters }
    }
    /// The naming convention for notes.
    public var names: NoteNames {
        get { bits[bit: 3] ? .german : bits[bit: 4] ? .solfege : .english }
        set {
            bits[bit: 3] = newValue == .german
            bits[bit: 4] = newValue == .solfege
        }
    }
    /// Whether each name stands between ``nameStart`` and ``nameEnd``, so that HTML can tell it from the words of a
    /// sentence.
    package var marksNames: Bool {
        get { bits[bit: 5] }
        set { bits[bit: 5] = newValue }
    }

    /// U+000E, “shift out”, which no text contains.
    package static var nameStart: UInt8 { 0x0E }
    /// U+000F, “shift in”.
    package static var nameEnd: UInt8 { 0x0F }

    /// The defaults are the notation of ``Chord/name``.
    public init(
        _ qualities: Qualities = .ma, _ accidentals: Accidentals = .signs, _ names: NoteNames = .english
    ) {
        bits = 0
        self.qualities = qualities
        self.accidentals = accidentals
        self.names = names
    }

    /// A note's name in this notation.
    @inline(never)
    public func written(_ note: NoteName) -> String { marked(written(names.name(of: note))) }

    /// A name, between marks if the notation asks for them.
    @inline(never)
    package func marked(_ name: String) -> String { marksNames ? name.markedName : name }

    /// The name of a degree in this notation: `♭9`.
    @inline(never)
    package func written(_ degree: Degree) -> String { marked(written(degree.name)) }

    /// A text with signs before numbers or after letters: a degree, an accidental.
    @inline(never)
    public func written(_ text: String) -> String {
        guard accidentals == .letters else { return text }
        return text.replacingSigns { sign in
            switch sign {
            case "♭": "b"
            case "♯": "#"
            case "𝄫": "bb"
            case "𝄪": "##"
            default: nil
            }
        }
    }

    /// A chord suffix, given in the form of `SuffixWriter`.
    @inline(never)
    public func written(suffix: String) -> String {
        written(qualities == .ma ? suffix : requalified(suffix))
    }

    @inline(never)
    private func requalified(_ suffix: String) -> String {
        let scalars = suffix.scalars
        func isNumber(_ index: Int) -> Bool { index < scalars.count && ("0"..."9").contains(scalars[index]) }
        func isLetter(_ index: Int) -> Bool { index < scalars.count && ("a"..."z").contains(scalars[index]) }
        var result = ""
        var index = 0
        while index < scalars.count {
            let start = index
            while isLetter(index) { index += 1 }
            guard index > start else {
                if scalars[index] == "Δ", qualities == .maj {
                    result += "maj"
                } else {
                    result.unicodeScalars.append(scalars[index])
                }
                index += 1
                continue
            }
            // Whole words only: `omit` contains `mi`.
            let word = String(scalars: scalars[start..<index])
            switch (word, qualities) {
            case ("ma", .maj): result += "maj"
            case ("mi", .maj): result += "m"
            case ("ma", .delta) where isNumber(index): result += "Δ"
            case ("mi", .delta):
                var end = index
                while isNumber(end) { end += 1 }
                let flatFive = [Unicode.Scalar("("), "♭", "5"]
                guard end > index, scalars[end...].starts(with: flatFive) else {
                    result += "−"
                    continue
                }
                // ø includes the flat fifth, so the parentheses are not needed.
                result += "ø"
                result += String(scalars: scalars[index..<end])
                index = end + flatFive.count
                if scalars[index] == ")" {
                    index += 1
                } else {
                    result += "("
                    if scalars[index] == " " { index += 1 }
                }
            default: result += word
            }
        }
        return result
    }
}

extension String {
    /// This name between marks.
    package var markedName: String { "\u{E}" + self + "\u{F}" }

    /// The text without the marks around its names, for what is not HTML.
    @inline(never)
    package var withoutMarks: String {
        var text = ""
        for sign in unicodeScalars where sign != "\u{E}" && sign != "\u{F}" { text.unicodeScalars.append(sign) }
        return text
    }
}

extension Chord {
    /// The precise name in a notation: `CΔ13(♯11)`.
    public func name(in notation: Notation) -> String { named(type.suffix, in: notation) }

    /// The spoken name in a notation.
    public func title(in notation: Notation) -> String { title(in: notation, .spoken) }

    /// The spoken name of the classic vocabulary, where C7alt may have its natural fifth.
    package func classicTitle(in notation: Notation) -> String { title(in: notation, .classic) }

    @inline(never)
    private func title(in notation: Notation, _ style: SuffixWriter.Style) -> String {
        guard pitchClasses.count > 1 else { return notation.written(root) + " (note)" }
        return named(SuffixWriter.suffix(of: type.degrees, style), in: notation)
    }

    /// The short name in a notation.
    public func shortName(in notation: Notation) -> String { named(type.shortSuffix, in: notation) }

    @inline(never)
    private func named(_ suffix: String, in notation: Notation) -> String {
        var name = notation.written(root) + notation.written(suffix: suffix)
        if let bass { name += "/" + notation.written(bass) }
        return notation.marked(name)
    }
}
