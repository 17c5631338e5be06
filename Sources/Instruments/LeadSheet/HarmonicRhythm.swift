import Harmony

/// Finds where chords change: the best chords for what sounds, with a cost for each change.
///
/// A bar has one chord or two. A change costs least at the beginning of a bar, more in its middle, and most on other
/// beats. The search keeps the best path to each chord, as a hidden Markov model does; its time grows with the number
/// of bars.
struct HarmonicRhythm: Sendable, Hashable {
    /// A stretch of music with one chord.
    struct Span: Sendable, Hashable {
        /// Index of its first bar in ``BarContents/bars``, and its first slice there.
        let bar: Int
        let slice: Int
        /// The pitch class of the presumed root.
        let root: Int
        let template: ChordTemplate
    }

    /// How a bar is divided, and the best chords that lead to a chord at its end.
    private struct Step {
        /// Where the second chord begins, for each chord at the end of the bar; 0 if it has one chord.
        var splits: [UInt8]
        /// The first of two chords.
        var firsts: [UInt8]
        /// The last chord of the bar before.
        var origins: [UInt8]
        /// How much the best path has gained in this bar.
        var gain = 0
    }

    private static let states = 12 * ChordTemplate.all.count

    // Costs are in tenths of a chord tone that sounds for one slice.

    private static let changeOfBar = 1_000
    private static let changeInMiddle = 2_400
    private static let changeElsewhere = 7_000
    /// Of a bass that leaves the tones of the chord in the middle of a bar and stays.
    private static let foreignBass = 2_500

    static func spans(of contents: BarContents, hasBassPlayer: Bool) -> [Span] {
        var steps: [Step] = []
        var values = [Int](repeating: 0, count: states)
        for bar in contents.bars.indices {
            steps.append(step(contents, bar, hasBassPlayer, &values))
        }
        return spans(along: steps, values)
    }

    /// How well the best chords fit, to compare divisions of the same music into bars.
    static func value(of contents: BarContents, hasBassPlayer: Bool) -> Int {
        var values = [Int](repeating: 0, count: states)
        return contents.bars.indices.reduce(0) { value, bar in
            value + step(contents, bar, hasBassPlayer, &values).gain / 100
        }
    }

    /// Adds a bar.
    /// - Parameter values: the value of the best path to each chord, below that of the best of all.
    private static func step(
        _ contents: BarContents, _ bar: Int, _ hasBassPlayer: Bool, _ values: inout [Int]
    ) -> Step {
        var step = path(contents, bar, hasBassPlayer, &values)
        // Values stay small in long files.
        step.gain = values.max() ?? 0
        for state in 0..<states { values[state] -= step.gain }
        return step
    }

    private static func path(
        _ contents: BarContents, _ bar: Int, _ hasBassPlayer: Bool, _ values: inout [Int]
    ) -> Step {
        let shape = contents.bars[bar].shape
        let (before, origins) = changed(values, cost: changeOfBar)
        let bySlice = (0..<shape.slices).map { fits(contents, bar, slice: $0, hasBassPlayer) }
        let whole = fits(contents, bar, 0..<shape.slices, bySlice, hasBassPlayer)
        var step = Step(
            splits: [UInt8](repeating: 0, count: states), firsts: [UInt8](repeating: 0, count: states),
            origins: origins)
        for state in 0..<states { values[state] = before[state] + whole[state] }
        guard let middle = shape.middle else { return step }
        for split in 1..<shape.slices {
            guard isChord(contents, bar, 0..<split, hasBassPlayer),
                isChord(contents, bar, split..<shape.slices, hasBassPlayer)
            else { continue }
            let first = fits(contents, bar, 0..<split, bySlice, hasBassPlayer)
            let second = fits(contents, bar, split..<shape.slices, bySlice, hasBassPlayer)
            var through = before
            for state in 0..<states { through[state] += first[state] }
            let (arrived, firsts) = changed(through, cost: split == middle ? changeInMiddle : changeElsewhere)
            for state in 0..<states where arrived[state] + second[state] > values[state] {
                // A chord that goes on is not divided.
                guard Int(firsts[state]) != state else { continue }
                values[state] = arrived[state] + second[state]
                step.splits[state] = UInt8(split)
                step.firsts[state] = firsts[state]
                step.origins[state] = origins[Int(firsts[state])]
            }
        }
        return step
    }

