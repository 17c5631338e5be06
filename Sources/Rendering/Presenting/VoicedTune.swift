import Harmony
import Tunes

/// The chords of a tune voiced for two hands, with the smoothest voice leading: the exact shortest path through the
/// possible voicings (``Harmony/Leading``).
package struct VoicedTune: Sendable, Hashable {
    /// The place of a chord in the tune.
    package struct Place: Sendable, Hashable, Comparable {
        /// The index in ``Tunes/Tune/bars``.
        package let bar: Int
        package let position: Position

        package init(bar: Int, position: Position) {
            self.bar = bar
            self.position = position
        }

        package static func < (one: Place, other: Place) -> Bool {
            (one.bar, one.position) < (other.bar, other.position)
        }
    }

    /// A chord with its voicing.
    package struct Chord: Sendable, Hashable {
        package let place: Place
        /// Without keys if no hand can hold it.
        package let voicing: Voicing

        package init(place: Place, voicing: Voicing) {
            self.place = place
            self.voicing = voicing
        }
    }

    /// How to voice the chords of a tune.
    package struct Options: Sendable, Hashable {
        /// `.upperStructure` voices every dominant as two chords, one in each hand, and other chords too if an upper
        /// triad fits.
        package var styles: Leading.Styles
        /// The styles of sections that differ, by the indices of the sections.
        package var stylesOfSections = SortedDictionary<Int, Leading.Styles>()
        /// Voicings that the user has locked. The others lead to them.
        package var pinned = SortedDictionary<Place, Voicing>()

        package init(_ styles: Leading.Styles = .any) {
            self.styles = styles
        }
    }

    /// In written order. A bar has the same voicings each time it is played.
    package let chords: [Chord]
    package let cost: Leading.Cost

    package init(_ tune: Tune, as options: Options = Options(), for pianist: Pianist = Pianist()) {
        let stylesOfBars = tune.sections.indices.flatMap { section in
            tune.sections[section].bars.map { _ in options.stylesOfSections[section] ?? options.styles }
        }
        var row: [Leading.Wish] = []
        var places: [Place] = []
        for chord in tune.soundingChords {
            guard let symbol = chord.symbol else { continue }
            let place = Place(bar: chord.bar, position: chord.position)
            row.append(Leading.Wish(symbol.toVoice, in: stylesOfBars[chord.bar], pinned: options.pinned[place]))
            places.append(place)
        }
        let leading = Leading(of: row, for: pianist)
        chords = zip(places, leading.voicings).map { Chord(place: $0, voicing: $1) }
        cost = leading.cost
    }

    /// The voicing of each sounding chord of the tune; nil for N.C. and chords that no hand can hold.
    package func voicings(of sounding: [SoundingChord]) -> [Voicing?] {
        var rest = chords[...]
        return sounding.map { chord in
            guard chord.symbol != nil, let voicing = rest.popFirst()?.voicing else { return nil }
            return voicing.tones.isEmpty ? nil : voicing
        }
    }
}

extension ChordSymbol {
    /// The subjects to voice.
    package var toVoice: ChordToVoice {
        switch self {
        case .chord(let chord): .chord(chord)
        case .polychord(let upper, let lower):
            .pair(ChordCombiner(vocabulary: .jazz).combine(lower: lower, upper: upper))
        }
    }
}

extension ChordToVoice {
    /// The symbol of all notes, or those of both chords.
    package var symbol: ChordSymbol {
        if case .pair(let pair) = self, pair.result == nil { return .polychord(upper: pair.upper, lower: pair.lower) }
        return .chord(chord)
    }
}

/// How to voice tunes: the styles, and the pianist.
public struct TuneVoicing: Sendable, Hashable {
    package var options: VoicedTune.Options
    package var pianist: Pianist

    package init(_ options: VoicedTune.Options = VoicedTune.Options(), for pianist: Pianist = Pianist()) {
        self.options = options
        self.pianist = pianist
    }

    package func voiced(_ tune: Tune) -> VoicedTune { VoicedTune(tune, as: options, for: pianist) }
}

extension Voicing? {
    /// The MIDI numbers of both hands; none without a voicing.
    package var keysOfHands: (left: [Int], right: [Int]) {
        (left: self?.left.map { $0.pitch } ?? [], right: self?.right.map { $0.pitch } ?? [])
    }
}
