extension ScaleType {
    /// The scale type that musicians call so, by its own or another of its names; capitals, spaces and the way signs are
    /// typed make no difference.
    ///
    /// - Returns: nil where no type has that name.
    public init?(named name: String) {
        let wanted = ScaleType.plain(name)
        let byName = ScaleType.all.first { ScaleType.plain($0.name) == wanted }
        let found = byName ?? ScaleType.all.first { type in
            type.alternateNames.contains { ScaleType.plain($0) == wanted }
        }
        guard let found else { return nil }
        self = found
    }

    private static func plain(_ name: String) -> String {
        name.replacingSigns { sign in
            switch sign {
            case " ", "_", "-": ""
            // Without `lowercased()`, whose tables of all scripts would be half as large as the engine in the browser.
            case "A"..."Z": String(Unicode.Scalar(UInt8(sign.value) | 0x20))
            case "♭": "b"
            case "♯": "#"
            case "♮": "n"
            case "°", "˚": "o"
            default: sign.isShapeless ? "" : nil
            }
        }
    }
}
