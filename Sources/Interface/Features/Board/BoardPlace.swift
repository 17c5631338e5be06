import Exchange
import Harmony
import Rendering

/// Of which chord a board is, and which of the two that is: `/board/C7` has all others above it, `/board/_/A` below.
package struct BoardPlace: Sendable, Hashable {
    /// Nil where the address leaves it open.
    let chord: Chord?
    let half: Half

    init(_ chord: Chord?, as half: Half) {
        self.chord = chord
        self.half = half
    }

    /// - Parameter parts: what stands behind `/board`. Where the slash of C6/9 was typed as it is, that is one more.
    static func asked(_ parts: ArraySlice<String>) throws(Refusal) -> BoardPlace {
        guard let first = parts.first else { return BoardPlace(nil, as: .lower) }
        let half = first == Address.Pair.absent ? Half.upper : .lower
        let symbol = (half == .upper ? parts.dropFirst() : parts).joined(separator: "⁄")
        guard !symbol.isEmpty else {
            throw Refusal(BoardText.oneChord)
        }
        return BoardPlace(try .asked(symbol), as: half)
    }

    /// The board of the chord at hand, where none is named: of the lower one, if there is one; of C, if there is none.
    func atHand(_ choices: Choices) -> BoardPlace {
        if chord != nil { return self }
        let chords = choices.chords
        if chords.lower == nil, let upper = chords.upper { return BoardPlace(upper, as: .upper) }
        return BoardPlace(chords.lower ?? Chord(NoteName(.c), Vocabulary.classic.selectable[0]), as: .lower)
    }

    var address: Address { chord.map { .board($0, as: half) } ?? Address("/board") }

    /// What the tab of the browser is called.
    func boardTitle(_ presentation: Presentation) -> String {
        chord.map { BoardText.pairs(presentation.shortName($0)) } ?? BoardText.title
    }
}
