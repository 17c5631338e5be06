/// Writes note and chord names in ASCII, for programs that support nothing else: `F#mi7(b5)`, `Bdim7`, `Cmi(ma7)`.
public enum ASCIISymbol {
    /// - Parameter name: a name written by this library, in any notation. ``ChordReader`` reads the result as the same
    ///   chord.
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
