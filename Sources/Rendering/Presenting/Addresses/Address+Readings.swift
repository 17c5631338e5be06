import Harmony
import JSONText

extension Address {
    /// Repairs of a path that cannot be read as it is, the likeliest first.
    ///
    /// Programs that forward a link leave characters out or add some of the text around it: a full stop, a parenthesis,
    /// a quotation mark, a parameter, an invisible space. Some escape it twice. If the sharp of a chord is typed as #,
    /// browsers take the rest for a fragment. The page and the server use the same repairs.
    package static func repairs(of text: String) -> [String] {
        var repairs: [String] = []
        var level = text.withoutInvisible
        for _ in 0..<maximumEscapes {
            if level != text { repairs.append(level) }
            // The whole path was escaped with its slashes, which have become the slashes of symbols.
            if !level.bytes.dropFirst().contains(UInt8(ascii: "/")) {
                repairs.append(level.replacingSigns { $0 == "⁄" ? "/" : nil })
            }
            repairs += shortened(level)
            // An escaped slash belongs to a symbol.
            let next = String(decoding: PercentEncoding.decoded(Array(level.utf8)[...], slash: "⁄"), as: UTF8.self)
            guard next != level else { break }
            level = next.withoutInvisible
        }
        // A fragment may be a route, as in a static copy, or an anchor on a page.
        if let fragment = level.last(behind: "#"), let first = fragment.scalars.first,
            first == "/" || first == "⁄"
        {
            let route = first == "/" ? fragment : fragment.replacingSigns { $0 == "⁄" ? "/" : nil }
            repairs += [route] + shortened(route)
        }
        guard let path = level.withoutFragment else { return repairs }
        return repairs + [path] + shortened(path)
    }

    /// The text without anything that may follow a link.
    private static func shortened(_ text: String) -> [String] {
        let path = text.prefix(where: { !endsPath($0) })
        // Markup alone is not the tail of a link.
        let isCut = path != text && path.utf8.last != UInt8(ascii: "/")
        return withoutPunctuation(text) + (isCut ? [path] + withoutPunctuation(path) : [])
    }

    /// Whether a text ends with a character that ends no address.
    package static func endsInPunctuation(_ text: String) -> Bool {
        guard let last = text.scalars.last else { return false }
        return last != ")" && last != "]" && last != "_" && isPunctuation(last)
    }

    /// The maximum number of programs that have escaped a link.
    private static let maximumEscapes = 3
    /// The maximum number of characters that follow a link by mistake.
    private static let maximumTailLength = 16

    /// The text without its last character, its last two, … while these may belong to the text around a link.
    private static func withoutPunctuation(_ text: String) -> [String] {
        var rest = text.scalars[...]
        var texts: [String] = []
        while texts.count < maximumTailLength, let last = rest.last, isPunctuation(last) {
            rest.removeLast()
            // A part `_` stands for a chord that is not chosen.
            if last == "_", rest.last == "/" { break }
            texts.append(String(scalars: rest))
        }
        return texts
    }

    /// Whether this begins parameters or the markup after a link. Addresses never contain it.
    private static func endsPath(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "?", "&", "<", ">", "\"": true
        default: scalar.value < 32
        }
    }

    /// Whether this may be punctuation after a link. Musical signs and letters are not: the unreadable part of a symbol
    /// is reported, never dropped.
    private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "#", "%", "(", "+", "-", "/", "=", "^": false
        case "0"..."9", "A"..."Z", "a"..."z": false
        case "°", "º", "²", "³", "¹": false
        // Dashes are minus signs in chords.
        case "\u{2010}"..."\u{2015}", "\u{2030}"..."\u{2031}", "\u{2044}": false
        case "\0"..."\u{BF}", "\u{2000}"..."\u{206F}", "\u{3000}"..."\u{303F}": true
        case "\u{37E}", "\u{387}", "\u{60C}", "\u{61B}", "\u{61F}", "\u{964}", "\u{6D4}": true
        // Full-width punctuation.
        case "\u{FF03}", "\u{FF05}", "\u{FF0B}", "\u{FF0D}", "\u{FF0F}"..."\u{FF19}", "\u{FF1D}",
            "\u{FF21}"..."\u{FF3A}":
            false
        case "\u{FF3E}", "\u{FF41}"..."\u{FF5A}": false
        case "\u{FF01}"..."\u{FF65}": true
        default: false
        }
    }
}

extension String {
    /// The longest beginning in which every scalar matches.
    fileprivate func prefix(where isWanted: (Unicode.Scalar) -> Bool) -> String {
        String(scalars: scalars.prefix(while: isWanted))
    }

    /// The address before its fragment; nil if it has none. After a chord, `#` is a sharp if it makes another chord, or
    /// if a slash follows.
    fileprivate var withoutFragment: String? {
        let scalars = scalars
        guard let sign = scalars.firstIndex(of: "#") else { return nil }
        let path = String(scalars: scalars[..<sign]), fragment = String(scalars: scalars[sign...])
        guard let root = path.last(behind: "/"), (try? Chord(root)) != nil, fragment != "#" else { return path }
        let isSharp = fragment.bytes.contains(UInt8(ascii: "/")) || (try? Chord(root + fragment)) != nil
        return isSharp ? nil : path
    }

    /// The text after the last of these scalars.
    fileprivate func last(behind sign: Unicode.Scalar) -> String? {
        let scalars = scalars
        return scalars.lastIndex(of: sign).map { String(scalars: scalars[($0 + 1)...]) }
    }
}
