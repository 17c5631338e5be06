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

    static func type(_ name: String, text: String, degrees changes: [XMLNode]) throws(KindError) -> ChordType {
        let text = tidied(text)
        let shown = text.isEmpty ? nil : suffix(text)
        let kind = kinds().first { isSameWord($0.name, name) }
        // For “other” and for no kind the displayed text defines the chord. Without one, it is major, or “other” has
        // only the root and its degrees.
        let isOther = isSameWord(name, "other")
        if name.isEmpty || isOther, let shown { return shown }
        if name.isEmpty || isOther && changes.isEmpty, !text.isEmpty {
            throw KindError(message: "“\(text)” is not a kind of chord.")
        }
        guard var set = kind.map({ DegreeSet($0.degrees) ?? DegreeSet() }) ?? named(name)?.degrees ?? shown?.degrees
        else { throw KindError(message: "“\(name)” is not a kind of chord.") }
        if isOther, !changes.isEmpty { set = DegreeSet("1") ?? set }
        for change in changes { try HarmonyKinds.change(&set, by: change, shown: shown) }
        guard set.count > 1 else {
            throw KindError(message: "“\(text.isEmpty ? name : text)” is a kind of chord without notes.")
        }
        return ChordType(sounding: set)
    }

    /// The type that a suffix names.
    private static func suffix(_ text: String) -> ChordType? {
        // Directly after a root an accidental would belong to it.
        let isAltered = text.scalars.first?.isOne(of: "b#♭♯") ?? false
        return try? Chord(isAltered ? "C(" + text + ")" : "C" + text).type
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

    /// - Parameter shown: the type of the displayed symbol, if readable.
    private static func change(_ set: inout DegreeSet, by change: XMLNode, shown: ChordType?) throws(KindError) {
        let number = change.number(of: "degree-value") ?? 0
        let alter = change.number(of: "degree-alter") ?? 0
        let manner = change.text(of: "degree-type") ?? ""
        let old = set.first { $0.number == number }
        guard (1...13).contains(number) else {
            throw KindError(message: "“\(number)” is not a chord degree: expected 1 to 13.")
        }
        // MusicXML counts an added 7 from the minor seventh, many programs from the major one. The displayed symbol
        // decides.
        let isFromMajor =
            (-1...1).contains(alter)
            && shown.map { $0.degrees.contains(7, alter) && !$0.degrees.contains(7, alter - 1) } ?? false
        switch manner {
        case "subtract": if let old { set.remove(old) }
        case "alter", "add":
            // An added degree is relative to the dominant seventh chord, an altered one to the existing degree.
            let base = manner == "alter" ? old?.alteration ?? 0 : number == 7 && !isFromMajor ? -1 : 0
            guard (-2...1).contains(base + alter) else {
                throw KindError(message: "The degree \(number) cannot be altered by \(alter) semitones.")
            }
            if manner == "alter", let old { set.remove(old) }
            set.insert(Degree(number, base + alter))
            // A dominant 11th lacks the third because of its natural 11th.
            if number == 11, alter > 0, !set.contains(where: { $0.number == 3 }) { set.insert(Degree(3, 0)) }
        default: throw KindError(message: "“\(manner)” is not a degree type: expected add, alter or subtract.")
        }
    }
}