    /// Whether enough sounds for a chord: the root and two guide tones, or beside a bass player two notes. A bass line
    /// by itself changes no chord.
    private static func isChord(
        _ contents: BarContents, _ bar: Int, _ slices: Range<Int>, _ hasBassPlayer: Bool
    ) -> Bool {
        var sounding = PitchClassSet.empty
        for sound in contents.sounds(bar, slices) where Int(sound.weight) >= least {
            sounding = sounding.inserting(Int(sound.pitch))
        }
        return sounding.count >= (hasBassPlayer ? 2 : 3)
    }

    /// The best value of each chord after a possible change, and the chord before it.
    private static func changed(_ values: [Int], cost: Int) -> ([Int], [UInt8]) {
        var best = 0
        for state in values.indices where values[state] > values[best] { best = state }
        var changed = values
        var origins = [UInt8](repeating: UInt8(best), count: values.count)
        for state in values.indices {
            if values[state] >= values[best] - cost {
                origins[state] = UInt8(state)
            } else {
                changed[state] = values[best] - cost
            }
        }
        return (changed, origins)
    }

    /// How well each chord fits what sounds in some slices of a bar.
    private static func fits(
        _ contents: BarContents, _ bar: Int, _ slices: Range<Int>, _ bySlice: [[Int]], _ hasBassPlayer: Bool
    ) -> [Int] {
        var weights = [Int](repeating: 0, count: 12)
        for sound in contents.sounds(bar, slices) { weights[Int(sound.pitch) % 12] += Int(sound.weight) }
        var total = 0
        for pitchClass in 0..<12 { total += min(weights[pitchClass], 150 * slices.count) }
        var fits = [Int](repeating: 0, count: states)
        guard total > 0 else { return fits }
        let bass = hasBassPlayer ? nil : slices.lazy.compactMap { contents.lowest(bar, $0) }.first
        let later = hasBassPlayer ? nil : bassFromMiddle(contents, bar, slices)
        for (kind, template) in ChordTemplate.all.enumerated() {
            for root in 0..<12 {
                let state = 12 * kind + root
                var fit = -50 * slices.count * template.rarity
                // A chord that passes on one beat contradicts what it decorates no more than a rest would.
                for slice in slices { fit += max(bySlice[slice][state], leastOfSlice) }
                // What must sound is missing in proportion to what sounds.
                fit -= 20 * lack(weights[(root + template.third) % 12], of: total)
                if let needed = template.needed { fit -= 15 * lack(weights[(root + needed) % 12], of: total) }
                if let bass {
                    if bass % 12 != root { fit -= 30 * lack(weights[root], of: total) }
                    fit += fitOfBass((bass + 120 - root) % 12, template, slices.count)
                }
                if let later, !template.keepsBass((later.pitch + 120 - root) % 12, isNew: later.isNew) {
                    fit -= foreignBass
                }
                fits[state] = fit
            }
        }
        return fits
    }

    /// The lowest note of the second half of a bar, if it enters in the middle and stays. It may begin another chord.
    /// A broken chord leaps up from its bass by a major third or more; a bass that walks leaves a foreign note by step.
    /// - Returns: the note, and whether it has not sounded in the first half.
    private static func bassFromMiddle(
        _ contents: BarContents, _ bar: Int, _ slices: Range<Int>
    ) -> (pitch: Int, isNew: Bool)? {
        guard let middle = contents.bars[bar].shape.middle, slices.contains(middle), slices.lowerBound < middle,
            let bass = contents.lowest(bar, middle), bass != contents.lowest(bar, middle - 1),
            (middle..<slices.upperBound).allSatisfy({ slice in
                contents.lowest(bar, slice).map { $0 == bass || $0 >= bass + 4 } ?? true
            })
        else { return nil }
        let before = contents.sounds(bar, slices.lowerBound..<middle)
        return (bass, !before.contains { (Int($0.pitch) - bass) % 12 == 0 })
    }

