/// How the types stand on the screens on which a chord is chosen, as long as the page is open.
struct ChoosingState: Sendable, Hashable {
    var listing = TypeListing.chips
}

/// What is seen of the types, and in which order.
enum TypeListing: String, CaseIterable, Sendable, Hashable {
    /// In groups, each as small as the screen needs it.
    case chips
    /// In the same order, each with what it would become.
    case rows
    /// By what they become: unified chords first, and of those the ones with the fewest strange names.
    case results
    /// The calmest first.
    case tension

    var title: String { ChoosingText.title(self) }
}
