import Chordsets
import JSONText

extension Chordset: Keepable {
    static var store: KeptKind { .chordsets }

    func twin(as id: String) -> Chordset? { try? copy(id: id) }

    func kept(position: Int) -> JSON { json(position: position) }

    static func recalled(_ kept: JSON) -> Chordset? { try? Chordset(kept) }
}

extension Shelf where Item == Chordset {
    /// - Parameters: see ``replace(with:as:drawn:)``.
    mutating func change(
        _ id: String, as name: String?, drawn: Int? = nil, _ change: (inout Chordset) throws(ChordsetError) -> Void
    ) throws(ChordsetError) {
        guard var chordset = self[id] else { return }
        try change(&chordset)
        replace(with: chordset, as: name, drawn: drawn)
    }
}
