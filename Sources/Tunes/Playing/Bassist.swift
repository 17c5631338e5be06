import Harmony

/// Generates a bass line.
struct Bassist {
    let stretches: [Stretch]
    let chords: [SoundingChord]

    /// The comfortable range of a double bass: from its lowest string to the middle of the neck, E1 to C3.
    private static let range = 28...48
    private static let middle = 38

    /// - Parameter beats: the beat length of each played bar, in ticks.
    /// - Returns: each note with its played bar.
    mutating func line(_ bass: Feel.Bass, beats: [Int]) -> [(place: Int, strike: Accompaniment.Strike)] {
        guard bass != .off else { return [] }
        let roots = rootPitches()
        var line: [(place: Int, strike: Accompaniment.Strike)] = []
        for (number, stretch) in stretches.enumerated() {
            let beat = beats[stretch.place]
            let count = max(1, (stretch.end - stretch.start + beat - 1) / beat)
            let next = number + 1 < roots.count ? roots[number + 1] : roots[0]
            func add(_ pitch: Int, from first: Int, to last: Int) {
                let start = stretch.start + first * beat
                let end = min(stretch.end, stretch.start + last * beat)
                let strike = Accompaniment.Strike(
                    part: .bass, start: start, length: end - start, pitches: [pitch], loudness: first == 0 ? 80 : 72)
                line.append((stretch.place, strike))
            }
            switch bass {
            case .off: break
            case .roots: add(roots[number], from: 0, to: count)
            case .fifths:
                let half = count < 4 ? 1 : 2
                for first in stride(from: 0, to: count, by: half) {
                    let isFifth = first / half % 2 == 1
                    add(
                        isFifth ? fifth(above: roots[number], of: stretch.chord) : roots[number], from: first,
                        to: first + half)
                }
            case .walking:
                for (index, pitch) in walk(from: roots[number], to: next, over: count, through: stretch.chord)
                    .enumerated()
                {
                    add(pitch, from: index, to: index + 1)
                }
            }
        }
        return line
    }

    /// The bass note of each chord, near the previous one and the middle of the range. A repeated root moves by an
    /// octave if it is within reach.
    private func rootPitches() -> [Int] {
        var pitches: [Int] = []
        for stretch in stretches {
            let bass = chords[stretch.chord].bass?.pitchClass
            let offers = Bassist.range.filter { $0 % 12 == bass }
            let before = pitches.last ?? Bassist.middle
            let pitch = offers.min { cost($0, before) < cost($1, before) } ?? Bassist.middle
            pitches.append(pitch)
        }
        return pitches
    }

    private func cost(_ pitch: Int, _ before: Int) -> Int {
        abs(pitch - before) + abs(pitch - Bassist.middle) / 2
    }

    /// The fifth above the root, or the fourth below if that is out of range.
    private func fifth(above root: Int, of chord: Int) -> Int {
        let interval = chords[chord].symbol?.lowest.type.degrees.first { $0.number == 5 }?.pitchClass ?? 7
        let above = root + interval
        return Bassist.range.contains(above) && above <= Bassist.middle + 7 ? above : above - 12
    }

    /// One note per beat: the root, chord tones, and on the last beat a semitone or whole tone next to the next root.
    private func walk(from root: Int, to next: Int, over count: Int, through chord: Int) -> [Int] {
        var line = [root]
        guard count > 1 else { return line }
        let tones = chords[chord].symbol?.lowest.pitchClasses ?? .empty
        let offers = (Bassist.range.lowerBound...Bassist.range.upperBound + 4).filter { tones.contains($0 % 12) }
        // If the root repeats, the line moves away and back.
        let goal = next == root ? root + (root > Bassist.middle ? -7 : 7) : next
        for index in 1..<max(1, count - 1) {
            let wanted = root + (goal - root) * index / (count - 1)
            let last = line[line.count - 1]
            let tone = offers.filter { $0 != last && !line.dropFirst().contains($0) }
                .min { (abs($0 - wanted), abs($0 - last), $0) < (abs($1 - wanted), abs($1 - last), $1) }
            line.append(tone ?? last)
        }
        let last = line[line.count - 1]
        // From the side of the current note.
        let isBelow = last < next || last == next && next < Bassist.middle
        var leading = isBelow ? next - 1 : next + 1
        if leading == last { leading = isBelow ? next - 2 : next + 2 }
        line.append(leading)
        return line
    }
}
