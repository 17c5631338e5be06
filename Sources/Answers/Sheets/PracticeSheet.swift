import Chordsets
import Harmony
import Instruments

/// A chordset as music to be practised: a bar of four beats for each of its eight chords, at the tempo of its light. A
/// chord without notes is a bar of rest.
public struct PracticeSheet: Sendable {
    /// What is written and heard.
    package let score: Score

    public init(_ chordset: Chordset, for reader: TransposingInstrument = .c) {
        let bars = chordset.chords.map { chord in
            let subject = chord.music.map { music in
                music.combination().map { ChordToVoice.pair($0) } ?? .chord(music.lower)
            }
            return Score.Bar(column: StaffPicture.Column(stacking: subject), bpm: chord.bpm)
        }
        score = Score(title: chordset.shownTitle, bars: bars, reader: reader)
    }

    /// See ``Score/midi``.
    public var midi: MIDIFile { score.midi }

    /// See ``Score/musicXML``.
    public var musicXML: String { score.musicXML }
}
