import Harmony
import Input
import Rendering

/// A chord to be played with two hands, and what is given of it: C7 + ? = C13(♭9).
package struct WaysRoute: Sendable, Hashable {
    /// The chord that is asked for, as the jazz vocabulary spells it, which has the ways.
    let chord: Chord
    /// What has to be one of the two; nil where that is open.
    var given = Halves<Chord?>(lower: nil, upper: nil)

    var address: Address { .ways(chord, given: given) }

    /// The same with another chord in the place of a half, or with none.
    func setting(_ half: Half, _ chord: Chord?) -> WaysRoute {
        var place = self
        place.given[half] = chord
        return place
    }

    /// What of a given half the chord has not.
    func foreign(_ half: Half) -> [NoteName] {
        given[half]?.notes.filter { !chord.pitchClasses.contains($0.pitchClass) } ?? []
    }

    /// The ways to another chord, with what is given as far as that has its notes.
    func asking(for chord: Chord) -> WaysRoute {
        var place = WaysRoute(chord: chord, given: given)
        for half in Half.allCases where !place.foreign(half).isEmpty { place.given[half] = nil }
        return place
    }

    /// What was typed: another chord, or an equation in which a half may be given. Two chords ask for the ways to play
    /// what they make.
    func reading(_ typed: TypedEquation, _ notation: Notation) throws(InputError) -> WaysRoute {
        let chord = try typed.meant(in: .jazz, notation: notation)
        guard typed.result != nil, typed.isEquation, typed.lower == nil || typed.upper == nil else {
            return asking(for: chord)
        }
        let given = Halves<Chord?>(lower: typed.lower?.spelled(in: .jazz), upper: typed.upper?.spelled(in: .jazz))
        return WaysRoute(chord: chord, given: given)
    }

    /// `Chord pairs for C13(♭9)`, `C7 + ? = C13(♭9)`.
    func title(_ presentation: Presentation) -> String {
        if given.lower == nil, given.upper == nil { return WaysText.title(presentation.shortName(chord)) }
        let terms = Half.allCases.map { half in given[half].map { presentation.listName($0) } ?? "?" }
        return terms.joined(separator: " + ") + " = " + presentation.shortName(chord)
    }
}
