import Chordsets
import JSONText

extension Chordset: Keepable {
    static var store: KeptKind { .chordsets }

    func copied(as id: String) -> Chordset? { try? copy(id: id) }

    func kept(position: Int) -> JSON { json(position: position) }

    static func reading(_ kept: JSON) -> Chordset? { try? Chordset(kept) }
}
