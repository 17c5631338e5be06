import Harmony
import Instruments

/// Chords as a piece to be played: a bar of four beats for each, two hands on two staves. As a drawing, as MusicXML and as
/// a MIDI file.
package struct Score: Sendable {
    struct Bar: Sendable {
        let column: StaffPicture.Column
        /// Quarter notes a minute; nil where nothing is said of the tempo.
        let bpm: Double?
    }

    let title: String
    let bars: [Bar]
    let signature: KeySignature?
    /// Who reads it; what is heard of it sounds as that instrument does.
    let reader: TransposingInstrument

    init(title: String, bars: [Bar], signature: KeySignature? = nil, reader: TransposingInstrument = .c) {
        self.title = title
        self.bars = bars
        self.signature = signature.flatMap { $0.isWritten ? $0 : nil }
        self.reader = reader
    }

    /// Voicings in a row, for the piano.
    /// - Parameters:
    ///   - bpm: quarter notes a minute.
    ///   - isFingered: whether MusicXML says which finger plays which note.
    ///   - reader: for whom the voicings are written.
    package init(
        title: String, row: [Voicing], signature: KeySignature? = nil, bpm: Double? = nil, isFingered: Bool = false,
        reader: TransposingInstrument = .c
    ) {
        let bars = row.map { Bar(column: StaffPicture.Column($0, isFingered: isFingered), bpm: bpm) }
        self.init(title: title, bars: bars, signature: signature, reader: reader)
    }

    /// As it is drawn.
    package func staff(showing below: StaffPicture.Below = .nothing) -> StaffPicture {
        StaffPicture(bars.map { $0.column }, signature: signature, showing: below)
    }

    /// The tempo of a bar, where it is another one than before.
    func newTempo(at index: Int) -> Double? {
        index > 0 && bars[index].bpm == bars[index - 1].bpm ? nil : bars[index].bpm
    }
}
