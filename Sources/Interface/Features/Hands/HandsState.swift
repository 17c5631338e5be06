import Harmony
import Rendering

/// The voicing on the open screen, and its alternatives.
///
/// All of it follows from the chord, the settings and the choice. It is stored because finding the voicings takes time.
struct HandsState: Sendable {
    private(set) var subject: ChordToVoice?
    /// The best voicing of each style that fits.
    private(set) var best: [Voicing] = []
    /// Nil if the chord cannot be played.
    private(set) var voicing: Voicing?
    /// The notes of the best voicing in MIDI numbers, from the bottom; empty if there is none.
    var bestPitches: [Int] { best.first?.tones.map { $0.pitch } ?? [] }
    /// The next inversions, if any.
    private(set) var below: Voicing?
    private(set) var above: Voicing?
    private var pianist = Pianist()
    /// The voicing that was requested last.
    private var shape: HandShape?

    /// Shows the voicing of a chord, unless it is shown already.
    /// - Parameter requested: the chosen voicing; nil for the best one.
    mutating func show(_ new: ChordToVoice?, as requested: HandShape?, for player: Pianist) {
        let isOther = new != subject || player != pianist
        guard isOther || requested != shape else { return }
        if isOther {
            subject = new
            pianist = player
            best = new.map { Voicer(for: player).best(of: $0) } ?? []
            voicing = nil
        }
        shape = requested
        setVoicing(findVoicing())
    }

    /// Chooses another voicing of the same chord.
    mutating func choose(_ other: Voicing) {
        shape = HandShape(other)
        setVoicing(other)
    }

    private mutating func setVoicing(_ new: Voicing?) {
        guard new != voicing || new == nil else { return }
        voicing = new
        let neighbors = voicing.map { Voicer(for: pianist).neighbors(.inversion, of: $0) }
        below = neighbors?.below
        above = neighbors?.above
    }

    /// The requested voicing, else the best of its style, else the best of all.
    private func findVoicing() -> Voicing? {
        guard let subject, let shape else { return best.first }
        let own = best.first { $0.style == shape.style }
        guard let keys = shape.keys else { return own ?? best.first }
        if let own, HandKeys(own) == keys { return own }
        // The sender of a link may have other settings of hands and register.
        let bands = shape.isFromLink ? [pianist.hasBassPlayer, !pianist.hasBassPlayer] : [pianist.hasBassPlayer]
        let others = bands.flatMap { hasBassPlayer in
            Register.allCases.map { Pianist(register: $0, hasBassPlayer: hasBassPlayer) }
        }
        for allowingOctaves in shape.isFromLink ? [false, true] : [true] {
            for player in [pianist] + others {
                let list = Voicer(for: player).voicings(of: subject, in: shape.style).list
                if let voicing = keys.match(in: list, allowingOctaves: allowingOctaves) { return voicing }
            }
            if let voicing = own.flatMap({ findInversion(from: $0, to: keys, allowingOctaves: allowingOctaves) }) {
                return voicing
            }
        }
        return own ?? best.first
    }

    /// Searches the inversions, which the list of a style does not contain.
    private func findInversion(from start: Voicing, to keys: HandKeys, allowingOctaves: Bool) -> Voicing? {
        let voicer = Voicer(for: pianist)
        for isUp in [true, false] {
            var passed: [Voicing] = []
            while passed.count < 16, let next = voicer.step(.inversion, up: isUp, from: passed.last ?? start) {
                passed.append(next)
            }
            if let found = keys.match(in: passed, allowingOctaves: allowingOctaves) { return found }
        }
        return nil
    }
}
