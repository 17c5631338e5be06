import Harmony

/// What has a name of its own among a few: the reach of a hand, an order of keys.
extension CaseIterable where Self: RawRepresentable<String> {
    /// The one that a person named: `as written` and `As-Written` are one name.
    /// - Parameter kind: what it is, with its article: `a register`.
    static func named(_ text: String, _ kind: String) throws(Refusal) -> Self {
        let name = text.said
        guard let choice = allCases.first(where: { $0.rawValue.said == name }) else {
            throw Refusal("“\(text)” is not \(kind). Use \(allCases.map { $0.rawValue }.alternatives).")
        }
        return choice
    }
}

extension String {
    /// Letters and digits alone, the letters small, since people write `Rootless A`, `rootless-a` and `drop2`.
    var said: String {
        var said = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "a"..."z", "0"..."9": said.unicodeScalars.append(scalar)
            case "A"..."Z": said.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value) | 0x20))
            // Another letter, such as an é, makes another word.
            default: if !scalar.isASCII, !scalar.isShapeless { said.unicodeScalars.append(scalar) }
            }
        }
        return said
    }
}

extension [String] {
    /// `octave, ninth or tenth`.
    var alternatives: String {
        count < 2 ? joined() : dropLast().joined(separator: ", ") + " or " + self[count - 1]
    }
}
