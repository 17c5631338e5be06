import Chordsets
import Instruments

/// A chordset on the stage: what lights it, what sounds with it, and how far the eight chords are played in time.
struct Performance: Sendable {
    private(set) var id: String
    var stage: Stage
    private(set) var practice: Practice?

    /// The eight chords one after the other, four beats each.
    struct Practice: Sendable, Hashable {
        /// Tells it from those before, of which a bar may still be waited for.
        let number: Int
        var position: Int
        /// When the bar began, in seconds of the page's clock.
        var start: Double
    }

    private var practices = 0

    /// One of the chords is lit until another is pressed.
    init(_ chordset: Chordset, lit position: Int = 0, at seconds: Double = 0) {
        id = chordset.id
        stage = Stage(chordset)
        stage.press(position, velocity: Performance.usualVelocity, source: Performance.passingSource, at: seconds)
        stage.release(source: Performance.passingSource, at: seconds)
    }

    /// Numbers by which what presses cells is told apart: fingers and keys have small ones.
    static let practiceSource = 1000
    private static let passingSource = 1001
    static func source(port: Int, note: Int, channel: Int) -> Int {
        10_000 + min(port, 100_000) * 4096 + channel * 128 + note
    }

    /// The cell of a note that an instrument plays: they repeat every eight semitones, so that every key is one.
    /// - Parameter note: MIDI number; 36, from which pads count, is the first.
    static func position(ofNote note: Int) -> Int { (note + 4) % Chordset.size }

    /// How hard a finger or a key presses that does not say so.
    private static let usualVelocity = 100

    /// The keys that sound with the held chords.
    private var held: [Int] {
        var pitches: [Int] = []
        for position in stage.held {
            for pitch in stage.voice.chords[position].music?.pitches ?? [] where !pitches.contains(pitch) { pitches.append(pitch) }
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
        practice = nil
        stage.releaseAll(at: seconds)
        return [.sound(.sounding([], []))]
    }

    /// Another chordset comes onto the stage.
    mutating func take(_ chordset: Chordset, at seconds: Double) -> [Effect] {
        let effects = releaseAll(at: seconds)
        stage.take(chordset, at: seconds)
        id = chordset.id
        return effects
    }

    // MARK: In time

    mutating func practise(at seconds: Double) -> [Effect] {
        if practice != nil { return releaseAll(at: seconds) }
        practices += 1
        practice = Practice(number: practices, position: 0, start: seconds)
        return bar(at: seconds)
    }

    /// The next bar, once it is due.
    mutating func goOn(_ number: Int, at seconds: Double) -> [Effect] {
        guard let present = practice, present.number == number else { return [] }
        let due = present.start + length(of: present.position)
        let isClockAnew = seconds < present.start
        guard isClockAnew || seconds >= due - 0.005 else { return [next(in: due - seconds)] }
        // A page that is woken late goes on from here instead of catching up.
        let start = isClockAnew || seconds - due > 0.5 ? seconds : due
        practice = Practice(number: number, position: (present.position + 1) % Chordset.size, start: start)
        return bar(at: seconds)
    }

    private mutating func bar(at seconds: Double) -> [Effect] {
        guard let practice else { return [] }
        let source = Performance.practiceSource
        stage.release(source: source, at: seconds)
        let music = stage.voice.chords[practice.position].music
        var effects = press(practice.position, velocity: 80, source: source, at: seconds)
        // A chord without notes is a bar of rest.
        if music == nil { effects.append(.sound(.sounding([], held))) }
        return effects + [next(in: practice.start + length(of: practice.position) - seconds)]
    }

    private func next(in seconds: Double) -> Effect {
        .timer(.nextBar(practices, milliseconds: Int(min(max(seconds, 0.001), Performance.longestBar) * 1000 + 0.5)))
    }

    /// Seconds of four beats.
    private func length(of position: Int) -> Double {
        min(4 * 60 / stage.voice.chords[position].bpm, Performance.longestBar)
    }

    /// In seconds.
    private static let longestBar = 600.0
}
