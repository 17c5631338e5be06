import Harmony

/// The bass player of a band.
struct Bassist {
    private let course: Course
    /// The bass note of each stretch.
    private let roots: [Int]

    /// The comfortable range of a double bass: from its lowest string to the middle of the neck, E1 to C3.
    private static let range = 28...48
    private static let middle = 38

    init(_ course: Course) {
        self.course = course
        var roots: [Int] = []
        for stretch in course.stretches {
            // Each bass note is near the previous one and the middle of the range. Now and then another octave wins.
            let wanted = course.chords[stretch.chord].bass?.pitchClass ?? 0
            let before = roots.last ?? Bassist.middle
            var dice = course.dice(stretch.place, for: .bass)
            let middle = Bassist.middle + dice.around(6)
            roots.append(Bassist.nearest(wanted, to: (2 * before + middle) / 3))
        }
        self.roots = roots
    }

    /// The note of a pitch class in the range that is nearest to a note.
    private static func nearest(_ pitchClass: Int, to pitch: Int) -> Int {
        var best = range.lowerBound + (pitchClass + 144 - range.lowerBound) % 12
        if best + 12 <= range.upperBound, abs(best + 12 - pitch) < abs(best - pitch) { best += 12 }
        return best
    }

    func strikes() -> [PlacedStrike] {
        var strikes: [PlacedStrike] = []
        let bass = course.band.bass == .feel ? course.band.feel.bass : course.band.bass
        if bass == .off { return strikes }
        for (index, stretch) in course.stretches.enumerated() {
            let meter = course.meters[stretch.place]
            let beat = course.beat(of: stretch.place)
            var dice = course.dice(stretch.place * 64 + stretch.start / beat, for: .bass)
            func add(_ pitch: Int, _ start: Int, _ length: Int, _ velocity: Int = 78) {
                let begin = stretch.start + start
                if begin >= stretch.end { return }
                strikes.append(
                    course.strike(
                        .bass, in: stretch.place, at: begin, until: min(begin + length, stretch.end), pitch,
                        velocity + (start == 0 ? 8 : 0) + dice.around(11), late: dice.below(7)))
            }
            let count = max(1, (stretch.end - stretch.start + beat - 1) / beat)
            let root = roots[index]
            let fifth = self.fifth(above: root, of: stretch.chord)
            if index == course.lastStretch {
                add(root, 0, stretch.end - stretch.start)
                continue
            }
            switch bass {
            case .off, .feel: break
            case .roots: add(root, 0, count * beat)
            case .twoFeel:
                let half = count < 4 ? 1 : 2
                for first in stride(from: 0, to: count, by: half) {
                    let isSecond = first / half % 2 == 1
                    add(isSecond ? fifth : root, first * beat, half * beat)
                    // A soft note that leads on, as a bassist plays between half notes.
                    if isSecond, half == 2, dice.percent(20) { add(fifth, first * beat + beat * 3 / 2, beat / 2, 62) }
                }
            case .walking:
                for (step, pitch) in walk(index, count, &dice).enumerated() {
                    add(pitch, step * beat, beat, step % 2 == 0 ? 76 : 82)
                    // A skipped note: the same pitch, softly, before the next beat.
                    if step > 0, step < count - 1, meter.hasEighths, dice.percent(6) {
                        add(pitch, step * beat + beat / 2, beat / 3, 52)
                    }
                }
            case .bossa:
                for first in stride(from: 0, to: count, by: 2) {
                    let pitch = first % 4 == 0 ? root : fifth
                    let isWhole = first + 1 < count && meter.hasEighths
                    add(pitch, first * beat, isWhole ? beat * 3 / 2 : beat)
                    if isWhole { add(first % 4 == 0 ? fifth : root, first * beat + beat * 3 / 2, beat / 2, 68) }
                }
            case .tumbao:
                // Four already has the next root, which is held over the first beat.
                if !isTied(stretch) { add(root, 0, leads(stretch) ? beat * 3 / 2 : count * beat) }
                if leads(stretch) {
                    add(dice.percent(75) ? fifth : root, beat * 3 / 2, beat * 3 / 2)
                    add(next(index) ?? root, (count - 1) * beat, beat, 84)
                }
            case .pedal:
                let tonic = course.keyRoot ?? course.chords[0].bass?.pitchClass ?? 0
                let pedal = Bassist.nearest((tonic + 7) % 12, to: 34)
                for first in 0..<count { add(pedal, first * beat, beat, first == 0 ? 82 : 72) }
            }
        }
        return strikes
    }

