import Chordsets
import JSONText

/// Something that the host keeps under an id of its own, of one of two kinds.
///
/// Behind a reference (`indirect`), so that moving and copying one takes next to no code.
indirect enum StoredItem: Sendable, Equatable {
    case chordset(Chordset)
    case tune(KeptTune)

    /// The host keeps each kind by itself.
    enum Kind: String, Sendable, Hashable {
        case chordsets, tunes

        /// The name of one item.
        var single: String { self == .chordsets ? "chordset" : "tune" }
    }

    /// - Parameter json: as the host keeps it; the result is nil where that cannot be read.
    init?(_ json: JSON, of kind: Kind) {
        switch kind {
        case .chordsets:
            guard let chordset = try? Chordset(json) else { return nil }
            self = .chordset(chordset)
        case .tunes:
            guard let tune = KeptTune(json) else { return nil }
            self = .tune(tune)
        }
    }

    /// As the host keeps it.
    func json(position: Int) -> JSON {
        switch self {
        case .chordset(let chordset): chordset.json(position: position)
        case .tune(let tune): tune.json(position: position)
        }
    }

    var chordset: Chordset? { if case .chordset(let chordset) = self { chordset } else { nil } }
    var tune: KeptTune? { if case .tune(let tune) = self { tune } else { nil } }

    var kind: Kind {
        switch self {
        case .chordset: .chordsets
        case .tune: .tunes
        }
    }

    var id: String {
        switch self {
        case .chordset(let chordset): chordset.id
        case .tune(let tune): tune.id
        }
    }

    /// Empty where it has none.
    var title: String {
        switch self {
        case .chordset(let chordset): chordset.title
        case .tune(let tune): tune.title
        }
    }

    /// The beginning of a sentence about it.
    var subject: String {
        switch self {
        case .chordset(let chordset): chordset.title.isEmpty ? SessionText.untitledChordset : Chordset.quoted(chordset.title)
        case .tune(let tune): tune.shownTitle
        }
    }

    /// The same under another id; nil if that is no id.
    func copy(id: String) -> StoredItem? {
        switch self {
        case .chordset(let chordset): (try? chordset.copy(id: id)).map { .chordset($0) }
        case .tune(let tune): .tune(tune.copy(id: id))
        }
    }
}
