import Chordsets
import Harmony
import Instruments
import Rendering

/// A chordset as music to be practised: a bar of four beats for each of its eight chords, at the tempo of its light, led
/// from one to the next as two hands would. A chord without notes is a bar of rest.
public struct PracticeSheet: Sendable {
    /// How each chord lies under the hands; nil where there is none, and where it has more notes than ten fingers hold.
    package let voicings: [Voicing?]
    /// What is written and heard.
    package let score: Score

    /// - Parameters:
    ///   - reader: who plays from it.
    ///   - pianist: whose hands the chords are laid under.
    public init(_ chordset: Chordset, for reader: TransposingInstrument = .c, under pianist: Pianist = Pianist()) {
        let subjects = chordset.chords.map { chord in
            chord.music.map { music in music.combination().map { ChordToVoice.pair($0) } ?? .chord(music.lower) }
        }
        let row = subjects.compactMap { $0 }
        var led = Leading(of: row, in: .only(.pair), for: pianist).voicings[...]
        voicings = subjects.map { subject in
            guard subject != nil, let voicing = led.popFirst(), !voicing.tones.isEmpty else { return nil }
            return voicing
        }
        let columns = zip(subjects, voicings).map { subject, voicing in
            voicing.map { StaffPicture.Column($0, isFingered: false) } ?? StaffPicture.Column(stacking: subject)
        }
        let bars = zip(columns, chordset.chords).map { Score.Bar($0, bpm: $1.bpm) }
        score = Score(title: chordset.shownTitle, bars: bars, reader: reader)
    }

    /// See ``Score/midi``.
    public var midi: MIDIFile { score.midi }

    /// See ``Score/musicXML``.
    public var musicXML: String { score.musicXML }
}
