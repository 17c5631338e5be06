/// The best path through the onsets of a recording, from beat to beat and from bar to bar.
///
/// Beats gain where notes begin, and first beats of bars where the bass is low and the harmony changes. From beat to
/// beat the tempo may change by about an eighth, at a cost. The search is dynamic programming, as in D. Ellis, “Beat
/// tracking by dynamic programming” (2007), over tempos and beats of a bar, too.
struct BeatPath: Sendable, Hashable {
    /// In seconds.
    private(set) var beats: [Double] = []
    let beatsPerBar: Int
    /// The beat of its bar with which the path begins, from 0.
    private(set) var beatInBar = 0
    /// How much the path gains.
    private(set) var value: Float = 0
    private let period: Int

    /// The most frequent length of beats, in frames: 0.54 s.
    static let usualPeriod = 27

    // Costs are in strengths of single notes. They were set by hand, and checked with rendered performances.

    private static let costOfBeat: Float = 0.7
    /// Of a change of tempo, times its squared difference.
    private static let costOfChange: Float = 60
    /// Of an unusual tempo, times its squared difference.
    private static let costOfTempo: Float = 38
    /// How far the tempo may change from beat to beat, in steps of about a sixteenth.
    private static let maximumSteps = 2

    /// - Parameter period: the usual length of beats, in frames.
    init(through onsets: Onsets, period: Int, beatsPerBar: Int) {
        self.beatsPerBar = beatsPerBar
        self.period = period
        // Beats last between two thirds and twice the usual length.
        var lengths: [Int] = []
        var length = 2 * period / 3
        while length <= 2 * period {
            lengths.append(length)
            length = max(17 * length / 16, length + 1)
        }
        let count = lengths.count
        let costs = lengths.map { BeatPath.costOfBeat + BeatPath.squaredDifference($0, period) }
        let changes = lengths.flatMap { one in
            lengths.map { BeatPath.costOfChange * BeatPath.squaredDifference(one, $0) }
        }
        let downbeats = onsets.downbeats(period: period)
        let frames = onsets.strength.count
        // A state is a beat of the bar and the length of the beat before it: beat times count, plus index of length.
        let states = beatsPerBar * count
        // The values of beats that follow a beat in a recent frame, and the length of the beat before it.
        let kept = lengths[count - 1] + 1
        var onward = [Float](repeating: 0, count: kept * states)
        var origins = [UInt8](repeating: 0, count: frames * states)
        var values = [Float](repeating: 0, count: states)
        var last: (value: Float, frame: Int, state: Int) = (-.infinity, 0, 0)
        for frame in 0..<frames {
            for beat in 0..<beatsPerBar {
                let gain = onsets.strength[frame] + (beat == 0 ? downbeats[frame] : 0)
                let before = (beat == 0 ? beatsPerBar : beat) - 1
                for index in 0..<count {
                    let state = beat * count + index
                    // The first beat follows one before the recording.
                    let source = frame - lengths[index]
                    let value = source < 0 ? 0 : onward[source % kept * states + before * count + index]
                    values[state] = value + gain - costs[index]
                    if frame + lengths[0] >= frames, values[state] > last.value { last = (values[state], frame, state) }
                }
            }
            for beat in 0..<beatsPerBar {
                let first = beat * count
                for index in 0..<count {
                    var (best, origin) = (values[first + index], index)
                    for other in max(0, index - BeatPath.maximumSteps)...min(index + BeatPath.maximumSteps, count - 1) {
                        let value = values[first + other] - changes[index * count + other]
                        if value > best { (best, origin) = (value, other) }
                    }
                    onward[frame % kept * states + first + index] = best
                    origins[frame * states + first + index] = UInt8(origin)
                }
            }
        }
        value = last.value
        // Back along the best path.
        var (frame, beat, index) = (last.frame, last.state / count, last.state % count)
        var path = [frame]
        while frame >= lengths[index] {
            frame -= lengths[index]
            beat = (beat == 0 ? beatsPerBar : beat) - 1
            index = Int(origins[frame * states + beat * count + index])
            path.append(frame)
        }
        beatInBar = beat
        beats = path.reversed().map { onsets.seconds(of: $0) }
    }

    /// A value of the whole path for each beat of its usual length, with a preference for the most frequent tempos.
    func mean(of value: Float) -> Float {
        guard let first = beats.first, let last = beats.last, last > first else { return 0 }
        return value * Float(period) / Float((last - first) * Onsets.framesPerSecond)
            - BeatPath.costOfTempo * BeatPath.squaredDifference(period, BeatPath.usualPeriod)
    }

    /// The square of the difference of two lengths as a part of their mean, which is nearly that of their logarithms.
    private static func squaredDifference(_ one: Int, _ other: Int) -> Float {
        let difference = 2 * Float(one - other) / Float(one + other)
        return difference * difference
    }
}
