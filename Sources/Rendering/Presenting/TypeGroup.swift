import Harmony

/// How the types that can be picked stand together, so that 28 of them can be looked over.
package enum TypeGroup: CaseIterable, Sendable, Hashable {
    case triads, addedAndSuspended, sixthsAndSevenths, diminishedAndAugmented

    /// A second or fourth that was added, or that stands in the place of the third, tells more than what else is in the
    /// chord; after that a fifth that is not perfect.
    package init(_ type: ChordType) {
        let degrees = type.degrees
        if !degrees.contains(anyOf: 3) || degrees.contains(anyOf: 2) || degrees.contains(anyOf: 4) {
            self = .addedAndSuspended
        } else if degrees.count == 3 {
            self = .triads
        } else {
            self = degrees.contains(5) ? .sixthsAndSevenths : .diminishedAndAugmented
        }
    }

    package var title: String { PresentingText.title(self) }
}
