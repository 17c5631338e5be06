import Harmony
import Sync

/// Eight light chords, comparable to a preset of a synthesizer.
public struct Chordset: Sendable, Hashable {
    /// The number of chords, as in Imager.
    public static let size = 8
    /// The maximum length in Unicode scalars.
    public static let maximumTitleLength = 500

    /// A globally unique ID: at most 64 letters, digits and hyphens.
    public let id: String
    /// One line, possibly empty.
    public private(set) var title = ""
    public private(set) var chords: [LightChord]

    /// - Throws: if there are not exactly eight chords, or if the ID or the title is invalid.
    public init(id: String, title: String = "", chords: [LightChord]) throws(ChordsetError) {
        guard Chordset.isID(id) else {
            throw ChordsetError(
                "“\(String(id.prefix(80)))” is not a chordset id: expected 1 to 64 letters, digits or hyphens, but not "
                    + "“profile” or “events”.")
        }
        guard chords.count == Chordset.size else {
            throw ChordsetError(
                "A chordset has exactly eight chords: \(Chordset.described(title)) has \(chords.count).")
        }
        self.id = id
        self.chords = chords
        try rename(title)
    }

    /// Makes a chordset with random backgrounds.
    /// - Parameters:
    ///   - id: valid by ``isID(_:)``, which is not checked.
    ///   - generator: a seeded generator makes the result reproducible.
    public init(id: String, using generator: inout some RandomNumberGenerator) {
        self.init(id: id) { _ in LightChord(background: .random(using: &generator)) }
    }

    /// Makes a chordset without a title.
    /// - Parameter chord: makes the chord of a position, called in order.
    init(id: String, _ chord: (Int) -> LightChord) {
        self.id = id
        chords = []
        for position in 0..<Chordset.size { chords.append(chord(position)) }
    }

    /// Whether a text is a valid ID. The names of other resources below the server's path are excluded.
    public static func isID(_ text: String) -> Bool {
        ItemID.isValid(text) && text != "profile" && text != "events"
    }

    /// The text shown for an empty title.
    public static let untitled = "Untitled"

    /// The title for display.
    public var shownTitle: String { title.isEmpty ? Chordset.untitled : Chordset.shown(title) }

    /// A title for display, with directional control characters replaced by U+FFFD. They could make a title look like
    /// another one, or like the text next to it. Right-to-left letters do not need them.
    public static func shown(_ title: String) -> String {
        var shown = ""
        for scalar in title.unicodeScalars {
            let isDirectional = 0x202A...0x202E ~= scalar.value || 0x2066...0x2069 ~= scalar.value
            shown.unicodeScalars.append(isPrintable(scalar) && !isDirectional ? scalar : "\u{FFFD}")
        }
        return shown
    }

    /// A title in quotation marks for a sentence. Right-to-left text is isolated.
    public static func quoted(_ title: String) -> String {
        let isFromRight = title.scalars.contains { scalar in
            switch scalar.value {
            case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
            default: false
            }
        }
        return isFromRight ? "“\u{2068}" + shown(title) + "\u{2069}”" : "“" + shown(title) + "”"
    }

    /// The title for a terminal or a file name, with directional control characters as `<U+202E>`. They could change
    /// the look of the surrounding text.
    public var plainTitle: String { Chordset.plain(title) }

    private static func plain(_ title: String) -> String {
        var plain = ""
        for scalar in title.unicodeScalars {
            switch scalar.value {
            case 0x202A...0x202E, 0x2066...0x2069:
                plain += "<U+" + String(scalar.value, radix: 16, uppercase: true) + ">"
            default: plain.unicodeScalars.append(scalar)
            }
        }
        return plain
    }

    /// The title for an error message.
    static func described(_ title: String) -> String {
        title.isEmpty ? "one without a title" : "“\(plain(String(title.prefix(80))))”"
    }

    public mutating func rename(_ title: String) throws(ChordsetError) {
        let length = title.unicodeScalars.count
        guard length <= Chordset.maximumTitleLength else {
            throw ChordsetError(
                "A title has at most \(Chordset.maximumTitleLength) characters: this one has \(length).")
        }
        guard title.scalars.allSatisfy(Chordset.isPrintable) else {
            throw ChordsetError("A title is one line of text without control characters.")
        }
        self.title = title
    }

    /// The part of a text that is valid as a title.
    public static func line(of text: String) -> String {
        var line = ""
        var length = 0
        for scalar in text.unicodeScalars where isPrintable(scalar) {
            if length == maximumTitleLength { break }
            line.unicodeScalars.append(scalar)
            length += 1
        }
        return line
    }

    /// Whether this is neither a control character, nor a line separator, nor a noncharacter.
    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<32, 127..<160, 0x2028, 0x2029: false
        default: scalar.value & 0xFFFE != 0xFFFE
        }
    }

    /// Compares titles by bytes: é as one scalar differs from é as two.
    public static func == (one: Chordset, other: Chordset) -> Bool {
        one.id == other.id && one.title.isIdentical(to: other.title) && one.chords == other.chords
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

    /// A copy with another ID.
    public func copy(id: String) throws(ChordsetError) -> Chordset {
        try Chordset(id: id, title: title, chords: chords)
    }
}
