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
        switch step {
        case .octave: octave(up: isUp, from: voicing)
        case .inversion: neighbour(up: isUp, of: voicing, measuredBy: { $0.height }) { $0.hasNotes(of: voicing) }
        case .top: neighbour(up: isUp, of: voicing, measuredBy: { $0.top }) { _ in true }
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

    /// Of the voicings that are wanted the nearest one that is higher or lower than the one at hand.
    private func neighbour(
        up isUp: Bool, of voicing: Voicing, measuredBy height: (Voicing) -> Int, where isWanted: (Voicing) -> Bool
    ) -> Voicing? {
        let colours: Palette.Colours = voicing.added.isEmpty ? .none : voicing.added.contains(9, -1) ? .minor : .natural
        let isRootless = voicing.style == .rootlessA || voicing.style == .rootlessB
        let styles = isRootless ? [VoicingStyle.rootlessA, .rootlessB] : [voicing.style]
        let sign = isUp ? 1 : -1
        var best: (voicing: Voicing, distance: Int, movement: Int)?
        for style in styles {
            let found = placed(voicing.subject, in: style, colours: colours, isWide: true)
            for candidate in found.list.map({ found.material.voicing($0) }) where isWanted(candidate) {
                let distance = sign * (height(candidate) - height(voicing))
                let movement = candidate.movement(from: voicing)
                guard distance > 0 else { continue }
                if let best, (best.distance, best.movement, best.voicing.cost) <= (distance, movement, candidate.cost) {
                    continue
                }
                best = (candidate, distance, movement)
            }
        }
        return best?.voicing
    }
}

extension Voicing {
    fileprivate var height: Int { tones.reduce(0) { $0 + $1.pitch } }

    fileprivate var top: Int { tones.last?.pitch ?? 0 }

    /// Whether each hand has as many keys and all together the same notes.
    fileprivate func hasNotes(of other: Voicing) -> Bool {
        left.count == other.left.count && right.count == other.right.count
            && PitchClassSet(tones.map { $0.pitch }) == PitchClassSet(other.tones.map { $0.pitch })
    }

    /// Semitones between voices of the same order; a voice that one of both has alone counts an octave.
    fileprivate func movement(from other: Voicing) -> Int {
        let (one, other) = (tones, other.tones)
        return zip(one, other).reduce(12 * abs(one.count - other.count)) { $0 + abs($1.0.pitch - $1.1.pitch) }
    }
}