    /// Whether a tumbao plays the next root on the last beat of the stretch.
    private func leads(_ stretch: Stretch) -> Bool {
        let meter = course.meters[stretch.place]
        return stretch.end == course.length(of: stretch.place)
            && stretch.end - stretch.start >= 3 * course.beat(of: stretch.place) && meter.hasEighths
    }

    /// Whether a tumbao has played the root of the stretch before it began.
    private func isTied(_ stretch: Stretch) -> Bool {
        guard stretch.start == 0, let before = course.before(stretch.place) else { return false }
        return course.stretches(in: before.place).last.map(leads) ?? false
    }

    /// The bass note of the next stretch.
    private func next(_ index: Int) -> Int? {
        guard let next = course.following(index) else { return nil }
        if index + 1 < roots.count, course.stretches[index + 1] == next { return roots[index + 1] }
        return course.stretches.firstIndex(of: next).map { roots[$0] }
    }

    /// The fifth above the root, or the fourth below if that is out of range.
    private func fifth(above root: Int, of chord: Int) -> Int {
        let interval = course.chords[chord].symbol?.lowest.type.degrees.first { $0.number == 5 }?.pitchClass ?? 7
        let above = root + interval
        return Bassist.range.contains(above) && above <= Bassist.middle + 7 ? above : above - 12
    }

    /// One note per beat: the root, chord tones and steps between them, and on the last beat a neighbor of the next
    /// root. A bar in which the chord goes on may begin on its fifth or third.
    private func walk(_ index: Int, _ count: Int, _ dice: inout Dice) -> [Int] {
        let stretch = course.stretches[index]
        let symbol = course.chords[stretch.chord].symbol
        let root = roots[index]
        let tones = symbol?.lowest.pitchClasses ?? .empty
        let goal = next(index) ?? root
        var line = [root]
        let lowest = Bassist.range.lowerBound
        let highest = Bassist.range.upperBound + 3
        if count > 1 {
            // A line to the same note moves away and back.
            let away = root > Bassist.middle ? -7 : 7
            for step in 1..<max(count - 1, 1) {
                let before = line[step - 1]
                let isNear = abs(goal - root) < 5
                let target =
                    isNear && step <= (count - 1) / 2
                    ? root + away * step * 2 / (count - 1) : root + (goal - root) * step / (count - 1)
                // The best of the notes within a fifth: near the line, a chord tone, not repeated; and chance.
                var best = before
                var cost = Int.max
                for pitch in max(lowest, before - 7)...min(highest, before + 7) where pitch != before {
                    let isTone = tones.contains(pitch % 12)
                    let isStep = abs(pitch - before) <= 2
                    if !isTone, !isStep || step % 2 == 0 { continue }
                    let own =
                        3 * abs(pitch - target) + (isTone ? 0 : 5) + (line.contains(pitch) ? 8 : 0) + dice.below(9)
                    if own < cost { (best, cost) = (pitch, own) }
                }
                line.append(best)
            }
            line.append(approach(goal, from: line[line.count - 1], &dice))
        }
        return line
    }

    /// A note that leads to the next root: mostly a half step, often a whole step, at times its fifth.
    private func approach(_ goal: Int, from before: Int, _ dice: inout Dice) -> Int {
        let isBelow = before < goal || before == goal && goal < Bassist.middle
        let side = isBelow ? -1 : 1
        let roll = dice.below(100)
        var steps = roll < 45 ? side : roll < 65 ? -side : roll < 88 ? 2 * side : isBelow ? -5 : 7
        if goal + steps == before { steps = steps == side ? -side : side }
        let pitch = goal + steps
        return pitch < Bassist.range.lowerBound ? goal + 1 : pitch
    }
}
