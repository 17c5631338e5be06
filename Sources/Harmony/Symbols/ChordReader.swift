/// The parser of chord symbols: root, suffix, and a bass or a second chord.
public enum ChordReader {
    /// In Unicode scalars. The longest precise polychord name has 43.
    public static let maximumSymbolLength = 64

    static func read(_ text: String, in names: NoteNames) throws(SymbolError) -> ChordSymbol {
        try scan(text, in: names) { scanner throws(Failure) in
            scanner.skipSpaces()
            if let chord = try HarteReader.read(&scanner) { return .chord(chord) }
            let (root, type) = try chord(&scanner)
            let separator = scanner.peek()
            guard !scanner.isAtEnd else { return .chord(Chord(root, type)) }
            scanner.position += 1
            scanner.skipSpaces()
            let start = scanner.position
            if separator == UInt8(ascii: "/"), let degree = HarteReader.bass(&scanner) {
                return .chord(Chord(root, type, bass: root.adding(degree)))
            }
            if separator == UInt8(ascii: "/"), let bass = scanner.takeNoteName() {
                scanner.skipSpaces()
                if scanner.isAtEnd { return .chord(Chord(root, type, bass: bass.displayed)) }
                scanner.position = start
            }
            let (lowerRoot, lowerType) = try chord(&scanner)
            // A third chord, or a bass under the second, is not supported notation.
            guard scanner.isAtEnd else { throw Failure(scanner.position, ["the end"]) }
            return .polychord(upper: Chord(root, type), lower: Chord(lowerRoot, lowerType))
        }
    }

    /// Reads a single note name.
    static func readNote(_ text: String, in names: NoteNames) throws(SymbolError) -> NoteName {
        try scan(text, in: names) { scanner throws(Failure) in
            scanner.skipSpaces()
            guard let note = scanner.takeNoteName() else { throw noNote(at: scanner) }
            scanner.skipSpaces()
            guard scanner.isAtEnd else { throw Failure(scanner.position, ["♭, ♯ or the end of the note name"]) }
            return note
        }
    }

    /// Reads the note name at the beginning of a text.
    /// - Returns: the note, and the rest without leading spaces.
    static func readLeadingNote(
        _ text: String, in names: NoteNames
    ) throws(SymbolError) -> (note: NoteName, rest: String) {
        let (note, range) = try scan(text, in: names) { scanner throws(Failure) in
            scanner.skipSpaces()
            guard let note = scanner.takeNoteName() else { throw noNote(at: scanner) }
            scanner.skipSpaces()
            return (note, scanner.position..<scanner.signs.count)
        }
        return (note, String(scalars: text.withoutInvisible.scalars[range]))
    }

    private static func chord(_ scanner: inout SymbolScanner) throws(Failure) -> (NoteName, ChordType) {
        let first = scanner.peek()
        guard let root = scanner.takeNoteName() else { throw noNote(at: scanner) }
        // German writers give minor chords small letters.
        var suffix = SuffixReader(
            isMinorRoot: scanner.names == .german && first == SymbolScanner.lowercase(first))
        return (root, try suffix.read(&scanner))
    }

    /// The failure if there is no note name.
    private static func noNote(at scanner: SymbolScanner) -> Failure {
        if scanner.names != .english { return noTranslatedNote(at: scanner) }
        let letter = SymbolScanner.lowercase(scanner.peek())
        return (UInt8(ascii: "a")...UInt8(ascii: "g")).contains(letter)
            ? Failure(scanner.position + 1, ["one or two accidentals at most"]) : .noRoot(scanner)
    }

    private static func noTranslatedNote(at scanner: SymbolScanner) -> Failure {
        guard let (letter, length) = scanner.translatedLetter() else { return .noRoot(scanner) }
        let isRaisedB = scanner.names == .german && letter == .b && scanner.peek(1) == UInt8(ascii: "#")
        return Failure(
            scanner.position + length, isRaisedB ? ["♭", "H♯ for B sharp"] : ["one or two accidentals at most"])
    }

    /// Where and why reading stopped, without the symbol's text.
    struct Failure: Error {
        var offset: Int
        var expected: [String]
        var isRootMissing = false
        /// Whether everything was read but contradicts itself; `expected` then explains it.
        var isContradiction = false

        init(_ offset: Int, _ expected: [String]) {
            self.offset = offset
            self.expected = expected
        }

        static func contradiction(_ offset: Int, _ sentence: String) -> Failure {
            var failure = Failure(offset, [sentence])
            failure.isContradiction = true
            return failure
        }

        static func noRoot(_ scanner: SymbolScanner) -> Failure {
            var failure = Failure(scanner.position, [scanner.names.expectation])
            failure.isRootMissing = true
            return failure
        }
    }

    private static func scan<Result>(
        _ text: String, in names: NoteNames, _ body: (inout SymbolScanner) throws(Failure) -> Result
    ) throws(SymbolError) -> Result {
        // The signs are on the stack: reading a symbol does not allocate.
        let outcome = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: maximumSymbolLength) {
            buffer -> Swift.Result<Result, SymbolError> in
            var count = 0
            for scalar in text.unicodeScalars where !scalar.isInvisible {
                if count == maximumSymbolLength {
                    return .failure(SymbolError(symbol: text, offset: count, reason: .tooLong, expected: []))
                }
                buffer[count] = Sign.of(scalar)
                count += 1
            }
            while count > 0, buffer[count - 1] == UInt8(ascii: " ") { count -= 1 }
            if count == 0 { return .failure(SymbolError(symbol: text, offset: 0, reason: .empty, expected: [])) }
            var scanner = SymbolScanner(signs: UnsafeBufferPointer(rebasing: buffer[..<count]), names: names)
            do throws(Failure) {
                return .success(try body(&scanner))
            } catch {
                let reason: SymbolError.Reason =
                    error.isContradiction
                    ? .contradiction
                    : error.offset >= count
                        ? .incomplete
                        : error.isRootMissing && error.offset == 0 ? .noRoot : .unreadable
                return .failure(
                    SymbolError(
                        symbol: text.withoutInvisible, offset: error.offset, reason: reason, expected: error.expected))
            }
        }
        return try outcome.get()
    }
}

extension NoteName {
    /// Reads a note name: `C`, `Bb`, `f♯`, `G##`.
    ///
    /// - Parameter names: German also accepts `H`, `Fis` and `Es`, solfège `Sib` and `ré♯`.
    /// - Throws: ``SymbolError`` for anything else.
    public init(_ text: String, in names: NoteNames = .english) throws(SymbolError) {
        self = try ChordReader.readNote(text, in: names)
    }
}
