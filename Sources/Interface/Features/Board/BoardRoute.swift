import Harmony
import Rendering

/// The chord of a board and its position: `/board/C7` for a lower chord, `/board/_/A` for an upper one.
package struct BoardRoute: Sendable, Hashable {
    /// Nil if the address has no chord.
    let chord: Chord?
    let half: Half

    init(_ chord: Chord?, as half: Half) {
        self.chord = chord
        self.half = half
    }

    /// The route with a chord: if it has none, the current lower or upper chord, otherwise C.
    func atHand(_ choices: Choices) -> BoardRoute {
        if chord != nil { return self }
        let chords = choices.chords
        if chords.lower == nil, let upper = chords.upper { return BoardRoute(upper, as: .upper) }
        return BoardRoute(chords.lower ?? Chord(NoteName(.c), Vocabulary.classic.selectable[0]), as: .lower)
    }

    var address: Address { .board(chord, as: half) }

    /// The title of the browser tab.
    func boardTitle(_ presentation: Presentation) -> String {
        chord.map { BoardText.pairs(presentation.shortName($0)) } ?? BoardText.title
    }
}
