import Harmony
import Rendering
import Tunes

extension Score {
    /// A tune as written: a chart with chord symbols or, if it is voiced, two hands on two staves. A bar that repeats
    /// another one has a repeat sign in a chart, and notes for two hands.
    /// - Parameter analysis: the source of numerals below the chords; nil for none.
    package init(chart tune: Tune, voiced: VoicedTune? = nil, analysis: TuneAnalysis? = nil) {
        let bars = tune.bars
        var labels: [Int: String] = [:]
        for (index, bars) in tune.sectionBars.enumerated() where index > 0 || !tune.sections[index].label.isEmpty {
            labels[bars.lowerBound] = tune.sections[index].label
        }
        var beginnings = [Tune.WrittenEnding?](repeating: nil, count: bars.count)
        var ends = beginnings
        for ending in tune.endings {
            beginnings[ending.bars.lowerBound] = ending
            ends[ending.bars.upperBound] = ending
        }
        self.init(tune, voiced, Array(bars.indices), analysis) { index in
            var bar = bars[index]
            bar.words += bar.chords.compactMap { $0.unread }
            return Frame(bar: bar, label: labels[index], beginning: beginnings[index], ending: ends[index])
        }
    }

    /// A tune as written, voiced if `voicing` is given.
    package init(chart tune: Tune, _ voicing: TuneVoicing?, hasNumerals: Bool = false) {
        self.init(
            chart: tune, voiced: voicing?.voiced(tune), analysis: hasNumerals ? TuneAnalysis(of: tune) : nil)
    }

    /// - Parameter order: indices of bars.
    private init(
        _ tune: Tune, _ voiced: VoicedTune?, _ order: [Int], _ analysis: TuneAnalysis?, frame: (Int) -> Frame?
    ) {
        let meters = tune.meters
        let sounding = tune.sounding
        let melodies = tune.melodies
        let written = tune.bars
        // The tempo counts the beats of the first meter. Notes keep their lengths in later meters.
        let bpm = tune.tempo.map { Double(4 * $0 * tune.meter.unitsOfBeat) / Double(tune.meter.unit) }
        let voicings = Dictionary(grouping: voiced?.chords ?? [], by: { $0.place.bar })
        var held: Voicing?
        let bars = order.map { index -> Bar in
            var bar = Bar()
            bar.meter = meters[index]
            bar.bpm = bpm
            bar.frame = frame(index)
            bar.melody = melodies[index]
            let twelfth = Score.beat(in: bar.meter) / 12
            func start(_ position: Position) -> Int { min(max(0, position.twelfths * twelfth), bar.length - 1) }
            let isSign = voiced == nil && written[index].chords.isEmpty
            for chord in isSign ? [] : sounding[index] {
                var symbol = Symbol(start: start(chord.position), kind: .init(chord.sound))
                symbol.numeral =
                    analysis?.chords.first { $0.bar == index && $0.position == chord.position }?.place?.numeral
                bar.symbols.append(symbol)
            }
            for chord in written[index].alternates where chord.unread == nil {
                bar.symbols.append(Symbol(start: start(chord.position), kind: .init(chord.sound), isAlternate: true))
            }
            guard voiced != nil else { return bar }
            // Chords that begin in the bar. Before the first one, the previous chord continues.
            var begins: [(start: Int, voicing: Voicing?)] = []
            if (sounding[index].first.map { start($0.position) } ?? bar.length) > 0 { begins.append((0, held)) }
            for chord in sounding[index] {
                begins.append(
                    (start(chord.position), voicings[index]?.first { $0.place.position == chord.position }?.voicing))
            }
            for (place, begin) in begins.enumerated() {
                let end = place + 1 < begins.count ? begins[place + 1].start : bar.length
                guard end > begin.start else { continue }
                let column =
                    begin.voicing.map { StaffPicture.Column($0, isFingered: false) }
                    ?? StaffPicture.Column(stacking: nil)
                bar.stretches.append(Stretch(start: begin.start, length: end - begin.start, column: column))
            }
            held = begins.last?.voicing
            return bar
        }
        self.init(title: tune.title, bars: bars, signature: tune.key?.written.signature, of: tune)
    }
}

extension Score.Symbol.Kind {
    fileprivate init(_ sound: Sound) {
        self =
            switch sound {
            case .chord(let symbol): .written(symbol)
            case .noChord, .unread: .noChord
            }
    }
}
