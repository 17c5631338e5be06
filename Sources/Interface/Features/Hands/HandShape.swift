import Exchange
import Harmony

/// Which keys both hands have, the lowest first: MIDI numbers or, where they are to serve every chord of a quality, counted
/// from the root at the bottom of the piano.
struct HandKeys: Sendable, Hashable {
    private(set) var left: [Int]
    private(set) var right: [Int]

    init(_ voicing: Voicing) {
        left = voicing.left.map { $0.pitch }
        right = voicing.right.map { $0.pitch }
    }

    /// Reads `48.52.55.58_61.64.69`; one of the hands may have nothing.
    init?(_ text: String) {
        let hands = text.split(separator: "_", omittingEmptySubsequences: false)
        guard hands.count == 2, let left = HandKeys.keys(hands[0]), let right = HandKeys.keys(hands[1]) else { return nil }
        self.left = left
        self.right = right
        if left.isEmpty, right.isEmpty { return nil }
    }

    private static func keys(_ text: Substring) -> [Int]? {
        var keys: [Int] = []
        for number in text.split(separator: ".") {
            guard let key = Int(number), 0...127 ~= key else { return nil }
            keys.append(key)
        }
        return keys.count <= 10 ? keys : nil
    }

    var text: String {
        func listed(_ keys: [Int]) -> String { keys.map { "\($0)" }.joined(separator: ".") }
        return listed(left) + "_" + listed(right)
    }

    func moved(by semitones: Int) -> HandKeys {
        var moved = self
        moved.left = left.map { $0 + semitones }
        moved.right = right.map { $0 + semitones }
        return moved
    }

    /// The one of some voicings that has these keys or, if none has and that will do, the first that has them some octaves
    /// away.
    func found(in list: [Voicing], orOctavesAway: Bool) -> Voicing? {
        if let voicing = list.first(where: { HandKeys($0) == self }) { return voicing }
        guard orOctavesAway, let lowest = (left + right).first else { return nil }
        return list.first { voicing in
            guard let other = voicing.tones.first?.pitch, (other - lowest) % 12 == 0 else { return false }
            return HandKeys(voicing) == moved(by: other - lowest)
        }
    }
}

/// How a chord is to lie under the hands: in a style and, where that is chosen too, on those very keys.
struct HandShape: Sendable, Hashable {
    let style: VoicingStyle
    var keys: HandKeys?
    /// Whether those very keys were sent by the user; what was chosen for another root may lie an octave away.
    var isSent = false

    init(_ style: VoicingStyle, _ keys: HandKeys?) {
        self.style = style
        self.keys = keys
    }

    init(_ voicing: Voicing) {
        self.init(voicing.style, HandKeys(voicing))
    }

    /// As an address has it: `pair/48.52.55.58_61.64.69`.
    var path: String { style.rawValue + (keys.map { "/" + $0.text } ?? "") }
}

extension ChordToVoice {
    /// What all chords have in common that are laid alike, whatever their root: `13(♭9)`; over a bass its distance in
    /// semitones, and of a polychord both halves.
    fileprivate var quality: String {
        func quality(_ chord: Chord) -> String {
            chord.type.suffix.replacingSigns { $0 == " " ? "," : nil } + (chord.bass.map { "/\(distance(to: $0))" } ?? "")
        }
        guard case .pair(let pair) = self, pair.result == nil else { return quality(chord) }
        return quality(pair.lower) + "+\(distance(to: pair.upper.root))" + quality(pair.upper)
    }

    private func distance(to note: NoteName) -> Int { (note.pitchClass - chord.root.pitchClass + 12) % 12 }
}

/// How each quality was last laid, the latest first: `13(♭9):rootless-a:40.46_50.57;ma7:close:…`.
extension Settings {
    /// As many qualities as are remembered.
    private static let mostShapes = 24

    func shape(of subject: ChordToVoice) -> HandShape? {
        let quality = subject.quality
        for entry in shapes.split(separator: ";") {
            let parts = entry.split(separator: ":").map { String($0) }
            guard parts.count == 3, parts[0] == quality, let style = VoicingStyle(rawValue: parts[1]) else { continue }
            return HandShape(style, HandKeys(parts[2])?.moved(by: subject.chord.root.pitchClass))
        }
        return nil
    }

    mutating func remember(_ voicing: Voicing) {
        let quality = voicing.subject.quality
        let keys = HandKeys(voicing).moved(by: -voicing.subject.chord.root.pitchClass)
        let others = shapes.split(separator: ";").filter { $0.split(separator: ":").first.map { String($0) } != quality }
        let all = [quality + ":" + voicing.style.rawValue + ":" + keys.text] + others.map { String($0) }
        self[.shapes] = all.prefix(Settings.mostShapes).joined(separator: ";")
    }
}
