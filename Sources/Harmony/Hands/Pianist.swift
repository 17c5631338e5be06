/// The preferred register on the keyboard.
public enum Register: String, CaseIterable, Sendable, Hashable {
    case low, middle, high
}

/// The player's preferences: hand spans, register, and whether there is a bass player.
public struct Pianist: Sendable, Hashable {
    /// All values in one byte, which takes the least code to pass to the many functions that choose voicings.
    private var bits: UInt8 = 0

    public var left: Reach {
        get { bits[bit: 0] ? .octave : bits[bit: 1] ? .ninth : .tenth }
        set {
            bits[bit: 0] = newValue == .octave
            bits[bit: 1] = newValue == .ninth
        }
    }
    public var right: Reach {
        get { bits[bit: 2] ? .octave : bits[bit: 3] ? .ninth : .tenth }
        set {
            bits[bit: 2] = newValue == .octave
            bits[bit: 3] = newValue == .ninth
        }
    }
    public var register: Register {
        get { bits[bit: 4] ? .low : bits[bit: 5] ? .high : .middle }
        set {
            bits[bit: 4] = newValue == .low
            bits[bit: 5] = newValue == .high
        }
    }
    /// Whether a bass player plays the bass; then roots may be omitted.
    public var hasBassPlayer: Bool {
        get { bits[bit: 6] }
        set { bits[bit: 6] = newValue }
    }
    /// Whether chords are voiced without added color tones.
    public var isPlain: Bool {
        get { bits[bit: 7] }
        set { bits[bit: 7] = newValue }
    }

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
