import Harmony

/// The notes of a chord in a lead sheet.
struct ChordTones: Sendable, Hashable {
    let span: HarmonicRhythm.Span
    /// MIDI notes in ascending order, the bass first.
    let pitches: [Int]

    /// The notes of each span. A span with fewer than two different notes goes on with the chord before it.
    static func all(
        of spans: [HarmonicRhythm.Span], in contents: BarContents, hasBassPlayer: Bool
    ) -> [ChordTones] {
        var all: [ChordTones] = []
        for (index, span) in spans.enumerated() {
            let next = index + 1 < spans.count ? spans[index + 1] : nil
            let pitches = pitches(of: span, until: next, in: contents, hasBassPlayer)
            if PitchClassSet(pitches).count >= 2 { all.append(ChordTones(span: span, pitches: pitches)) }
        }
        return all
    }

    /// The slices of a span, bar by bar.
    private static func slices(
        of span: HarmonicRhythm.Span, until next: HarmonicRhythm.Span?, in contents: BarContents
    ) -> [(bar: Int, slices: Range<Int>)] {
        let last = next.map { $0.slice > 0 ? $0.bar : $0.bar - 1 } ?? contents.bars.count - 1
        return (span.bar...last).map { bar in
            let first = bar == span.bar ? span.slice : 0
            let end = next.map { $0.bar == bar ? $0.slice : nil } ?? nil
            return (bar, first..<(end ?? contents.bars[bar].shape.slices))
        }
    }

    private static func pitches(
        of span: HarmonicRhythm.Span, until next: HarmonicRhythm.Span?, in contents: BarContents,
        _ hasBassPlayer: Bool
    ) -> [Int] {
        let slices = slices(of: span, until: next, in: contents)
        var weights = [Int](repeating: 0, count: 128)
        // Notes that are not only a walking bass, and notes that are not only a melody.
        var struck = [Int](repeating: 0, count: 12)
        var line: [Int] = []
        for (bar, range) in slices {
            for slice in range {
                let lowest = contents.lowest(bar, slice)
                if let lowest { line.append(lowest) }
                // A chord that passes between two of the same does not belong to them.
                if HarmonicRhythm.fit(of: span, contents, bar, slice: slice) < 0 { continue }
                for sound in contents.sounds(bar, slice..<slice + 1) {
                    add(sound.weight, to: &weights[Int(sound.pitch)])
                    if !sound.isSingle { add(sound.weight, to: &struck[Int(sound.pitch) % 12]) }
                }
            }
        }
        var classes = [Int](repeating: 0, count: 12)
        for pitch in 0..<128 { classes[pitch % 12] += weights[pitch] }
        let bass = bass(line, root: span.root, hasBassPlayer)
        let isTone = (0..<12).map { span.template.isTone(($0 + 12 - span.root) % 12) }
        var sum = 0
        var count = 0
        for pitchClass in 0..<12 where isTone[pitchClass] && classes[pitchClass] >= 10 {
            sum += classes[pitchClass]
            count += 1
        }
        let mean = sum / max(count, 1)
        let belongs = (0..<12).map { pitchClass in
            if isTone[pitchClass] { return classes[pitchClass] >= 10 }
            if pitchClass == bass.map({ $0 % 12 }) { return true }
            // A tension sounds with the chord. What sounds by itself has to sound nearly as long as the chord.
            let fit = Int(span.template.fits[(pitchClass + 12 - span.root) % 12])
            let share = fit <= -8 ? 80 : 40
            return 100 * struck[pitchClass] >= share * mean || 100 * classes[pitchClass] >= (share + 45) * mean
        }
        var pitches: [Int] = []
        for pitch in 0..<128 where weights[pitch] >= 10 && belongs[pitch % 12] {
            guard let bass, pitch < bass else {
                pitches.append(pitch)
                continue
            }
            // Only the bass is lowest: other notes below it move up by octaves.
            let raised = pitch + 12 * ((bass - pitch) / 12 + 1)
            if raised < 128 { pitches.append(raised) }
        }
        if let bass, !pitches.contains(bass) { pitches.append(bass) }
        return pitches.ascending
    }

    /// Adds a weight. A thousand slices are enough to compare notes.
    private static func add(_ weight: UInt8, to sum: inout Int) { sum = min(sum + Int(weight), 100_000) }

    /// The bass of a chord: the lowest note of its first beat. A bass that walks or alternates and has the root among
    /// its notes is that root.
    /// - Parameter line: the lowest pitches of its slices.
    private static func bass(_ line: [Int], root: Int, _ hasBassPlayer: Bool) -> Int? {
        guard !hasBassPlayer, let first = line.first else { return nil }
        if first % 12 == root { return first }
        var share = 0
        var lowestRoot: Int?
        for pitch in line {
            if pitch % 12 == first % 12 { share += 1 }
            if pitch % 12 == root { lowestRoot = min(lowestRoot ?? pitch, pitch) }
        }
        return 100 * share < 60 * line.count ? lowestRoot ?? first : first
    }
}
