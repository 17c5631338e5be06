import Chordsets
import Harmony
import Instruments

/// A chordset as music to be practised: a bar of four beats for each of its eight chords, at the tempo of its light. A
/// chord without notes is a bar of rest.
public struct PracticeSheet: Sendable {
    let title: String
    let bars: [Bar]
    /// Who reads it; what is heard of it sounds as that instrument does.
    let reader: TransposingInstrument

    struct Bar: Sendable {
        let music: Music?
        let bpm: Double

        /// Note and spelling, from the lowest up; those above the range of MIDI are left out.
        var tones: [Tone] {
            guard let music else { return [] }
            return (music.combination()?.notes.map { $0.tone } ?? music.lower.voicing).filter { $0.pitch <= 127 }
        }
    }

    public init(_ chordset: Chordset, for reader: TransposingInstrument = .c) {
        self.reader = reader
        title = chordset.shownTitle
        bars = chordset.chords.map { Bar(music: $0.music, bpm: $0.bpm) }
    }

    // MARK: MIDI

    private static let ticksPerQuarter = 480

    /// As a Standard MIDI File, in which each bar has its tempo and, as a marker, the chord's name.
    public var midi: MIDIFile {
        var events = [MIDIFile.Event(tick: 0, kind: .meta(type: 3, bytes: Array(title.utf8)))]
        let length = 4 * PracticeSheet.ticksPerQuarter
        for (index, bar) in bars.enumerated() {
            let start = index * length
            if index == 0 || bar.bpm != bars[index - 1].bpm {
                // Three bytes have room for the tempo of four beats a minute, and not for slower ones.
                let microseconds = Int(60_000_000 / max(bar.bpm, 4))
                events.append(MIDIFile.Event(tick: start, kind: .tempo(microsecondsPerQuarter: microseconds)))
            }
            if let music = bar.music {
                events.append(MIDIFile.Event(tick: start, kind: .meta(type: 6, bytes: Array(music.sounding(for: reader).name.utf8))))
            }
            for pitch in bar.tones.map({ $0.pitch - reader.semitones }) where pitch >= 0 {
                let on = MIDIMessage.noteOn(channel: 1, note: pitch, velocity: 80)
                events.append(MIDIFile.Event(tick: start, kind: .message(on)))
                // Let go a little before the next, which may hold the same note.
                let off = MIDIMessage.noteOff(channel: 1, note: pitch, velocity: 64)
                events.append(MIDIFile.Event(tick: start + length - 1, kind: .message(off)))
            }
        }
        events.append(MIDIFile.Event(tick: bars.count * length, kind: .endOfTrack))
        return MIDIFile(ticksPerQuarter: PracticeSheet.ticksPerQuarter, tracks: [events])
    }
}

extension Music {
    /// What sounds where this is read.
    fileprivate func sounding(for reader: TransposingInstrument) -> Music {
        Music(lower: reader.sounding(lower), upper: upper.map { reader.sounding($0) })
    }
}
