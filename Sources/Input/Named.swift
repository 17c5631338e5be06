import Harmony

/// One of a few named options: the reach of a hand, an order of keys.
extension CaseIterable where Self: RawRepresentable<String> {
    /// Reads a name. `as written` and `As-Written` are the same name.
    /// - Parameter kind: the kind of option with its article: `a register`.
    static func named(_ text: String, _ kind: String) throws(InputError) -> Self {
        let name = text.said
        guard let choice = allCases.first(where: { $0.rawValue.said == name }) else {
            throw InputError("“\(text)” is not \(kind). Use \(allCases.map { $0.rawValue }.listed("or")).")
        }
        return choice
    }
}

extension String {
    /// Lower-case letters and digits alone, because people write `Rootless A`, `rootless-a` and `drop2`.
    var said: String {
        var said = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "a"..."z", "0"..."9": said.unicodeScalars.append(scalar)
            case "A"..."Z": said.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value) | 0x20))
            // Any other letter, such as é, makes another word.
            default: if !scalar.isASCII, !scalar.isInvisible { said.unicodeScalars.append(scalar) }
            }
        }
        return said
    }
}
