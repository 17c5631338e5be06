import Harmony

/// Reads ChordPro: lyrics with chords in brackets, `[Cmaj7]`, and directives in braces. Each chord in a line becomes a
/// bar; a grid has its own bars.
enum ChordPro {
    /// - Parameter names: the naming convention of the text.
    /// - Returns: nil if the text is not ChordPro.
    static func read(_ bytes: [UInt8], in names: NoteNames) -> TuneBook? {
        var reader = ChordProReader(names: names)
        for line in bytes.split(whereSeparator: { $0 == 10 || $0 == 13 }) { reader.read(Array(line)) }
        guard reader.isChordPro else { return nil }
        reader.finish()
        var book = TuneText.read(reader.text, in: names)
        for (tune, fret) in reader.capos where book.tunes.indices.contains(tune) {
            book.problems.append(
                TuneProblem(tune: tune, Capo.remark(fret)))
        }
        return book
    }
}

/// Converts ChordPro to the plain text format of tunes.
private struct ChordProReader {
    private let names: NoteNames
    /// Whether a directive or a chord among lyrics was found.
    private(set) var isChordPro = false
    private(set) var text = ""
    /// The songs with a capo, and its fret.
    private(set) var capos: [(song: Int, fret: Int)] = []

    private var song = Song()
    private var songCount = 0

    /// What one song needs while it is read.
    private struct Song {
        /// Text lines `Name: value`, which are written before the music.
        var headers: [(name: Header, value: String)] = []
        /// How directly the composer is named: 3 as composer, 2 as artist, 1 in a subtitle.
        var composerRank = 0
        var isBegun = false
        /// The label of a section without bars so far.
        var label: String?
        /// Comments, quoted, for the bar that follows.
        var words = ""
        /// Whether the next bar of a grid belongs to `%%`, even in another line.
        var isSecond = false
        /// The environment, such as `chorus` or `grid`; empty outside.
        var environment = ""
        /// The section around a grid or tablature; empty outside.
        var outer = ""
        /// The lines of the current chorus and of the last one.
        var lines: [Line] = []
        var chorus: [Line] = []
        /// The chords of the last section of each kind, which `[^]` recalls, and those of the current section.
        var recalled: [(kind: String, chords: [String])] = []
        var chords: [String] = []
        /// The number of chords that were recalled in the current section.
        var recalledCount = 0
        /// Transpositions in semitones; the last one applies.
        var transpositions: [Int] = []
        /// A capo, reported with the song.
        var fret: Int?
    }

    private struct Line {
        let bytes: [UInt8]
        let isGrid: Bool
    }

    /// The directives that become lines of a header.
    private enum Header: String {
        case title = "Title"
        case composer = "Composer"
        case key = "Key"
        case time = "Time"
        case tempo = "Tempo"
        case style = "Style"
        case groove = "Groove"
        case choruses = "Choruses"
    }

    /// The directives with a meaning here. Others are layout.
    private enum Directive: String {
        case title, t, subtitle, st, artist, composer, key, time, tempo, style, groove, choruses, capo, meta
        case newSong = "new_song"
        case ns
        case chorus, transpose
        case comment, c, highlight
        case commentItalic = "comment_italic"
        case ci
        case commentBox = "comment_box"
        case cb
        case define, chord
        // The short names of environments.
        case soc, eoc, sov, eov, sob, eob, sot, eot, sog, eog
    }

    init(names: NoteNames) {
        self.names = names
    }

    mutating func finish() {
        keepWords()
        endSection()
        if !song.headers.isEmpty, !song.isBegun { begin() }
        if let fret = song.fret { capos.append((songCount, fret)) }
    }

    mutating func read(_ bytes: [UInt8]) {
        var line = bytes[...]
        if let first = line.first, first >= 0x80 {
            let text = String(decoding: line, as: UTF8.self)
            line = Array(String(scalars: text.scalars.drop { $0.isInvisible }).utf8)[...]
        }
        // Some files have several directives in a line.
        while let rest = readPart(of: line) { line = rest }
    }

    /// Reads a directive, or a line without one.
    /// - Returns: what follows a directive.
    private mutating func readPart(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let line = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard let first = line.first else { return nil }
        if ChordProReader.delegated.contains(song.environment) {
            // Only its end is a directive here.
            if first == UInt8(ascii: "{"), isEnd(line) { end() }
        } else if first == UInt8(ascii: "#") {
            return nil
        } else if first == UInt8(ascii: "{") {
            let (name, value) = parts(of: line)
            directive(name, value)
            return line.firstIndex(of: UInt8(ascii: "}")).map { line[($0 + 1)...] }
        } else {
            take(Line(bytes: Array(line), isGrid: song.environment == "grid"))
        }
        return nil
    }

