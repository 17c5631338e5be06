extension ScaleType {
    /// The scale type with this name, alternate name or short name, ignoring case, spaces and the form of signs.
    ///
    /// - Returns: nil if no type has the name.
    public init?(named name: String) {
        let plain = ScaleType.plain(name)
        let wanted = ScaleType.fullName(ofShort: plain) ?? plain
        let byName = ScaleType.all.first { ScaleType.plain($0.name) == wanted }
        let found =
            byName
            ?? ScaleType.all.first { type in
                type.alternateNames.contains { ScaleType.plain($0) == wanted }
            }
        guard let found else { return nil }
        self = found
    }

    /// The plain name of the type with this short name, as people type it.
    private static func fullName(ofShort name: String) -> String? {
        switch name {
        case "halfwhole": "halfwholediminished"
        case "wholehalf": "diminished"
        case "alt": "altered"
        case "jazzminor": "melodicminor"
        case "lydianb7", "mixolydian#11": "lydiandominant"
        case "mixolydianb13": "mixolydianb6"
        case "locrian#2": "locriann2"
        case "spanishphrygian": "phrygiandominant"
        default: nil
        }
    }

    /// A name without case, spaces, hyphens and the form of signs.
    static func plain(_ name: String) -> String {
        name.replacingSigns { sign in
            switch sign {
            case " ", "_", "-": ""
            // `lowercased()` would add Unicode tables half as large as the browser engine.
            case "A"..."Z": String(Unicode.Scalar(UInt8(sign.value) | 0x20))
            case "♭": "b"
            case "♯": "#"
            case "♮": "n"
            case "°", "˚": "o"
            default: sign.isInvisible ? "" : nil
            }
        }
    }
}
