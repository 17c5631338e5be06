import Chordsets

/// Something done with chordsets.
///
/// Where an action has a seed, the host has drawn it: 64 random bits.
enum ChordsetAction: Sendable, Hashable {
    /// The host hands over what is kept: see ``Shelf/adopt(_:)``.
    case adopt(String)
    case add(seed: UInt64)
    case rename(String, to: String)
    case delete(String)
    /// To a place among the others.
    case move(String, to: Int)
    /// A key was pressed on what moves a chordset.
    case walk(String, key: String)
    case settle(String, Shelf.Choice)
    /// All, or one.
    case export(String?)
    /// A file: a line with its name, then its bytes in hexadecimal digits; a seed for the identities of copies.
    case open(String, seed: UInt64)
    case keepLinked(seed: UInt64)
    case print
    case save(String, SheetFormat)
    case copyLink(String)
    /// What is combined goes onto the next chord that carries no notes yet.
    case addMusic(seed: UInt64)

    case edit(EditorAction)
    case perform(PerformanceAction)

    /// The ways in which a practice sheet leaves the page.
    enum SheetFormat: String, Sendable { case midi, musicxml, json }

    init?(_ words: [String], value: String?) {
        let numbers = words.dropFirst().compactMap { Int($0) }
        let seed = words.last.flatMap { UInt64($0) }
        switch (words.first, words.count) {
        case ("chordsets", 1): self = .adopt(value ?? "")
        case ("add-chordset", 2):
            guard let seed else { return nil }
            self = .add(seed: seed)
        case ("rename-chordset", 2): self = .rename(words[1], to: value ?? "")
        case ("delete-chordset", 2): self = .delete(words[1])
        case ("delete-chordset", 3): self = .delete(words[1])
        case ("move-chordset", 3):
            guard let index = Int(words[2]) else { return nil }
            self = .move(words[1], to: index)
        case ("walk-chordset", 3): self = .walk(words[1], key: words[2])
        case ("settle-chordset", 3):
            guard let choice = Shelf.Choice(rawValue: words[2]) else { return nil }
            self = .settle(words[1], choice)
        case ("export-chordsets", 1): self = .export(nil)
        case ("open-chordsets", 2):
            guard let seed else { return nil }
            self = .open(value ?? "", seed: seed)
        case ("keep-linked", 2):
            guard let seed else { return nil }
            self = .keepLinked(seed: seed)
        case ("print", 1): self = .print
        case ("save-sheet", 3):
            guard let format = SheetFormat(rawValue: words[2]) else { return nil }
            self = .save(words[1], format)
        case ("copy-chordset-link", 2): self = .copyLink(words[1])
        case ("add-to-chordset", 2):
            guard let seed else { return nil }
            self = .addMusic(seed: seed)
        default:
            if let action = EditorAction(words, numbers, value: value) {
                self = .edit(action)
            } else if let action = PerformanceAction(words, numbers) {
                self = .perform(action)
            } else {
                return nil
            }
        }
    }
}

/// Something done in the editor, to the light chord that is open there.
enum EditorAction: Sendable, Hashable {
    case background(LightChord.Property, String)
    case lumi(Lumi.Property, String)
    case chooseLumi(Int)
    case addLumi(seed: UInt64)
    case removeLumi
    case duplicateLumi
    /// One step to the front, or back.
    case raiseLumi(Bool)
    /// The chord becomes that of another place, too.
    case copyChord(to: Int)
    case randomize(seed: UInt64)
    /// A seed that was typed.
    case seed(String)
    /// A beat was tapped; milliseconds.
    case tap(Int)
    /// Begins or ends the motion; milliseconds.
    case motion(Int)
    /// Shows the picture of a beat, in quarters.
    case beat(String)
    /// In thousandths of the picture, and milliseconds.
    case grab(x: Int, y: Int, milliseconds: Int)
    case drag(x: Int, y: Int)
    case nudge(key: String)
    case takeMusic
    case dropMusic
    case colorsLight(Bool)

    fileprivate init?(_ words: [String], _ numbers: [Int], value: String?) {
        switch (words.first, words.count, numbers.count) {
        case ("background", 2, _):
            guard let property = LightChord.Property.allCases.first(where: { $0.measure.name == words[1] }) else { return nil }
            self = .background(property, value ?? "")
        case ("lumi", 2, 1): self = .chooseLumi(numbers[0])
        case ("lumi", 2, _):
            guard let property = Lumi.Property(name: words[1]) else { return nil }
            self = .lumi(property, value ?? "")
        case ("add-lumi", 2, _):
            guard let seed = UInt64(words[1]) else { return nil }
            self = .addLumi(seed: seed)
        case ("remove-lumi", 1, _), ("remove-lumi", 2, _): self = .removeLumi
        case ("duplicate-lumi", 1, _): self = .duplicateLumi
        case ("raise-lumi", 2, _): self = .raiseLumi(words[1] == "forward")
        case ("copy-chord", 2, 1): self = .copyChord(to: numbers[0])
        case ("randomize", 2, _):
            guard let seed = UInt64(words[1]) else { return nil }
            self = .randomize(seed: seed)
        // Typed, and ended with Enter.
        case ("seed", 2, _): self = .seed(value ?? "")
        case ("tap", 2, 1) where numbers[0] >= 0: self = .tap(numbers[0])
        case ("motion", 2, 1): self = .motion(numbers[0])
        case ("beat", 1, _): self = .beat(value ?? "")
        case ("grab", 4, 3): self = .grab(x: numbers[0], y: numbers[1], milliseconds: numbers[2])
        case ("drag", 3, 2): self = .drag(x: numbers[0], y: numbers[1])
        case ("nudge", 2, _): self = .nudge(key: words[1])
        case ("take-music", 1, _): self = .takeMusic
        case ("drop-music", 1, _): self = .dropMusic
        case ("colors-light", 2, _): self = .colorsLight(words[1] == "on")
        default: return nil
        }
    }
}

/// Something done on the stage. Times are milliseconds of the page's clock.
enum PerformanceAction: Sendable, Hashable {
    /// Fingers and keys have numbers of their own; velocity as in MIDI.
    case press(Int, velocity: Int, source: Int, milliseconds: Int)
    case release(source: Int, milliseconds: Int)
    case releaseAll(milliseconds: Int)
    /// Opens the stage of a chordset with one of its chords lit.
    case open(String, Int, milliseconds: Int)
    /// Begins or ends playing the eight chords in time.
    case practise(milliseconds: Int)
    /// The next bar is due, of the practice with this number.
    case bar(Int, milliseconds: Int)
    case fillScreen

    fileprivate init?(_ words: [String], _ numbers: [Int]) {
        switch (words.first, words.count, numbers.count) {
        case ("press-cell", 5, 4):
            guard 0..<Chordset.size ~= numbers[0], 1...127 ~= numbers[1], numbers[2] >= 0 else { return nil }
            self = .press(numbers[0], velocity: numbers[1], source: numbers[2], milliseconds: numbers[3])
        case ("release-cell", 3, 2): self = .release(source: numbers[0], milliseconds: numbers[1])
        case ("release-cells", 2, 1): self = .releaseAll(milliseconds: numbers[0])
        case ("light", 4, _):
            guard let position = Int(words[2]), 0..<Chordset.size ~= position, let now = Int(words[3]) else { return nil }
            self = .open(words[1], position, milliseconds: now)
        case ("practise", 2, 1): self = .practise(milliseconds: numbers[0])
        case ("bar", 3, 2): self = .bar(numbers[0], milliseconds: numbers[1])
        case ("fill-screen", 1, _): self = .fillScreen
        default: return nil
        }
    }
}
