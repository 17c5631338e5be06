import Chordsets
import Rendering
import Sync

extension ChordsetsRoute {
    /// A link to a chordset, as an example.
    static var exampleLink: ChordsetsRoute {
        var generator = SeededGenerator(seed: 1)
        return ChordsetsRoute(linking: Chordset(id: linkedID, using: &generator))
    }

    /// The view in the title of the browser tab; empty for the list, and for a chordset as a whole.
    var viewTitle: String {
        switch self {
        case .list, .sheet, .linked: ""
        case .lightChord(_, let position): ChordsetsText.chordTitle(position + 1)
        case .stage: ChordsetsText.stage
        }
    }

    /// The identity of the open chordset, if it is on the shelf.
    var id: String? {
        switch self {
        case .list, .linked: nil
        case .sheet(let id), .lightChord(let id, _), .stage(let id): id
        }
    }

    var isStage: Bool { if case .stage = self { true } else { false } }

    /// The same screen for a chordset that has got another identity.
    func following(from original: String, to copy: String) -> ChordsetsRoute {
        switch self {
        case .sheet(original): .sheet(copy)
        case .lightChord(original, let position): .lightChord(copy, position)
        default: self
        }
    }
}
