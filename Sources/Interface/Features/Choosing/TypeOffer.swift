import Harmony
import Rendering

/// A chord type in the picker, and its result.
struct TypeOffer {
    /// Its index among the selectable types.
    let index: Int
    let type: ChordType
    /// The chord on the chosen root; nil if no root is chosen.
    let chord: Chord?
    /// The combination with the other chord; nil if either is missing.
    let combination: Combination?

    var isMatch: Bool { combination?.kind.isMatch == true }
}

/// A group of chord types.
struct OfferGroup {
    let title: String
    let offers: [TypeOffer]
}

/// All chord types of the picker, in their groups.
func offerGroups(_ listing: TypeListing, _ half: Half, _ session: Session) -> [OfferGroup] {
    let root = session.choices[half].root
    let other = session.choices[half.other].chord
    let combiner = session.presentation.combiner
    let offers = Vocabulary.classic.selectable.enumerated().map { index, type in
        let chord = root.map { Chord($0, type) }
        var combination: Combination?
        if let chord, let other {
            combination =
                half == .lower
                ? combiner.combine(lower: chord, upper: other) : combiner.combine(lower: other, upper: chord)
        }
        return TypeOffer(index: index, type: type, chord: chord, combination: combination)
    }
    if offers[0].combination != nil, listing == .results || listing == .tension { return sorted(offers, by: listing) }
    return TypeGroup.allCases.map { group in
        OfferGroup(title: group.title, offers: offers.filter { TypeGroup($0.type) == group })
    }
}

/// - Parameter offers: types with combinations.
private func sorted(_ offers: [TypeOffer], by listing: TypeListing) -> [OfferGroup] {
    let kinds: [(kind: Combination.Kind, title: String)] = [
        (.unified, ChoosingText.unifiedChords), (.slash, ChoosingText.slashChords),
        (.polychord, ChoosingText.polychords),
    ]
    var measured: [(kind: Int, measure: Int, offer: TypeOffer)] = []
    for offer in offers {
        guard let combination = offer.combination else { continue }
        let isByResult = listing == .results
        let kind = isByResult ? kinds.firstIndex { $0.kind == combination.kind } : nil
        let measure = isByResult ? combination.strangeness : combination.tension.degreeHundredths
        measured.append((kind ?? 0, measure, offer))
    }
    // Types that are equal otherwise stay in the order of the picker.
    measured = measured.ordered { ($0.kind, $0.measure, $0.offer.index) < ($1.kind, $1.measure, $1.offer.index) }
    if listing == .tension { return [OfferGroup(title: ChoosingText.calmestFirst, offers: measured.map { $0.offer })] }
    return kinds.indices.compactMap { kind in
        let same = measured.filter { $0.kind == kind }
        return same.isEmpty ? nil : OfferGroup(title: kinds[kind].title, offers: same.map { $0.offer })
    }
}
