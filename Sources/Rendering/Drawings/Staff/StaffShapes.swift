import Harmony

/// The signs of a staff as paths, drawn by hand for this app and centered. Each needs a move to its center first.
/// Overlapping shapes of one path have the same winding, which fills both.
package enum StaffShapes {
    /// An oval with a slanted hole, which has the opposite winding.
    package static let wholeNote =
        "m-8 0a8 4.9 0 1 1 16 0a8 4.9 0 1 1-16 0zm6.4-4a4.4 2.7 68 1 0 3.2 8a4.4 2.7 68 1 0-3.2-8z"

    /// The filled head of a quarter note, and that of a half note with its hole.
    package static let head = "m-6 2a6.6 4.3-24 1 1 12-4a6.6 4.3-24 1 1-12 4z"
    package static let halfHead =
        "m-6 2a6.6 4.3-24 1 1 12-4a6.6 4.3-24 1 1-12 4zm1.8.6a5 2.3-32 1 0 8.4-5.2a5 2.3-32 1 0-8.4 5.2z"
    /// The head of a note value; nil is a whole note.
    static func head(of value: NoteValue?) -> String {
        switch value?.part {
        case nil, 1: wholeNote
        case 2: halfHead
        default: head
        }
    }

    /// A flag from the end of a stem.
    static let flagUp = "c1 7 8 9 6 19"
    static let flagDown = "c1-7 8-9 6-19"

    /// A whole rest around the middle of the staff: it hangs from the line above. The next one, a half rest, is on the
    /// middle line.
    static let wholeRest = "m-7-10h14v6h-14z"
    static let halfRest = "m-7-6h14v6h-14z"
    static let quarterRest = "m-3-15l8 10q-5 5 1 11l-1 1q-8-3-4 7q-7-5-1-9l-6-9q5-5 2-11z"

    private static let sharp = """
        m-2.8-12h1.4v25h-1.4zm4.2-1h1.4v25h-1.4zm-6.4 11.1v-3l10-2.2v3zm0 9v-3l10-2.2v3z
        """
    private static let doubleSharp = """
        m-5-5h3.2l1.8 3.4 1.8-3.4h3.2v3.2l-3.4 1.8 3.4 1.8v3.2h-3.2l-1.8-3.4-1.8 3.4h-3.2v-3.2l3.4-1.8-3.4-1.8z
        """
    private static let flat = """
        m-4-16h1.4v12.8c1.8-2.4 6.6-2.8 6.6 1.2c0 3.6-4.6 6-6.6 7.7l-1.4 1.3zm1.4 14.6v5c2.6-2 4.1-4 \
        3.9-6c-.2-1.6-2.6-1-3.9 1z
        """
    private static let natural = """
        m-3.5-13h1.4v19.5h-1.4zm5.6 6.5h1.4v19.5h-1.4zm-5.6 4v-3l7-1.7v3zm0 9.7v-3l7-1.7v3z
        """

    /// An accidental around a point.
    package static func path(_ accidental: Accidental, x: Int, y: Int) -> String {
        switch accidental.semitones {
        case 1: "M\(x) \(y)" + sharp
        case 2: "M\(x) \(y)" + doubleSharp
        case -1: "M\(x) \(y)" + flat
        case -2: "M\(x - 3) \(y)" + flat + "M\(x + 3) \(y)" + flat
        default: "M\(x) \(y)" + natural
        }
    }

    /// A brace from the top of the upper staff to the bottom of the lower one, with its tip to the left.
    static func brace(x: Int, top: Int, bottom: Int) -> String {
        let third = (bottom - top) / 3
        let middle = (top + bottom) / 2
        return """
            M\(x) \(top)C\(x - 11) \(top + third) \(x + 1) \(middle - third / 3) \(x - 9) \(middle)\
            C\(x + 1) \(middle + third / 3) \(x - 11) \(bottom - third) \(x) \(bottom)\
            C\(x - 6) \(bottom - third) \(x + 6) \(middle + third / 3) \(x - 9) \(middle)\
            C\(x + 6) \(middle - third / 3) \(x - 6) \(top + third) \(x) \(top)z
            """
    }

    /// A treble clef around the line of G, from the top line of the staff.
    static let treble = """
        M16 34C10 33 11 24 17 24C26 24 26 39 16 39C5 39 3 27 10 20C15 15 21 9 20 0\
        C19-10 14-9 13-1C12 6 18 33 19 45C20 54 11 55 10 49
        """
    /// A bass clef, whose dots enclose the line of F.
    static let bass = "M7 10C6 2 13-1 17 1C25 5 22 25 6 34"
    static let bassDots =
        "M12 10a3 3 0 1 1-6 0a3 3 0 1 1 6 0zm18-5a2 2 0 1 1-4 0a2 2 0 1 1 4 0zm0 10a2 2 0 1 1-4 0a2 2 0 1 1 4 0z"

    /// The dot of a dotted note. For a note on a line it is in the space above.
    static func lengtheningDot(x: Int, y: Int, onStep step: Int) -> String {
        dot(x: x, y: step % 2 == 0 ? y - StaffLayout.step : y)
    }

    static func dot(x: Int, y: Int, radius: Int = 2) -> String {
        "M\(x - radius) \(y)a\(radius) \(radius) 0 1 1 \(2 * radius) 0a\(radius) \(radius) 0 1 1-\(2 * radius) 0z"
    }
}
