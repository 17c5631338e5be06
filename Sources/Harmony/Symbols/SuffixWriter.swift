/// The grammar that writes what stands behind a root. It names every chord that a symbol can express, in the vocabulary
/// or not, and what it writes precisely ``ChordReader`` reads back as the same degrees.
///
/// A suffix has a head (quality, number, suspension: `mi`, `13`, `ma7sus4`) and, in parentheses, what the head does not
/// say: alterations (`♭9♯5`), added degrees (`add13`) and omitted ones (`omit9`).
struct SuffixWriter {
    enum Style {
        /// Nothing left unsaid.
        case precise
        /// As shown on a music stand: no `ma` for a plain triad, no `omit9` or `omit11`, no list behind `alt`.
        case short
        /// As said of what is heard: a fifth or a root that no one misses stays unsaid, too.
        case spoken
    }

    static func suffix(of degrees: DegreeSet, _ style: Style) -> String {
        var text = ""
        append(degrees, style, to: &text)
        return text
    }

    /// Writes behind what `text` already holds, usually a root.
    static func append(_ degrees: DegreeSet, _ style: Style, to text: inout String) {
        var writer = SuffixWriter(degrees, style)
        writer.writeHead(to: &text)
        writer.writeRest(to: &text)
    }

    private let style: Style
    /// Not yet said.
    private var rest: DegreeSet
    /// Unaltered degrees that the head says: an altered one beside them is an added one.
    private var said = DegreeSet()
    /// Degrees that the head implies and the chord lacks, named by their plain numbers.
    private var omitted = DegreeSet()
    /// The head said nothing: a major triad, as far as it goes.
    private var isPlain = false
    /// Dominant chords list their ninths before the altered fifth, all others the fifth first.
    private var isDominant = false
    private var isAlt = false
    private var isSixth = false
    /// A parenthesis stands open; `mi(Δ7` opens one in the head.
    private var isOpen = false
    private var isParenthesisEmpty = true

    private init(_ degrees: DegreeSet, _ style: Style) {
        rest = degrees
        if !rest.remove(Degree(1)) { omitted.insert(Degree(1)) }
        self.style = style
    }

    /// The degree is said now, if the chord has it.
    private mutating func take(_ number: Int, _ alteration: Int = 0) -> Bool {
        let degree = Degree(number, alteration)
        guard rest.remove(degree) else { return false }
        said.insert(degree)
        return true
    }

    private func has(_ number: Int, _ alteration: Int = 0) -> Bool {
        rest.contains(number, alteration)
    }

    // MARK: Head

    private mutating func writeHead(to text: inout String) {
        if has(7, -2) {
            // Only a diminished chord has such a seventh, whatever became of its third.
            if !take(3, -1) { omitted.insert(Degree(3)) }
            writeMinorHead(to: &text)
        } else if take(3, -1) {
            writeMinorHead(to: &text)
        } else if take(3) {
            writeMajorHead(suspension: "", to: &text)
        } else if has(4) || has(2) {
            let hasFourth = take(4)
            let hasSecond = take(2)
            writeMajorHead(suspension: hasFourth && hasSecond ? "sus24" : hasFourth ? "sus4" : "sus2", to: &text)
        } else {
            writeHeadWithoutThird(to: &text)
        }
        // The fifth stands in every head; where neither it nor an altered one sounds, that is said.
        if !take(5), !said.contains(5), !has(5, -1), !has(5, 1) { omitted.insert(Degree(5)) }
    }

    private mutating func writeMinorHead(to text: inout String) {
        let isDiminished = has(5, -1) && !has(5) && !has(5, 1)
        if take(7, -2) {
            if isDiminished { sayFifth(-1) }
            text += "°"
            // The thirteenth sounds like the diminished seventh, so no number speaks for it.
            text += minorNumber(isDiminished: true, reachesThirteenth: false)
        } else if take(7, -1) {
            text += "mi"
            text += minorNumber(isDiminished: isDiminished)
        } else if take(7) {
            if isDiminished {
                sayFifth(-1)
                text += "°ma"
            } else {
                text += "mi(Δ"
                isOpen = true
                isParenthesisEmpty = false
            }
            text += minorNumber(isDiminished: isDiminished)
        } else if take(6) {
            isSixth = true
            text += take(9) ? "mi6/9" : "mi6"
        } else if isDiminished {
            sayFifth(-1)
            text += "°"
        } else {
            text += "mi"
        }
    }

    /// ° and + say an altered fifth in the place of the plain one.
    private mutating func sayFifth(_ alteration: Int) {
        rest.remove(Degree(5, alteration))
        said.insert(Degree(5))
    }

    /// Minor chords reach their thirteenth over the ninth and the eleventh; what is missing below is omitted, unless so
    /// much is missing that the top note is better called an added one.
    private mutating func minorNumber(isDiminished: Bool, reachesThirteenth: Bool = true) -> String {
        let hasNinth = rest.contains(anyOf: 9)
        let hasEleventh = rest.contains(anyOf: 11)
        if reachesThirteenth, hasNinth || hasEleventh, take(13) {
            if !take(9), !hasNinth { omitted.insert(Degree(9)) }
            if !take(11), !hasEleventh { omitted.insert(Degree(11)) }
            return "13"
        }
        let isOnlyExtension = !hasNinth && !has(7) && !rest.contains(anyOf: 13)
        if !(isDiminished && isOnlyExtension), take(11) {
            if !take(9), !hasNinth { omitted.insert(Degree(9)) }
            return "11"
        }
        return take(9) ? "9" : "7"
    }

