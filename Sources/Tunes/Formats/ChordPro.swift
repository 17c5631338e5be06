import Harmony

/// Reads ChordPro: lyrics with chords in brackets, `[Cmaj7]`, and directives in braces. Each chord in a line becomes a
/// bar; a grid has its own bars.
enum ChordPro {
    /// - Parameter names: the naming convention of the text.
    /// - Returns: nil if the text is not ChordPro.
    static func read(_ bytes: [UInt8], in names: NoteNames) -> TuneBook? {
        var reader = ChordProReader(names: names)
        for line in bytes.split(whereSeparator: { $0 == 10 || $0 == 13 }) { reader.read(Array(line)) }
        return reader.isChordPro ? TuneText.read(reader.text, in: names) : nil
    }
}

/// Converts ChordPro to the plain text format of tunes.
private struct ChordProReader {
    private let names: NoteNames
    /// Whether a directive or a chord among lyrics was found.
    private(set) var isChordPro = false
    private(set) var text = ""

    /// The label of a section without bars so far.
    private var label: String?
    private var isGrid = false
    /// Whether the lines are tablature, which has no chords.
    private var isTablature = false
    private var hasMusic = false
    private var hasComposer = false

    init(names: NoteNames) {
        self.names = names
    }

    mutating func read(_ bytes: [UInt8]) {
        var line = bytes
        // Also skips a byte order mark.
        if let first = line.first, first >= 0x80 {
            let text = String(decoding: line, as: UTF8.self)
            line = Array(String(text.unicodeScalars.drop { $0.isInvisible }).utf8)
        }
        if line.first == UInt8(ascii: " ") { line = Array(line.drop { $0 == UInt8(ascii: " ") }) }
        guard let first = line.first, first != UInt8(ascii: "#") else { return }
        if first == UInt8(ascii: "{") {
            let inside = line.dropFirst().prefix { $0 != UInt8(ascii: "}") }
            let colon = inside.firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: " ") } ?? inside.endIndex
            directive(
                String(decoding: inside[..<colon], as: UTF8.self),
                tidied(String(decoding: inside[min(colon + 1, inside.endIndex)...], as: UTF8.self)))
        } else if isTablature {
            return
        } else if isGrid {
            // Text outside the bars is commentary.
            guard let from = line.firstIndex(of: UInt8(ascii: "|")), let to = line.lastIndex(of: UInt8(ascii: "|"))
            else { return }
            music(String(decoding: line[from...to], as: UTF8.self))
        } else {
            chords(line)
        }
    }

    private mutating func directive(_ name: String, _ value: String) {
        isChordPro = isChordPro || ChordProReader.directives.contains { isSameWord($0, name) }
        func isOne(_ names: String...) -> Bool { names.contains { isSameWord($0, name) } }
        if isOne("title", "t") { return header("Title", value) }
        if isOne("composer", "artist", "subtitle", "st"), !hasComposer {
            hasComposer = true
            return header("Composer", value)
        }
        if isOne("key") { return header("Key", value) }
        if isOne("tempo") { return header("Tempo", value) }
        if isOne("time") { return hasMusic ? music("(" + value + ")", isBar: false) : header("Time", value) }
        if isOne("comment", "c") { label = value }
        if isOne("start_of_tab", "sot") { isTablature = true }
        if isOne("end_of_tab", "eot") { isTablature = false }
        if isOne("start_of_grid", "sog") { isGrid = true }
        if isOne("end_of_grid", "eog") { isGrid = false }
        let starts = [
            ("start_of_chorus", "Chorus"), ("soc", "Chorus"), ("start_of_verse", "Verse"), ("sov", "Verse"),
            ("start_of_bridge", "Bridge"), ("sob", "Bridge"),
        ]
        if let start = starts.first(where: { isSameWord($0.0, name) }) { label = value.isEmpty ? start.1 : value }
        if isOne("end_of_chorus", "eoc", "end_of_verse", "eov", "end_of_bridge", "eob") { label = "" }
    }

    private static let directives = [
        "title", "t", "subtitle", "st", "artist", "composer", "key", "tempo", "time", "comment", "c", "capo",
        "start_of_chorus",
        "soc", "start_of_verse", "sov", "start_of_bridge", "sob", "start_of_grid", "sog", "start_of_tab", "sot",
        "define",
    ]

    /// Headers come before all music.
    private mutating func header(_ name: String, _ value: String) {
        guard !hasMusic, !value.isEmpty else { return }
        text += name + ": " + value + "\n"
    }

    /// In bytes, including the opening bracket.
    private static let maximumChordLength = 100

    private mutating func chords(_ line: [UInt8]) {
        var chords: [String] = []
        var place = 0
        var hasWords = false
        // The next closing bracket, cached until it is passed.
        var end = -1
        while place < line.count {
            if end < place, line[place] == UInt8(ascii: "[") {
                end = line[place...].firstIndex(of: UInt8(ascii: "]")) ?? line.count
            }
            guard line[place] == UInt8(ascii: "["), end < line.count, end - place < ChordProReader.maximumChordLength
            else {
                hasWords = hasWords || line[place] > 32
                place += 1
                continue
            }
            // [*Coda] is an annotation.
            let chord = tidied(String(decoding: line[(place + 1)..<end], as: UTF8.self)).utf8.filter {
                $0 != 32 && $0 != 124
            }
            if let first = chord.first, first != UInt8(ascii: "*") {
                chords.append(String(decoding: chord, as: UTF8.self))
            }
            place = end + 1
        }
        guard !chords.isEmpty else { return }
        // A single bracket may be a section name, and one between bar lines is.
        if hasWords || chords.count > 1, !line.contains(UInt8(ascii: "|")),
            (try? ChordSymbol(chords[0], in: names)) != nil
        {
            isChordPro = true
        }
        music("| " + chords.joined(separator: " | ") + " |")
    }

    private mutating func music(_ line: String, isBar: Bool = true) {
        if let label, isBar {
            text += "[" + label + "]\n"
            self.label = nil
        }
        hasMusic = true
        text += line + (isBar ? "\n" : " ")
    }
}
