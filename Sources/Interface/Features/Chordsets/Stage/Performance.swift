import Chordsets
import Instruments

/// A chordset that is being played: its lights, its sound, and the timed run through its chords.
struct Performance: Sendable {
    private(set) var id: String
    var stage: Stage
    private(set) var timedRun: TimedRun?

    /// Plays the eight chords one after the other, four beats each.
    struct TimedRun: Sendable, Hashable {
        /// Distinguishes it from earlier runs, whose timers may still fire.
        let number: Int
        var position: Int
        /// When the bar started, in seconds of the page's clock.
        var start: Double
    }

    private var runCount = 0

    /// Lights one of the chords until another is pressed.
    init(_ chordset: Chordset, lit position: Int = 0, at seconds: Double = 0) {
        id = chordset.id
        stage = Stage(chordset)
        stage.press(position, velocity: Performance.usualVelocity, source: Performance.passingSource, at: seconds)
        stage.release(source: Performance.passingSource, at: seconds)
    }

    /// Sources of presses. Fingers and keys on the page have smaller numbers.
    static let timedRunSource = 1000
    private static let passingSource = 1001
    static func source(port: Int, note: Int, channel: Int) -> Int {
        10_000 + min(port, 100_000) * 4096 + channel * 128 + note
    }

    /// The cell of a key. Cells repeat every eight keys.
    /// - Parameter note: MIDI number. 36, the first key of drum pads, is the first cell.
    static func position(ofNote note: Int) -> Int { (note + 4) % Chordset.size }

    /// The velocity of presses without one.
    private static let usualVelocity = 100

    /// The notes of the held chords.
    private var held: [Int] {
        var pitches: [Int] = []
        for position in stage.held {
            for pitch in stage.voice.chords[position].music?.pitches ?? [] where !pitches.contains(pitch) {
                pitches.append(pitch)
            }
        }
        return pitches
    }

    mutating func press(_ position: Int, velocity: Int, source: Int, at seconds: Double) -> [Effect] {
        stage.press(position, velocity: velocity, source: source, at: seconds)
        guard let music = stage.voice.chords[position].music else { return [] }
        return [.sound(.sounding(music.pitches.map { Strike(note: $0, velocity: velocity) }, held))]
    }

    mutating func release(source: Int, at seconds: Double) -> [Effect] {
        let before = held
        stage.release(source: source, at: seconds)
        return held == before ? [] : [.sound(.sounding([], held))]
    }

    mutating func releaseAll(at seconds: Double) -> [Effect] {
        timedRun = nil
        stage.releaseAll(at: seconds)
        return [.sound(.sounding([], []))]
    }

    /// Switches to another chordset.
    mutating func switchTo(_ chordset: Chordset, at seconds: Double) -> [Effect] {
        let effects = releaseAll(at: seconds)
        stage.take(chordset, at: seconds)
        id = chordset.id
        return effects
    }

    // MARK: In time

    mutating func toggleTimedRun(at seconds: Double) -> [Effect] {
        if timedRun != nil { return releaseAll(at: seconds) }
        runCount += 1
        timedRun = TimedRun(number: runCount, position: 0, start: seconds)
        return bar(at: seconds)
    }

    /// Starts the next bar if it is due.
    mutating func advance(_ number: Int, at seconds: Double) -> [Effect] {
        guard let current = timedRun, current.number == number else { return [] }
        let due = current.start + length(of: current.position)
        let hasClockRestarted = seconds < current.start
        guard hasClockRestarted || seconds >= due - 0.005 else { return [next(in: due - seconds)] }
        // A page that was suspended continues from now instead of catching up.
        let start = hasClockRestarted || seconds - due > 0.5 ? seconds : due
        timedRun = TimedRun(number: number, position: (current.position + 1) % Chordset.size, start: start)
        return bar(at: seconds)
    }

    private mutating func bar(at seconds: Double) -> [Effect] {
        guard let timedRun else { return [] }
        let source = Performance.timedRunSource
        stage.release(source: source, at: seconds)
        let music = stage.voice.chords[timedRun.position].music
        var effects = press(timedRun.position, velocity: 80, source: source, at: seconds)
        // A chord without music is a bar of rest.
        if music == nil { effects.append(.sound(.sounding([], held))) }
        return effects + [next(in: timedRun.start + length(of: timedRun.position) - seconds)]
    }

    private func next(in seconds: Double) -> Effect {
        .timer(
            .nextBar(runCount, milliseconds: Int(min(max(seconds, 0.001), Performance.maximumBarDuration) * 1000 + 0.5))
        )
    }

    /// The duration of four beats, in seconds.
    private func length(of position: Int) -> Double {
        min(4 * 60 / stage.voice.chords[position].bpm, Performance.maximumBarDuration)
    }

    /// In seconds.
    private static let maximumBarDuration = 600.0
}
