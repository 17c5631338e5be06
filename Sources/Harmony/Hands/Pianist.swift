/// The preferred register on the keyboard.
public enum Register: String, CaseIterable, Sendable, Hashable {
    case low, middle, high
}

/// The player's preferences: hand spans, register, and whether there is a bass player.
public struct Pianist: Sendable, Hashable {
    public var left: Reach
    public var right: Reach
    public var register: Register
    /// Whether a bass player plays the bass; then roots may be omitted.
    public var hasBassPlayer: Bool
    /// Whether chords are voiced without added color tones.
    public var isPlain: Bool

    public init(
        left: Reach = .tenth, right: Reach = .tenth, register: Register = .middle, hasBassPlayer: Bool = false,
        isPlain: Bool = false
    ) {
        self.left = left
        self.right = right
        self.register = register
        self.hasBassPlayer = hasBassPlayer
        self.isPlain = isPlain
    }

    public func reach(of hand: Hand) -> Reach { hand == .left ? left : right }
}
