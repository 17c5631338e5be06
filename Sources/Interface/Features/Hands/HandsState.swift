import Answers
import Harmony

/// What lies under the hands on the screen that is open, and what else could. All of it follows from the chord, the settings
/// and what was chosen; it is kept since a chord is laid in all styles once, and shown with whatever is done then.
struct HandsState: Sendable {
    private(set) var subject: ChordToVoice?
    /// The best of each style that fits.
    private(set) var best: [Voicing] = []
    /// Nil where no one could play it.
    private(set) var voicing: Voicing?
    /// The inversions next to it; nil where there are none.
    private(set) var below: Voicing?
    private(set) var above: Voicing?
    private var pianist = Pianist()
    /// How it was last asked to lie.
    private var shape: HandShape?

    /// Lays a chord under the hands, unless it lies there.
    /// - Parameter wanted: as it was chosen; nil where that is left to the styles' own order.
    mutating func lay(_ new: ChordToVoice?, as wanted: HandShape?, for player: Pianist) {
        let isOther = new != subject || player != pianist
        guard isOther || wanted != shape else { return }
        if isOther {
            subject = new
            pianist = player
            best = new.map { Voicer(for: player).best(of: $0) } ?? []
            voicing = nil
        }
        shape = wanted
        show(sought())
    }

    /// Lays another voicing of the same chord.
    mutating func take(_ other: Voicing) {
        shape = HandShape(other)
        show(other)
    }

    private mutating func show(_ new: Voicing?) {
        guard new != voicing || new == nil else { return }
        voicing = new
        let neighbours = voicing.map { Voicer(for: pianist).neighbours(.inversion, of: $0) }
        below = neighbours?.below
        above = neighbours?.above
    }

    /// What was asked for; else the best of its style; else the best of all.
    private func sought() -> Voicing? {
        guard let subject, let shape else { return best.first }
        let own = best.first { $0.style == shape.style }
        guard let keys = shape.keys else { return own ?? best.first }
        if let own, HandKeys(own) == keys { return own }
        // A player with larger hands may have sent the link, or one who likes to play elsewhere.
        let bands = shape.isSent ? [pianist.hasBand, !pianist.hasBand] : [pianist.hasBand]
        let others = bands.flatMap { hasBand in Register.allCases.map { Pianist(register: $0, hasBand: hasBand) } }
        for orOctavesAway in shape.isSent ? [false, true] : [true] {
            for player in [pianist] + others {
                let list = Voicer(for: player).voicings(of: subject, in: shape.style).list
                if let voicing = keys.found(in: list, orOctavesAway: orOctavesAway) { return voicing }
            }
            if let voicing = own.flatMap({ walked(from: $0, to: keys, orOctavesAway: orOctavesAway) }) { return voicing }
        }
        return own ?? best.first
    }

    /// Inversions lead further than a style's own list does.
    private func walked(from start: Voicing, to keys: HandKeys, orOctavesAway: Bool) -> Voicing? {
        let voicer = Voicer(for: pianist)
        for isUp in [true, false] {
            var passed: [Voicing] = []
            while passed.count < 16, let next = voicer.step(.inversion, up: isUp, from: passed.last ?? start) { passed.append(next) }
            if let found = keys.found(in: passed, orOctavesAway: orOctavesAway) { return found }
        }
        return nil
    }
}
