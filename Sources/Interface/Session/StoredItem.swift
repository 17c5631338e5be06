import Chordsets
import JSONText
import Tunes

/// An item of a list that the host stores: a chordset or a tune.
///
/// It is `indirect` because copying a reference takes much less code.
indirect enum StoredItem: Sendable, Equatable {
    case chordset(Chordset)
    case tune(StoredTune)

    enum Kind: String, Sendable, Hashable {
        case chordsets, tunes

        /// The name of one item.
        var single: String { self == .chordsets ? "chordset" : "tune" }
    }

    /// - Parameter json: the record of the host. The result is nil if it is invalid.
    init?(_ json: JSON, of kind: Kind) {
        switch kind {
        case .chordsets:
            guard let chordset = try? Chordset(json) else { return nil }
            self = .chordset(chordset)
        case .tunes:
            guard let tune = StoredTune(record: json) else { return nil }
            self = .tune(tune)
        }
    }

    /// The record of the host.
    func json(position: Int) -> JSON {
        switch self {
        case .chordset(let chordset): chordset.json(position: position)
        case .tune(let tune): tune.json(position: position)
        }
    }

    var chordset: Chordset? { if case .chordset(let chordset) = self { chordset } else { nil } }
    var tune: StoredTune? { if case .tune(let tune) = self { tune } else { nil } }

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

    /// What it is, in a sentence.
    var single: String { tune?.isSetList == true ? SessionText.aSetList : kind.single }

    /// Empty if it has none.
    var title: String {
        switch self {
        case .chordset(let chordset): chordset.title
        case .tune(let tune): tune.title
        }
    }

    /// The beginning of a sentence about it.
    var subject: String {
        switch self {
        case .chordset(let chordset):
            chordset.title.isEmpty ? SessionText.untitledChordset : Chordset.quoted(chordset.title)
        case .tune(let tune): tune.shownTitle
        }
    }

    /// A copy with another id; nil if the id is invalid.
    func copy(id: String) -> StoredItem? {
        switch self {
        case .chordset(let chordset): (try? chordset.copy(id: id)).map { .chordset($0) }
        case .tune(let tune): .tune(tune.copy(id: id))
        }
    }

    /// A set list of tunes that have other ids here; other items as they are.
    /// - Parameter known: the id here; nil if a tune has none.
    func referring(to known: (String) -> String?) -> StoredItem {
        guard case .tune(let tune) = self, var set = TuneSet(tune) else { return self }
        set.tuneIDs = set.tuneIDs.map { known($0) ?? $0 }
        return .tune(set.stored)
    }
}
