import Chordsets
import Harmony
import Instruments
import Rendering

/// A chordset as a practice score: a bar of four beats for each of its eight chords, at the tempo of its light, with
/// smooth voice leading. A chord without notes is a bar of rest.
public struct PracticeSheet: Sendable {
    /// The voicing of each chord; nil without a chord, or if ten fingers cannot hold it.
    package let voicings: [Voicing?]
    /// The score.
    package let score: Score

    /// - Parameters:
    ///   - reader: the instrument that the score is written for.
    ///   - pianist: the hands that the voicings must fit.
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
