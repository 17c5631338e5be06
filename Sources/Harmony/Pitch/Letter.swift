/// One of the seven letters by which notes are written, in the order of the scale from C.
public enum Letter: Int, CaseIterable, Sendable, Hashable {
    case c, d, e, f, g, a, b

    /// The capital letter as it is printed.
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

    /// Where the natural note of this letter stands on the line of fifths: F −1, C 0, G 1 … B 5.
    public var fifths: Int { (2 * rawValue + 1) % 7 - 1 }
}
