/// Reads the suffix after a root as degrees.
///
/// Signs come in any order and in many dialects. Reading collects quality, number, suspension, alterations, additions
/// and omissions; ``degrees(endingAt:)`` then combines them.
struct SuffixReader {
    private enum Quality { case unspecified, major, minor, diminished, halfDiminished, dominant }
    /// An altered suspension, ♭2 or ♯4, is among the alterations.
    private enum Suspension { case none, second, fourth, both, altered }

    private var quality = Quality.unspecified
    /// Whether a sign such as `ma` or `Δ` applies to the seventh.
    private var hasMajorSeventh = false
    /// Whether there was a triangle, which implies a seventh even without a number.
    private var impliesSeventh = false
    private var isAugmented = false
    private var isAltered = false
    private var suspension = Suspension.none
    /// The size of the chord: 2, 5, 6, 7, 9, 11 or 13; 0 if not read yet.
    private var number = 0
    private var hasSixNine = false
    /// Altered degrees, which replace the unaltered ones that the number implies.
    private var alterations = DegreeSet()
    /// Added degrees.
    private var additions = DegreeSet()
    private var omissions = DegreeSet()
    /// Whether the chord is minor unless a sign says otherwise, as after a small German letter.
    private let isMinorRoot: Bool

    init(isMinorRoot: Bool = false) {
        self.isMinorRoot = isMinorRoot
    }

    /// The open brackets, the innermost in the lowest bit: 1 for a square bracket.
    private var openings: UInt64 = 0
    private var depth = 0
    /// The end of the last bare number. An adjacent number is a tension, as in C79b.
    private var lastNumberEnd = -1
    /// The kind of the last token, if the next one depends on it.
    private enum Last { case nothing, majorSign, separator, opening, other }
    private var last = Last.nothing

    // MARK: Reading

    /// Reads up to the end of the symbol, or to the slash or bar before a bass or second chord.
    mutating func read(_ scanner: inout SymbolScanner) throws(ChordReader.Failure) -> ChordType {
        reading: while true {
            scanner.skipSpaces()
            if scanner.isAtEnd { break }
            switch scanner.peek() {
            case UInt8(ascii: "|") where depth == 0:
                break reading
            case UInt8(ascii: "/"):
                if depth == 0, !isSeparator(scanner) { break reading }
                scanner.position += 1
                last = .separator
                continue
            case UInt8(ascii: ","):
                guard last == .other else { throw unexpected(scanner) }
                scanner.position += 1
                last = .separator
                continue
            case UInt8(ascii: "("), UInt8(ascii: "["):
                open(&scanner)
                continue
            case UInt8(ascii: ")"), UInt8(ascii: "]"):
                guard close(&scanner) else { throw unexpected(scanner) }
                continue
            default:
                break
            }
            guard try readToken(&scanner) else { throw unexpected(scanner) }
        }
        if depth > 0 { throw ChordReader.Failure(scanner.position, [openings & 1 == 1 ? "“]”" : "“)”"]) }
        if last == .separator { throw ChordReader.Failure(scanner.position, ["another degree"]) }
        if isMinorRoot, quality == .unspecified, number != 5, !isAugmented, !isAltered, !hasMajorSeventh {
            quality = .minor
        }
        if quality == .dominant, number < 7 { throw ChordReader.Failure(scanner.position, ["7", "9", "11", "13"]) }
        return ChordType(sounding: try degrees(endingAt: scanner.position))
    }

    private mutating func open(_ scanner: inout SymbolScanner) {
        openings = openings << 1 | (scanner.peek() == UInt8(ascii: "[") ? 1 : 0)
        scanner.position += 1
        depth += 1
        last = .opening
    }

    /// - Returns: whether a bracket of this kind was open and not empty.
    private mutating func close(_ scanner: inout SymbolScanner) -> Bool {
        let isBracket = scanner.peek() == UInt8(ascii: "]")
        guard depth > 0, (openings & 1 == 1) == isBracket, last == .other || last == .majorSign else { return false }
        scanner.position += 1
        openings >>= 1
        depth -= 1
        last = .other
        return true
    }

