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
        // The button of the tune is gone.
        return (tune == nil ? [] : [.navigation(.focusToType(setSearchID))])
            + session.notify(TunesText.added(count, to: set.shownName))
    case .rename(let id, let name):
        guard var set = state.set(id) else { return [] }
        set.name = tidied(name)
        state.replace(set)
        return []
    case .move(let id, let tune, let step):
        guard var set = state.set(id) else { return [] }
        let moved = state.tunes(tune, of: set)
        set.move(moved, by: step, among: state.tunes(of: set).map { $0.id })
        state.replace(set)
        let shown = state.tunes(of: set)
        guard let index = shown.firstIndex(where: { moved.contains($0.id) }) else { return [] }
        return [.speech(.announce(TunesText.place(index + 1, of: shown.count, shown[index].shownTitle)))]
    case .remove(let id, let tune):
        guard var set = state.set(id) else { return [] }
        let removed = state.tunes(tune, of: set)
        let before = state.tunes(of: set)
        guard let index = before.firstIndex(where: { removed.contains($0.id) }) else { return [] }
        set.tuneIDs.removeAll { removed.contains($0) }
        state.replace(set)
        state.selected = nil
        let shown = state.tunes(of: set)
        let next = shown.isEmpty ? nil : shown[min(index, shown.count - 1)].id
        return [
            .navigation(.focus(next.map { setRemoveID($0) } ?? setSearchID)),
            .speech(.announce(TunesText.removed(TunesText.count(shown.count)))),
        ]
    case .transfer(let id):
        guard var former = place?.setID.flatMap({ state.set($0) }), var next = state.set(id) else { return [] }
        let moved = state.tunes(nil, of: former)
        next.add(moved)
        // Those for which there is no space stay.
        former.tuneIDs.removeAll { moved.contains($0) && next.tuneIDs.contains($0) }
        state.list.replace(with: [.tune(former.stored), .tune(next.stored)])
        state.selected = nil
        return session.notify(TunesText.moved(moved.count { next.tuneIDs.contains($0) }, to: next.shownName))
    case .delete(let id):
        guard let set = state.set(id) else { return [] }
        state.list.delete(id)
        if place?.setID == id { place = .sets }
        return [.navigation(.focus(setAddID)), .speech(.announce(TunesText.deleted(set.shownName + ".")))]
    case .play(let id):
        if place?.isLinked == true {
            place = place?.linked(number: 1)
        } else {
            guard let first = state.set(id).flatMap({ state.tunes(of: $0).first }) else { return [] }
            place = .inSet(first.id, set: id)
        }
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
        state.export = TuneExport(state.tunes(of: set), named: set.shownName, format)
        return state.exportMore(&session)
    }
}

extension TunesState {
    /// A stored set list.
    func set(_ id: String) -> TuneSet? { list.tune(id).flatMap { TuneSet($0) } }

    /// Its tunes, without deleted ones.
    func tunes(of set: TuneSet) -> [StoredTune] { set.tuneIDs.compactMap { tune($0) } }

    /// The tunes that a choice of set lists is about: the open one, otherwise the selected ones.
    fileprivate func tunesAtHand(at place: TunesRoute?) -> [String] {
        place?.isLinked == true ? [] : place?.id.map { [$0] } ?? selected ?? []
    }

    /// One tune of a set list or, for nil, the selected ones in its order.
    fileprivate func tunes(_ tune: String?, of set: TuneSet) -> [String] {
        let wanted = tune.map { [$0] } ?? selected ?? []
        return set.tuneIDs.filter { wanted.contains($0) }
    }

    fileprivate mutating func replace(_ set: TuneSet) { list.replace(with: [.tune(set.stored)]) }

    /// The places of the tunes in the set list of the open tune, and the position of this one.
    func openSet(at place: TunesRoute) -> (places: [TunesRoute], index: Int)? {
        var places: [TunesRoute] = []
        if case .inSet(_, let setID) = place, let set = set(setID) {
            let ids = set.tuneIDs.filter { list.tune($0) != nil || TuneExamples.has($0) }
            places = ids.map { .inSet($0, set: setID) }
        } else if case .linked(_, 1...) = place, let count = opened?.linkedSet.count, count > 0 {
            places = (1...count).map { place.linked(number: $0) }
        }
        return places.firstIndex(of: place).map { (places, $0) }
    }

    /// Opens a neighbor of the open tune in its set list.
    mutating func turn(by step: Int, at place: inout TunesRoute?, plays: Bool) -> [Effect] {
        guard let open = place.flatMap({ openSet(at: $0) }), open.places.indices.contains(open.index + step) else {
            return []
        }
        let next = open.places[open.index + step]
        place = next
        startsNext = plays
        let shown = next.isLinked ? opened?.linkedSet[open.index + step] : next.id.flatMap { tune($0) }
        return [.speech(.announce(shown?.shownTitle ?? ""))]
    }
}

/// The field for the name of a set list.
let setNameID = "set-name"
let setAddID = "add-set"
let setSearchID = "set-search"
func setRemoveID(_ id: String) -> String { "remove-" + id }
