/// The state of the chord pickers.
struct ChoosingState: Sendable, Hashable {
    var listing = TypeListing.chips
}

/// The layout of the chord types, and their order.
enum TypeListing: String, CaseIterable, Sendable, Hashable {
    /// Compact, in groups.
    case chips
    /// In the same order, each with its result.
    case rows
    /// By result: unified chords first, and among them those with common names.
    case results
    /// By tension, calmest first.
    case tension

    var title: String { ChoosingText.title(self) }
}
