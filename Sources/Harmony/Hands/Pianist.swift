/// Where on the keyboard one likes to play.
public enum Register: String, CaseIterable, Sendable, Hashable {
    case low, middle, high
}

/// What is known of who plays: how far the hands span, where they like to be, and what others play beside them.
public struct Pianist: Sendable, Hashable {
    public var left: Reach
    public var right: Reach
    public var register: Register
    /// A bass player plays the bass, so that roots may be left out.
    public var hasBand: Bool
    /// Nothing is added to the chord that is asked for.
    public var isPlain: Bool

    public init(
        left: Reach = .tenth, right: Reach = .tenth, register: Register = .middle, hasBand: Bool = false,
        isPlain: Bool = false
    ) {
        self.left = left
        self.right = right
        self.register = register
        self.hasBand = hasBand
        self.isPlain = isPlain
    }

    public func reach(of hand: Hand) -> Reach { hand == .left ? left : right }
}
