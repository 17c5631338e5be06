/// One of a pianist's two hands.
public enum Hand: String, CaseIterable, Sendable, Hashable {
    case left, right

    public var other: Hand { self == .left ? .right : .left }
}
