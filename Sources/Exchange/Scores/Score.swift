import Harmony
import Instruments
import Rendering
import Tunes

/// Music for two hands on two staves, bar by bar, or a chart, and above them perhaps a melody: as MusicXML, as a MIDI file and, where each
/// bar is one chord, as a drawing.
package struct Score: Sendable {
    /// Times are counted as in a melody, so that all places in a bar that tunes know are whole numbers.
    static let ticksPerQuarter = Melody.ticksPerQuarter

    /// What is struck in a bar and held until something else is; a rest where there are no notes.
    struct Stretch: Sendable {
        /// Ticks from the beginning of the bar.
        let start: Int
        let length: Int
        let column: StaffPicture.Column
    }

    /// What stands above the staff.
    struct Symbol: Sendable {
        enum Kind: Sendable {
            /// By the name that its notes have together, or by two.
            case named(ChordToVoice)
            /// As it is written in a tune.
            case written(ChordSymbol)
            /// N.C.
            case noChord
        }

        /// Ticks from the beginning of the bar.
        let start: Int
        let kind: Kind
        /// Whether it may be played instead of another one.
        var isAlternate = false
    }

    struct Bar: Sendable {
        /// What hands play, from its beginning to its end, without gaps; empty in a chart.
        var stretches: [Stretch] = []
        var symbols: [Symbol] = []
        var melody = Melody()
        var metre = Metre.common
        /// Quarter notes a minute; nil where nothing is said of the tempo.
        var bpm: Double?
        var frame: Frame?

        var length: Int { metre.beats * Score.beat(in: metre) }

        /// Four beats of one chord.
        init(_ column: StaffPicture.Column, bpm: Double?) {
            self.bpm = bpm
            stretches = [Stretch(start: 0, length: length, column: column)]
            symbols = column.subject.map { [Symbol(start: 0, kind: .named($0))] } ?? []
        }

        init() {}
    }

    /// What stands around a bar of a tune.
    struct Frame: Sendable {
        let bar: Tunes.Bar
        /// The name of the section that begins here.
        let label: String?
        /// The ending whose bracket begins here, and the one whose bracket ends.
        let beginning: Tune.WrittenEnding?
        let ending: Tune.WrittenEnding?
    }

    let title: String
    let bars: [Bar]
    let signature: KeySignature?
    /// Who reads the voicings; what is heard of them sounds as that instrument does. Tunes are moved before they are written.
    let reader: TransposingInstrument
    /// The tune that it is of, with all that stands above it.
    let tune: Tune?

    init(
        title: String, bars: [Bar], signature: KeySignature? = nil, reader: TransposingInstrument = .c, of tune: Tune? = nil
    ) {
        self.title = title
        self.bars = bars
        self.signature = signature.flatMap { $0.isWritten ? $0 : nil }
        self.reader = reader
        self.tune = tune
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
        let bars = row.map { Bar(StaffPicture.Column($0, isFingered: isFingered), bpm: bpm) }
        self.init(title: title, bars: bars, signature: signature, reader: reader)
    }

    /// As it is drawn.
    package func staff(showing below: StaffPicture.Below = .nothing) -> StaffPicture {
        StaffPicture(bars.flatMap { $0.stretches }.map { $0.column }, signature: signature, showing: below)
    }

    /// The ticks of the unit of a metre.
    static func beat(in metre: Metre) -> Int { 4 * ticksPerQuarter / metre.unit }

    /// The tempo of a bar, where it is another one than before.
    func newTempo(at index: Int) -> Double? {
        index > 0 && bars[index].bpm == bars[index - 1].bpm ? nil : bars[index].bpm
    }

    /// The metre of a bar, where it is another one than before.
    func newMetre(at index: Int) -> Metre? {
        index > 0 && bars[index].metre == bars[index - 1].metre ? nil : bars[index].metre
    }
}
