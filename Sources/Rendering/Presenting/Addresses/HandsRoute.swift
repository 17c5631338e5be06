import Harmony
import Input

/// A chord, or two, under two hands: `C13(♭9)`, `C7/A`; in a style, `C13(♭9)/rootless-a`; on given keys,
/// `C7/A/pair/48.52.55.58_61.64.69`.
package struct HandsRoute: Sendable, Hashable {
    package let lower: Chord
    /// Nil for a chord that is not a pair.
    package let upper: Chord?
    /// Nil if the address leaves it open. Then such chords are voiced as they were last.
    package let shape: HandShape?

    package init(_ lower: Chord, _ upper: Chord? = nil, shape: HandShape? = nil) {
        self.lower = lower
        self.upper = upper
        self.shape = shape
    }

    package init(_ subject: ChordToVoice, shape: HandShape? = nil) {
        switch subject {
        case .chord(let chord): self.init(chord, shape: shape)
        case .pair(let pair): self.init(pair.lower, pair.upper, shape: shape)
        }
    }

    /// Reads what follows `/hands`.
    init(reading parts: ArraySlice<String>) throws(InputError) {
        var rest = parts.dropFirst()
        let lower = try Chord.parse(parts.first ?? "")
        var upper: Chord?
        if let second = rest.first, VoicingStyle(rawValue: second) == nil {
            upper = try Chord.parse(second)
            rest = rest.dropFirst()
        }
        guard let name = rest.first else {
            self.init(lower, upper)
            return
        }
        guard let style = VoicingStyle(rawValue: name) else {
            let styles = VoicingStyle.allCases.map { $0.rawValue }.joined(separator: ", ")
            throw InputError(AddressText.noSuchStyle(name, styles))
        }
        rest = rest.dropFirst()
        guard let text = rest.first else {
            self.init(lower, upper, shape: HandShape(style, nil))
            return
        }
        guard rest.count == 1, let keys = HandKeys(text) else {
            throw InputError(AddressText.noKeys(rest.joined(separator: "/")))
        }
        var sent = HandShape(style, keys)
        sent.isFromLink = true
        self.init(lower, upper, shape: sent)
    }

    /// `C7/A/pair/48.52.55.58_61.64.69`
    var path: String { symbols + (shape.map { "/" + $0.path } ?? "") }

    /// The keys first, as addresses of a LinnStrument have them: `/48.52.55.58_61.64.69/C7/A/pair`; nil without keys.
    var pathOfPads: String? {
        shape.flatMap { shape in shape.keys.map { "/" + $0.text + "/" + symbols + "/" + shape.style.rawValue } }
    }

    private var symbols: String {
        Address.symbol(for: lower) + (upper.map { "/" + Address.symbol(for: $0) } ?? "")
    }
}
