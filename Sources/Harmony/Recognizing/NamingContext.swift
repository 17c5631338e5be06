/// The musical context in which notes are named.
public struct NamingContext: Sendable, Hashable {
    /// The current key; its chords are more probable.
    public var key: Key?
    /// The previous and the next chord. Some steps are a hundred times as frequent as others.
    public var previous: Chord?
    public var next: Chord?
    /// Whether a bass player plays the bass. Then rootless readings have full weight, and the lowest note says little
    /// about the root.
    public var hasBassPlayer: Bool

    public init(key: Key? = nil, previous: Chord? = nil, next: Chord? = nil, hasBassPlayer: Bool = false) {
        self.key = key
        self.previous = previous
        self.next = next
        self.hasBassPlayer = hasBassPlayer
    }

    /// No context.
    public static let none = NamingContext()
}