    private mutating func take(_ line: Line) {
        if song.environment == "chorus" || song.outer == "chorus" { song.lines.append(line) }
        read(line)
    }

    private mutating func read(_ line: Line) {
        if line.isGrid { grid(line.bytes[...]) } else { chords(line.bytes) }
    }

    // MARK: Directives

    /// The environments without chords: those of other programs, and tablature.
    private static let delegated = ["tab", "abc", "ly", "svg", "textblock"]

    /// The name of a directive, without a selector, and its value: `{comment-guitar: Softly}`.
    private func parts(of line: ArraySlice<UInt8>) -> (name: String, value: String) {
        let inside = line.dropFirst().prefix { $0 != UInt8(ascii: "}") }
        let trimmed = inside.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let head = trimmed.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        var rest = trimmed[head.endIndex...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        if rest.first == UInt8(ascii: ":") { rest = rest.dropFirst() }
        let name = head.prefix { $0 != UInt8(ascii: "-") }
        return (folded(String(decoding: name, as: UTF8.self)), tidied(String(decoding: rest, as: UTF8.self)))
    }

    private mutating func directive(_ name: String, _ value: String) {
        if let kind = environment(name, "start_of_") {
            isChordPro = true
            return start(kind, isPart(kind) ? namedLabel(in: value) ?? "" : label(in: value))
        }
        if environment(name, "end_of_") != nil {
            isChordPro = true
            return end()
        }
        guard let directive = Directive(rawValue: name) else { return }
        isChordPro = true
        switch directive {
        case .title, .t: header(.title, value)
        case .composer: composer(value, rank: 3)
        case .artist: composer(value, rank: 2)
        case .subtitle, .st: composer(value, rank: 1)
        case .key: header(.key, value)
        case .tempo: header(.tempo, value)
        case .style: header(.style, value)
        case .groove: header(.groove, value)
        case .choruses: header(.choruses, value)
        case .time: if song.isBegun { text += "(" + value + ") " } else { header(.time, value) }
        case .capo: song.fret = wholeNumber(value.bytes[...]).flatMap { (1...24).contains($0) ? $0 : nil }
        case .meta:
            let words = value.bytes.prefix { $0 != UInt8(ascii: " ") }
            let name = folded(String(decoding: words, as: UTF8.self))
            if name != "meta" {
                self.directive(name, tidied(String(scalars: value.scalars.dropFirst(name.unicodeScalars.count))))
            }
        case .newSong, .ns: beginSong()
        case .chorus: recallChorus(label(in: value))
        case .transpose: transpose(value)
        case .comment, .c, .highlight, .commentItalic, .ci, .commentBox, .cb: comment(value)
        case .define, .chord: break
        case .soc: start("chorus", label(in: value))
        case .sov: start("verse", label(in: value))
        case .sob: start("bridge", label(in: value))
        case .sot: start("tab", "")
        case .sog: start("grid", "")
        case .eoc, .eov, .eob, .eot, .eog: end()
        }
    }

    // MARK: Comments

    /// In bytes. More comments before one bar are prose.
    private static let maximumWordsLength = 1_000

    /// A comment is the name of a section, or words for the next bar. Chords after its words are played:
    /// `Intro: [G] [D]`.
    private mutating func comment(_ value: String) {
        let bytes = value.bytes
        let start = bytes.firstIndex(of: UInt8(ascii: "[")) ?? bytes.endIndex
        guard isChords(bytes[start...], afterWords: start > 0) else { return read(words: value) }
        read(words: tidied(String(decoding: bytes[..<start], as: UTF8.self)))
        take(Line(bytes: Array(bytes[start...]), isGrid: false))
    }

    /// Inside a section or after a label, words are an instruction unless they can only be a name.
    private mutating func read(words: String) {
        if words.isEmpty { return }
        let name = words.utf8.last == UInt8(ascii: ":") ? String(words.dropLast()) : words
        let isInside = !song.environment.isEmpty || song.label.map { !$0.isEmpty } ?? false
        if !isInside || !isPart(song.environment) && TextReader.isSectionName(name) {
            song.label = name
        } else if song.words.utf8.count + words.utf8.count < ChordProReader.maximumWordsLength {
            song.words += "\"" + wordsOfBar(words) + "\" "
        }
    }

    private mutating func takeWords() -> String {
        defer { song.words = "" }
        return song.words
    }

    /// Whether a text is chords in brackets without words among them. A single bracket alone may be a name.
    private func isChords(_ text: ArraySlice<UInt8>, afterWords: Bool) -> Bool {
        let parts = text.split(separator: UInt8(ascii: "["))
        let hasWords = parts.contains { part in
            let rest = part.drop { $0 != UInt8(ascii: "]") }.dropFirst()
            let signs = String(decoding: rest, as: UTF8.self).scalars
            return ChordProReader.times(rest) == nil && signs.contains { isLetter($0) }
        }
        return !hasWords && (afterWords || parts.count > 1)
            && parts.contains { part in
                let name = part.prefix { $0 != UInt8(ascii: "]") }
                return name.count < ChordProReader.maximumChordLength
                    && (try? ChordSymbol(String(decoding: name, as: UTF8.self), in: names)) != nil
            }
    }

    /// Dashes and arrows between chords are no letters.
    private func isLetter(_ sign: Unicode.Scalar) -> Bool {
        "A"..."Z" ~= sign || "a"..."z" ~= sign || sign.value >= 0xC0 && !(0x2000...0x2BFF ~= sign.value)
    }

    /// How often a line is played, if its chords are followed only by that: `x2`, `(2x)`.
    private static func times(_ rest: ArraySlice<UInt8>) -> Int? {
        guard rest.count < maximumChordLength else { return nil }
        let words = rest.filter { $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: ")") }
        return LineScanner.times(ofText: tidied(String(decoding: words, as: UTF8.self)))
    }

