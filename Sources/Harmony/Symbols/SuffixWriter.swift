/// Writes the suffix after a root for every chord that a symbol can express. ``ChordReader`` reads precise suffixes
/// back as the same degrees.
///
/// A suffix has a head (quality, number, suspension: `mi`, `13`, `ma7sus4`) and, in parentheses, alterations (`♭9♯5`),
/// added degrees (`add13`) and omitted ones (`omit9`).
struct SuffixWriter {
    enum Style {
        /// Every degree and omission is written.
        case precise
        /// As on lead sheets: no `ma` for a plain triad, no `omit9` or `omit11`, no list after `alt`.
        case short
        /// The short form without the omission of a fifth or root that is not essential. `alt` has no natural fifth.
        case spoken
        /// The spoken form of the classic vocabulary, in which `alt` may have a natural fifth.
        case classic
    }

    @inline(never)
    static func suffix(of degrees: DegreeSet, _ style: Style) -> String {
        var text = ""
        append(degrees, style, to: &text)
        return text
    }

    /// Appends the suffix to `text`, which usually contains a root.
    @inline(never)
    static func append(_ degrees: DegreeSet, _ style: Style, to text: inout String) {
        var writer = SuffixWriter(degrees, style)
        writer.writeHead(to: &text)
        writer.writeRest(to: &text)
    }

    private let style: Style
    /// Degrees that are not written yet.
    private var rest: DegreeSet
    /// Unaltered degrees in the head. An altered one with the same number is an added degree.
    private var said = DegreeSet()
    /// Degrees implied by the head but not in the chord, unaltered.
    private var omitted = DegreeSet()
    /// Whether the head is empty, as for a major triad.
    private var isPlain = false
    /// Whether it is a dominant, which lists ninths before the altered fifth; others list the fifth first.
    private var isDominant = false
    private var isAlt = false
    private var isSixth = false
    /// Whether a parenthesis is open; `mi(Δ7` opens one in the head.
    private var isOpen = false
    private var isParenthesisEmpty = true

    private init(_ degrees: DegreeSet, _ style: Style) {
        rest = degrees.namable
        if !rest.remove(Degree(1)) { omitted.insert(Degree(1)) }
        self.style = style
    }

    /// Marks the degree as written, if the chord has it.
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
            // Only a diminished chord has such a seventh, even without its third.
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
        // Every head implies the fifth; if neither it nor an altered one is present, the omission is written.
        if !take(5), !said.contains(5), !has(5, -1), !has(5, 1) { omitted.insert(Degree(5)) }
    }

    private mutating func writeMinorHead(to text: inout String) {
        let isDiminished = has(5, -1) && !has(5) && !has(5, 1)
        if take(7, -2) {
            if isDiminished { sayFifth(-1) }
            text += "°"
            // The thirteenth equals the diminished seventh and is not written as a number.
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

    /// ° and + imply an altered fifth in place of the natural one.
    private mutating func sayFifth(_ alteration: Int) {
        rest.remove(Degree(5, alteration))
        said.insert(Degree(5))
    }

    /// Minor chords reach the thirteenth over ninth and eleventh. Missing ones are written as omitted; if too many are
    /// missing, the top note is written as added.
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
            // With a natural fifth, an altered one is an added note.
            let fifths = has(5) ? DegreeSet.all(of: 5) : DegreeSet()
            let alterations = rest.intersection(SuffixWriter.alterations).subtracting(fifths)
            let number = majorNumber(isSuspended: isSuspended, reachesEleventh: false)
            // A dominant with its natural fifth does not sound altered.
            let isHeardAltered = !has(5) || (style == .classic ? !has(13, -1) : style != .spoken)
            isAlt = isDominant && number == "7" && alterations.count >= 3 && isHeardAltered
            text += isAlt ? "7alt" : number
        } else if take(7) {
            text += "ma"
            text += majorNumber(isSuspended: isSuspended, reachesEleventh: !isSuspended)
        } else if take(6) {
            isSixth = true
            text += take(9) ? "6/9" : "6"
        } else if isSuspended {
            // Csus(♭9) is read as a seventh chord; without a seventh the ninth must be written as added.
            said.insert(Degree(9))
        } else if has(5, 1), !has(5), !has(5, -1) {
            sayFifth(1)
            text += "+"
        } else {
            isPlain = true
        }
        text += suspension
    }

    /// Major and dominant chords reach the thirteenth over the ninth alone; a suspended second is that ninth.
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

    /// The alterations of an altered dominant, which has at least three of them.
    private static let alterations = DegreeSet(
        Degree(5, -1), Degree(5, 1), Degree(9, -1), Degree(9, 1), Degree(11, 1), Degree(13, -1))

    // MARK: Additions and omissions

    private mutating func writeRest(to text: inout String) {
        if style != .precise {
            omitted = omitted.subtracting(.all(of: 9)).subtracting(.all(of: 11))
            if style != .short { omitted = omitted.subtracting(.all(of: 5)).subtracting(.all(of: 1)) }
            if isAlt {
                rest = rest.subtracting(SuffixWriter.alterations)
                omitted = omitted.subtracting(.all(of: 5))
            }
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

    /// Writes the altered degrees of one number, without `add` if the head does not include the natural one.
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

extension DegreeSet {
    /// The same with a sixth for a diminished seventh over a natural fifth, or with a major third and no minor one,
    /// which no symbol has.
    var namable: DegreeSet {
        guard contains(7, -2), contains(5) || contains(3) && !contains(3, -1) else { return self }
        return subtracting(DegreeSet(Degree(7, -2))).union(DegreeSet(Degree(6)))
    }
}
