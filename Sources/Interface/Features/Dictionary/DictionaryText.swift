/// The texts of the dictionary.
enum DictionaryText {
    static var root: String { "Root" }
    static var search: String { "Symbol, name, notes or degrees" }
    static var noteCount: String { "Number of notes" }
    static var family: String { "Family" }
    static var any: String { "Any" }
    static var triads: String { "Triads" }
    static var suspendedAndAdded: String { "Suspended and added notes" }
    static var sixths: String { "Sixths" }
    static var sevenths: String { "Sevenths" }
    static var ninths: String { "Ninths" }
    static var elevenths: String { "Elevenths" }
    static var thirteenths: String { "Thirteenths" }
    static func found(_ count: Int) -> String { count == 1 ? "1 chord" : "\(count) chords" }
    static func nothing(_ search: String) -> String {
        "No chord matches “" + search
            + "”. Try a symbol such as mi7, a name such as half diminished, or notes: C E G."
    }
    static func nothingWithFilters(_ search: String) -> String {
        search.isEmpty ? "No chord matches these filters." : "No chord matches “" + search + "” with these filters."
    }
    /// For a chord whose notes are in no scale that is taught, such as 3, ♯9 and 11 together.
    static var noScale: String { "no usual scale" }
    /// Marks chords that have a name only in the jazz vocabulary.
    static var beyondReference: String { "not in the reference table" }
}
