import Harmony

extension Pianist {
    /// Who plays, as a person says it; what is not said is as usual.
    /// - Parameters:
    ///   - reach: `octave`, `ninth` or `tenth`: of both hands or, with a comma between them, of the left and the right one.
    ///   - register: `low`, `middle` or `high`.
    package static func asked(
        reach: String? = nil, register: String? = nil, hasBand: Bool = false, isPlain: Bool = false
    ) throws(Refusal) -> Pianist {
        var pianist = Pianist(hasBand: hasBand, isPlain: isPlain)
        if let reach {
            let hands = reach.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
            guard hands.count <= 2 else {
                throw Refusal("“\(reach)” gives \(hands.count) spans. Give one for both hands, or LEFT,RIGHT.")
            }
            pianist.left = try .named(hands[0], "a hand span")
            pianist.right = try .named(hands[hands.count - 1], "a hand span")
        }
        if let register { pianist.register = try .named(register, "a register") }
        return pianist
    }
}

extension VoicingStyle {
    /// The style that a person named: `rootless-a`, `Rootless A`, `drop 2`.
    package static func asked(_ text: String) throws(Refusal) -> VoicingStyle {
        guard let style = VoicingStyle(said: text) else {
            throw Refusal("“\(text)” is not a style. Use \(allCases.map { $0.rawValue }.alternatives).")
        }
        return style
    }

    fileprivate init?(said text: String) {
        let name = text.said
        guard let style = VoicingStyle.allCases.first(where: { [$0.rawValue.said, $0.title.said].contains(name) }) else {
            return nil
        }
        self = style
    }
}

extension Leading.Styles {
    /// The styles that a person named for a row: `rootless`, `upper-structure`, `any`, or one style.
    package static func asked(_ text: String?) throws(Refusal) -> Leading.Styles {
        guard let text else { return .any }
        switch text.said {
        case "any": return .any
        case "rootless": return .rootless
        default: break
        }
        if let style = VoicingStyle(said: text) { return style == .upperStructure ? .upperStructure : .only(style) }
        let names = ["any", "rootless"] + VoicingStyle.allCases.map { $0.rawValue }
        throw Refusal("“\(text)” is not a style for a progression. Use \(names.alternatives).")
    }
}
