import Harmony
import Instruments
import Rendering
import Tunes

/// A score for two hands, or a chart, with an optional melody. It becomes MusicXML, a MIDI file and, with one chord per
/// bar, a drawing.
package struct Score: Sendable {
    /// The same ticks as in a melody. All positions in a tune are whole numbers of them.
    static let ticksPerQuarter = Melody.ticksPerQuarter

    /// Notes that are struck together and held until the next ones; a rest without notes.
    struct Stretch: Sendable {
        /// Ticks from the beginning of the bar.
        let start: Int
        let length: Int
        let column: StaffPicture.Column
    }

    /// A chord symbol above the staff.
    struct Symbol: Sendable {
        enum Kind: Sendable {
            /// The name of all notes together, or the names of two chords.
            case named(ChordToVoice)
            /// The symbol as written in a tune.
            case written(ChordSymbol)
            /// N.C.
            case noChord
        }

        /// Ticks from the beginning of the bar.
        let start: Int
        let kind: Kind
        /// Whether it is an alternative to another chord.
        var isAlternate = false
        /// Its Roman numeral, written below its note.
        var numeral: String?
    }

    struct Bar: Sendable {
        /// The notes of both hands from the beginning of the bar to its end, without gaps; empty in a chart.
        var stretches: [Stretch] = []
        var symbols: [Symbol] = []
        var melody = Melody()
        var meter = Meter.common
        /// Quarter notes per minute; nil without a tempo.
        var bpm: Double?
        var frame: Frame?

        var length: Int { meter.beats * Score.beat(in: meter) }

        /// Four beats of one chord.
        init(_ column: StaffPicture.Column, bpm: Double?) {
            self.bpm = bpm
            stretches = [Stretch(start: 0, length: length, column: column)]
            symbols = column.subject.map { [Symbol(start: 0, kind: .named($0))] } ?? []
        }

        init() {}
    }

    /// The signs around a bar of a tune.
    struct Frame: Sendable {
        let bar: Tunes.Bar
        /// The name of the section that begins here.
        let label: String?
        /// The ending whose bracket begins here, and the ending whose bracket stops here.
        let beginning: Tune.WrittenEnding?
        let ending: Tune.WrittenEnding?
    }

    let title: String
    let bars: [Bar]
    let signature: KeySignature?
    /// The instrument that the voicings are written for. MIDI files sound in its sounding pitch. Tunes are transposed
    /// before.
    let reader: TransposingInstrument
    /// The tune with its title, composer and style.
    let tune: Tune?
    /// Whether the tune has a “To Coda” or a Fine, to which a sound element would send every D.C. and D.S.
    let hasGoals: Bool

    init(
        title: String, bars: [Bar], signature: KeySignature? = nil, reader: TransposingInstrument = .c,
        of tune: Tune? = nil
    ) {
        self.title = title
        self.bars = bars
        self.signature = signature.flatMap { $0.isWritten ? $0 : nil }
        self.reader = reader
        self.tune = tune
        hasGoals = bars.contains { bar in
            bar.frame?.bar.marks.contains { $0 == .toCoda || $0 == .fine } ?? false
        }
    }

    /// Voicings in a row, for the piano.
    /// - Parameters:
    ///   - bpm: quarter notes per minute.
    ///   - isFingered: whether MusicXML includes fingering.
    ///   - reader: the instrument that the voicings are written for.
    package init(
        title: String, row: [Voicing], signature: KeySignature? = nil, bpm: Double? = nil, isFingered: Bool = false,
        reader: TransposingInstrument = .c
    ) {
        let bars = row.map { Bar(StaffPicture.Column($0, isFingered: isFingered), bpm: bpm) }
        self.init(title: title, bars: bars, signature: signature, reader: reader)
    }

    /// The drawing.
    package func staff(showing below: StaffPicture.Below = .nothing) -> StaffPicture {
        StaffPicture(bars.flatMap { $0.stretches }.map { $0.column }, signature: signature, showing: below)
    }

    /// The ticks of the unit of a meter.
    static func beat(in meter: Meter) -> Int { 4 * ticksPerQuarter / meter.unit }

    /// The tempo of a bar if it changes there.
    func newTempo(at index: Int) -> Double? {
        index > 0 && bars[index].bpm == bars[index - 1].bpm ? nil : bars[index].bpm
    }

    /// The meter of a bar if it changes there.
    func newMeter(at index: Int) -> Meter? {
        index > 0 && bars[index].meter == bars[index - 1].meter ? nil : bars[index].meter
    }
}