    /// Whether the slash only separates parts of one suffix: `6/9`, `7/b9`, `m/maj7`, `/add9`.
    private func isSeparator(_ scanner: SymbolScanner) -> Bool {
        guard last != .separator else { return false }
        var next = scanner
        next.position += 1
        next.skipSpaces()
        let sign = next.peek()
        // After a bare root only a tension can follow: C/9 is an added ninth, while C/5 is not a bass.
        if let value = next.number() { return last != .nothing || value > 7 }
        if sign == Sign.flat || sign == UInt8(ascii: "#") || sign == Sign.natural { return true }
        if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { return next.number(at: 1) != nil }
        // A lowercase b before a fifth, ninth or thirteenth is a flat; B7 and the note b are not.
        if sign == UInt8(ascii: "b"), let flattened = next.number(at: 1) { return [5, 9, 13].contains(flattened) }
        for word in ["add", "alt", "sus", "omit", "no", "maj"] as [StaticString] where next.sees(word) { return true }
        let hasOwnSeventh = quality == .minor || quality == .diminished
        // Domi/Mi is Do minor over its third.
        if next.names == .solfege, next.sees("mi") { return false }
        return hasOwnSeventh && (sign == Sign.triangle || "mMjJ".bytes.contains(sign))
    }

    private mutating func readToken(_ scanner: inout SymbolScanner) throws(ChordReader.Failure) -> Bool {
        let start = scanner.position
        let before = last
        var isUnderstood = readNumber(&scanner) || readAlteration(&scanner)
        if !isUnderstood {
            // An accidental without a number is an error: C7bsus is not C7sus.
            scanner.position = start
            isUnderstood = readPlusOrMinus(&scanner)
        }
        if !isUnderstood {
            scanner.position = start
            isUnderstood = try readWord(&scanner)
        }
        if !isUnderstood {
            scanner.position = start
            return false
        }
        // A major sign affects only the next token.
        if before == .majorSign || last != .majorSign { last = .other }
        return true
    }

    // MARK: Numbers

    private mutating func readNumber(_ scanner: inout SymbolScanner) -> Bool {
        guard let value = scanner.number() else { return false }
        let isFollowingMajorSign = last == .majorSign
        let isGlued = scanner.position == lastNumberEnd
        if value == 0 {
            guard quality == .unspecified, number == 0, depth == 0, !isFollowingMajorSign else { return false }
            scanner.position += 1
            quality = .diminished
            return true
        }
        let end = scanner.position + SymbolScanner.length(ofNumber: value)
        if value == 4, !isFollowingMajorSign {
            // C4, C7/4: a fourth alone is suspended, as in France, Italy and Brazil. A minor chord keeps its third.
            if quality == .minor, suspension == .none, [0, 7, 9].contains(number) {
                scanner.position = end
                lastNumberEnd = end
                return insert(number == 0 ? Degree(4) : Degree(11))
            }
            guard quality == .unspecified, suspension == .none, !isAugmented, !isAltered,
                [0, 7, 9, 13].contains(number),
                number > 0 || depth == 0 && additions.isEmpty && alterations.isEmpty
            else { return false }
            scanner.position = end
            lastNumberEnd = end
            suspension = .fourth
            return true
        }
        if number == 0, !(depth > 0 && !isFollowingMajorSign && value > 7), !isTensionAfterSlash(value) {
            guard acceptsStackNumber(value) else { return false }
            scanner.position = end
            number = value
            switch value {
            case 2: additions.insert(Degree(2))
            case 6: readNine(&scanner)
            // C9b, C5#: the accidental of the top note. C9+ has a raised fifth, like C7+.
            case 5, 9, 11, 13:
                if let alteration = scanner.alteration(), alteration != 0, scanner.number(at: 1) == nil,
                    let degree = altered(value, alteration)
                {
                    scanner.position += 1
                    alterations.insert(degree)
                    if value == 5 { number = 0 }
                }
            default: break
            }
        } else if value == 7, quality == .diminished, isFollowingMajorSign, !hasMajorSeventh {
            // °7(ma7): the major seventh is added to the diminished one.
            scanner.position = end
            additions.insert(Degree(7))
        } else {
            scanner.position = end
            guard readTension(value, isGlued: isGlued, &scanner) else { return false }
        }
        lastNumberEnd = scanner.position
        _ = scanner.take(word: "th")
        return true
    }

