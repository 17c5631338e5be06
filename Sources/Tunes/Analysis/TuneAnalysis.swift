import Harmony

/// A harmonic analysis of a tune in its local keys. It is one possible interpretation.
public struct TuneAnalysis: Sendable {
    /// A chord at its place in the tune, with its function.
    public struct PlacedChord: Sendable, Hashable {
        /// The index in ``Tune/bars``.
        public let bar: Int
        public let position: Position
        public let symbol: ChordSymbol
        /// Its key and function; nil for a chord outside all keys.
        public internal(set) var place: ChordInKey?

        /// The analyzed chord; of a polychord, the lower one.
        public var chord: Chord { symbol.lowest }

        /// The scales over the chord, the teacher's first choice first.
        public var scales: [ChordScale] { chord.scales(as: place?.function, in: place?.key) }
    }

    /// A range of chords in one key, or outside all keys.
    public struct KeyArea: Sendable, Hashable {
        public let key: Key?
        /// Indices in ``chords``; empty only in a tune without chords.
        public let chords: Range<Int>
        /// Indices in ``Tune/bars``, from the bar of its first chord. The areas of a tune cover all bars; two may share
        /// one.
        public internal(set) var bars: ClosedRange<Int>
    }

    /// The declared key, or the one found; the mode of a tune in one mode. Nil for a tune without a key.
    public let key: Key?
    /// In written order; a sustained chord appears once.
    public let chords: [PlacedChord]
    public let areas: [KeyArea]
    public let cadences: [Cadence]

    public init(of tune: Tune) {
        let sounding = tune.sounding
        var chords: [PlacedChord] = []
        var starts: [Double] = []
        for ((bar, sounding), meter) in zip(sounding.enumerated(), tune.meters) {
            for chord in sounding {
                guard let symbol = chord.symbol, symbol != chords.last?.symbol else { continue }
                chords.append(PlacedChord(bar: bar, position: chord.position, symbol: symbol))
                starts.append(Double(bar) + Double(chord.position.twelfths) / Double(12 * meter.beats))
            }
        }
        let ends = starts.dropFirst() + [Double(sounding.count)]
        // The form repeats after the last chord.
        let analysis = KeyAnalysis(
            of: chords.map { $0.chord }, bars: zip(starts, ends).map { $1 - $0 }, home: tune.key, isRound: true,
            bluesTonic: TuneAnalysis.bluesTonic(of: tune, sounding))
        var areas: [KeyArea] = []
        for (index, place) in analysis.chords.enumerated() {
            chords[index].place = place
            let bar = index == 0 ? 0 : chords[index].bar
            if let last = areas.last, last.key == place?.key {
                areas[areas.count - 1] = KeyArea(
                    key: last.key, chords: last.chords.lowerBound..<index + 1, bars: last.bars.lowerBound...bar)
            } else {
                if let last = areas.last {
                    // The last chord before the new key may sound for several bars.
                    let end = chords[index].position.twelfths > 0 ? bar : max(bar - 1, last.bars.lowerBound)
                    areas[areas.count - 1].bars = last.bars.lowerBound...end
                }
                areas.append(KeyArea(key: place?.key, chords: index..<index + 1, bars: bar...bar))
            }
        }
        if areas.isEmpty, !sounding.isEmpty { areas = [KeyArea(key: nil, chords: 0..<0, bars: 0...0)] }
        if let last = areas.last {
            areas[areas.count - 1].bars = last.bars.lowerBound...max(sounding.count - 1, last.bars.lowerBound)
        }
        key = analysis.key
        self.chords = chords
        self.areas = areas
        cadences = Cadence.all(in: analysis)
    }

    /// The tonic's pitch class of a blues: a tune or section of twelve bars or twice that, as written or as played,
    /// with a dominant on the tonic first, and one on the fourth in bar 2 or 5.
    private static func bluesTonic(of tune: Tune, _ sounding: [[BarChord]]) -> Int? {
        func dominant(_ bar: Int) -> Int? {
            guard let chord = sounding[bar].first?.symbol?.lowest, ChordFunction(chord) == .dominant else { return nil }
            return chord.root.pitchClass
        }
        func tonic(_ form: [Int]) -> Int? {
            guard form.count == 12 || form.count == 24, let tonic = dominant(form[0]) else { return nil }
            // In 24 bars each bar of the twelve may take two.
            let bars = form.count == 12 ? [1, 4] : [1, 2, 4, 8]
            return bars.contains { dominant(form[$0]) == (tonic + 5) % 12 } ? tonic : nil
        }
        if let tonic = tonic(Array(sounding.indices)) { return tonic }
        for bars in tune.sectionBars {
            if let tonic = tonic(Array(bars)) { return tonic }
        }
        // A second ending makes thirteen written bars of a chorus.
        guard let played = try? tune.unfolded(), played.count > 12, played.count % 12 == 0 else { return nil }
        return tonic(Array(played.prefix(12)))
    }
}
