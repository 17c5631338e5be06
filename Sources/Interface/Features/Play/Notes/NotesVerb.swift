import Harmony
import Instruments

/// An action that plays notes or uses played notes.
indirect enum NotesVerb: Sendable {
    /// Messages of instruments, one per line; the time at which the host sent them, and whether the page is hidden:
    /// `midi 4711 1790000000+60 hidden`.
    case midi([MIDIMessage.Arrival], at: Moment?, isHidden: Bool)
    /// A finger on a pad, by the pad's row, column and note and the finger's number; milliseconds. The keys of a
    /// keyboard are pads without a place, in row −1.
    case pressPad(LinnStrument.Pad?, note: Int, pointer: Int, milliseconds: Int)
    case slidePad(pointer: Int, hundredths: Int, milliseconds: Int)
    case liftPad(pointer: Int, milliseconds: Int)
    /// Continues at a time, in milliseconds.
    case look(Int)
    case panic(milliseconds: Int)
    /// Uses the played chord as the lower chord, the upper chord, or both (nil).
    case take(Half?)
    /// Sets whether the combiner takes the chords of both hands as soon as they are named.
    case takeHands(Bool)

    /// The first word of each action.
    private enum Word: String {
        case midi, press, slide, lift, look, panic, take, hands
    }

    init?(_ words: [String], _ numbers: [Int], value: String?) {
        switch (words.first.flatMap(Word.init), words.count, numbers.count) {
        case (.midi, 1...4, _):
            self = .midi(
                (value ?? "").parts(at: "\n").compactMap { MIDIMessage.Arrival($0) },
                at: words.count > 2 ? Moment(words[1], words[2]) : nil, isHidden: words.last == "hidden")
        case (.press, 6, 5):
            guard 0...127 ~= numbers[2], numbers[3] >= 0 else { return nil }
            let pad = numbers[0] < 0 ? nil : LinnStrument.Pad(row: numbers[0], column: numbers[1])
            self = .pressPad(pad, note: numbers[2], pointer: numbers[3], milliseconds: numbers[4])
        case (.slide, 4, 3):
            guard numbers[0] >= 0, -100_000...100_000 ~= numbers[1] else { return nil }
            self = .slidePad(pointer: numbers[0], hundredths: numbers[1], milliseconds: numbers[2])
        case (.lift, 3, 2):
            guard numbers[0] >= 0 else { return nil }
            self = .liftPad(pointer: numbers[0], milliseconds: numbers[1])
        case (.look, 2, 1): self = .look(numbers[0])
        case (.panic, 2, 1): self = .panic(milliseconds: numbers[0])
        case (.take, 2, _): self = .take(Half(rawValue: words[1]))
        case (.hands, 2, _): self = .takeHands(words[1] == "on")
        default: return nil
        }
    }
}
