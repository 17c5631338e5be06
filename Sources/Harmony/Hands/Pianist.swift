/// The preferred register on the keyboard.
public enum Register: String, CaseIterable, Sendable, Hashable {
    case low, middle, high
}

/// The player's preferences: hand spans, register, and whether there is a bass player.
public struct Pianist: Sendable, Hashable {
    /// All values in one byte, which takes the least code to pass to the many functions that choose voicings.
    private var bits: UInt8 = 0

    public var left: Reach {
        get { self[0] ? .octave : self[1] ? .ninth : .tenth }
        set {
            self[0] = newValue == .octave
            self[1] = newValue == .ninth
        }
    }
    public var right: Reach {
        get { self[2] ? .octave : self[3] ? .ninth : .tenth }
        set {
            self[2] = newValue == .octave
            self[3] = newValue == .ninth
        }
    }
    public var register: Register {
        get { self[4] ? .low : self[5] ? .high : .middle }
        set {
            self[4] = newValue == .low
            self[5] = newValue == .high
        }
    }
    /// Whether a bass player plays the bass; then roots may be omitted.
    public var hasBassPlayer: Bool {
        get { self[6] }
        set { self[6] = newValue }
    }
    /// Whether chords are voiced without added color tones.
    public var isPlain: Bool {
        get { self[7] }
        set { self[7] = newValue }
    }

    private subscript(_ position: UInt8) -> Bool {
        get { bits &>> position & 1 != 0 }
        set { bits = newValue ? bits | 1 &<< position : bits & ~(1 &<< position) }
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