    /// `C/9`: a number after a slash is an addition if there is no number before.
    private func isTensionAfterSlash(_ value: Int) -> Bool {
        last == .separator && value > 7
    }

    private func acceptsStackNumber(_ value: Int) -> Bool {
        switch value {
        case 2: !isAugmented && !impliesSeventh && suspension == .none && (quality == .unspecified || quality == .minor)
        case 5: quality == .unspecified && suspension == .none && !impliesSeventh && !isAugmented
        case 6:
            !impliesSeventh && !isAugmented && !hasMajorSeventh
                && quality != .diminished && quality != .halfDiminished && quality != .dominant
        case 7, 9, 11: true
        // A thirteenth would equal the diminished seventh.
        case 13: quality != .diminished || hasMajorSeventh
        default: false
        }
    }

    /// `6/9`, `69`: the ninth of a sixth chord.
    private mutating func readNine(_ scanner: inout SymbolScanner) {
        let distance = scanner.peek() == UInt8(ascii: "/") ? 1 : 0
        guard scanner.number(at: distance) == 9 else { return }
        scanner.position += distance + 1
        hasSixNine = true
    }

    /// A degree above the seventh, or an altered fifth, without a sign. Some corpora write the accidental after it:
    /// 79b13 is 7 ♭9 13.
    private mutating func readTension(_ value: Int, isGlued: Bool, _ scanner: inout SymbolScanner) -> Bool {
        if let alteration = alterationAfterNumber(isGlued: isGlued, scanner), let degree = altered(value, alteration) {
            scanner.position += 1
            return insert(degree)
        }
        switch value {
        case 9, 11, 13: return value != number && !(number == 6 && value == 13) && !isAltered && insert(Degree(value))
        // The sixth of a seventh chord is the thirteenth.
        case 6: return number == 7 && insert(Degree(13))
        default: return false
        }
    }

