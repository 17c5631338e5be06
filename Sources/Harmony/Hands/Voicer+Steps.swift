extension Voicer {
    /// A kind of step between voicings.
    public enum Step: String, CaseIterable, Sendable, Hashable {
        /// The next inversion: the same notes in another order. The two rootless forms are inversions of each other.
        case inversion
        /// Another top note, the next one of the style.
        case top
        /// The same shape an octave away.
        case octave
    }

    /// The next voicing of the same style up or down; nil at the end of the keyboard or register.
    public func step(_ step: Step, up isUp: Bool, from voicing: Voicing) -> Voicing? {
        let neighbors = neighbors(step, of: voicing)
        return isUp ? neighbors.above : neighbors.below
    }

    /// The next voicings of the same style in both directions. This costs little more than one direction.
    public func neighbors(_ step: Step, of voicing: Voicing) -> (below: Voicing?, above: Voicing?) {
        switch step {
        case .octave: (octave(up: false, from: voicing), octave(up: true, from: voicing))
        case .inversion:
            // Each hand keeps its number of keys, and both together keep their notes.
            nearest(to: voicing, measuredBy: Voicer.sum) { placed, keys in
                placed.shape.leftCount == voicing.left.count && keys.count == voicing.tones.count
                    && PitchClassSet(keys) == PitchClassSet(voicing.tones.map { $0.pitch })
            }
        case .top: nearest(to: voicing, measuredBy: { $0.last ?? 0 }) { _, _ in true }
        }
    }

    private func octave(up isUp: Bool, from voicing: Voicing) -> Voicing? {
        let semitones = isUp ? 12 : -12
        let tones = voicing.tones.map { $0.moved(by: semitones) }
        guard let lowest = tones.first, let highest = tones.last, Placing.keyboard.contains(lowest.pitch),
            Placing.keyboard.contains(highest.pitch)
        else { return nil }
        let isMuddy = tones.indices.contains { low in
            tones[low...].contains { tones[low].pitch < LowLimits.lowest(of: $0.pitch - tones[low].pitch) }
        }
        // A clear voicing does not become muddy; a muddy one may stay muddy.
        if isMuddy, !voicing.isMuddy { return nil }
        let count = voicing.left.count
        return Voicing(
            subject: voicing.subject, style: voicing.style, left: Array(tones[..<count]), right: Array(tones[count...]),
            missing: voicing.missing, added: voicing.added, isMuddy: isMuddy, cost: voicing.cost)
    }

    /// The nearest voicings below and above the given one. Among equals, the one with the least voice movement.
    /// - Parameters:
    ///   - height: the measured height of keys, in semitones.
    ///   - isWanted: filters candidates; shapes are spelled only when chosen.
    private func nearest(
        to voicing: Voicing, measuredBy height: ([Int]) -> Int, where isWanted: (PlacedShape, [Int]) -> Bool
    ) -> (below: Voicing?, above: Voicing?) {
        let colors: Palette.Colors = voicing.added.isEmpty ? .none : voicing.added.contains(9, -1) ? .minor : .natural
        let styles = voicing.style.isRootless ? [VoicingStyle.rootlessA, .rootlessB] : [voicing.style]
        typealias Neighbor = (placed: PlacedShape, material: Material, distance: Int, movement: Int)
        var below: Neighbor?
        var above: Neighbor?
        func isNearer(_ one: Neighbor, than other: Neighbor?) -> Bool {
            guard let other else { return true }
            return (one.distance, one.movement, one.placed.cost) < (other.distance, other.movement, other.placed.cost)
        }
        let own = voicing.tones.map { $0.pitch }
        for style in styles {
            let found = placed(voicing.subject, in: style, colors: colors, isWide: true)
            for placed in found.list {
                let keys = placed.pitches
                let distance = height(keys) - height(own)
                guard distance != 0, isWanted(placed, keys) else { continue }
                // Semitones between voices matched in order; an unmatched voice counts an octave.
                let movement = zip(keys, own).reduce(12 * abs(keys.count - own.count)) { $0 + abs($1.0 - $1.1) }
                let neighbor = (placed, found.material, abs(distance), movement)
                if distance > 0 {
                    if isNearer(neighbor, than: above) { above = neighbor }
                } else if isNearer(neighbor, than: below) {
                    below = neighbor
                }
            }
        }
        return (below.map { $0.material.voicing($0.placed) }, above.map { $0.material.voicing($0.placed) })
    }

    private static func sum(_ keys: [Int]) -> Int { keys.reduce(0, +) }
}
