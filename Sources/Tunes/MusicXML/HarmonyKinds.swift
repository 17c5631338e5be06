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
            // A variant used by some programs.
            ("minor-major", "1 ♭3 5 7"),
            ("major-sixth", "1 3 5 6"), ("minor-sixth", "1 ♭3 5 6"), ("dominant-ninth", "1 3 5 ♭7 9"),
            ("major-ninth", "1 3 5 7 9"),
            ("minor-ninth", "1 ♭3 5 ♭7 9"), ("dominant-11th", "1 5 ♭7 9 11"), ("major-11th", "1 3 5 7 9 11"),
            ("minor-11th", "1 ♭3 5 ♭7 9 11"), ("dominant-13th", "1 3 5 ♭7 9 13"), ("major-13th", "1 3 5 7 9 13"),
            ("minor-13th", "1 ♭3 5 ♭7 9 11 13"), ("suspended-second", "1 2 5"), ("suspended-fourth", "1 4 5"),
            ("power", "1 5"),
            // Augmented sixth chords are sevenths spelled by their resolution.
            ("Neapolitan", "1 3 5"), ("Italian", "1 3 ♭7"), ("French", "1 3 ♭5 ♭7"), ("German", "1 3 5 ♭7"),
            ("Tristan", "1 ♭3 ♭5 ♭7"), ("pedal", "1 5"), ("other", "1"),
        ]
    }

    static func type(_ name: String, text: String, degrees changes: [XMLNode]) throws(KindError) -> ChordType {
        guard let kind = kinds().first(where: { isSameWord($0.name, name) }) else {
            throw KindError(message: "“\(name)” is not a kind of chord.")
        }
        // For “other”, the displayed text defines the chord.
        if name == "other", let type = try? Chord("C" + tidied(text)).type, !text.isEmpty { return type }
        let shown = text.isEmpty ? nil : try? Chord("C" + tidied(text)).type
        var set = DegreeSet(kind.degrees) ?? DegreeSet()
        for change in changes { try HarmonyKinds.change(&set, by: change, shown: shown) }
        guard set.count > 1 else {
            throw KindError(message: "“\(text.isEmpty ? name : text)” is a kind of chord without notes.")
        }
        return ChordType(sounding: set)
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
        default: throw KindError(message: "“\(manner)” is not a degree type: expected add, alter or subtract.")
        }
    }
}