    // MARK: Environments

    /// The kind of an environment, such as `chorus` in `start_of_chorus`.
    private func environment(_ name: String, _ prefix: String) -> String? {
        guard name.utf8.starts(with: prefix.utf8), name.utf8.count > prefix.utf8.count else { return nil }
        return String(name.dropFirst(prefix.utf8.count))
    }

    private func isEnd(_ line: ArraySlice<UInt8>) -> Bool {
        let name = parts(of: line).name
        return environment(name, "end_of_") == song.environment || song.environment == "tab" && name == "eot"
    }

    /// The label: the value, or `label="…"` in it.
    private func label(in value: String) -> String {
        namedLabel(in: value) ?? value
    }

    /// The value of `label="…"` among attributes.
    private func namedLabel(in value: String) -> String? {
        let bytes = Array(value.utf8)
        let key = Array("label=".utf8)
        guard bytes.count > key.count,
            let start = (0..<bytes.count - key.count).first(where: { bytes[$0...].starts(with: key) })
        else { return nil }
        let rest = bytes[(start + key.count)...]
        let isQuoted = rest.first == UInt8(ascii: "\"") || rest.first == UInt8(ascii: "'")
        let label = isQuoted ? rest.dropFirst().prefix { $0 != rest.first } : rest.prefix { $0 != 32 }
        return String(decoding: label, as: UTF8.self)
    }

    private mutating func start(_ kind: String, _ label: String) {
        // The value of a grid is its shape. It may be part of a section.
        if isPart(kind) {
            if !isPart(song.environment) { song.outer = song.environment }
            song.environment = kind
            if song.outer.isEmpty, !label.isEmpty { song.label = label }
            return
        }
        endSection()
        song.environment = kind
        song.label = label.isEmpty ? named(kind) : label
    }