    /// The missing weight of a required note, in tenths of all that sounds. A twentieth of all is enough.
    private static func lack(_ weight: Int, of total: Int) -> Int { max(0, total - 20 * weight) / 10 }

    /// How well each chord fits what sounds in one slice of a bar.
    private static func fits(
        _ contents: BarContents, _ bar: Int, slice: Int, _ hasBassPlayer: Bool
    ) -> [Int] {
        var weights = [Int](repeating: 0, count: 12)
        for sound in contents.sounds(bar, slice..<slice + 1) { weights[Int(sound.pitch) % 12] += Int(sound.weight) }
        let accent = accent(slice, contents.bars[bar].shape)
        for pitchClass in 0..<12 { weights[pitchClass] = min(weights[pitchClass], 150) * accent / 4 }
        // Twice, to begin at any root.
        weights += weights
        let table = hasBassPlayer ? fitsBesideBand : fitsAlone
        var fits = [Int](repeating: 0, count: states)
        for state in 0..<states {
            let (row, root) = (state / 12 * 12, state % 12)
            var fit = 0
            for interval in 0..<12 { fit += weights[root + interval] * table[row + interval] }
            fits[state] = fit
        }
        return fits
    }

    /// The fit of each of the twelve notes above the root, for each template in turn.
    private static let fitsAlone = ChordTemplate.all.flatMap { $0.fits.map { Int($0) } }

    /// Without a root, pianists play the ninth and the thirteenth in its place.
    private static let fitsBesideBand = ChordTemplate.all.flatMap { template in
        (0..<12).map { interval in
            let fit = Int(template.fits[interval])
            let isInPlaceOfRoot = interval == 2 || interval == 9 && fit == 3
            return template.needed != nil && isInPlaceOfRoot ? fit + 5 : fit
        }
    }

    /// The least fit of a slice.
    private static let leastOfSlice = -700

    /// How well a chord fits what sounds in one slice of a bar: negative if it contradicts the chord.
    static func fit(of span: Span, _ contents: BarContents, _ bar: Int, slice: Int) -> Int {
        contents.sounds(bar, slice..<slice + 1).reduce(0) { fit, sound in
            fit + Int(sound.weight) * Int(span.template.fits[(Int(sound.pitch) + 12 - span.root) % 12])
        }
    }

    /// The least weight of a note that sounds.
    private static let least = 15

    /// How much a slice counts, in quarters: strong beats count more than those that lead from one to another.
    private static func accent(_ slice: Int, _ shape: BarShape) -> Int {
        slice == 0 ? 5 : slice == shape.middle ? 4 : 3
    }

    /// The lowest note of the first beat is the root more often than not.
    private static func fitOfBass(_ interval: Int, _ template: ChordTemplate, _ slices: Int) -> Int {
        if interval == 0 { return 600 + 400 * slices }
        return template.isTone(interval) ? 200 : -1_000
    }

    /// Follows the best path back.
    private static func spans(along steps: [Step], _ values: [Int]) -> [Span] {
        guard !steps.isEmpty else { return [] }
        var state = 0
        for other in values.indices where values[other] > values[state] { state = other }
        var spans: [Span] = []
        func add(_ bar: Int, _ slice: Int, _ state: Int) {
            spans.append(Span(bar: bar, slice: slice, root: state % 12, template: ChordTemplate.all[state / 12]))
        }
        for bar in steps.indices.reversed() {
            let split = Int(steps[bar].splits[state])
            let origin = Int(steps[bar].origins[state])
            if split > 0 {
                add(bar, split, state)
                add(bar, 0, Int(steps[bar].firsts[state]))
            } else {
                add(bar, 0, state)
            }
            state = origin
        }
        return joined(spans.reversed())
    }

    /// Joins spans of one chord.
    private static func joined(_ spans: [Span]) -> [Span] {
        var joined: [Span] = []
        for span in spans where joined.last.map({ !goesOn($0, span) }) ?? true { joined.append(span) }
        return joined
    }

    private static func goesOn(_ one: Span, _ other: Span) -> Bool {
        one.root == other.root && one.template == other.template
    }
}
