import Harmony

extension Address {
    /// What an address may mean that cannot be read as it is, the likeliest first.
    ///
    /// Programs that send a link on leave signs out of it, or take some of the text around it along: a full stop, a
    /// parenthesis, a quotation mark, a parameter, a space that is not seen. Some escape it twice, and where the user writes
    /// the sharp of a chord as #, browsers take the rest for a fragment. What is said here holds for the page and the server.
    package static func readings(of text: String) -> [String] {
        var readings: [String] = []
        var level = text.withoutShapeless
        for _ in 0..<mostEscapes {
            if level != text { readings.append(level) }
            // Escaped as a whole, and its slashes with it, which are now those of a symbol.
            if !level.utf8.dropFirst().contains(UInt8(ascii: "/")) {
                readings.append(level.replacingSigns { $0 == "⁄" ? "/" : nil })
            }
            readings += shortened(level)
            guard let next = decoded(level), next != level else { break }
            level = next.withoutShapeless
        }
        // What is left is a fragment: a route as in a static copy, or the name of a place on some page.
        if let fragment = level.last(behind: "#"), let first = fragment.unicodeScalars.first, first == "/" || first == "⁄" {
            let route = first == "/" ? fragment : fragment.replacingSigns { $0 == "⁄" ? "/" : nil }
            readings += [route] + shortened(route)
        }
        guard let path = level.withoutFragment else { return readings }
        return readings + [path] + shortened(path)
    }

    /// The text without what may stand behind a link.
    private static func shortened(_ text: String) -> [String] {
        let path = text.prefix(where: { !endsAddresses($0) })
        // What is nothing but mark-up is no tail of anything.
        let isCut = path != text && path.utf8.last != UInt8(ascii: "/")
        return withoutTails(text) + (isCut ? [path] + withoutTails(path) : [])
    }

    /// Whether a text ends with a sign that no address ends with.
    package static func endsInTail(_ text: String) -> Bool {
        guard let last = text.unicodeScalars.last else { return false }
        return last != ")" && last != "]" && last != "_" && isOfTail(last)
    }

    /// How often a link is escaped that went through several programs.
    private static let mostEscapes = 3
    /// How many signs of a text are taken along behind a link.
    private static let longestTail = 16

    /// The text without its last sign, without its last two, … as long as these belong to the text around a link.
    private static func withoutTails(_ text: String) -> [String] {
        var rest = text.unicodeScalars[...]
        var texts: [String] = []
        while texts.count < longestTail, let last = rest.last, isOfTail(last) {
            rest.removeLast()
            // By itself it stands for a chord that is left open.
            if last == "_", rest.last == "/" { break }
            texts.append(String(rest))
        }
        return texts
    }

    /// What addresses never hold, and which begins parameters, or the mark-up behind a link.
    private static func endsAddresses(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "?", "&", "<", ">", "\"": true
        default: scalar.value < 32
        }
    }

    /// Whether this may be punctuation of a text behind a link. Signs of music are not, nor are letters: what cannot be read of
    /// a symbol is to be told and not dropped.
    private static func isOfTail(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "#", "%", "(", "+", "-", "/", "=", "^": false
        case "0"..."9", "A"..."Z", "a"..."z": false
        case "°", "º", "²", "³", "¹": false
        // Dashes are minus signs to chords.
        case "\u{2010}"..."\u{2015}", "\u{2030}"..."\u{2031}", "\u{2044}": false
        case "\0"..."\u{BF}", "\u{2000}"..."\u{206F}", "\u{3000}"..."\u{303F}": true
        case "\u{37E}", "\u{387}", "\u{60C}", "\u{61B}", "\u{61F}", "\u{964}", "\u{6D4}": true
        // Full-width punctuation.
        case "\u{FF03}", "\u{FF05}", "\u{FF0B}", "\u{FF0D}", "\u{FF0F}"..."\u{FF19}", "\u{FF1D}", "\u{FF21}"..."\u{FF3A}": false
        case "\u{FF3E}", "\u{FF41}"..."\u{FF5A}": false
        case "\u{FF01}"..."\u{FF65}": true
        default: false
        }
    }

    /// What stands behind percent signs, with the slash of a symbol as addresses have it; nil where there is none.
    private static func decoded(_ text: String) -> String? {
        var bytes: [UInt8] = []
        var isEscaped = false
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%"), let high = rest.first.flatMap(digit), let low = rest.dropFirst().first.flatMap(digit)
            else {
                bytes.append(byte)
                continue
            }
            rest = rest.dropFirst(2)
            isEscaped = true
            let value = high << 4 | low
            if value == UInt8(ascii: "/") { bytes += Array("⁄".utf8) } else { bytes.append(value) }
        }
        return isEscaped ? String(decoding: bytes, as: UTF8.self) : nil
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 48...57: byte - 48
        case 65...70: byte - 55
        case 97...102: byte - 87
        default: nil
        }
    }
}

extension String {
    /// The beginning of which each sign is wanted.
    fileprivate func prefix(where isWanted: (Unicode.Scalar) -> Bool) -> String {
        String(unicodeScalars.prefix(while: isWanted))
    }

    /// The address in front of its fragment, nil if it has none. Behind a chord, what makes another chord of it or holds a
    /// slash is no fragment: its # is a sharp.
    fileprivate var withoutFragment: String? {
        guard let sign = unicodeScalars.firstIndex(of: "#") else { return nil }
        let path = String(unicodeScalars[..<sign]), fragment = String(unicodeScalars[sign...])
        guard let root = path.last(behind: "/"), (try? Chord(root)) != nil, fragment != "#" else { return path }
        let isSharp = fragment.utf8.contains(UInt8(ascii: "/")) || (try? Chord(root + fragment)) != nil
        return isSharp ? nil : path
    }

    /// What follows the last of these signs.
    fileprivate func last(behind sign: Unicode.Scalar) -> String? {
        unicodeScalars.lastIndex(of: sign).map { String(unicodeScalars[unicodeScalars.index(after: $0)...]) }
    }
}
