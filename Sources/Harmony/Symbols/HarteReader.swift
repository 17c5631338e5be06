/// Reads Harte's notation, in which research corpora write chords: `C:maj7/3`, `A:min7`, `G:7(b9,*5)`.
///
/// A colon follows the root. After it comes a shorthand, a list of degrees in parentheses, or both; `*` leaves out a
/// degree. The bass after the slash is a degree above the root.
enum HarteReader {
    /// - Returns: nil without reading anything if there is no colon directly after a root.
    static func read(_ scanner: inout SymbolScanner) throws(ChordReader.Failure) -> Chord? {
        let start = scanner.position
        guard let root = scanner.takeNoteName(), scanner.take(UInt8(ascii: ":")) else {
            scanner.position = start
            return nil
        }
        var degrees = try shorthand(&scanner)
        if scanner.take(UInt8(ascii: "(")) { try readList(into: &degrees, &scanner) }
        degrees = try SuffixReader.checked(degrees, endingAt: scanner.position)
        var pitches: UInt32 = 0
        for degree in degrees { pitches |= 1 << UInt32(degree.pitchClass) }
        guard pitches.nonzeroBitCount == degrees.count else {
            throw .contradiction(scanner.position, "has two degrees that are the same key. Leave out one of them")
        }
        var bass: NoteName?
        if scanner.take(UInt8(ascii: "/")) {
            if let degree = degree(&scanner) {
                bass = root.adding(degree)
            } else if let note = scanner.takeNoteName() {
                bass = note.displayed
            } else {
                throw ChordReader.Failure(scanner.position, ["a degree such as 3 or b7"])
            }
        }
        guard scanner.isAtEnd else { throw ChordReader.Failure(scanner.position, ["“/” and the degree in the bass"]) }
        return Chord(root, ChordType(sounding: degrees), bass: bass)
    }

    /// A bass as a degree at the end of a symbol without colon, as in `A/3` and `C/b7`. Numbers above 7 after a slash,
    /// and altered fifths, are additions.
    static func bass(_ scanner: inout SymbolScanner) -> Degree? {
        // After a small root, and where note names have small letters, b7 is a chord.
        let isFlat = scanner.peek() == UInt8(ascii: "b") && scanner.names == .english && scanner.signs[0] < 0x60
        guard let number = scanner.number(at: isFlat ? 1 : 0), 2...7 ~= number, !(isFlat && number == 5) else {
            return nil
        }
        var rest = scanner
        guard let degree = degree(&rest), rest.isAtEnd else { return nil }
        scanner = rest
        return degree
    }

    /// The degrees of the shorthand before a list or a bass; the root alone, if there is only a list.
    private static func shorthand(_ scanner: inout SymbolScanner) throws(ChordReader.Failure) -> DegreeSet {
        let start = scanner.position
        var end = start
        while end < scanner.signs.count, scanner.signs[end] != UInt8(ascii: "("),
            scanner.signs[end] != UInt8(ascii: "/")
        {
            end += 1
        }
        if end == start {
            guard end < scanner.signs.count else {
                throw ChordReader.Failure(end, ["a quality such as maj, min7 or 7 after the colon"])
            }
            return scanner.peek() == UInt8(ascii: "(")
                ? DegreeSet(Degree(1)) : DegreeSet(Degree(1), Degree(3), Degree(5))
        }
        scanner.position = end
        // A single note.
        if end == start + 1, scanner.signs[start] == UInt8(ascii: "1") { return DegreeSet(Degree(1)) }
        var inner = SymbolScanner(signs: UnsafeBufferPointer(rebasing: scanner.signs[..<end]), names: scanner.names)
        inner.position = start
        var suffix = SuffixReader()
        return try suffix.read(&inner).degrees
    }

    /// The rest of a list of degrees, `b7,9,*5)`.
    private static func readList(
        into degrees: inout DegreeSet, _ scanner: inout SymbolScanner
    ) throws(ChordReader.Failure) {
        while true {
            scanner.skipSpaces()
            let isLeftOut = scanner.take(UInt8(ascii: "*"))
            guard let degree = degree(&scanner) else {
                throw ChordReader.Failure(scanner.position, ["a degree such as b7, 9 or *5"])
            }
            // Degrees that chords do not have are written as those that sound alike.
            let isWritten = chordDegrees.contains(degree)
            let written = isWritten ? degree : chordDegrees.degree(sounding: degree.pitchClass) ?? degree
            if isLeftOut { degrees.remove(written) } else { degrees.insert(written) }
            scanner.skipSpaces()
            if scanner.take(UInt8(ascii: ")")) { return }
            guard scanner.take(UInt8(ascii: ",")) else { throw ChordReader.Failure(scanner.position, ["“,”", "“)”"]) }
        }
    }

    /// Accidentals and a number.
    private static func degree(_ scanner: inout SymbolScanner) -> Degree? {
        let start = scanner.position
        var alteration = 0
        while true {
            let sign = scanner.peek()
            guard sign == UInt8(ascii: "b") || sign == Sign.flat || sign == UInt8(ascii: "#") else { break }
            alteration += sign == UInt8(ascii: "#") ? 1 : -1
            scanner.position += 1
        }
        guard var number = scanner.number(), number > 0, (-2...1).contains(alteration) else {
            scanner.position = start
            return nil
        }
        scanner.position += SymbolScanner.length(ofNumber: number)
        switch (number, alteration) {
        case (8, _): number = 1
        case (4, 1): number = 11
        case (2, -1), (2, 1): number = 9
        default: break
        }
        return Degree(number, alteration)
    }

    /// The degrees that symbols have.
    private static let chordDegrees = DegreeSet("1 2 ♭3 3 4 ♭5 5 ♯5 ♭6 6 °7 ♭7 7 ♭9 9 ♯9 11 ♯11 ♭13 13")!
}
