import Harmony

/// A whole chordset in a text that can stand in a link, so that it is shared without any server. Who opens it gets the
/// same chordset under an identity of its own.
///
/// The text is base64 in the letters of addresses, without padding, of: the version; the title; eight times the
/// background and bpm, the lumis and the music of a chord; a CRC-32 of all that. Numbers are written as their distance
/// from the initial value, so that an unchanged value takes one byte.
public enum ChordsetLink {
    /// What this version writes and reads; the first byte also of all that will come.
    private static let version: UInt8 = 1

    public static func text(_ chordset: Chordset) -> String {
        var packet = Packet()
        packet.bytes.append(version)
        packet.write(chordset.title)
        for chord in chordset.chords { packet.write(chord) }
        return AddressBase64.text(AddressBase64.withChecksum(packet.bytes))
    }

    /// - Parameter id: the identity that the chordset gets.
    /// - Throws: a sentence that says why the link cannot be read, or why the id can be none; nothing of a faulty link
    ///   is taken, nor is one that was cut or mistyped read as another chordset.
    public static func chordset(_ text: some StringProtocol, id: String) throws(ChordsetError) -> Chordset {
        guard let bytes = AddressBase64.bytes(text) else {
            throw notWhole("it has wrong characters, or too few")
        }
        guard let made = bytes.first, made > 0 else { throw notWhole("its beginning is missing") }
        guard made <= version else { throw ChordsetError("This link was made by a newer version of Chord Combiner.") }
        guard let content = AddressBase64.checked(bytes) else { throw notWhole("part of it was cut off or changed") }

        var packet = Packet(bytes: content, place: 1)
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

/// Bytes that are being written or read.
private struct Packet {
    var bytes: [UInt8] = []
    var place = 0

    var isAtEnd: Bool { place == bytes.count }

    // MARK: - Bytes

    mutating func readByte() throws(ChordsetError) -> UInt8 {
        guard place < bytes.count else { throw ChordsetLink.notWhole("its end is missing") }
        defer { place += 1 }
        return bytes[place]
    }

    /// Seven bits a byte, the lowest first; the eighth says that more follow.
    mutating func write(count: Int) {
        var rest = count
        while rest > 127 {
            bytes.append(UInt8(rest & 127) | 128)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Longer than four bytes, or than necessary, is not valid.
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
        bytes += Array(text.utf8)
    }

    mutating func readText() throws(ChordsetError) -> String {
        let count = try readCount()
        guard count <= bytes.count - place else { throw ChordsetLink.notWhole("a text in it has no end") }
        let part = bytes[place..<place + count]
        place += count
        let text = String(decoding: part, as: UTF8.self)
        // Decoding would mend what is no text.
        guard text.utf8.elementsEqual(part) else { throw ChordsetLink.notWhole("a text in it cannot be read") }
        return text
    }

    // MARK: - Values

    /// A value as its distance from the initial one in the smallest steps, those upwards even and those downwards odd.
    mutating func write(_ value: Double, of measure: Measure) {
        let distance = Packet.steps(value, measure) - Packet.steps(measure.initial, measure)
        write(count: distance < 0 ? -2 * distance - 1 : 2 * distance)
    }

    mutating func readValue(of measure: Measure) throws(ChordsetError) -> Double {
        let count = try readCount()
        let distance = count & 1 == 0 ? count / 2 : -(count / 2) - 1
        let steps = Packet.steps(measure.initial, measure) + distance
        return measure.isWhole ? Double(steps) : Double(steps) / 1000
    }

    private static func steps(_ value: Double, _ measure: Measure) -> Int {
        let scaled = measure.isWhole ? value : value * 1000
        return Int(scaled < 0 ? scaled - 0.5 : scaled + 0.5)
    }

    mutating func write(_ chord: LightChord) {
        for property in LightChord.Property.allCases { write(chord[property], of: property.measure) }
        write(count: chord.lumis.count)
        for lumi in chord.lumis {
            for property in Lumi.Property.allCases { write(lumi[property], of: property.measure) }
        }
        let music = chord.music
        bytes.append((music == nil ? 0 : 1) | (music?.upper == nil ? 0 : 2) | (music?.colorsLight == true ? 4 : 0))
        if let music { write(music.lower.name) }
        if let upper = music?.upper { write(upper.name) }
    }

    mutating func readChord() throws(ChordsetError) -> LightChord {
        var chord = LightChord()
        for property in LightChord.Property.allCases {
            try chord.set(property, to: try readValue(of: property.measure))
        }
        let count = try readCount()
        guard count <= LightChord.mostLumis else {
            throw ChordsetError(
                "A light chord has at most \(LightChord.mostLumis) lumis: in this link one has \(count).")
        }
        var lumis: [Lumi] = []
        for _ in 0..<count {
            var lumi = Lumi()
            for property in Lumi.Property.allCases { try lumi.set(property, to: try readValue(of: property.measure)) }
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
