/// Eight light chords, which define the instrument's voice as a preset does that of a synthesizer.
public struct Chordset: Sendable, Hashable {
    /// How many chords each has, as in Imager.
    public static let size = 8
    /// In Unicode scalars.
    public static let longestTitle = 500

    /// What tells it from all others, also from those made elsewhere: letters, digits and hyphens, at most 64.
    public let id: String
    /// One line, perhaps empty.
    public private(set) var title = ""
    public private(set) var chords: [LightChord]

    /// - Throws: unless there are eight chords, the identity can be one, and the title is one line that is not too long.
    public init(id: String, title: String = "", chords: [LightChord]) throws(ChordsetError) {
        guard Chordset.isID(id) else {
            throw ChordsetError(
                "“\(String(id.prefix(80)))” is not a chordset id: expected 1 to 64 letters, digits or hyphens, but not “profile” or “events”.")
        }
        guard chords.count == Chordset.size else {
            throw ChordsetError(
                "A chordset has exactly eight chords: \(Chordset.described(title)) has \(chords.count).")
        }
        self.id = id
        self.chords = chords
        try rename(title)
    }

    /// A new one with random backgrounds.
    /// - Parameter generator: one with a seed makes the same colours again.
    public init(id: String, using generator: inout some RandomNumberGenerator) {
        self.init(id: id) { _ in LightChord(background: .random(using: &generator)) }
    }

    /// A new one without a title.
    /// - Parameter chord: that of a position, asked for each in its order.
    init(id: String, _ chord: (Int) -> LightChord) {
        self.id = id
        chords = []
        for position in 0..<Chordset.size { chords.append(chord(position)) }
    }

    /// Not the names of what else stands beside chordsets in the addresses of the server.
    public static func isID(_ text: String) -> Bool {
        1...64 ~= text.utf8.count && text != "profile" && text != "events" && text.utf8.allSatisfy { byte in
            switch byte {
            case 48...57, 65...90, 97...122, 45: true
            default: false
            }
        }
    }

    /// What stands in the place of a title that is not there.
    public static let untitled = "Untitled"

    /// The title as it is shown above what a chordset holds.
    public var shownTitle: String { title.isEmpty ? Chordset.untitled : Chordset.shown(title) }

    /// A title as it is shown anywhere: what turns the direction of all that follows is replaced by a sign that is seen,
    /// since by it a title could look like another one, or like what stands beside it. Letters that are written from the
    /// right need nothing of the kind.
    public static func shown(_ title: String) -> String {
        var shown = ""
        for scalar in title.unicodeScalars {
            let isHarmless = isOfLine(scalar) && !(0x202A...0x202E ~= scalar.value) && !(0x2066...0x2069 ~= scalar.value)
            shown.unicodeScalars.append(isHarmless ? scalar : "\u{FFFD}")
        }
        return shown
    }

    /// A title within a sentence, in quotation marks; one with letters that are written from the right keeps its direction
    /// to itself.
    public static func quoted(_ title: String) -> String {
        let isFromRight = title.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
            default: false
            }
        }
        return isFromRight ? "“\u{2068}" + shown(title) + "\u{2069}”" : "“" + shown(title) + "”"
    }

    /// The title for a terminal or a file’s name, where nothing sees to its direction: what would turn the text around it,
    /// so that it reads as something else, is written out.
    public var plainTitle: String { Chordset.plain(title) }

    private static func plain(_ title: String) -> String {
        var plain = ""
        for scalar in title.unicodeScalars {
            switch scalar.value {
            case 0x202A...0x202E, 0x2066...0x2069: plain += "<U+" + String(scalar.value, radix: 16, uppercase: true) + ">"
            default: plain.unicodeScalars.append(scalar)
            }
        }
        return plain
    }

    /// A name for a message.
    static func described(_ title: String) -> String {
        title.isEmpty ? "one without a title" : "“\(plain(String(title.prefix(80))))”"
    }

    public mutating func rename(_ title: String) throws(ChordsetError) {
        let length = title.unicodeScalars.count
        guard length <= Chordset.longestTitle else {
            throw ChordsetError("A title has at most \(Chordset.longestTitle) characters: this one has \(length).")
        }
        guard title.unicodeScalars.allSatisfy(Chordset.isOfLine) else {
            throw ChordsetError("A title is one line of text without control characters.")
        }
        self.title = title
    }

    /// The usable part of a text that stands in the place of a title.
    public static func line(of text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars.lazy.filter(isOfLine).prefix(longestTitle) { line.unicodeScalars.append(scalar) }
        return line
    }

    /// Neither a control character nor the end of a line, nor one that means nothing and cannot stand in other files.
    private static func isOfLine(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<32, 127..<160, 0x2028, 0x2029: false
        default: scalar.value & 0xFFFE != 0xFFFE
        }
    }

    /// Titles are the same to the byte: é can be one character or two, and such a change is a change.
    public static func == (one: Chordset, other: Chordset) -> Bool {
        one.id == other.id && one.title.utf8.elementsEqual(other.title.utf8) && one.chords == other.chords
    }

    /// - Parameter position: 0…7.
    public mutating func replaceChord(at position: Int, with chord: LightChord) throws(ChordsetError) {
        try Chordset.check(position: position)
        chords[position] = chord
    }

    public static func check(position: Int) throws(ChordsetError) {
        guard 0..<size ~= position else {
            throw ChordsetError("There is no chord \(position) in a chordset: chords are numbered from 0 to 7.")
        }
    }

    /// The same under another identity.
    public func copy(id: String) throws(ChordsetError) -> Chordset {
        try Chordset(id: id, title: title, chords: chords)
    }
}
