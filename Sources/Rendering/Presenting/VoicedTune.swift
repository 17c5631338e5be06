import Harmony
import Tunes

/// The chords of a tune as two hands play them one after the other, each led to the next: the exact shortest path among the
/// voicings that are wanted (``Harmony/Leading``).
package struct VoicedTune: Sendable, Hashable {
    /// Where a chord is written.
    package struct Place: Sendable, Hashable {
        /// The index among ``Tunes/Tune/bars``.
        package let bar: Int
        package let position: Position

        package init(bar: Int, position: Position) {
            self.bar = bar
            self.position = position
        }
    }

    /// A chord under two hands.
    package struct Chord: Sendable, Hashable {
        package let place: Place
        /// Without any key where no hand can hold it.
        package let voicing: Voicing

        package init(place: Place, voicing: Voicing) {
            self.place = place
            self.voicing = voicing
        }
    }

    /// How the chords of a tune are wanted.
    package struct Wishes: Sendable, Hashable {
        /// `.upperStructure` lays every dominant as two chords, one in each hand, and the others so where they have a triad
        /// to add.
        package var styles: Leading.Styles
        /// Of sections that are wanted otherwise, by their indices.
        package var ofSections: [Int: Leading.Styles] = [:]
        /// Voicings that the user has chosen; the others lead to them.
        package var pinned: [Place: Voicing] = [:]

        package init(_ styles: Leading.Styles = .any) {
            self.styles = styles
        }
    }

    /// In the order in which they are written: what is shown is what is heard, each time that a bar is played.
    package let chords: [Chord]
    package let cost: Leading.Cost

    package init(_ tune: Tune, as wishes: Wishes = Wishes(), for pianist: Pianist = Pianist()) {
        let stylesOfBars = tune.sections.indices.flatMap { section in
            tune.sections[section].bars.map { _ in wishes.ofSections[section] ?? wishes.styles }
        }
        var row: [Leading.Wish] = []
        var places: [Place] = []
        for chord in tune.soundingChords {
            guard let symbol = chord.symbol else { continue }
            let place = Place(bar: chord.bar, position: chord.position)
            row.append(Leading.Wish(symbol.toVoice, in: stylesOfBars[chord.bar], pinned: wishes.pinned[place]))
            places.append(place)
        }
        let leading = Leading(of: row, for: pianist)
        chords = zip(places, leading.voicings).map { Chord(place: $0, voicing: $1) }
        cost = leading.cost
    }
}

extension ChordSymbol {
    /// What two hands are asked for.
    package var toVoice: ChordToVoice {
        switch self {
        case .chord(let chord): .chord(chord)
        case .polychord(let upper, let lower): .pair(ChordCombiner(vocabulary: .jazz).combine(lower: lower, upper: upper))
        }
    }
}

/// How two hands play tunes: which voicings are wanted, and by whom.
public struct TuneVoicing: Sendable, Hashable {
    package var wishes: VoicedTune.Wishes
    package var pianist: Pianist

    package init(_ wishes: VoicedTune.Wishes = VoicedTune.Wishes(), for pianist: Pianist = Pianist()) {
        self.wishes = wishes
        self.pianist = pianist
    }

    package func voiced(_ tune: Tune) -> VoicedTune { VoicedTune(tune, as: wishes, for: pianist) }
}
