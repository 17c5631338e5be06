import Harmony

struct KindError: Error {
    let message: String
}

/// The chord kinds of MusicXML and their alterations.
enum HarmonyKinds {
    private static func kinds() -> [(name: String, degrees: String)] {
        [
            ("major", "1 3 5"), ("minor", "1 ♭3 5"), ("augmented", "1 3 ♯5"), ("diminished", "1 ♭3 ♭5"),
            ("dominant", "1 3 5 ♭7"),
            ("major-seventh", "1 3 5 7"), ("minor-seventh", "1 ♭3 5 ♭7"), ("diminished-seventh", "1 ♭3 ♭5 °7"),
            ("augmented-seventh", "1 3 ♯5 ♭7"), ("half-diminished", "1 ♭3 ♭5 ♭7"), ("major-minor", "1 ♭3 5 7"),
            // Variants used by some programs.
            ("minor-major", "1 ♭3 5 7"), ("major-minor-seventh", "1 ♭3 5 7"),
            ("major-sixth", "1 3 5 6"), ("minor-sixth", "1 ♭3 5 6"), ("dominant-ninth", "1 3 5 ♭7 9"),
            ("major-ninth", "1 3 5 7 9"),
            ("minor-ninth", "1 ♭3 5 ♭7 9"), ("dominant-11th", "1 5 ♭7 9 11"), ("major-11th", "1 3 5 7 9 11"),
            ("minor-11th", "1 ♭3 5 ♭7 9 11"), ("dominant-13th", "1 3 5 ♭7 9 13"), ("major-13th", "1 3 5 7 9 13"),
            ("minor-13th", "1 ♭3 5 ♭7 9 11 13"), ("suspended-second", "1 2 5"), ("suspended-fourth", "1 4 5"),
            ("power", "1 5"),
            // Augmented sixth chords are sevenths spelled by their resolution.
            ("Neapolitan", "1 3 5"), ("Italian", "1 3 ♭7"), ("French", "1 3 ♭5 ♭7"), ("German", "1 3 5 ♭7"),
            ("Tristan", "1 ♭3 ♭5 ♭7"), ("pedal", "1 5"), ("other", "1 3 5"),
        ]
    }

    /// The type of a kind with changed degrees, and the problems of degrees that cannot be read.
    /// - Parameters:
    ///   - text: the displayed text.
    ///   - isWhole: whether the text is all that is displayed, without a symbol for the kind.
    static func type(
        _ name: String, text: String, isWhole: Bool, degrees changes: [XMLNode]
    ) throws(KindError) -> (type: ChordType, problems: [KindError]) {
        let text = tidied(text)
        let shown = text.isEmpty ? nil : suffix(text)
        let kind = kinds().first { isSameWord($0.name, name) }
        // For “other” and for no kind the displayed text defines the chord. Without one, it is major, or “other” has
        // only the root and its degrees.
        let isOther = isSameWord(name, "other")
        if name.isEmpty || isOther, let shown { return (shown, []) }
        if name.isEmpty || isOther && changes.isEmpty, !text.isEmpty {
            throw KindError(message: "“\(text)” is not a kind of chord.")
        }
        guard var set = kind.map({ DegreeSet($0.degrees) ?? DegreeSet() }) ?? named(name)?.degrees ?? shown?.degrees
        else { throw KindError(message: "“\(name)” is not a kind of chord.") }
        if changes.isEmpty, isWhole, let shown, refines(shown.degrees, set) { return (shown, []) }
        if isOther, !changes.isEmpty { set = DegreeSet("1") ?? set }
        let kindSet = set
        var unaltered = set
        var problems: [KindError] = []
        for change in changes {
            do throws(KindError) {
                // Sixth and ninth are one number in “6/9”.
                let value = change.number(of: "degree-value") ?? 0
                for number in value == 69 ? [6, 9] : [value] {
                    try HarmonyKinds.change(number, of: kindSet, &unaltered, in: &set, by: change, shown: shown)
                }
            } catch {
                problems.append(error)
            }
        }
        if !problems.isEmpty, isWhole, let shown { return (shown, problems) }
        // A suspended chord has the 11 as its 4, or the 9 as its 2, unless the text names both.
        for (low, high) in [(4, 11), (2, 9)] where set.contains(low) && !(shown?.degrees.contains(high) ?? false) {
            set.remove(Degree(high))
        }
        // MuseScore writes an altered dominant, Calt, without its seventh.
        if set == DegreeSet("1 3 ♭5 ♯5 ♭9 ♯9"), let altered = suffix("7alt") { return (altered, problems) }
        guard set.count > 1 else {
            throw KindError(message: "“\(text.isEmpty ? name : text)” is a kind of chord without notes.")
        }
        return (ChordType(sounding: set), problems)
    }

    /// Whether a displayed symbol is more precise than its kind, as 7alt for a dominant, and does not contradict it.
    /// Only a natural fifth or tension of the kind may be altered or missing.
    private static func refines(_ shown: DegreeSet, _ kind: DegreeSet) -> Bool {
        func third(_ set: DegreeSet) -> DegreeSet { set.intersection(.all(of: 3)) }
        let replaced = kind.subtracting(shown)
        return shown.count >= kind.count && third(shown) == third(kind)
            && replaced.subtracting(DegreeSet(Degree(5), Degree(9), Degree(11), Degree(13))).isEmpty
    }

