/// The beats of a recording that was played without regard to the bars of its file.
///
/// Times are in frames of 20 ms. The tempo is the distance at which onsets recur. Beats are then the best path through
/// the onsets that keeps near this distance. Bars are those in which chords fit best and begin with the bass.
struct BeatEstimate: Sendable, Hashable {
    /// Seconds of each beat, beginning with the first beat of a bar.
    private let beats: [Double]
    private let beatsPerBar: Int

    private static let framesPerSecond = 50.0
    private static let ticksPerBeat = 480
    /// The maximum length that is searched: two hours.
    private static let maximumFrames = 360_000
    /// Beats last from 0.32 to 0.84 s.
    private static let periods = 16...42
    /// Fewer strikes do not show whether they follow a beat.
    private static let leastStrikes = 24

    /// Estimates beats if the notes obviously do not follow those of the file.
    /// - Parameter notes: in order of their onsets.
    /// - Returns: nil if the beats of the file fit, or no beat was found.
    init?(_ notes: [PlayedNote], _ clock: MIDIFile.Clock, hasBassPlayer: Bool) {
        guard !BeatEstimate.follows(notes, clock) else { return nil }
        var index = 0
        let onsets = notes.map { clock.seconds(atTick: $0.onset, from: &index) }
        guard let first = onsets.first, let last = onsets.last,
            (last - first) * BeatEstimate.framesPerSecond < Double(BeatEstimate.maximumFrames)
        else { return nil }
        let frames = onsets.map { Int(($0 - first) * BeatEstimate.framesPerSecond + 0.5) }
        var strength = [Double](repeating: 0, count: (frames.last ?? 0) + 1)
        for (note, frame) in zip(notes, frames) { strength[frame] += note.pitch < 55 ? 1.5 : 1 }
        // Several notes at once are not as much stronger.
        for frame in strength.indices { strength[frame] = min(strength[frame], 4) }
        guard let period = BeatEstimate.period(strength) else { return nil }
        let beats = BeatEstimate.path(strength, period).map {
            first + BeatEstimate.refined($0, frames, onsets, first)
        }
        guard beats.count >= 8 else { return nil }
        self = BeatEstimate.inBars(beats, notes, clock, hasBassPlayer: hasBassPlayer)
    }

    /// - Parameter phase: how many beats precede the first complete bar.
    private init(_ beats: [Double], beatsPerBar: Int, phase: Int) {
        let length = beats[1] - beats[0]
        let added = (beatsPerBar - phase) % beatsPerBar
        self.beats = (0..<added).map { beats[0] - Double(added - $0) * length } + beats
        self.beatsPerBar = beatsPerBar
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

    // MARK: Tempo and beats

    /// The distance in frames at which onsets recur most, near two beats a second.
    private static func period(_ strength: [Double]) -> Int? {
        var smooth = strength
        for frame in strength.indices.dropFirst().dropLast() {
            smooth[frame] = 0.5 * strength[frame] + 0.25 * (strength[frame - 1] + strength[frame + 1])
        }
        // How much recurs after each distance, up to a bar of four beats that is two frames longer.
        let recurrences = (0...4 * periods.upperBound + 2).map { lag in
            var sum = 0.0
            var frame = lag
            while frame < smooth.count {
                sum += smooth[frame - lag] * smooth[frame]
                frame += 1
            }
            return sum
        }
        var best: (period: Int, value: Double)?
        for period in periods {
            // Also two beats and a bar of four: syncopated rhythms recur there rather than after each beat.
            var bar = 0.0
            for lag in 4 * period - 2...4 * period + 2 { bar = max(bar, recurrences[lag]) }
            let distance = (Double(period) - 27) / 27
            let value =
                (recurrences[period] + 0.5 * recurrences[2 * period] + bar) * max(0.2, 1 - 0.8 * distance * distance)
            if best.map({ value > $0.value }) ?? true { best = (period, value) }
        }
        return best.flatMap { $0.value > 0 ? $0.period : nil }
    }

    /// The frames of the beats: the path through the onsets whose steps are near the period.
    private static func path(_ strength: [Double], _ period: Int) -> [Int] {
        var values = strength
        var origins = [Int32](repeating: -1, count: strength.count)
        for frame in strength.indices {
            var best = 0.0
            for step in period * 2 / 3...period * 3 / 2 where step <= frame {
                let distance = Double(step - period) / Double(period)
                let value = values[frame - step] - 40 * distance * distance
                if value > best { (best, origins[frame]) = (value, Int32(frame - step)) }
            }
            values[frame] += best
        }
        var frame = values.indices.suffix(period).max { values[$0] < values[$1] } ?? 0
        var path = [frame]
        while origins[frame] >= 0 {
            frame = Int(origins[frame])
            path.append(frame)
        }
        return path.reversed()
    }

    /// The seconds of a beat: those of the earliest note in its frame or next to it.
    private static func refined(_ beat: Int, _ frames: [Int], _ onsets: [Double], _ first: Double) -> Double {
        var (low, high) = (0, frames.count)
        while low < high {
            let middle = (low + high) / 2
            if frames[middle] < beat - 1 { low = middle + 1 } else { high = middle }
        }
        guard low < frames.count, frames[low] <= beat + 1 else { return Double(beat) / framesPerSecond }
        return onsets[low] - first
    }

    // MARK: Bars

    /// The beats divided into bars of four or three: those in which chords fit best, with the bass on the first beat.
    private static func inBars(
        _ beats: [Double], _ notes: [PlayedNote], _ clock: MIDIFile.Clock, hasBassPlayer: Bool
    ) -> BeatEstimate {
        // The beginning of a long recording is enough.
        let notes = Array(notes.prefix(maximumNotes))
        var best: (estimate: BeatEstimate, value: Int)?
        for perBar in [4, 3] {
            for phase in 0..<perBar {
                let estimate = BeatEstimate(beats, beatsPerBar: perBar, phase: phase)
                let contents = BarContents(estimate.placed(notes, from: clock), estimate.clock)
                let value =
                    HarmonicRhythm.value(of: contents, hasBassPlayer: hasBassPlayer)
                    - costOfLateBass * contents.barsWithLateBass
                if best.map({ value > $0.value }) ?? true { best = (estimate, value) }
            }
        }
        return best?.estimate ?? BeatEstimate(beats, beatsPerBar: 4, phase: 0)
    }

    private static let maximumNotes = 2_000
    /// As much as a root gains as the bass of a bar of four beats: that root was not the bass.
    private static let costOfLateBass = 22
}
