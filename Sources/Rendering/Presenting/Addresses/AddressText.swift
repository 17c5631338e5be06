/// Why an address cannot be read.
enum AddressText {
    static var oneChord: String { "Write one chord: /board/C7 for a lower chord, /board/_/A for an upper chord." }
    static func noSuchStyle(_ name: String, _ styles: String) -> String {
        "“" + name + "” is not a voicing style. Write one of " + styles + "."
    }
    static func noKeys(_ keys: String) -> String {
        "“" + keys
            + "” cannot be read as keys. Write MIDI numbers, with the left hand’s before _, as in 48.52.55_61.64."
    }
    static var damagedLink: String { "This link is incomplete or was changed. Copy the whole link again." }
    static var noTuneInLink: String { "This link contains no tune." }
    static var noSession: String {
        "A daily session lasts 5, 10, 15 or 20 minutes: /practise/today/10, or /practise/today/10/cards."
    }
    static func noCourse(_ id: String) -> String {
        "There is no course “" + id + "”. All courses are on the Practise page."
    }
}
