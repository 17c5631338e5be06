/// Writes the names of notes and chords in plain ASCII, for programs that know no other signs: `F#mi7(b5)`, `Bdim7`,
/// `Cmi(ma7)`.
public enum ASCIISymbol {
    /// - Parameter name: a name as this library writes it, in whatever hand. ``ChordReader`` reads the same from the
    ///   result.
    public static func text(of name: String) -> String {
        Notation(.ma, .letters).written(name).replacingSigns { sign in
            switch sign {
            case "°": "dim"
            case "Δ": "ma"
            case "−": "-"
            case "ø": "h"
            case "é": "e"
            default: nil
            }
        }
    }
}
