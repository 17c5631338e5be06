import Harmony
import Instruments

extension Score {
    private static let ticksPerQuarter = 480

    /// As a Standard MIDI File of three tracks: one with the title, the tempi and, as markers, the chords' names; one for the
    /// left hand, and one for the right.
    package var midi: MIDIFile {
        MIDIFile(ticksPerQuarter: Score.ticksPerQuarter, tracks: [remarks] + Hand.allCases.map { notes(of: $0) })
    }

    private static let barLength = 4 * ticksPerQuarter

    private var end: MIDIFile.Event { MIDIFile.Event(tick: bars.count * Score.barLength, kind: .endOfTrack) }

    private static func text(_ type: UInt8, _ text: String, at tick: Int) -> MIDIFile.Event {
        MIDIFile.Event(tick: tick, kind: .meta(type: type, bytes: Array(text.utf8)))
    }

    private var remarks: [MIDIFile.Event] {
        var events = [Score.text(3, title, at: 0)]
        for (index, bar) in bars.enumerated() {
            let start = index * Score.barLength
            if let bpm = newTempo(at: index) {
                // Three bytes have room for the tempo of four beats a minute, and not for slower ones.
                let microseconds = Int(60_000_000 / max(bpm, 4))
                events.append(MIDIFile.Event(tick: start, kind: .tempo(microsecondsPerQuarter: microseconds)))
            }
            if let subject = bar.column.subject {
                events.append(Score.text(6, subject.moved { reader.sounding($0) }.title(in: Notation()), at: start))
            }
        }
        return events + [end]
    }

    private func notes(of hand: Hand) -> [MIDIFile.Event] {
        var events = [Score.text(3, hand == .left ? "Left hand" : "Right hand", at: 0)]
        for (index, bar) in bars.enumerated() {
            let start = index * Score.barLength
            let pitches = bar.column.notes.filter { $0.hand == hand }.map { $0.tone.pitch - reader.semitones }
            for pitch in pitches where 0...127 ~= pitch {
                let on = MIDIMessage.noteOn(channel: 1, note: pitch, velocity: 80)
                events.append(MIDIFile.Event(tick: start, kind: .message(on)))
                // Let go a little before the next, which may hold the same note.
                let off = MIDIMessage.noteOff(channel: 1, note: pitch, velocity: 64)
                events.append(MIDIFile.Event(tick: start + Score.barLength - 1, kind: .message(off)))
            }
        }
        return events + [end]
    }
}
