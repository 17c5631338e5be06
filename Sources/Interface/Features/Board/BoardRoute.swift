import Harmony
import Rendering

/// Of which chord a board is, and which of the two that is: `/board/C7` has all others above it, `/board/_/A` below.
package struct BoardRoute: Sendable, Hashable {
    /// Nil where the address leaves it open.
    let chord: Chord?
    let half: Half

    init(_ chord: Chord?, as half: Half) {
        self.chord = chord
        self.half = half
    }

    /// The board of the chord at hand, where none is named: of the lower one, if there is one; of C, if there is none.
    func atHand(_ choices: Choices) -> BoardRoute {
        if chord != nil { return self }
        let chords = choices.chords
        if chords.lower == nil, let upper = chords.upper { return BoardRoute(upper, as: .upper) }
        return BoardRoute(chords.lower ?? Chord(NoteName(.c), Vocabulary.classic.selectable[0]), as: .lower)
    }

    var address: Address { .board(chord, as: half) }

    /// What the tab of the browser is called.
    func boardTitle(_ presentation: Presentation) -> String {
        chord.map { BoardText.pairs(presentation.shortName($0)) } ?? BoardText.title
    }
}
