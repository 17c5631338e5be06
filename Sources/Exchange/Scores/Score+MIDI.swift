import Harmony
import Instruments
import Rendering
import Tunes

extension Score {
    /// Ticks per quarter note. This is the usual number; a score is finer.
    private static let midiTicksPerQuarter = 960

    private static func midiTicks(_ time: Int) -> Int { time / (ticksPerQuarter / midiTicksPerQuarter) }

    /// A Standard MIDI File with three tracks: title, tempi and chord names as markers; the left hand; the right hand.
    /// A melody is a fourth track.
    package var midi: MIDIFile { midi(isAccompanied: false) }

    /// The same with a bass that plays the roots, and a bar of count-in.
    package var accompaniedMIDI: MIDIFile { midi(isAccompanied: true) }

    private func midi(isAccompanied: Bool) -> MIDIFile {
        // The count-in is one bar of the first meter.
        let count = isAccompanied ? bars.first?.length ?? 0 : 0
        var starts: [Int] = []
        var end = Score.midiTicks(count)
        for bar in bars {
            starts.append(end)
            // Times up to this limit and one more bar fit into Int on all platforms.
            end = min(end + Score.midiTicks(bar.length), MIDIFile.maximumTick / 2)
        }
        func track(_ name: String, _ events: [MIDIFile.Event]) -> [MIDIFile.Event] {
            [Score.text(3, name, at: 0)] + events + [MIDIFile.Event(tick: end, kind: .endOfTrack)]
        }
        var tracks = [track(title, remarks(starts, isAccompanied))]
        for hand in Hand.allCases {
            tracks.append(
                track(
                    hand == .left ? "Left hand" : "Right hand",
                    strikes(starts, channel: 1, velocity: 80) { stretch in
                        stretch.column.notes.filter { $0.hand == hand }.map { $0.tone.pitch - reader.semitones }
                    }))
        }
        if isAccompanied {
            let bass = MIDIFile.Event(tick: 0, kind: .message(.program(channel: 2, number: Score.acousticBass)))
            tracks.append(
                track(
                    "Bass",
                    [bass]
                        + strikes(starts, channel: 2, velocity: 90) { stretch in
                            stretch.column.subject.map { [Score.bassNote(of: $0)] } ?? []
                        }))
            tracks.append(track("Count-in", clicks))
        }
        if hasMelody {
            let saxophone = MIDIFile.Event(tick: 0, kind: .message(.program(channel: 3, number: Score.altoSaxophone)))
            tracks.append(track("Melody", [saxophone] + sung(starts)))
        }
        return MIDIFile(ticksPerQuarter: Score.midiTicksPerQuarter, tracks: tracks)
    }

    /// General MIDI numbers: instruments from 0, and percussion on channel 10.
    private static let acousticBass = 32
    private static let altoSaxophone = 65
    private static let (highClick, lowClick) = (76, 77)

    private static func text(_ type: UInt8, _ text: String, at tick: Int) -> MIDIFile.Event {
        MIDIFile.Event(tick: tick, kind: .meta(type: type, bytes: Array(text.utf8)))
    }

    /// The root or the bass of a slash chord, in the lowest octave of a double bass, from E to E♭.
    private static func bassNote(of subject: ChordToVoice) -> Int {
        28 + (subject.bass.pitchClass + 8) % 12
    }

    private func remarks(_ starts: [Int], _ isAccompanied: Bool) -> [MIDIFile.Event] {
        var events: [MIDIFile.Event] = []
        for (index, bar) in bars.enumerated() {
            let start = index == 0 ? 0 : starts[index]
            if let bpm = newTempo(at: index) {
                // Three bytes hold a tempo of four beats per minute, but no slower one.
                let microseconds = Int(60_000_000 / max(bpm, 4))
                events.append(MIDIFile.Event(tick: start, kind: .tempo(microsecondsPerQuarter: microseconds)))
            }
            if isAccompanied, let meter = newMeter(at: index) {
                events.append(
                    MIDIFile.Event(tick: start, kind: .timeSignature(.init(meter.beats, meter.unit))))
            }
            for symbol in bar.symbols where !symbol.isAlternate {
                let name =
                    switch symbol.kind {
                    case .named(let subject): subject.moved { reader.sounding($0) }.title(in: Notation())
                    case .written(let symbol): symbol.written(in: Notation())
                    case .noChord: "N.C."
                    }
                events.append(Score.text(6, name, at: starts[index] + Score.midiTicks(symbol.start)))
            }
        }
        return events
    }

    private func strikes(
        _ starts: [Int], channel: Int, velocity: Int, _ pitches: (Stretch) -> [Int]
    ) -> [MIDIFile.Event] {
        var events: [MIDIFile.Event] = []
        for (bar, start) in zip(bars, starts) {
            for stretch in bar.stretches {
                let from = start + Score.midiTicks(stretch.start)
                let until = start + Score.midiTicks(stretch.start + stretch.length)
                for pitch in pitches(stretch) where 0...127 ~= pitch {
                    events += Score.strike(pitch, from, until, channel: channel, velocity: velocity)
                }
            }
        }
        return events
    }

    private static func strike(_ pitch: Int, _ from: Int, _ until: Int, channel: Int, velocity: Int) -> [MIDIFile.Event]
    {
        let on = MIDIMessage.noteOn(channel: channel, note: pitch, velocity: velocity)
        // Ends a little before the next chord, which may have the same note.
        let off = MIDIMessage.noteOff(channel: channel, note: pitch, velocity: 64)
        return [
            MIDIFile.Event(tick: from, kind: .message(on)),
            MIDIFile.Event(tick: max(from + 1, until - 1), kind: .message(off)),
        ]
    }

    /// The melody. A note that is tied over bar lines is struck once.
    private func sung(_ starts: [Int]) -> [MIDIFile.Event] {
        var events: [MIDIFile.Event] = []
        var held: (pitch: Int, from: Int, until: Int)?
        func release() {
            guard let note = held else { return }
            events += Score.strike(note.pitch, note.from, note.until, channel: 3, velocity: 90)
            held = nil
        }
        for (bar, start) in zip(bars, starts) {
            for (place, note) in bar.melody.notes.enumerated() {
                let pitch = note.tone.pitch
                let until = start + Score.midiTicks(note.end)
                if place == 0, note.start == 0, held?.pitch == pitch {
                    held?.until = until
                } else {
                    release()
                    held = (pitch, start + Score.midiTicks(note.start), until)
                }
                let isLast = place == bar.melody.notes.count - 1
                if !isLast || !bar.melody.isTied { release() }
            }
            // A note that is tied to a rest ends with its bar.
            if bar.melody.isEmpty { release() }
        }
        release()
        return events
    }

    /// A bar of count-in with an accent on its first beat.
    private var clicks: [MIDIFile.Event] {
        guard let meter = bars.first?.meter else { return [] }
        let beat = Score.midiTicks(Score.pulse(in: meter))
        return (0..<meter.beats / meter.unitsOfBeat).flatMap { number in
            let note = number == 0 ? Score.highClick : Score.lowClick
            return [
                MIDIFile.Event(tick: number * beat, kind: .message(.noteOn(channel: 10, note: note, velocity: 100))),
                MIDIFile.Event(
                    tick: number * beat + beat / 2, kind: .message(.noteOff(channel: 10, note: note, velocity: 64))),
            ]
        }
    }
}

extension ChordToVoice {
    /// The lowest note of the chord.
    fileprivate var bass: NoteName {
        switch self {
        case .chord(let chord): chord.lowest
        case .pair(let pair): pair.bass
        }
    }
}
