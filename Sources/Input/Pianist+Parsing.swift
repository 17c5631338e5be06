import Harmony

extension Pianist {
    /// Reads the pianist's hands. Missing parts have their defaults.
    /// - Parameters:
    ///   - reach: `octave`, `ninth` or `tenth`, for both hands, or for the left and the right one with a comma between
    ///     them.
    ///   - register: `low`, `middle` or `high`.
    package static func parse(
        reach: String? = nil, register: String? = nil, hasBassPlayer: Bool = false, isPlain: Bool = false
    ) throws(InputError) -> Pianist {
        var pianist = Pianist(hasBassPlayer: hasBassPlayer, isPlain: isPlain)
        if let reach {
            let hands = reach.parts(at: ",", keepsEmpty: true)
            guard hands.count <= 2 else {
                throw InputError("“\(reach)” gives \(hands.count) spans. Give one for both hands, or LEFT,RIGHT.")
            }
            pianist.left = try .named(hands[0], "a hand span")
            pianist.right = try .named(hands[hands.count - 1], "a hand span")
        }
        if let register { pianist.register = try .named(register, "a register") }
        return pianist
    }
}

extension VoicingStyle {
    /// Reads a voicing style: `rootless-a`, `Rootless A`, `drop 2`.
    package static func parse(_ text: String) throws(InputError) -> VoicingStyle {
        guard let style = VoicingStyle(said: text) else {
            throw InputError("“\(text)” is not a style. Use \(allCases.map { $0.rawValue }.listed("or")).")
        }
        return style
    }

    fileprivate init?(said text: String) {
        let name = text.said
        guard let style = VoicingStyle.allCases.first(where: { [$0.rawValue.said, $0.title.said].contains(name) })
        else {
            return nil
        }
        self = style
    }
}

extension Leading.Styles {
    /// Reads the styles for a row: `rootless`, `upper-structure`, `any`, or one style.
    package static func parse(_ text: String?) throws(InputError) -> Leading.Styles {
        guard let text else { return .any }
        switch text.said {
        case "any": return .any
        case "rootless": return .rootless
        default: break
        }
        if let style = VoicingStyle(said: text) { return style == .upperStructure ? .upperStructure : .only(style) }
        let names = ["any", "rootless"] + VoicingStyle.allCases.map { $0.rawValue }
        throw InputError("“\(text)” is not a style for a progression. Use \(names.listed("or")).")
    }
}