    private func alterationAfterNumber(isGlued: Bool, _ scanner: SymbolScanner) -> Int? {
        let sign = scanner.peek()
        if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
            return scanner.number(at: 1) == nil ? (sign == UInt8(ascii: "+") ? 1 : -1) : nil
        }
        guard let alteration = scanner.alteration() else { return nil }
        guard let next = scanner.number(at: 1) else { return alteration }
        // Before another number an accidental belongs to that number, unless all numbers are joined to the seventh.
        // Even then a sharp before an eleventh belongs to the eleventh, which would clash with the third.
        let behind = scanner.alteration(at: 1 + SymbolScanner.length(ofNumber: next))
        if next == 11, alteration == 1, behind == nil { return nil }
        return isGlued && number == 7 ? alteration : nil
    }

    // MARK: Alterations

    private mutating func readAlteration(_ scanner: inout SymbolScanner) -> Bool {
        guard let alteration = takeAlteration(&scanner), let value = scanner.number() else { return false }
        guard let degree = altered(value, alteration) else { return false }
        scanner.position += SymbolScanner.length(ofNumber: value)
        lastNumberEnd = -1
        if degree == Degree(7) {
            hasMajorSeventh = true
            number = 7
            return true
        }
        return insert(degree)
    }

    private func takeAlteration(_ scanner: inout SymbolScanner) -> Int? {
        if scanner.take(word: "flat") || scanner.take(word: "sharp") {
            let alteration = SymbolScanner.lowercase(scanner.signs[scanner.position - 1]) == UInt8(ascii: "t") ? -1 : 1
            scanner.skipSpaces()
            return alteration
        }
        guard let alteration = scanner.alteration() else { return nil }
        scanner.position += 1
        return alteration
    }

    /// The degree of an accidental and a number; nil if it is not valid.
    private func altered(_ value: Int, _ alteration: Int) -> Degree? {
        switch (value, alteration) {
        // ° and ø already include their fifth.
        case (5, 0) where quality == .diminished || quality == .halfDiminished: nil
        case (5, _), (9, _), (11, 0), (11, 1), (13, 0), (13, -1): Degree(value, alteration)
        case (4, 1): Degree(11, 1)
        case (2, _) where alteration != 0: Degree(9, alteration)
        // With a seventh, a flat sixth is a thirteenth; that is decided at the end.
        case (6, -1): Degree(6, -1)
        // A raised or natural seventh is the major one; it is only written on minor chords.
        case (7, 1) where quality == .minor && number == 0, (7, 0) where quality == .minor && number == 0: Degree(7)
        default: nil
        }
    }

    /// - Returns: false if the degree was read before.
    private mutating func insert(_ degree: Degree) -> Bool {
        if additions.contains(degree) || alterations.contains(degree) || (hasSixNine && degree == Degree(9)) {
            return false
        }
        if degree.alteration == 0 {
            additions.insert(degree)
        } else {
            alterations.insert(degree)
        }
        return true
    }

    /// `+` and `-` are qualities before the number and alterations after it: C-7 is minor, C7-9 has a flat ninth.
    private mutating func readPlusOrMinus(_ scanner: inout SymbolScanner) -> Bool {
        let isPlus = scanner.peek() == UInt8(ascii: "+")
        guard isPlus || scanner.peek() == UInt8(ascii: "-") else { return false }
        scanner.position += 1
        let value = scanner.number()
        let isFirst = number == 0 && depth == 0 && !hasMajorSeventh && !impliesSeventh && quality == .unspecified
        if let value, !isFirst || value == 5 {
            if isPlus, value == 7, quality == .minor, number == 0, depth == 0 {
                isAugmented = true
                return true
            }
            if isPlus, value == 7, quality == .minor, number == 0 {
                hasMajorSeventh = true
                last = .majorSign
                return true
            }
            guard value == 5 || value == 9 || (isPlus ? value == 11 || value == 4 : value == 13),
                let degree = altered(value, isPlus ? 1 : -1)
            else { return false }
            scanner.position += SymbolScanner.length(ofNumber: value)
            lastNumberEnd = -1
            return insert(degree)
        }
        if isPlus {
            guard !isAugmented, quality != .diminished, quality != .halfDiminished else { return false }
            isAugmented = true
            return true
        }
        if isFirst {
            guard !isAugmented, suspension == .none else { return false }
            quality = .minor
            return true
        }
        // A hyphen between minor and major: m-maj7.
        return quality == .minor && number == 0 && isMajorSign(scanner)
    }

    // MARK: Words

    private mutating func readWord(_ scanner: inout SymbolScanner) throws(ChordReader.Failure) -> Bool {
        if readMode(&scanner) { return true }
        if isMajorSign(scanner) { return readMajorSign(&scanner) }
        switch SymbolScanner.lowercase(scanner.peek()) {
        case UInt8(ascii: "m"):
            _ =
                scanner.take(word: "minor") || scanner.take(word: "min") || scanner.take(word: "mi")
                || scanner.take(word: "m")
            return setQuality(.minor)
        case UInt8(ascii: "d"):
            if number > 0, scanner.take(word: "dim") { return scanner.take(UInt8(ascii: "5")) && insert(Degree(5, -1)) }
            if scanner.take(word: "diminished") || scanner.take(word: "dim") { return setQuality(.diminished) }
            guard scanner.take(word: "dominant") || scanner.take(word: "dom") else { return false }
            return setQuality(.dominant)
        case UInt8(ascii: "o") where !scanner.sees("omit"):
            scanner.position += 1
            return setQuality(.diminished)
        case Sign.diminished:
            scanner.position += 1
            return setQuality(.diminished)
        case Sign.halfDiminished:
            scanner.position += 1
            // ½dim
            _ = scanner.take(word: "diminished") || scanner.take(word: "dim")
            return setQuality(.halfDiminished)
        case UInt8(ascii: "h"):
            if scanner.take(word: "half") {
                _ = scanner.take(UInt8(ascii: "-"))
                guard scanner.take(word: "diminished") || scanner.take(word: "dim") else { return false }
            } else {
                _ = scanner.take(word: "hdim") || scanner.take(word: "h")
            }
            return setQuality(.halfDiminished)
        case UInt8(ascii: "a"):
            if scanner.take(word: "add") { return try readAddition(&scanner) }
            if scanner.take(word: "altered") || scanner.take(word: "alt") { return readAlt() }
            guard scanner.take(word: "augmented") || scanner.take(word: "aug"), !isAugmented else { return false }
            guard quality != .diminished, quality != .halfDiminished else { return false }
            if number > 0, let value = scanner.number() {
                // 7aug9: before a number it applies to the following degree.
                scanner.position += SymbolScanner.length(ofNumber: value)
                return altered(value, 1).map { insert($0) } ?? false
            }
            isAugmented = true
            return true
        case UInt8(ascii: "s"):
            guard scanner.take(word: "suspended") || scanner.take(word: "sus") else { return false }
            return try readSuspension(&scanner)
        case UInt8(ascii: "n"), UInt8(ascii: "o"):
            guard scanner.take(word: "no") || scanner.take(word: "omit") else { return false }
            return try readOmission(&scanner)
        default:
            return false
        }
    }

    /// A mode whose seventh chord is meant: `phryg` is 7sus4(♭9), `lyd` adds the raised eleventh.
    private mutating func readMode(_ scanner: inout SymbolScanner) -> Bool {
        let isBare = acceptsQuality
        if scanner.take(word: "lydian") || scanner.take(word: "lyd") {
            if isBare { (quality, number) = (.major, 7) }
            return number >= 7 && quality != .minor && insert(Degree(11, 1))
        }
        guard isBare else { return false }
        if scanner.take(word: "phrygian") || scanner.take(word: "phryg") {
            (suspension, number) = (.fourth, 7)
            return insert(Degree(9, -1))
        }
        if scanner.take(word: "mixolydian") || scanner.take(word: "mixo") {
            number = 7
        } else if scanner.take(word: "dorian") || scanner.take(word: "aeolian") {
            (quality, number) = (.minor, 7)
        } else if scanner.take(word: "locrian") {
            (quality, number) = (.halfDiminished, 7)
        } else if scanner.take(word: "ionian") {
            (quality, number) = (.major, 7)
        } else {
            return false
        }
        return true
    }

    private mutating func setQuality(_ new: Quality) -> Bool {
        guard acceptsQuality else { return false }
        quality = new
        return true
    }

    /// A quality is only accepted first.
    private var acceptsQuality: Bool {
        quality == .unspecified && number == 0 && !hasMajorSeventh && !impliesSeventh && !isAugmented
            && suspension == .none
            && alterations.isEmpty && additions.isEmpty && omissions.isEmpty
    }

    /// `ma`, `maj`, `M`, `j`, `Δ`. Only a single m depends on case: M7 is major, m7 minor. The ma of madd9 is minor and
    /// `add`.
    private func isMajorSign(_ scanner: SymbolScanner) -> Bool {
        switch scanner.peek() {
        case Sign.triangle, UInt8(ascii: "j"), UInt8(ascii: "J"): true
        case UInt8(ascii: "M"): !scanner.sees("mi")
        case UInt8(ascii: "m"): scanner.sees("ma") && !scanner.sees("madd")
        default: false
        }
    }

    private mutating func readMajorSign(_ scanner: inout SymbolScanner) -> Bool {
        let isAfterNumber = scanner.position == lastNumberEnd
        let isTriangle = scanner.take(Sign.triangle)
        if !isTriangle {
            _ =
                scanner.take(word: "major") || scanner.take(word: "maj")
                || (!scanner.sees("madd") && scanner.take(word: "ma"))
                || scanner.take(word: "m") || scanner.take(word: "j")
        }
        guard !hasMajorSeventh, !impliesSeventh, quality != .major, quality != .dominant else { return false }
        // ø has a minor seventh unless another one follows immediately: øΔ7 is °ma7.
        if quality == .halfDiminished, number > 0 { return false }
        if number > 0 {
            let isSeventhNamed = scanner.number() == 7
            // °7(ma7) adds a second seventh.
            if quality == .diminished, isSeventhNamed {
                last = .majorSign
                return true
            }
            // mi9(ma7), mi6(ma7): the seventh is written after the top note.
            if isSeventhNamed, number != 7, number >= 6 { return readMajorSeventhBelowTop(&scanner) }
            // 7M
            guard number >= 7, isAfterNumber, !isSeventhNamed else { return false }
            hasMajorSeventh = true
            return true
        }
        last = .majorSign
        // Before a sixth a triangle means `ma`: CΔ6/9 has no seventh.
        let saysSeventh = isTriangle && scanner.number() != 6
        if saysSeventh || quality != .unspecified || isAugmented || suspension != .none {
            hasMajorSeventh = true
            impliesSeventh = true
        } else {
            quality = .major
        }
        return true
    }

    private mutating func readMajorSeventhBelowTop(_ scanner: inout SymbolScanner) -> Bool {
        scanner.position += 1
        if number == 6 { return insert(Degree(7)) }
        hasMajorSeventh = true
        return true
    }

    private mutating func readAlt() -> Bool {
        guard quality == .unspecified || quality == .dominant, number == 0 || number == 7, !isAltered, !isAugmented,
            !hasMajorSeventh, suspension == .none
        else { return false }
        isAltered = true
        number = 7
        return true
    }

    private mutating func readSuspension(_ scanner: inout SymbolScanner) throws(ChordReader.Failure) -> Bool {
        guard acceptsSuspension else { return false }
        scanner.skipSpaces()
        // ♭2 and ♯4 replace the third as 2 and 4 do.
        let isBracketed = scanner.peek() == UInt8(ascii: "(")
        let distance = isBracketed ? 1 : 0
        if let alteration = scanner.alteration(at: distance), let value = scanner.number(at: distance + 1),
            value == 2 || value == 4
        {
            guard (value == 2 ? -1 : 1) == alteration, suspension == .none else {
                throw ChordReader.Failure(scanner.position, ["2", "4", "24", "♭2", "♯4"])
            }
            if isBracketed { open(&scanner) }
            scanner.position += 2
            suspension = .altered
            return insert(value == 2 ? Degree(9, -1) : Degree(11, 1))
        }
        if scanner.peek() == UInt8(ascii: "("), let value = scanner.number(at: 1), value == 2 || value == 4 {
            open(&scanner)
        }
        var new = Suspension.fourth
        if scanner.take(UInt8(ascii: "2")) {
            new = .second
            if takeSecondSuspension(UInt8(ascii: "4"), &scanner) { new = .both }
        } else if scanner.take(UInt8(ascii: "4")) {
            if takeSecondSuspension(UInt8(ascii: "2"), &scanner) { new = .both }
        }
        switch suspension {
        case .none: suspension = new
        case .second where new == .fourth, .fourth where new == .second: suspension = .both
        default: return false
        }
        return true
    }

    private var acceptsSuspension: Bool {
        quality != .diminished && quality != .halfDiminished && number != 5 && number != 2 && suspension != .both
            && suspension != .altered
    }

    /// The second number of `sus24`, `sus2/4`, `sus(2,4)`.
    private func takeSecondSuspension(_ digit: UInt8, _ scanner: inout SymbolScanner) -> Bool {
        let hasSeparator = scanner.peek() == UInt8(ascii: "/") || scanner.peek() == UInt8(ascii: ",")
        if hasSeparator, scanner.peek(1) == digit { scanner.position += 1 }
        return scanner.take(digit)
    }

    private mutating func readAddition(_ scanner: inout SymbolScanner) throws(ChordReader.Failure) -> Bool {
        scanner.skipSpaces()
        if scanner.peek() == UInt8(ascii: "(") { open(&scanner) }
        if isMajorSign(scanner) {
            _ =
                scanner.take(Sign.triangle) || scanner.take(word: "maj") || scanner.take(word: "ma")
                || scanner.take(word: "m")
                || scanner.take(word: "j")
            guard scanner.take(UInt8(ascii: "7")) else { throw ChordReader.Failure(scanner.position, ["7"]) }
            additions.insert(Degree(7))
            return true
        }
        let alteration = scanner.alteration()
        let distance = alteration == nil ? 0 : 1
        let degree = scanner.number(at: distance).flatMap { added($0, alteration ?? 0) }
        guard let degree, let value = scanner.number(at: distance) else {
            throw ChordReader.Failure(scanner.position, ["2", "4", "6", "9", "11", "13 (with ♭ or ♯)", "Δ7"])
        }
        scanner.position += distance + SymbolScanner.length(ofNumber: value)
        _ = scanner.take(word: "th")
        lastNumberEnd = -1
        if additions.contains(degree) { return false }
        additions.insert(degree)
        return true
    }

    private func added(_ value: Int, _ alteration: Int) -> Degree? {
        switch (value, alteration) {
        case (2, 0), (3, 0), (4, 0), (6, 0), (7, -1): Degree(value, alteration)
        case (5, 0), (7, _): nil
        default: altered(value, alteration)
        }
    }

    private mutating func readOmission(_ scanner: inout SymbolScanner) throws(ChordReader.Failure) -> Bool {
        scanner.skipSpaces()
        guard let value = scanner.number(), [1, 3, 5, 7, 9, 11, 13].contains(value) else {
            throw ChordReader.Failure(scanner.position, ["1", "3", "5", "7", "9", "11", "13"])
        }
        scanner.position += SymbolScanner.length(ofNumber: value)
        _ = scanner.take(word: "st") || scanner.take(word: "rd") || scanner.take(word: "th")
        omissions = omissions.union(.all(of: value))
        lastNumberEnd = -1
        return true
    }

    /// The failure with the tokens that are accepted here.
    private func unexpected(_ scanner: SymbolScanner) -> ChordReader.Failure {
        var expected: [String] = []
        if number == 0 {
            if acceptsQuality { expected += ["ma", "mi", "°", "ø", "+"] }
            for value in [6, 7, 9, 11, 13] where acceptsStackNumber(value) { expected.append(Degree(value).name) }
        }
        if quality != .dominant || number > 0 { expected.append("an alteration such as ♭9 or ♯11") }
        if acceptsSuspension, suspension == .none, quality != .dominant || number > 0 { expected.append("sus") }
        if quality != .dominant || number > 0 { expected.append("add") }
        if quality != .dominant || number > 0, number != 5 { expected.append("omit") }
        expected.append(depth > 0 ? (openings & 1 == 1 ? "“]”" : "“)”") : "a bass after “/”")
        return ChordReader.Failure(scanner.position, expected)
    }

    // MARK: Degrees

    /// The degrees of the complete suffix.
    ///
    /// - Throws: if two parts contradict each other.
    private func degrees(endingAt end: Int) throws(ChordReader.Failure) -> DegreeSet {
        var degrees = DegreeSet(Degree(1))
        let isMinor = quality == .minor || quality == .diminished || quality == .halfDiminished
        let isFlatNineOnSuspension = number == 0 && suspension == .fourth && alterations.contains(9, -1)
        let stack =
            number == 0 && (impliesSeventh || hasMajorSeventh || quality == .halfDiminished || isFlatNineOnSuspension)
            ? 7 : number

        switch suspension {
        case .none:
            // A plain eleventh chord has no third, which would be a semitone under the eleventh. An augmented one has,
            // to differ from ♭13.
            let isPlainEleventh =
                stack == 11 && !hasMajorSeventh && !isAugmented
                && (quality == .unspecified || quality == .dominant)
                && !alterations.contains(anyOf: 11)
            if stack != 5, !isPlainEleventh { degrees.insert(Degree(3, isMinor ? -1 : 0)) }
        case .altered: break
        case .second: degrees.insert(Degree(2))
        case .fourth: degrees.insert(Degree(4))
        case .both:
            degrees.insert(Degree(2))
            degrees.insert(Degree(4))
        }
        insertFifth(into: &degrees)
        if stack == 6 {
            degrees.insert(Degree(6))
            if hasSixNine { degrees.insert(Degree(9)) }
        }
        if stack >= 7 {
            degrees.insert(seventh)
            insertStack(upTo: stack, isMinor: isMinor, into: &degrees)
        }
        try omit(from: &degrees, stack: stack, endingAt: end)
        return try SuffixReader.checked(degrees.union(alteredDegrees).union(additions), endingAt: end)
    }

    /// The degrees as a symbol can express them.
    ///
    /// - Throws: if they are not a chord, or if two are the same key.
    static func checked(_ degrees: DegreeSet, endingAt end: Int) throws(ChordReader.Failure) -> DegreeSet {
        var degrees = degrees.namable
        // A single note without a root is not a chord.
        guard degrees.contains(1) || degrees.count > 1 else {
            throw ChordReader.Failure.contradiction(
                end, "leaves one note and no root. Without a root, a chord needs two notes")
        }
        // With a sixth or seventh, a flat sixth is a flat thirteenth.
        if degrees.contains(6) || degrees.contains(anyOf: 7), degrees.remove(Degree(6, -1)) {
            degrees.insert(Degree(13, -1))
        }
        // Two degrees cannot be the same piano key.
        var keys: UInt32 = 0
        for degree in degrees {
            let key: UInt32 = 1 << UInt32(degree.semitones)
            if keys & key != 0, let other = degrees.first(where: { $0.semitones == degree.semitones }) {
                throw ChordReader.Failure.contradiction(
                    end, "has \(other.name) and \(degree.name), which are the same key. Leave out one of them")
            }
            keys |= key
        }
        return degrees
    }

    /// Removes the omitted degrees, which must be present and not explicitly requested.
    private func omit(from degrees: inout DegreeSet, stack: Int, endingAt end: Int) throws(ChordReader.Failure) {
        for value in [1, 3, 5, 7, 9, 11, 13] where omissions.contains(anyOf: value) {
            let isNamed =
                alterations.contains(anyOf: value) || additions.contains(anyOf: value) || value == 5 && stack == 5
            // Some writers expect an eleventh in thirteenth chords and omit it explicitly.
            let isThere = degrees.contains(anyOf: value) || (value == 11 && stack == 13)
            let article = value == 11 ? "an" : "a"
            if isNamed {
                throw ChordReader.Failure.contradiction(
                    end, "asks for \(article) \(value) and leaves it out. Drop one of the two")
            }
            guard isThere else {
                throw ChordReader.Failure.contradiction(
                    end, "leaves out \(article) \(value), which the chord does not have")
            }
        }
        degrees = degrees.subtracting(omissions)
    }

    private var seventh: Degree {
        if hasMajorSeventh || quality == .major { return Degree(7) }
        return Degree(7, quality == .diminished ? -2 : -1)
    }

    private func insertFifth(into degrees: inout DegreeSet) {
        if alterations.contains(anyOf: 5) { return }
        let isRaised = isAugmented || (isAltered && alterations.count < 3)
        let isLowered = quality == .diminished || quality == .halfDiminished
        degrees.insert(Degree(5, isRaised ? 1 : isLowered ? -1 : 0))
    }

    /// Inserts the degrees above the seventh that the number implies, unless they are altered.
    private func insertStack(upTo stack: Int, isMinor: Bool, into degrees: inout DegreeSet) {
        let hasSecond = suspension == .second || suspension == .both
        let hasFourth = suspension == .fourth || suspension == .both
        if stack >= 9, !hasSecond, !alterations.contains(anyOf: 9) { degrees.insert(Degree(9)) }
        // Only minor thirteenth chords keep their eleventh; a suspended fourth is the eleventh.
        let impliesEleventh = stack == 11 || (stack == 13 && isMinor)
        if impliesEleventh, !hasFourth, !alterations.contains(anyOf: 11) { degrees.insert(Degree(11)) }
        if stack == 13, !alterations.contains(anyOf: 13) { degrees.insert(Degree(13)) }
    }

    private var alteredDegrees: DegreeSet {
        // Three or more alterations define the altered chord; fewer only emphasize some that it has anyway.
        if isAltered, alterations.count < 3 {
            return alterations.union(DegreeSet(Degree(9, -1), Degree(9, 1), Degree(11, 1)))
        }
        return isAugmented && alterations.contains(anyOf: 5)
            ? alterations.union(DegreeSet(Degree(5, 1))) : alterations
    }
}
