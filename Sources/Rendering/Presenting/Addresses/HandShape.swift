import Harmony

/// The keys of both hands, the lowest first: MIDI numbers or, for all chords of one quality, semitones above the lowest
/// root of the piano.
package struct HandKeys: Sendable, Hashable {
    package private(set) var left: [Int]
    package private(set) var right: [Int]

    package init(_ voicing: Voicing) {
        left = voicing.left.map { $0.pitch }
        right = voicing.right.map { $0.pitch }
    }

    /// Reads `48.52.55.58_61.64.69`; one of the hands may be empty. Returns nil if a key is not above the one before.
    package init?(_ text: String) {
        let hands = text.parts(at: "_", keepsEmpty: true)
        guard hands.count == 2, let left = HandKeys.keys(hands[0]), let right = HandKeys.keys(hands[1]) else {
            return nil
        }
        self.left = left
        self.right = right
        let keys = left + right
        guard !keys.isEmpty, zip(keys, keys.dropFirst()).allSatisfy({ $0 < $1 }) else { return nil }
    }

    private static func keys(_ text: String) -> [Int]? {
        var keys: [Int] = []
        for number in text.parts(at: ".") {
            guard let key = Int(number), 0...127 ~= key else { return nil }
            keys.append(key)
        }
        return keys.count <= 10 ? keys : nil
    }

    package var text: String {
        func listed(_ keys: [Int]) -> String { keys.map { "\($0)" }.joined(separator: ".") }
        return listed(left) + "_" + listed(right)
    }

    package func moved(by semitones: Int) -> HandKeys {
        var moved = self
        moved.left = left.map { $0 + semitones }
        moved.right = right.map { $0 + semitones }
        return moved
    }

    /// The voicing in a list that has these keys. If none has and `allowingOctaves` is true: the first that has them
    /// some octaves away.
    package func match(in list: [Voicing], allowingOctaves: Bool) -> Voicing? {
        if let voicing = list.first(where: { HandKeys($0) == self }) { return voicing }
        guard allowingOctaves, let lowest = (left + right).first else { return nil }
        return list.first { voicing in
            guard let other = voicing.tones.first?.pitch, (other - lowest) % 12 == 0 else { return false }
            return HandKeys(voicing) == moved(by: other - lowest)
        }
    }
}

/// How to voice a chord: the style and, if they are chosen too, the keys.
package struct HandShape: Sendable, Hashable {
    package let style: VoicingStyle
    package var keys: HandKeys?
    /// Whether the keys come from a link. Keys that were chosen for another root may be an octave away.
    package var isFromLink = false

    package init(_ style: VoicingStyle, _ keys: HandKeys?) {
        self.style = style
        self.keys = keys
    }

    package init(_ voicing: Voicing) {
        self.init(voicing.style, HandKeys(voicing))
    }

    /// As part of an address: `pair/48.52.55.58_61.64.69`.
    package var path: String { style.rawValue + (keys.map { "/" + $0.text } ?? "") }
}
