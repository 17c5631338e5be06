import Rendering
import Sync
import Tunes

/// Carries out an action on set lists.
func updateTuneSets(
    _ state: inout TunesState, at place: inout TunesRoute?, _ session: inout Session, _ verb: TuneSetVerb
) -> [Effect] {
    switch verb {
    case .add(let seed):
        var generator = SeededGenerator(seed: seed)
        let set = TuneSet(
            id: ItemID.random(using: &generator), name: "", tuneIDs: state.tunesAtHand(at: place))
        state.list.add([.tune(set.stored)])
        state.selected = nil
        place = .set(set.id)
        return [.navigation(.focus(setNameID))]
    case .put(let id, let tune):
        guard var set = state.set(id) else { return [] }
        let count = set.add(tune.map { [$0] } ?? state.tunesAtHand(at: place))
        state.replace(set)
        if state.selected != nil { state.selected = nil }
        return session.notify(TunesText.added(count, to: set.shownName))
    case .rename(let id, let name):
        guard var set = state.set(id) else { return [] }
        set.name = tidied(name)
        state.replace(set)
        return []
    case .move(let id, let tune, let step):
        guard var set = state.set(id), let index = set.tuneIDs.firstIndex(of: tune),
            set.tuneIDs.indices.contains(index + step)
        else { return [] }
        set.tuneIDs.swapAt(index, index + step)
        state.replace(set)
        let title = state.tune(tune)?.shownTitle ?? ""
        return [.speech(.announce(TunesText.place(index + step + 1, of: set.tuneIDs.count, title)))]
    case .remove(let id, let tune):
        guard var set = state.set(id), let index = set.tuneIDs.firstIndex(of: tune) else { return [] }
        set.tuneIDs.remove(at: index)
        state.replace(set)
        let next = set.tuneIDs.isEmpty ? nil : set.tuneIDs[min(index, set.tuneIDs.count - 1)]
        return [
            .navigation(.focus(next.map { setRemoveID($0) } ?? setSearchID)),
            .speech(.announce(TunesText.removed(TunesText.count(set.tuneIDs.count)))),
        ]
    case .delete(let id):
        guard let set = state.set(id) else { return [] }
        state.list.delete(id)
        if place?.setID == id { place = .sets }
        return [.navigation(.focus(setAddID)), .speech(.announce(TunesText.deleted(set.shownName + ".")))]
    case .play(let id):
        guard let first = state.set(id).flatMap({ state.tunes(of: $0).first }) else { return [] }
        place = .inSet(first.id, set: id)
        state.startsNext = true
        return []
    case .turn(let step): return state.turn(by: step, at: &place, plays: state.isPlaying)
    case .find(let words):
        state.setSearch = words
        return []
    case .copyLink(let id):
        guard let set = state.set(id) else { return [] }
        let link = TunesRoute(linking: set, state.tunes(of: set))
        let length = Address.tunes(link).path.utf8.count
        let isLong = length > TuneSet.maximumLinkLength
        return [.sharing(.copyWholeLink(.tunes(link)))] + (isLong ? session.notify(TunesText.longLink(length)) : [])
    case .save(let id, let format):
        guard let set = state.set(id) else { return [] }
        return filesOfTunes(state.tunes(of: set), named: set.shownName, format, session)
    }
}

extension TunesState {
    /// A stored set list.
    func set(_ id: String) -> TuneSet? { list.tune(id).flatMap { TuneSet($0) } }

    /// Its tunes, without deleted ones.
    func tunes(of set: TuneSet) -> [StoredTune] { set.tuneIDs.compactMap { tune($0) } }

    /// The tunes that a menu of set lists is about: the open one, otherwise the selected ones.
    fileprivate func tunesAtHand(at place: TunesRoute?) -> [String] {
        place?.isLinked == true ? [] : place?.id.map { [$0] } ?? selected ?? []
    }

    fileprivate mutating func replace(_ set: TuneSet) { list.replace(with: [.tune(set.stored)]) }

    /// The set list of the open tune, and the position of the tune in it.
    func openSet(at place: TunesRoute) -> (name: String, ids: [String], index: Int)? {
        guard case .inSet(let id, let setID) = place, let set = set(setID) else { return nil }
        let ids = set.tuneIDs.filter { list.tune($0) != nil || TuneExamples.has($0) }
        return ids.firstIndex(of: id).map { (set.shownName, ids, $0) }
    }

    /// Opens a neighbor of the open tune in its set list.
    mutating func turn(by step: Int, at place: inout TunesRoute?, plays: Bool) -> [Effect] {
        guard let open = place.flatMap({ openSet(at: $0) }), let setID = place?.setID,
            open.ids.indices.contains(open.index + step)
        else { return [] }
        let next = open.ids[open.index + step]
        place = .inSet(next, set: setID)
        startsNext = plays
        return [.speech(.announce(tune(next)?.shownTitle ?? ""))]
    }
}

/// The field for the name of a set list.
let setNameID = "set-name"
let setAddID = "add-set"
let setSearchID = "set-search"
func setRemoveID(_ id: String) -> String { "remove-" + id }
