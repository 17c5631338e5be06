/// The onsets of a recording in frames of 20 ms, from its first note on.
struct Onsets: Sendable, Hashable {
    /// How strongly notes begin in each frame and in those next to it.
    let strength: [Float]
    /// For each frame, the pitch of the lowest note that begins there or next to it; 128 without one.
    private let lowest: [Int]
    /// For each frame and pitch class, how many notes begin before: frame times 12, plus pitch class.
    private let sums: [Float]
    private let frames: [Int]
    private let seconds: [Double]

    static let framesPerSecond = 50.0
    /// Beats last from 0.32 to 1.12 s.
    static let periods = 16...56
    /// The maximum length: an hour.
    private static let maximumFrames = 180_000

    /// - Parameter notes: in order of their onsets.
    /// - Returns: nil without notes, or if the recording is too long.
    init?(_ notes: [PlayedNote], _ clock: MIDIFile.Clock) {
        var index = 0
        let seconds = notes.map { clock.seconds(atTick: $0.onset, from: &index) }
        guard let first = seconds.first, let last = seconds.last,
            (last - first) * Onsets.framesPerSecond < Double(Onsets.maximumFrames)
        else { return nil }
        let frames = seconds.map { Int(($0 - first) * Onsets.framesPerSecond + 0.5) }
        let count = (frames.last ?? 0) + 1
        var strength = [Float](repeating: 0, count: count)
        var lowest = [Int](repeating: 128, count: count)
        var sums = [Float](repeating: 0, count: 12 * (count + 1))
        for (note, frame) in zip(notes, frames) {
            strength[frame] += note.pitch < 55 ? 1.5 : 1
            for near in max(0, frame - 1)...min(frame + 1, count - 1) { lowest[near] = min(lowest[near], note.pitch) }
            // Notes of a melody say less about the chord.
            sums[12 * (frame + 1) + note.pitch % 12] += note.pitch < 64 ? 1 : 0.5
        }
        // Several notes at once are not as much stronger.
        for frame in 0..<count { strength[frame] = min(strength[frame], 4) }
        for index in 12..<sums.count { sums[index] += sums[index - 12] }
        self.strength = Onsets.smooth(Onsets.smooth(strength))
        (self.lowest, self.sums, self.frames, self.seconds) = (lowest, sums, frames, seconds)
    }

    private static func smooth(_ values: [Float]) -> [Float] {
        var smooth = values
        for frame in values.indices.dropFirst().dropLast() {
            smooth[frame] = 0.5 * values[frame] + 0.25 * (values[frame - 1] + values[frame + 1])
        }
        return smooth
    }

    /// The seconds of a frame: those of the earliest note in it or next to it.
    func seconds(of frame: Int) -> Double {
        var (low, high) = (0, frames.count)
        while low < high {
            let middle = (low + high) / 2
            if frames[middle] < frame - 1 { low = middle + 1 } else { high = middle }
        }
        if low < frames.count, frames[low] <= frame + 1 { return seconds[low] }
        return seconds[0] + Double(frame) / Onsets.framesPerSecond
    }

    /// The distance at which onsets recur most, near two beats a second; nil if nothing recurs.
    var period: Int? {
        // How much recurs after each distance, up to a bar of four beats that is two frames longer.
        let recurrences = (0...4 * Onsets.periods.upperBound + 2).map { lag in
            var sum: Float = 0
            var frame = lag
            while frame < strength.count {
                sum += strength[frame - lag] * strength[frame]
                frame += 1
            }
            return sum
        }
        var best: (period: Int, value: Float)?
        for period in Onsets.periods {
            // Also two beats and a bar of four: syncopated rhythms recur there rather than after each beat.
            var bar: Float = 0
            for lag in 4 * period - 2...4 * period + 2 { bar = max(bar, recurrences[lag]) }
            let distance = Float(period - BeatPath.usualPeriod) / Float(BeatPath.usualPeriod)
            let value =
                (recurrences[period] + 0.5 * recurrences[2 * period] + bar) * max(0.2, 1 - 0.8 * distance * distance)
            if best.map({ value > $0.value }) ?? true { best = (period, value) }
        }
        return best.flatMap { $0.value > 0 ? $0.period : nil }
    }

    /// How much more each frame is like the first beat of a bar than others nearby: its bass is low, and the notes of
    /// the two beats after it are not those of the two beats before.
    func downbeats(period: Int) -> [Float] {
        let lows = average(lowest.map { Float($0) }, reach: 4 * period)
        let values = lowest.indices.map { frame in
            let depth = lowest[frame] < 128 ? (lows[frame] - Float(lowest[frame])) / 12 : 0
            return 2 * max(-1, min(1, depth)) + 4 * change(at: frame, within: 2 * period)
        }
        let means = average(values, reach: 8 * period)
        return values.indices.map { values[$0] - means[$0] }
    }

    /// How different the notes before and after a frame are, from 0 to 1.
    private func change(at frame: Int, within reach: Int) -> Float {
        // What begins a frame early belongs to what follows.
        let middle = 12 * max(0, frame - 1)
        let begin = max(0, middle - 12 * reach)
        let end = min(middle + 12 * reach, sums.count - 12)
        var (product, before, after): (Float, Float, Float) = (0, 0, 0)
        for pitchClass in 0..<12 {
            let here = sums[middle + pitchClass]
            let (one, other) = (here - sums[begin + pitchClass], sums[end + pitchClass] - here)
            product += one * other
            before += one * one
            after += other * other
        }
        return before > 0 && after > 0 ? 1 - product / Onsets.squareRoot(before * after) : 0
    }

    /// By Newton's method. `squareRoot()` needs the C library, which programs without Foundation do not have.
    /// - Parameter value: more than 0.
    private static func squareRoot(_ value: Float) -> Float {
        // Half of the exponent, which is wrong by at most 5 %.
        var root = Float(bitPattern: value.bitPattern / 2 + 0x1fbd_1df5)
        for _ in 0..<3 { root = 0.5 * (root + value / root) }
        return root
    }

    /// The average of the values around each frame, of frames in which notes begin.
    private func average(_ values: [Float], reach: Int) -> [Float] {
        var totals = [0.0]
        var counts = [0]
        for frame in values.indices {
            let isOnset = lowest[frame] < 128
            totals.append(totals[frame] + (isOnset ? Double(values[frame]) : 0))
            counts.append(counts[frame] + (isOnset ? 1 : 0))
        }
        return values.indices.map { frame in
            let (begin, end) = (max(0, frame - reach), min(frame + reach, values.count))
            return Float((totals[end] - totals[begin]) / Double(max(1, counts[end] - counts[begin])))
        }
    }
}
