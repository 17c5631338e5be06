import Harmony
import Sync
import Tunes

/// An ordered list of tunes with a name, to be played one after another.
///
/// It is stored as a tune without music, so the shelf, old servers and old pages need to know nothing of it: the name
/// is the title, the style says what it is, and the ids of the tunes are in the setup.
struct TuneSet: Sendable, Hashable {
    let id: String
    var name: String
    /// The ids of its tunes, which may have been deleted. Each is there once.
    var tuneIDs: [String]

    static let maximumCount = 400
    /// The length in bytes from which some programs cut links off.
    static let maximumLinkLength = 8000
    /// The style of the stored tune. It must never change.
    static var style: String { "Set list" }
    /// The beginning of the setup of the stored tune. It must never change.
    static var setupStart: String { "set=" }

    init(id: String, name: String, tuneIDs: [String] = []) {
        self.id = id
        self.name = name
        self.tuneIDs = []
        add(tuneIDs)
    }

    /// Nil if it is an ordinary tune.
    init?(_ tune: StoredTune) {
        guard tune.isSetList else { return nil }
        let ids = String(tune.setup.dropFirst(TuneSet.setupStart.count)).parts(at: ",")
        self.init(id: tune.id, name: tune.title, tuneIDs: ids.filter { ItemID.isValid($0) })
    }

    var stored: StoredTune {
        var tune = Tune()
        tune.title = name
        tune.style = TuneSet.style
        tune.sections = [Tune.Section("", [Bar()])]
        return StoredTune(id: id, tune, setup: TuneSet.setupStart + tuneIDs.joined(separator: ","))
    }

    var shownName: String { name.isEmpty ? SessionText.setList : name }

    /// Moves some of its tunes up or down by one place. Those at the end stay.
    /// - Parameter shown: those of its tunes that are shown. Deleted ones keep their places.
    mutating func move(_ ids: [String], by step: Int, among shown: [String]) {
        var order = shown
        let indices = step < 0 ? Array(order.indices) : order.indices.reversed()
        for index in indices where ids.contains(order[index]) {
            guard order.indices.contains(index + step), !ids.contains(order[index + step]) else { continue }
            order.swapAt(index, index + step)
        }
        var next = order.makeIterator()
        tuneIDs = tuneIDs.map { shown.contains($0) ? next.next() ?? $0 : $0 }
    }

    /// Appends the tunes that it does not have yet.
    /// - Returns: how many there were.
    @discardableResult mutating func add(_ ids: [String]) -> Int {
        let before = tuneIDs.count
        for id in ids where !tuneIDs.contains(id) && tuneIDs.count < TuneSet.maximumCount { tuneIDs.append(id) }
        return tuneIDs.count - before
    }
}

extension StoredTune {
    /// Whether it stands for a set list.
    var isSetList: Bool { setup.utf8.starts(with: TuneSet.setupStart.utf8) }
}
