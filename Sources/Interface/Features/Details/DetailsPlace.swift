import Answers
import Harmony

/// What is looked at closely.
package enum DetailsPlace: Sendable, Hashable {
    /// What the two chords are together: `/details/Cma7/D`.
    case combination
    /// One chord: `/chord/Cma13(♯11)`.
    case chord(Chord)
    /// A scale: `/scale/C/Lydian_Dominant`.
    case scale(Scale)

    /// The chord of an address.
    /// - Parameter parts: more than one where somebody has typed the slash of C6/9 as it is.
    @inline(never)  // second part
    static func asked(chord parts: ArraySlice<String>) throws(Refusal) -> DetailsPlace {
        .chord(try .asked(parts.joined(separator: "⁄")))
    }

    /// The scale of an address.
    @inline(never)  // second part
    static func asked(scale name: String, root: String) throws(Refusal) -> DetailsPlace {
        .scale(try .asked(root: root, name: name))
    }
}
