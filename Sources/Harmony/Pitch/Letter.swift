/// One of the seven note letters, in scale order from C.
public enum Letter: Int, CaseIterable, Sendable, Hashable {
    case c, d, e, f, g, a, b

    /// The capital letter.
    public var name: String {
        switch self {
        case .c: "C"
        case .d: "D"
        case .e: "E"
        case .f: "F"
        case .g: "G"
        case .a: "A"
        case .b: "B"
        }
    }

    /// The natural note's position on the line of fifths: F −1, C 0, G 1 … B 5.
    public var fifths: Int { (2 * rawValue + 1) % 7 - 1 }
}
