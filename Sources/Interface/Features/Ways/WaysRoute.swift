import Harmony
import Input
import Rendering

/// A chord to play with two hands, and the given halves: C7 + ? = C13(♭9).
package struct WaysRoute: Sendable, Hashable {
    /// The requested chord, as spelled by the jazz vocabulary, which has the pairs.
    let chord: Chord
    /// The given halves; nil if open.
    var given = Halves<Chord?>(lower: nil, upper: nil)

    var address: Address { .ways(chord, given: given) }

    /// The route with another chord as a given half, or with none.
    func setting(_ half: Half, _ chord: Chord?) -> WaysRoute {
        var place = self
        place.given[half] = chord
        return place
    }

    /// The notes of a given half that the chord lacks.
    func foreign(_ half: Half) -> [NoteName] {
        given[half]?.notes.filter { !chord.pitchClasses.contains($0.pitchClass) } ?? []
    }

    /// The route for another chord. Given halves stay if they belong to it.
    func asking(for chord: Chord) -> WaysRoute {
        var place = WaysRoute(chord: chord, given: given)
        for half in Half.allCases where !place.foreign(half).isEmpty { place.given[half] = nil }
        return place
    }

    /// The route for typed text: another chord, or an equation in which a half may be given. Two chords request the
    /// pairs for their result.
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
