/// The beats of a recording that was played without regard to the bars of its file.
///
/// The usual tempo is the distance at which onsets recur, or a simple multiple of it. Beats are the best path through
/// the onsets, which follows a tempo that changes. Of tempos and meters, those count in which chords fit best.
struct BeatEstimate: Sendable, Hashable {
    /// Seconds of each beat, beginning with the first beat of a bar.
    private let beats: [Double]
    private let beatsPerBar: Int

    private static let ticksPerBeat = 480
    /// Fewer strikes do not show whether they follow a beat.
    private static let leastStrikes = 24

    /// Estimates beats if the notes obviously do not follow those of the file.
    /// - Parameter notes: in order of their onsets.
    /// - Returns: nil if the beats of the file fit, or no beat was found.
    init?(_ notes: [PlayedNote], _ clock: MIDIFile.Clock, hasBassPlayer: Bool) {
        guard !BeatEstimate.follows(notes, clock) else { return nil }
        // The beginning of a long recording is enough to compare tempos and meters.
        let beginning = Array(notes.prefix(BeatEstimate.maximumNotes))
        guard let onsets = Onsets(beginning, clock), let recurring = onsets.period else { return nil }
        var best: (period: Int, beatsPerBar: Int, value: Float)?
        for (factor, divisor) in [(1, 1), (2, 1), (1, 2), (3, 2), (2, 3)] {
            let period = recurring * factor / divisor
            guard Onsets.periods.contains(period) else { continue }
            for beatsPerBar in [4, 3] {
                let path = BeatPath(through: onsets, period: period, beatsPerBar: beatsPerBar)
                guard let estimate = BeatEstimate(path) else { continue }
                let contents = BarContents(estimate.placed(beginning, from: clock), estimate.clock)
                let harmony =
                    HarmonicRhythm.value(of: contents, hasBassPlayer: hasBassPlayer)
                    - BeatEstimate.costOfBar * contents.bars.count
                let value = path.mean(of: Float(harmony) + BeatEstimate.weightOfPath * path.value)
                if best.map({ value > $0.value }) ?? true { best = (period, beatsPerBar, value) }
            }
        }
        guard let best, let all = beginning.count < notes.count ? Onsets(notes, clock) : onsets else { return nil }
        self.init(BeatPath(through: all, period: best.period, beatsPerBar: best.beatsPerBar))
    }

    /// - Returns: nil for a few beats, which show no meter.
    private init?(_ path: BeatPath) {
        guard path.beats.count >= 8 else { return nil }
        let length = path.beats[1] - path.beats[0]
        // The beats of the first bar that precede the recording.
        let added = path.beatInBar
        beats = (0..<added).map { path.beats[0] - Double(added - $0) * length } + path.beats
        beatsPerBar = path.beatsPerBar
    }

    /// The seconds of tick 0.
    var start: Double { beats[0] }

    /// A clock with a tempo for each beat.
    var clock: MIDIFile.Clock {
        var events = [
            MIDIFile.Event(tick: 0, kind: .timeSignature(MIDIFile.TimeSignature(beatsPerBar, 4)))
        ]
        for index in 0..<beats.count - 1 {
            let microseconds = Int((beats[index + 1] - beats[index]) * 1e6)
            events.append(
                MIDIFile.Event(
                    tick: index * BeatEstimate.ticksPerBeat, kind: .tempo(microsecondsPerQuarter: microseconds)))
        }
        return MIDIFile.Clock(ticksPerQuarter: BeatEstimate.ticksPerBeat, tracks: [events])
    }

    /// The notes with their times in ticks of this clock.
    func placed(_ notes: [PlayedNote], from clock: MIDIFile.Clock) -> [PlayedNote] {
        notes.map { note in
            PlayedNote(
                pitch: note.pitch, onset: tick(clock.seconds(atTick: note.onset)),
                release: tick(clock.seconds(atTick: note.release)), end: tick(clock.seconds(atTick: note.end)))
        }
    }

    /// The tick of a time in seconds.
    func tick(_ seconds: Double) -> Int {
        var (low, high) = (0, beats.count - 1)
        while high - low > 1 {
            let middle = (low + high) / 2
            if beats[middle] <= seconds { low = middle } else { high = middle }
        }
        let length = max(beats[low + 1] - beats[low], 0.01)
        let ticks = (Double(low) + (seconds - beats[low]) / length) * Double(BeatEstimate.ticksPerBeat)
        return Int(min(max(0, ticks + 0.5), Double(MIDIFile.maximumTick)))
    }

    // MARK: Whether the file's beats fit

    /// Whether notes begin on beats of the file or on equal parts of them: halves, thirds or quarters.
    private static func follows(_ notes: [PlayedNote], _ clock: MIDIFile.Clock) -> Bool {
        var sums = [Double](repeating: 0, count: 4)
        var count = 0.0
        var last = Int.min
        for note in notes where last == Int.min || note.onset - last > 1 {
            last = note.onset
            count += 1
            let place = clock.position(atTick: note.onset).beat
            for part in 0..<4 { sums[part] += wave(place * Double(part + 1)) }
        }
        guard count >= Double(leastStrikes) else { return true }
        return sums.contains { $0 > 0.25 * count }
    }

    /// A triangle wave with period 1 between −1 and 1, in place of a cosine.
    private static func wave(_ turn: Double) -> Double {
        let part = turn.fraction
        return part < 0.5 ? 1 - 4 * part : 4 * part - 3
    }

    private static let maximumNotes = 2_000

    // Weights of tempos and meters, in the units of ``HarmonicRhythm``. Set by hand, and checked with rendered
    // performances in drifting tempos and with rubato.

    /// Short bars have more places where a chord may change.
    private static let costOfBar = 30
    private static let weightOfPath: Float = 30
}
