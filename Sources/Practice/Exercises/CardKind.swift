import Harmony

/// The kind of a card. Speed is compared only within a kind.
public enum CardKind: String, CaseIterable, Sendable, Hashable {
    /// One chord, chord pair or scale.
    case chord
    /// Two chords in succession. Its time is the time between them.
    case change
    /// A question by ear.
    case ear

    /// The position in ``allCases``.
    var index: Int {
        switch self {
        case .chord: 0
        case .change: 1
        case .ear: 2
        }
    }
}

extension CardID {
    public var kind: CardKind {
        if task.isByEar { return .ear }
        // A change is a row of two chords: `row Cmi7 F7`. A card never has a longer one.
        return what.hasPrefix("row ") && Words.split(what).count == 3 ? .change : .chord
    }

    /// The card of a change between two chords, named by its first one.
    init?(changeFrom first: ChordToVoice, to second: ChordToVoice) {
        let root = PracticeMaterial.root(of: first).pitchClass
        let row = [first, second].transposed(up: (12 - root) % 12)
        self.init("\(Exercise.Task.play.rawValue) \(root) " + PracticeMaterial.row(row, title: "").card.words)
    }
}
