import Chordsets

/// An action on the light chord in the editor.
indirect enum EditorVerb: Sendable {
    case background(LightChord.Property, String)
    case lumi(Lumi.Property, String)
    case chooseLumi(Int)
    case addLumi(seed: UInt64)
    case removeLumi
    case duplicateLumi
    /// Move the lumi one step to the front (true) or back.
    case raiseLumi(Bool)
    /// Copy the chord to another position.
    case copyChord(to: Int)
    case randomize(seed: UInt64)
    /// Randomize with a typed seed.
    case seed(String)
    /// A tempo tap, in milliseconds.
    case tap(Int)
    /// Start or stop the motion, in milliseconds.
    case motion(Int)
    /// Show the picture at a beat, in quarter notes.
    case beat(String)
    /// Coordinates are thousandths of the picture's size.
    case grab(x: Int, y: Int, milliseconds: Int)
    case drag(x: Int, y: Int)
    case nudge(key: String)
    case takeMusic
    case dropMusic
    case colorsLight(Bool)

    /// The first word of each action.
    private enum Word: String {
        case background, lumi
        case addLumi = "add-lumi"
        case removeLumi = "remove-lumi"
        case duplicateLumi = "duplicate-lumi"
        case raiseLumi = "raise-lumi"
        case copyChord = "copy-chord"
        case randomize, seed, tap, motion, beat, grab, drag, nudge
        case takeMusic = "take-music"
        case dropMusic = "drop-music"
        case colorsLight = "colors-light"
    }

    init?(_ words: [String], value: String?) {
        let numbers = words.dropFirst().compactMap { Int($0) }
        switch (words.first.flatMap(Word.init), words.count, numbers.count) {
        case (.background, 2, _):
            guard let property = LightChord.Property.allCases.first(where: { $0.definition.name == words[1] }) else {
                return nil
            }
            self = .background(property, value ?? "")
        case (.lumi, 2, 1): self = .chooseLumi(numbers[0])
        case (.lumi, 2, _):
            guard let property = Lumi.Property(name: words[1]) else { return nil }
            self = .lumi(property, value ?? "")
        case (.addLumi, 2, _):
            guard let seed = UInt64(words[1]) else { return nil }
            self = .addLumi(seed: seed)
        case (.removeLumi, 1, _), (.removeLumi, 2, _): self = .removeLumi
        case (.duplicateLumi, 1, _): self = .duplicateLumi
        case (.raiseLumi, 2, _): self = .raiseLumi(words[1] == "forward")
        case (.copyChord, 2, 1): self = .copyChord(to: numbers[0])
        case (.randomize, 2, _):
            guard let seed = UInt64(words[1]) else { return nil }
            self = .randomize(seed: seed)
        // The second word is the key, Enter.
        case (.seed, 2, _): self = .seed(value ?? "")
        case (.tap, 2, 1) where numbers[0] >= 0: self = .tap(numbers[0])
        case (.motion, 2, 1): self = .motion(numbers[0])
        case (.beat, 1, _): self = .beat(value ?? "")
        case (.grab, 4, 3): self = .grab(x: numbers[0], y: numbers[1], milliseconds: numbers[2])
        case (.drag, 3, 2): self = .drag(x: numbers[0], y: numbers[1])
        case (.nudge, 2, _): self = .nudge(key: words[1])
        case (.takeMusic, 1, _): self = .takeMusic
        case (.dropMusic, 1, _): self = .dropMusic
        case (.colorsLight, 2, _): self = .colorsLight(words[1] == "on")
        default: return nil
        }
    }
}
