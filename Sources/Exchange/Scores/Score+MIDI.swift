import Harmony
import Instruments
import Rendering
import Tunes

extension Score {
    /// Ticks per quarter note. This is the usual number; a score is finer.
    private static let midiTicksPerQuarter = 960

    private static func midiTicks(_ time: Int) -> Int { time / (ticksPerQuarter / midiTicksPerQuarter) }

    /// A Standard MIDI File with three tracks: title, tempi and chord names as markers; the left hand; the right hand.
    package var midi: MIDIFile {
        var starts: [Int] = []
        var end = 0
        for bar in bars {
            starts.append(end)
            // Times up to this limit and one more bar fit into Int on all platforms.
            end = min(end + Score.midiTicks(bar.length), MIDIFile.maximumTick / 2)
        }
        func track(_ name: String, _ events: [MIDIFile.Event]) -> [MIDIFile.Event] {
            [Score.text(3, name, at: 0)] + events + [MIDIFile.Event(tick: end, kind: .endOfTrack)]
        }
        var tracks = [track(title, remarks(starts))]
        for hand in Hand.allCases {
            tracks.append(track(hand == .left ? "Left hand" : "Right hand", strikes(starts, hand)))
        }
        return MIDIFile(ticksPerQuarter: Score.midiTicksPerQuarter, tracks: tracks)
    }

    private static func text(_ type: UInt8, _ text: String, at tick: Int) -> MIDIFile.Event {
        MIDIFile.Event(tick: tick, kind: .meta(type: type, bytes: Array(text.utf8)))
    }

    private func remarks(_ starts: [Int]) -> [MIDIFile.Event] {
        var events: [MIDIFile.Event] = []
        for (index, bar) in bars.enumerated() {
            let start = index == 0 ? 0 : starts[index]
            if let bpm = newTempo(at: index) {
                // The slowest tempo of three bytes: 3.6 beats per minute.
                let microseconds = Int(min(60_000_000 / bpm, 0xFF_FFFF))
                events.append(MIDIFile.Event(tick: start, kind: .tempo(microsecondsPerQuarter: microseconds)))
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

    private func strikes(_ starts: [Int], _ hand: Hand) -> [MIDIFile.Event] {
        var events: [MIDIFile.Event] = []
        for (bar, start) in zip(bars, starts) {
            for stretch in bar.stretches {
                let from = start + Score.midiTicks(stretch.start)
                let until = start + Score.midiTicks(stretch.start + stretch.length)
                for note in stretch.column.notes where note.hand == hand {
                    let pitch = note.tone.pitch - reader.semitones
                    if 0...127 ~= pitch { events += Score.strike(pitch, from, until) }
                }
            }
        }
        return events
    }

    private static func strike(_ pitch: Int, _ from: Int, _ until: Int) -> [MIDIFile.Event] {
        let on = MIDIMessage.noteOn(channel: 1, note: pitch, velocity: 80)
        // Ends a little before the next chord, which may have the same note.
        let off = MIDIMessage.noteOff(channel: 1, note: pitch, velocity: 64)
        return [
            MIDIFile.Event(tick: from, kind: .message(on)),
            MIDIFile.Event(tick: max(from + 1, until - 1), kind: .message(off)),
        ]
    }
}
