import Harmony

/// The groups in which a picker shows its 28 chord types.
package enum TypeGroup: CaseIterable, Sendable, Hashable {
    case triads, addedAndSuspended, sixthsAndSevenths, diminishedAndAugmented

    /// The most telling degree decides: first an added or suspended second or fourth, then an altered fifth.
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