    /// The type that a suffix names.
    static func suffix(_ text: String) -> ChordType? {
        if case .chord(let chord)? = symbol("C", text) { chord.type } else { nil }
    }

    /// The symbol of a suffix after a root.
    static func symbol(_ root: String, _ suffix: String) -> ChordSymbol? {
        // Directly after a root an accidental would belong to it.
        let isAltered = suffix.scalars.first?.isOne(of: "b#♭♯x𝄪𝄫") ?? false
        return try? ChordSymbol(root + (isAltered ? "(" + suffix + ")" : suffix))
    }

    /// A kind that is not in the specification: the suffix of a symbol, such as `min7`, or a longer or shorter name,
    /// such as `dominant-seventh` or `dominant-flat-five`. No name is major.
    private static func named(_ name: String) -> ChordType? {
        if let type = suffix(name) { return type }
        var rest = Array(folded(name).utf8)[...]
        var symbol: [UInt8] = []
        // A dominant without a number is a seventh.
        var isDominant = false
        while let first = rest.first {
            let word = words().first { rest.starts(with: $0.name.utf8) }
            rest = rest.dropFirst(word?.name.utf8.count ?? 1)
            let sign = word.map { Array($0.sign.utf8) } ?? (" -_".utf8.contains(first) ? [] : [first])
            guard let begin = sign.first else { continue }
            if isDominant, !(48...57 ~= begin) { symbol += "7".utf8 }
            isDominant = sign == [dominant]
            if !isDominant { symbol += sign }
        }
        return suffix(String(decoding: symbol, as: UTF8.self) + (isDominant ? "7" : ""))
    }

    private static let dominant = UInt8(ascii: "D")

    /// Longer words come first; `th` ends a number.
    private static func words() -> [(name: String, sign: String)] {
        [
            ("major", "maj"), ("minor", "min"), ("augmented", "aug"), ("diminished", "dim"), ("dominant", "D"),
            ("dom", "D"), ("suspended", "sus"), ("triad", ""), ("chord", ""), ("second", "2"), ("four", "4"),
            ("five", "5"), ("fifth", "5"), ("six", "6"), ("seven", "7"), ("nine", "9"), ("ninth", "9"),
            ("eleven", "11"), ("thirteen", "13"), ("power", "5"), ("flat", "b"), ("sharp", "#"), ("th", ""),
        ]
    }

    /// The degree in the bass of an inversion: 1 is the third or the suspended note, 2 the fifth, 3 the sixth or
    /// seventh.
    static func lowest(of type: ChordType, inversion: Int) -> Degree? {
        let numbers = inversion == 1 ? [3, 4, 2] : inversion == 2 ? [5] : inversion == 3 ? [7, 6] : []
        for number in numbers {
            if let degree = type.degrees.first(where: { $0.number == number }) { return degree }
        }
        return nil
    }

    /// - Parameters:
    ///   - kind: the degrees of the kind.
    ///   - unaltered: those of them that are not altered yet. A second alteration adds another degree: ♭9 and ♯9.
    ///   - shown: the type of the displayed symbol, if readable.
    private static func change(
        _ number: Int, of kind: DegreeSet, _ unaltered: inout DegreeSet, in set: inout DegreeSet, by change: XMLNode,
        shown: ChordType?
    ) throws(KindError) {
        let alter = change.number(of: "degree-alter") ?? 0
        let manner = change.text(of: "degree-type") ?? ""
        guard (1...13).contains(number) else {
            throw KindError(message: "“\(number)” is not a chord degree: expected 1 to 13.")
        }
        let own = kind.first { $0.number == number }
        // MusicXML counts an added 7 from the minor seventh, many programs from the major one. The displayed symbol
        // decides.
        let isFromMajor =
            (-1...1).contains(alter)
            && shown.map { $0.degrees.contains(7, alter) && !$0.degrees.contains(7, alter - 1) } ?? false
        switch manner {
        case "subtract": if let old = set.first(where: { $0.number == number }) { set.remove(old) }
        case "alter", "add", "":
            // An added degree is relative to the dominant seventh chord, an altered one to the degree of the kind.
            let base = manner == "alter" ? own?.alteration ?? 0 : number == 7 && !isFromMajor ? -1 : 0
            var alteration = base + alter
            // Many programs count from the major scale, where only a diminished seventh is altered twice.
            let isMeant = number == 7 && kind.contains(5, -1) || shown?.degrees.contains(number, -2) ?? false
            if abs(alteration) == 2, !isMeant { alteration = alter }
            guard (-2...1).contains(alteration) else {
                throw KindError(message: "The degree \(number) cannot be altered by \(alter) semitones.")
            }
            if manner == "alter", let own, unaltered.remove(own) { set.remove(own) }
            set.insert(Degree(number, alteration))
            // A dominant 11th lacks the third because of its natural 11th.
            if number == 11, alter > 0, !set.contains(where: { $0.number == 3 }) { set.insert(Degree(3, 0)) }
        default: throw KindError(message: "“\(manner)” is not a degree type: expected add, alter or subtract.")
        }
    }
}