    /// `Pre chorus` for `pre_chorus`.
    private func named(_ kind: String) -> String {
        var name = kind.replacingSigns { $0 == "_" ? " " : nil }
        if let first = name.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) {
            name = String(Unicode.Scalar(first & 0xDF)) + String(name.dropFirst())
        }
        return name
    }

    /// Whether an environment is a grid or without chords, which may be inside a section.
    private func isPart(_ kind: String) -> Bool { kind == "grid" || ChordProReader.delegated.contains(kind) }

    private mutating func end() {
        song.isSecond = false
        if isPart(song.environment) {
            song.environment = song.outer
            song.outer = ""
        } else {
            keepWords()
            endSection()
            song.label = ""
        }
    }

    private mutating func endSection() {
        if song.environment == "chorus" { song.chorus = song.lines }
        if let index = song.recalled.firstIndex(where: { $0.kind == song.environment }) {
            if !song.chords.isEmpty { song.recalled[index].chords = song.chords }
        } else if !song.chords.isEmpty, song.recalled.count < ChordProReader.maximumKinds {
            song.recalled.append((song.environment, song.chords))
        }
        song.environment = ""
        song.outer = ""
        song.lines = []
        song.chords = []
        song.recalledCount = 0
    }

    /// Adds comments after the last bar of a section to that bar.
    private mutating func keepWords() {
        guard song.isBegun, !song.words.isEmpty, var end = text.utf8.lastIndex(of: UInt8(ascii: "|")) else { return }
        while end > text.startIndex, text.utf8[text.utf8.index(before: end)] == UInt8(ascii: ":") {
            end = text.utf8.index(before: end)
        }
        text.insert(contentsOf: takeWords(), at: end)
    }

    private mutating func beginSong() {
        keepWords()
        endSection()
        let isEmpty = song.headers.isEmpty && !song.isBegun
        if !song.headers.isEmpty, !song.isBegun { begin() }
        if let fret = song.fret { capos.append((songCount, fret)) }
        if !isEmpty { songCount += 1 }
        song = Song()
    }

    private mutating func recallChorus(_ label: String) {
        guard !song.chorus.isEmpty, text.utf8.count < ChordProReader.maximumLength else { return }
        song.label = label.isEmpty ? "Chorus" : label
        // Read again, because a transposition also applies to it.
        for line in song.chorus { read(line) }
        song.label = ""
    }

    /// The maximum number of kinds of sections whose chords can be recalled.
    private static let maximumKinds = 50
    /// In bytes. Beyond it no chorus is recalled, to limit memory.
    private static let maximumLength = 2_000_000

    // MARK: Headers

    /// Headers come before all music.
    private mutating func header(_ name: Header, _ value: String) {
        guard !song.isBegun, !value.isEmpty else { return }
        if let index = song.headers.firstIndex(where: { $0.name == name }) {
            // The composer is replaced by one that is named more directly.
            if name == .composer { song.headers[index].value = value }
        } else {
            song.headers.append((name, value))
        }
    }

    private mutating func composer(_ value: String, rank: Int) {
        guard rank > song.composerRank, !value.isEmpty else { return }
        song.composerRank = rank
        header(.composer, value)
    }

    /// Writes the headers of the song.
    private mutating func begin() {
        song.isBegun = true
        // A title begins a tune, even an empty one.
        if songCount > 0, !song.headers.contains(where: { $0.name == .title }) { text += "Title:\n" }
        for header in song.headers where header.name == .title { text += "Title: " + header.value + "\n" }
        for header in song.headers where header.name != .title {
            // The first chords are in the transposed key.
            let value = header.name == .key ? transposed(key: header.value) : header.value
            text += header.name.rawValue + ": " + value + "\n"
        }
    }

    // MARK: Transposing

    private mutating func transpose(_ value: String) {
        guard let first = value.utf8.first else {
            _ = song.transpositions.popLast()
            return
        }
        let digits = value.bytes.drop { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }.prefix { 48...57 ~= $0 }
        guard let count = wholeNumber(digits), count <= 36 else { return }
        song.transpositions.append(first == UInt8(ascii: "-") ? -count : count)
    }

    /// The transposition on the line of fifths. It takes the written key of the song, or C, to the usual name of the
    /// new key.
    private var fifths: Int {
        guard let semitones = song.transpositions.last, semitones % 12 != 0 else { return 0 }
        let named = song.headers.first { $0.name == .key }.flatMap { try? Key($0.value, in: names) }
        let key = named ?? Key(NoteName(fifths: 0), .major)
        let new = NoteName(pitchClass: ((key.tonic.pitchClass + semitones) % 12 + 12) % 12)
        return new.fifths - key.tonic.fifths
    }

    private func transposed(key text: String) -> String {
        let fifths = fifths
        guard fifths != 0, let key = try? Key(text, in: names) else { return text }
        return Key(NoteName(fifths: key.tonic.fifths + fifths), key.mode).typed(in: names)
    }

    private func transposed(_ chord: String) -> String {
        let fifths = fifths
        guard fifths != 0, let symbol = try? ChordSymbol(chord, in: names) else { return chord }
        func moved(_ note: NoteName) -> NoteName { NoteName(fifths: note.fifths + fifths).simplified }
        func moved(_ chord: Chord) -> Chord { Chord(moved(chord.root), chord.type, bass: chord.bass.map { moved($0) }) }
        switch symbol {
        case .chord(let chord): return ChordSymbol.chord(moved(chord)).ascii(in: names)
        case .polychord(let upper, let lower):
            return ChordSymbol.polychord(upper: moved(upper), lower: moved(lower)).ascii(in: names)
        }
    }

    // MARK: Chords

    /// In bytes, including the opening bracket.
    private static let maximumChordLength = 100

    private mutating func chords(_ line: [UInt8]) {
        // [Verse 1] alone is the name of a section.
        if line.first == UInt8(ascii: "["), line.last == UInt8(ascii: "]"),
            line.count < ChordProReader.maximumChordLength
        {
            let name = tidied(String(decoding: line.dropFirst().dropLast(), as: UTF8.self))
            if TextReader.isSectionName(name) { return song.label = name }
        }
        var chords: [String] = []
        var place = 0
        var hasWords = false
        // The next closing bracket, cached until it is passed.
        var end = -1
        // What follows the last bracket.
        var rest = 0
        while place < line.count {
            if end < place, line[place] == UInt8(ascii: "[") {
                end = line[place...].firstIndex(of: UInt8(ascii: "]")) ?? line.count
            }
            // A bracket before another one is not closed.
            guard line[place] == UInt8(ascii: "["), end < line.count, end - place < ChordProReader.maximumChordLength,
                !line[(place + 1)..<end].contains(UInt8(ascii: "["))
            else {
                hasWords = hasWords || line[place] > 32
                place += 1
                continue
            }
            if let chord = chord(Array(line[(place + 1)..<end])) { chords.append(chord) }
            place = end + 1
            rest = place
        }
        guard !chords.isEmpty else { return }
        // A single bracket may be a section name, and one between bar lines is.
        if hasWords || chords.count > 1, !line.contains(UInt8(ascii: "|")),
            (try? ChordSymbol(chords[0], in: names)) != nil
        {
            isChordPro = true
        }
        song.chords += chords
        let times = ChordProReader.times(line[rest...]).map { " x\($0)" } ?? ""
        write("| " + takeWords() + chords.map { transposed($0) }.joined(separator: " | ") + " |" + times + "\n")
    }

    /// The chord in a bracket: `[^]` recalls one, `[(N.C.)]` is N.C.
    /// - Returns: nil for an annotation such as `[*Coda]`, and for bar lines.
    private mutating func chord(_ bracket: [UInt8]) -> String? {
        var bytes = tidied(String(decoding: bracket, as: UTF8.self)).bytes.filter { $0 != 32 }
        guard let first = bytes.first, first != UInt8(ascii: "*") else { return nil }
        let isLine = bytes.contains(UInt8(ascii: "|")) && bytes.allSatisfy { "|:.]0123456789xX".utf8.contains($0) }
        if isLine { return nil }
        bytes.removeAll { $0 == UInt8(ascii: "|") }
        // A star behind a chord points to a footnote.
        while bytes.last == UInt8(ascii: "*") { bytes.removeLast() }
        if bytes == [UInt8(ascii: "^")] {
            let chords = song.recalled.first { $0.kind == song.environment }?.chords ?? []
            defer { song.recalledCount += 1 }
            return song.recalledCount < chords.count ? chords[song.recalledCount] : nil
        }
        if bytes.first == UInt8(ascii: "("), bytes.last == UInt8(ascii: ")") {
            bytes = Array(bytes.dropFirst().dropLast())
        }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    // MARK: Grids

    /// The bars of a line of a grid. What stands before the first or after the last bar line is a margin. A sign there
    /// belongs to the bar beside it.
    private mutating func grid(_ line: ArraySlice<UInt8>) {
        guard let from = line.firstIndex(of: UInt8(ascii: "|")), let to = line.lastIndex(of: UInt8(ascii: "|")),
            from < to,
            // Strokes of a strumming pattern.
            !(line[from + 1] == UInt8(ascii: "s") && line[from + 2] <= 32)
        else { return }
        let end = line[(to + 1)...].prefix { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ":") }.endIndex
        var music = ""
        var cells: [[String]] = []
        var index = from
        if from > line.startIndex, line[from - 1] == UInt8(ascii: ":") { index -= 1 }
        let left = ChordProReader.margin(line[..<index]) { Mark(words: $0) == .segno || Mark(words: $0) == .coda }
        var isRepeat = false
        /// Whether a bar line begins here: `|`, or `:|`.
        func isLine(_ index: Int) -> Bool {
            line[index] == UInt8(ascii: "|")
                || line[index] == UInt8(ascii: ":") && index + 1 < end && line[index + 1] == UInt8(ascii: "|")
        }
        while index < end {
            if isLine(index) {
                if !cells.isEmpty {
                    let bar = ChordProReader.bar(cells)
                    music += " " + (song.isSecond && bar == "." ? "%%" : bar) + " "
                    song.isSecond = bar == "%%" && !song.isSecond
                } else if song.isSecond, !music.isEmpty {
                    music += " %% "
                    song.isSecond = false
                }
                cells = []
                let sign = line[index..<end].prefix { "|:.".utf8.contains($0) }
                isRepeat = sign.first == UInt8(ascii: ":")
                let ending = line[sign.endIndex..<end].prefix { 48...57 ~= $0 || $0 == UInt8(ascii: ",") }
                let barLine = ChordProReader.barLine(Array(sign), ending: ending)
                music += music.isEmpty ? barLine + " " + takeWords() : barLine
                index = ending.endIndex
            } else if line[index] <= 32 {
                index += 1
            } else {
                let start = index
                while index < end, line[index] > 32, !isLine(index) { index += 1 }
                let cell = line[start..<index].split(separator: UInt8(ascii: "~"))
                cells.append(cell.map { transposed(String(decoding: $0, as: UTF8.self)) })
            }
        }
        let right = ChordProReader.margin(line[end...]) {
            Mark(words: $0) != nil || isRepeat && LineScanner.times(ofText: $0) != nil
        }
        write(left + " " + music + " " + right + "\n")
    }

    /// The signs of a margin, if it has nothing else: `3x, To Coda`.
    private static func margin(_ bytes: ArraySlice<UInt8>, isSign: (String) -> Bool) -> String {
        let parts = String(decoding: bytes, as: UTF8.self).parts(at: ",").map { tidied($0) }
        return parts.allSatisfy { isSign($0) } ? parts.joined(separator: " ") : ""
    }

    /// The bar line in plain text. A repeat sign before a first ending is only its bracket.
    private static func barLine(_ sign: [UInt8], ending: ArraySlice<UInt8>) -> String {
        let colon = UInt8(ascii: ":")
        let repeats = sign.first == colon && wholeNumber(ending.prefix { $0 != UInt8(ascii: ",") }) != 1
        let isFinal = sign.last == UInt8(ascii: ".")
        var line = repeats ? ":|" : isFinal ? "|]" : sign.count(where: { $0 == UInt8(ascii: "|") }) > 1 ? "||" : "|"
        if sign.last == colon, sign.count > 1 { line = repeats ? ":|:" : "|:" }
        return ending.isEmpty ? line : line + " " + String(decoding: ending, as: UTF8.self) + ". "
    }

    /// A bar from its cells, which share its time evenly. The chords of one cell share its time.
    private static func bar(_ cells: [[String]]) -> String {
        func isHold(_ cell: [String]) -> Bool { cell == ["."] || cell == ["/"] || cell.isEmpty }
        if cells.dropFirst().allSatisfy({ isHold($0) }), let first = cells.first {
            // The bar before continues or is repeated.
            if isHold(first) { return "." }
            if first.count == 1 { return first[0] }
        }
        // The least common multiple.
        var parts = 1
        for cell in cells where !cell.isEmpty {
            if let all = (1...12).first(where: { $0 % parts == 0 && $0 % cell.count == 0 }) { parts = all }
        }
        var slots: [String] = []
        for cell in cells {
            for part in 0..<parts {
                let isBegin = !isHold(cell) && part * cell.count % parts == 0
                let word = isBegin ? cell[part * cell.count / parts] : "."
                slots.append(word == "." ? "%" : word)
            }
        }
        return slots.joined(separator: " ")
    }

    // MARK: Text

    /// Appends a line of bars, after the headers and the label.
    private mutating func write(_ line: String) {
        if !song.isBegun { begin() }
        if let label = song.label {
            text += "[" + label.replacingSigns { $0 == "[" ? "(" : $0 == "]" ? ")" : nil } + "]\n"
            song.label = nil
        }
        text += line
    }
}