    private mutating func writeMajorHead(suspension: String, to text: inout String) {
        let isSuspended = !suspension.isEmpty
        if take(7, -1) {
            isDominant = !isSuspended
            // Beside a plain fifth an altered one is an added note.
            let fifths = has(5) ? DegreeSet.all(of: 5) : DegreeSet()
            let alterations = rest.intersection(SuffixWriter.alterations).subtracting(fifths)
            let number = majorNumber(isSuspended: isSuspended, reachesEleventh: false)
            // No one hears an altered dominant where a fifth sounds beside the ♭13.
            let isHeardAltered = style != .spoken || !has(5) || !has(13, -1)
            isAlt = isDominant && number == "7" && alterations.count >= 3 && isHeardAltered
            text += isAlt ? "7alt" : number
        } else if take(7) {
            text += "ma"
            text += majorNumber(isSuspended: isSuspended, reachesEleventh: !isSuspended)
        } else if take(6) {
            isSixth = true
            text += take(9) ? "6/9" : "6"
        } else if isSuspended {
            // Csus(♭9) is read as a seventh chord, so without a seventh the ninth must be an added one.
            said.insert(Degree(9))
        } else if has(5, 1), !has(5), !has(5, -1) {
            sayFifth(1)
            text += "+"
        } else {
            isPlain = true
        }
        text += suspension
    }

    /// Major and dominant chords reach their thirteenth over the ninth alone; the second of a suspension is that ninth.
    private mutating func majorNumber(isSuspended: Bool, reachesEleventh: Bool) -> String {
        let hasSecond = isSuspended && said.contains(2)
        if take(13) {
            if !hasSecond, !take(9), !rest.contains(anyOf: 9) { omitted.insert(Degree(9)) }
            return "13"
        }
        if hasSecond { return "7" }
        if reachesEleventh, has(9), take(11) {
            _ = take(9)
            return "11"
        }
        return take(9) ? "9" : "7"
    }

    private mutating func writeHeadWithoutThird(to text: inout String) {
        if has(7, -1), rest.contains(anyOf: 9), take(11) {
            _ = take(7, -1)
            _ = take(9)
            text += "11"
        } else if rest.contains(anyOf: 7) || has(6) || !rest.contains(anyOf: 5) {
            writeMajorHead(suspension: "", to: &text)
            omitted.insert(Degree(3))
        } else {
            text += "5"
        }
    }

    /// The degrees that make a dominant chord an altered one, where it has three of them.
    private static let alterations = DegreeSet(
        Degree(5, -1), Degree(5, 1), Degree(9, -1), Degree(9, 1), Degree(11, 1), Degree(13, -1))

    // MARK: What the head left unsaid

    private mutating func writeRest(to text: inout String) {
        if style != .precise {
            omitted = omitted.subtracting(.all(of: 9)).subtracting(.all(of: 11))
            if style == .spoken { omitted = omitted.subtracting(.all(of: 5)).subtracting(.all(of: 1)) }
            if isAlt { rest = rest.subtracting(SuffixWriter.alterations) }
        }
        if isPlain {
            // A single added degree needs neither `ma` nor parentheses: Cadd9.
            if let added = onlyAddition {
                text += "add"
                append(added, to: &text)
                return
            }
            if style == .precise { text += "ma" }
        }
        writeAlterations(to: &text)
        for degree in rest { writeAddition(degree, to: &text) }
        for degree in omitted {
            open(&text, spaced: true)
            text += "omit"
            append(degree, to: &text)
        }
        if isOpen { text += ")" }
    }

    private var onlyAddition: Degree? {
        guard rest.count == 1, omitted.isEmpty, let degree = rest.first(where: { _ in true }) else { return nil }
        let isBare = degree.alteration != 0 && !said.contains(degree.number)
        return isBare || degree == Degree(7) ? nil : degree
    }

    private mutating func writeAlterations(to text: inout String) {
        if !isDominant { writeBare(5, to: &text) }
        writeBare(9, to: &text)
        if isDominant { writeBare(5, to: &text) }
        writeBare(11, to: &text)
        writeBare(6, to: &text)
        writeBare(13, to: &text)
        // On a sixth chord an eleventh needs no `add`: mi6/9(11).
        if isSixth, rest.remove(Degree(11)) {
            open(&text, spaced: true)
            text += "11"
        }
    }

    /// The altered degrees of one number, which are written without `add` as long as the head does not say the plain one.
    private mutating func writeBare(_ number: Int, to text: inout String) {
        if said.contains(number) || !rest.contains(anyOf: number) { return }
        for alteration in [-1, 1] where rest.remove(Degree(number, alteration)) {
            open(&text, spaced: false)
            append(Degree(number, alteration), to: &text)
        }
    }

    private mutating func writeAddition(_ degree: Degree, to text: inout String) {
        if degree == Degree(7) {
            open(&text, spaced: false)
            text += "addΔ7"
        } else {
            open(&text, spaced: true)
            text += "add"
            append(degree, to: &text)
        }
    }

    private mutating func open(_ text: inout String, spaced: Bool) {
        if !isOpen {
            text += "("
            isOpen = true
        } else if spaced, !isParenthesisEmpty {
            text += " "
        }
        isParenthesisEmpty = false
    }

    private func append(_ degree: Degree, to text: inout String) {
        text += Accidental(semitones: degree.alteration).written
        text += degree.numberText
    }
}
