import Harmony
import Rendering

extension ChordToVoice {
    /// The quality that chords with the same voicing share on any root: `13(♭9)`. A slash chord adds the interval to
    /// its bass in semitones, and a polychord has both halves.
    fileprivate var quality: String {
        func quality(_ chord: Chord) -> String {
            chord.type.suffix.replacingSigns { $0 == " " ? "," : nil }
                + (chord.bass.map { "/\(distance(to: $0))" } ?? "")
        }
        guard case .pair(let pair) = self, pair.result == nil else { return quality(chord) }
        return quality(pair.lower) + "+\(distance(to: pair.upper.root))" + quality(pair.upper)
    }

    private func distance(to note: NoteName) -> Int { (note.pitchClass - chord.root.pitchClass + 12) % 12 }
}

/// How each quality was last laid, the latest first: `13(♭9):rootless-a:40.46_50.57;ma7:close:…`.
extension Settings {
    /// As many qualities as are remembered.
    private static let maximumShapes = 24

    func shape(of subject: ChordToVoice) -> HandShape? {
        let quality = subject.quality
        for entry in shapes.parts(at: ";") {
            let parts = entry.parts(at: ":")
            guard parts.count == 3, parts[0] == quality, let style = VoicingStyle(rawValue: parts[1]) else { continue }
            return HandShape(style, HandKeys(parts[2])?.moved(by: subject.chord.root.pitchClass))
        }
        return nil
    }

    mutating func remember(_ voicing: Voicing) {
        let quality = voicing.subject.quality
        let keys = HandKeys(voicing).moved(by: -voicing.subject.chord.root.pitchClass)
        let others = shapes.parts(at: ";").filter {
            $0.parts(at: ":").first != quality
        }
        let all = [quality + ":" + voicing.style.rawValue + ":" + keys.text] + others.map { String($0) }
        self[.shapes] = all.prefix(Settings.maximumShapes).joined(separator: ";")
    }
}
