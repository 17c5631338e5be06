/// A piano voicing style, named as in jazz methods (theory, section 11).
public enum VoicingStyle: String, CaseIterable, Sendable, Hashable {
    /// The lower chord in the left hand, the upper one in the right.
    case pair
    /// All notes in close position: root position and inversions.
    case close
    /// Root and seventh, root and third, or root, third and seventh.
    case shell
    /// Third at the bottom, no root: Bill Evans's form A.
    case rootlessA = "rootless-a"
    /// Seventh at the bottom, no root: form B.
    case rootlessB = "rootless-b"
    /// The second voice from the top lowered an octave.
    case drop2 = "drop-2"
    case drop3 = "drop-3"
    case drop24 = "drop-2-4"
    /// Root with fifth, seventh, third or ninth in the left hand, the rest above it in the right.
    case spread
    /// Stacked fourths.
    case quartal
    /// Three fourths and a major third, as in “So What”.
    case soWhat = "so-what"
    /// Two stacks of fifths, the upper one a semitone above the lower, or a whole step in major chords.
    case kennyBarron = "kenny-barron"
    /// A shell or guide tones in the left hand, a triad in the right.
    case upperStructure = "upper-structure"
    /// Four-way close, with the top voice doubled an octave below.
    case block

    /// Whether it is one of the two rootless forms.
    var isRootless: Bool { self == .rootlessA || self == .rootlessB }

    /// The display name: `rootless A`, `drop 2`, `Kenny Barron`.
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
