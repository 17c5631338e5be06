/// A way to lay a chord under two hands, by the name that jazz methods give it (theory, section 11).
public enum VoicingStyle: String, CaseIterable, Sendable, Hashable {
    /// The lower chord in the left hand, the upper one in the right.
    case pair
    /// All notes as near to each other as they go: root position and inversions.
    case close
    /// Root and seventh, root and third, or root, third and seventh.
    case shell
    /// Third at the bottom, no root: Bill Evans's A form.
    case rootlessA = "rootless-a"
    /// Seventh at the bottom, no root: the B form.
    case rootlessB = "rootless-b"
    /// The second voice from the top, an octave lower.
    case drop2 = "drop-2"
    case drop3 = "drop-3"
    case drop24 = "drop-2-4"
    /// Root with fifth, seventh, third or ninth in the left hand, the rest above it in the right.
    case spread
    /// Fourths above each other.
    case quartal
    /// Three fourths and a major third, as in “So What”.
    case soWhat = "so-what"
    /// Two stacks of fifths, the upper a semitone above the lower.
    case kennyBarron = "kenny-barron"
    /// A shell or guide tones in the left hand, a triad in the right.
    case upperStructure = "upper-structure"
    /// Four-way close, the top doubled an octave below.
    case block

    /// Whether it is one of the two forms that leave out the root.
    var isRootless: Bool { self == .rootlessA || self == .rootlessB }

    /// As a musician says it: `rootless A`, `drop 2`, `Kenny Barron`.
    public var title: String {
        switch self {
        case .pair: "as two chords"
        case .close: "close"
        case .shell: "shell"
        case .rootlessA: "rootless A"
        case .rootlessB: "rootless B"
        case .drop2: "drop 2"
        case .drop3: "drop 3"
        case .drop24: "drop 2+4"
        case .spread: "spread"
        case .quartal: "quartal"
        case .soWhat: "So What"
        case .kennyBarron: "Kenny Barron"
        case .upperStructure: "upper structure"
        case .block: "block chord"
        }
    }
}
