import Chordsets

/// An action of the stage. Times are milliseconds of the page's clock.
indirect enum StageVerb: Sendable {
    /// Press a cell. The source identifies a finger or a key, and the velocity is that of MIDI.
    case press(Int, velocity: Int, source: Int, milliseconds: Int)
    case release(source: Int, milliseconds: Int)
    case releaseAll(milliseconds: Int)
    /// Open the stage of a chordset with one of its chords lit.
    case open(String, Int, milliseconds: Int)
    /// `practise`: start or stop playing the eight chords in time.
    case playInTime(milliseconds: Int)
    /// The next bar of a timed run is due.
    case bar(Int, milliseconds: Int)
    case fillScreen

    /// The first word of each action.
    private enum Word: String {
        case press, release
        case releaseAll = "release-all"
        case open, bar
        case playInTime = "practise"
        case fillScreen = "fill-screen"
    }

    init?(_ words: [String]) {
        let numbers = words.dropFirst().compactMap { Int($0) }
        switch (words.first.flatMap(Word.init), words.count, numbers.count) {
        case (.press, 5, 4):
            guard 0..<Chordset.size ~= numbers[0], 1...127 ~= numbers[1], numbers[2] >= 0 else { return nil }
            self = .press(numbers[0], velocity: numbers[1], source: numbers[2], milliseconds: numbers[3])
        case (.release, 3, 2): self = .release(source: numbers[0], milliseconds: numbers[1])
        case (.releaseAll, 2, 1): self = .releaseAll(milliseconds: numbers[0])
        case (.open, 4, _):
            guard let position = Int(words[2]), 0..<Chordset.size ~= position, let now = Int(words[3]) else {
                return nil
            }
            self = .open(words[1], position, milliseconds: now)
        case (.playInTime, 2, 1): self = .playInTime(milliseconds: numbers[0])
        case (.bar, 3, 2): self = .bar(numbers[0], milliseconds: numbers[1])
        case (.fillScreen, 1, _): self = .fillScreen
        default: return nil
        }
    }
}
