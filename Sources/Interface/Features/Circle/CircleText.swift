import Harmony

/// The texts of the circle of fifths.
enum CircleText {
    static var title: String { "Circle of fifths" }
    static var invitation: String { "Choose two chords, and they are drawn on the circle." }
    static var downloadSVG: String { "Download SVG" }
    static var both: String { "Both" }
    static var key: String { "Key" }
    static var scale: String { "Scale" }
    static var cadence: String { "Cadence" }
    static func playScale(_ key: String) -> String { "Play the scale of " + key }
    static func playCadence(_ key: String) -> String { "Play the cadence of " + key }
    /// The exercise on a cadence, after “Practise”.
    static func twoFiveOne(_ mode: Mode) -> String { mode == .minor ? "ii–V–i" : "ii–V–I" }
    /// The rest of the sentence for screen readers.
    static func inKey(_ key: String) -> String { " in " + key }
    static var practiceScale: String { "Practise the scale" }

    static func theoretical(_ key: String, _ signature: String, _ usual: String) -> String {
        key + " is a theoretical key, with " + signature + ". Use " + usual + " instead."
    }
    static func signature(_ key: String, _ signature: String) -> String {
        "Key signature of " + key + ": " + signature + "."
    }
    static func chords(_ keys: String) -> String { "Chords in " + keys }
    static var kindOfChords: String { "Triads or seventh chords" }
    static var triads: String { "Triads" }
    static var sevenths: String { "Seventh chords" }
    static func secondaryDominants(_ keys: String) -> String { "Secondary dominants in " + keys }
    /// A secondary dominant by its target: `V7/ii`.
    static func dominant(of numeral: String) -> String { "V7/" + numeral }
    static func borrowed(_ keys: String) -> String { "Borrowed from " + keys }
    static func use(_ chord: String, isLower: Bool) -> String {
        "Use " + chord + (isLower ? " as lower chord" : " as upper chord")
    }

    static var relatedKeys: String { "Related keys" }
    static var relative: String { "Relative" }
    static var dominant: String { "Dominant" }
    static var subdominant: String { "Subdominant" }
    static var parallel: String { "Parallel" }
    /// The key on the other side of the circle.
    static var opposite: String { "A tritone away" }
    static func related(_ role: String, _ count: Int) -> String {
        (role.isEmpty ? "" : role + ", ") + "\(count) notes in common"
    }
    static func modes(_ tonic: String) -> String { "Modes on " + tonic }
    static func theoretical(_ signature: String) -> String { signature + ", theoretical" }

    /// The name of a drawing’s file.
    static func file(_ key: String) -> String { "Circle of fifths, " + key + ".svg" }
}
