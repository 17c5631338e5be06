/// What is known beside the notes when the user asks what they are.
public struct NamingContext: Sendable, Hashable {
    /// The key one is in: chords of it are more probable.
    public var key: Key?
    /// The chord before and the chord after: some steps are taken a hundred times as often as others.
    public var previous: Chord?
    public var next: Chord?
    /// Whether a bass player plays the bass: then rootless readings are full members, and the lowest note says little.
    public var hasBand: Bool

    public init(key: Key? = nil, previous: Chord? = nil, next: Chord? = nil, hasBand: Bool = false) {
        self.key = key
        self.previous = previous
        self.next = next
        self.hasBand = hasBand
    }

    /// Nothing is known.
    public static let none = NamingContext()
}
