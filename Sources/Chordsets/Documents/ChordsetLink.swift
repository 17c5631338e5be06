import Harmony

/// Encodes a whole chordset as link text, for sharing without a server. Opening the link makes a copy with a new ID.
///
/// The text is base64url without padding. It has the version, the title, the background, bpm, lumis and music of each
/// chord, and a CRC-32. Numbers are differences from the initial value, so that an unchanged value takes one byte.
public enum ChordsetLink {
    /// The first byte of this and all later formats.
    private static let version: UInt8 = 1

    public static func text(_ chordset: Chordset) -> String {
        var packet = Packet()
        packet.bytes.append(version)
        packet.write(chordset.title)
        for chord in chordset.chords { packet.write(chord) }
        return Base64URL.text(Base64URL.withChecksum(packet.bytes))
    }

    /// Decodes a link text. The checksum detects truncated and mistyped links.
    /// - Parameter id: the ID of the new chordset.
    /// - Throws: if the link or the ID is invalid.
    public static func chordset(_ text: some StringProtocol, id: String) throws(ChordsetError) -> Chordset {
        guard let bytes = Base64URL.bytes(text) else {
            throw notWhole("it has wrong characters, or too few")
        }
        guard let made = bytes.first, made > 0 else { throw notWhole("its beginning is missing") }
        guard made <= version else { throw ChordsetError("This link was made by a newer version of Chord Combiner.") }
        guard let content = Base64URL.checked(bytes) else { throw notWhole("part of it was cut off or changed") }

        var packet = Packet(bytes: content, position: 1)
        let title = try packet.readText()
        var chords: [LightChord] = []
        for _ in 0..<Chordset.size { chords.append(try packet.readChord()) }
        guard packet.isAtEnd else { throw notWhole("it has more in it than a chordset") }
        return try Chordset(id: id, title: title, chords: chords)
    }

    fileprivate static func notWhole(_ reason: String) -> ChordsetError {
        ChordsetError("This link is incomplete or damaged: " + reason + ". Copy the whole link again.")
    }
}

/// A byte buffer for writing and reading.
private struct Packet {
    var bytes: [UInt8] = []
    var position = 0

    var isAtEnd: Bool { position == bytes.count }

    // MARK: - Bytes

    mutating func readByte() throws(ChordsetError) -> UInt8 {
        guard position < bytes.count else { throw ChordsetLink.notWhole("its end is missing") }
        defer { position += 1 }
        return bytes[position]
    }

    /// Writes a LEB128 number: seven bits per byte, the lowest first, and the high bit if more bytes follow.
    mutating func write(count: Int) {
        var rest = count
        while rest > 127 {
            bytes.append(UInt8(rest & 127) | 128)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Reads a LEB128 number of at most four bytes, without padding.
    mutating func readCount() throws(ChordsetError) -> Int {
        var count = 0
        for shift in [0, 7, 14, 21] {
            let byte = try readByte()
            count |= Int(byte & 127) << shift
            guard byte & 128 == 0 else { continue }
            guard byte != 0 || shift == 0 else { break }
            return count
        }
        throw ChordsetLink.notWhole("a number in it is not valid")
    }

    mutating func write(_ text: String) {
        write(count: text.utf8.count)
        bytes += text.bytes
    }

    mutating func readText() throws(ChordsetError) -> String {
        let count = try readCount()
        guard count <= bytes.count - position else { throw ChordsetLink.notWhole("a text in it has no end") }
        let part = bytes[position..<position + count]
        position += count
        let text = String(decoding: part, as: UTF8.self)
        // Decoding repairs invalid UTF-8, which would hide the damage.
        guard text.bytes[...] == part else { throw ChordsetLink.notWhole("a text in it cannot be read") }
        return text
    }

    // MARK: - Values

    /// Writes the difference from the initial value in the smallest steps, zigzag-encoded.
    mutating func write(_ value: Double, of definition: PropertyDefinition) {
        let distance = Packet.steps(value, definition) - Packet.steps(definition.initial, definition)
        write(count: distance < 0 ? -2 * distance - 1 : 2 * distance)
    }

    mutating func readValue(of definition: PropertyDefinition) throws(ChordsetError) -> Double {
        let count = try readCount()
        let distance = count & 1 == 0 ? count / 2 : -(count / 2) - 1
        let steps = Packet.steps(definition.initial, definition) + distance
        return definition.isWhole ? Double(steps) : Double(steps) / 1000
    }

    private static func steps(_ value: Double, _ definition: PropertyDefinition) -> Int {
        let scaled = definition.isWhole ? value : value * 1000
        return Int(scaled < 0 ? scaled - 0.5 : scaled + 0.5)
    }

    mutating func write(_ chord: LightChord) {
        for property in LightChord.Property.allCases { write(chord[property], of: property.definition) }
        write(count: chord.lumis.count)
        for lumi in chord.lumis {
            for property in Lumi.Property.allCases { write(lumi[property], of: property.definition) }
        }
        let music = chord.music
        bytes.append((music == nil ? 0 : 1) | (music?.upper == nil ? 0 : 2) | (music?.colorsLight == true ? 4 : 0))
        if let music { write(music.lower.name) }
        if let upper = music?.upper { write(upper.name) }
    }

    mutating func readChord() throws(ChordsetError) -> LightChord {
        var chord = LightChord()
        for property in LightChord.Property.allCases {
            try chord.set(property, to: try readValue(of: property.definition))
        }
        let count = try readCount()
        guard count <= LightChord.maximumLumis else {
            throw ChordsetError(
                "A light chord has at most \(LightChord.maximumLumis) lumis: in this link one has \(count).")
        }
        var lumis: [Lumi] = []
        for _ in 0..<count {
            var lumi = Lumi()
            for property in Lumi.Property.allCases {
                try lumi.set(property, to: try readValue(of: property.definition))
            }
            lumis.append(lumi)
        }
        try chord.setLumis(lumis)
        chord.music = try readMusic()
        return chord
    }

    private mutating func readMusic() throws(ChordsetError) -> Music? {
        let parts = try readByte()
        guard parts != 0 else { return nil }
        guard parts < 8, parts & 1 == 1 else { throw ChordsetLink.notWhole("the music in it cannot be read") }
        let lower = try readSymbol()
        let upper = parts & 2 == 0 ? nil : try readSymbol()
        return Music(lower: lower, upper: upper, colorsLight: parts & 4 != 0)
    }

    private mutating func readSymbol() throws(ChordsetError) -> Chord {
        let symbol = try readText()
        do throws(SymbolError) {
            return try Chord(symbol)
        } catch {
            throw ChordsetError(error.message)
        }
    }
}
