import Chordsets
import JSONText

extension Chordset: Keepable {
    static var store: KeptKind { .chordsets }

    func twin(as id: String) -> Chordset? { try? copy(id: id) }

    func kept(position: Int) -> JSON { json(position: position) }

    static func recalled(_ kept: JSON) -> Chordset? { try? Chordset(kept) }
}
