extension Voicer {
    /// What a step changes.
    public enum Step: String, CaseIterable, Sendable, Hashable {
        /// The next inversion: the same notes in another order. Of the two rootless forms one is the other's.
        case inversion
        /// Another note on top, the next one that the style has.
        case top
        /// The same shape an octave away.
        case octave
    }

    /// The next voicing of the same style upwards or downwards; nil where the keyboard or the register ends.
    public func step(_ step: Step, up isUp: Bool, from voicing: Voicing) -> Voicing? {
        let neighbours = neighbours(step, of: voicing)
        return isUp ? neighbours.above : neighbours.below
    }

    /// The next voicings of the same style in both directions, for little more than one of them costs.
    public func neighbours(_ step: Step, of voicing: Voicing) -> (below: Voicing?, above: Voicing?) {
        switch step {
        case .octave: (octave(up: false, from: voicing), octave(up: true, from: voicing))
        case .inversion:
            // Each hand keeps its number of keys, and both together their notes.
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
        // What is clear does not become muddy; who is down there already may move about.
        if isMuddy, !voicing.isMuddy { return nil }
        let count = voicing.left.count
        return Voicing(
            subject: voicing.subject, style: voicing.style, left: Array(tones[..<count]), right: Array(tones[count...]),
            missing: voicing.missing, added: voicing.added, isMuddy: isMuddy, cost: voicing.cost)
    }

    /// The nearest below and above the one at hand; of those that are as near the one whose voices move least.
    /// - Parameters:
    ///   - height: of keys, upwards, in semitones.
    ///   - isWanted: which of them are looked at; shapes are spelled only when they are found.
    private func nearest(
        to voicing: Voicing, measuredBy height: ([Int]) -> Int, where isWanted: (PlacedShape, [Int]) -> Bool
    ) -> (below: Voicing?, above: Voicing?) {
        let colours: Palette.Colours = voicing.added.isEmpty ? .none : voicing.added.contains(9, -1) ? .minor : .natural
        let styles = voicing.style.isRootless ? [VoicingStyle.rootlessA, .rootlessB] : [voicing.style]
        typealias Neighbour = (placed: PlacedShape, material: Material, distance: Int, movement: Int)
        var below: Neighbour?
        var above: Neighbour?
        func isNearer(_ one: Neighbour, than other: Neighbour?) -> Bool {
            guard let other else { return true }
            return (one.distance, one.movement, one.placed.cost) < (other.distance, other.movement, other.placed.cost)
        }
        let own = voicing.tones.map { $0.pitch }
        for style in styles {
            let found = placed(voicing.subject, in: style, colours: colours, isWide: true)
            for placed in found.list {
                let keys = placed.pitches
                let distance = height(keys) - height(own)
                guard distance != 0, isWanted(placed, keys) else { continue }
                // Semitones between voices of the same order; a voice that one of both has alone counts an octave.
                let movement = zip(keys, own).reduce(12 * abs(keys.count - own.count)) { $0 + abs($1.0 - $1.1) }
                let neighbour = (placed, found.material, abs(distance), movement)
                if distance > 0 {
                    if isNearer(neighbour, than: above) { above = neighbour }
                } else if isNearer(neighbour, than: below) {
                    below = neighbour
                }
            }
        }
        return (below.map { $0.material.voicing($0.placed) }, above.map { $0.material.voicing($0.placed) })
    }

    private static func sum(_ keys: [Int]) -> Int { keys.reduce(0, +) }
}
