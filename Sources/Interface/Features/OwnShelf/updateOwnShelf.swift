import Answers
import Chordsets
import Tunes

/// What follows when something is done about the shelf as a whole.
func updateOwnShelf(_ state: inout OwnShelfState, _ session: inout Session, _ verb: OwnShelfVerb) -> [Effect] {
    switch verb {
    case .adopt(let text):
        let before = state.visit?.access
        state.adopt(text)
        let isNews = state.visit?.access != before && state.visit?.access != .asking
        return isNews && state.visit != nil ? [.navigation(.focus(visitID))] : []
    case .carryOut(let task):
        guard state.isGrave(task) else { return begin(task, &state, &session) }
        if !task.isLocal, !state.isReachable { return session.tell(OwnShelfText.needsServer) }
        state.shown = nil
        state.asked = task
        return [.navigation(.focus(refrainID))]
    case .consent(let task):
        guard state.asked == task else { return [] }
        state.asked = nil
        return [.navigation(.focus(taskID(task)))] + begin(task, &state, &session)
    case .refrain:
        guard let asked = state.asked else { return [] }
        state.asked = nil
        return [.navigation(.focus(taskID(asked)))]
    case .rename(let text):
        let name = tidied(ShelfName.line(of: tidied(text)))
        guard name != state.typedName ?? state.name else { return [] }
        if !state.isReachable { return session.tell(OwnShelfText.needsServer) }
        // It does not run as other tasks do: pressing a button also leaves the field, and the button must still work.
        state.typedName = name
        return [.storage(.shelf(.rename, name))]
    case .show(let link):
        state.shown = state.shown == link ? nil : link
        return state.shown.map { [.navigation(.reveal(shownID($0)))] } ?? []
    case .takeCopies(let seed):
        guard state.running == nil else { return [] }
        state.running = .takeCopies
        return [.storage(.shelf(.takeCopies, seed))]
    case .readOne(let kind, let place): return [.storage(.shelf(.read, "\(kind.rawValue) \(place)"))]
    case .revisit(let place): return [.storage(.shelf(.revisit, "\(place)"))]
    case .copies, .add, .opened: return []
    case .done(let task):
        if state.running == task { state.running = nil }
        switch task {
        case .renew, .makeReader, .stopReader: state.shown = nil
        case .rename: state.typedName = nil
        default: break
        }
        guard let sentence = outcome(of: task) else { return [] }
        return session.tell(sentence) + (successor(of: task).map { [.navigation(.focus($0))] } ?? [])
    case .failed(let task, let why):
        if state.running == task { state.running = nil }
        return session.tell(sentence(task, why))
    }
}

private func begin(_ task: ShelfTask, _ state: inout OwnShelfState, _ session: inout Session) -> [Effect] {
    if state.running != nil { return [] }
    if !task.isLocal, !state.isReachable { return session.tell(OwnShelfText.needsServer) }
    if ![.dismiss, .open, .forget, .retry].contains(task) { state.running = task }
    return [.storage(.shelf(task, task == .export ? fileName(state.name.isEmpty ? OwnShelfText.fileName : state.name) + ".json" : ""))]
        + (task == .dismiss || task == .forget ? [.navigation(.focus(screenID))] : [])
}

/// What has the focus when a task is done, where what has led to it may be gone.
private func successor(of task: ShelfTask) -> String? {
    switch task {
    case .leave, .delete, .begin, .enter: screenID
    case .makeReader: taskID(.copyReader)
    case .stopReader: taskID(.makeReader)
    default: nil
    }
}

/// The outcome in a sentence; nil where it can be seen.
private func outcome(of task: ShelfTask) -> String? {
    switch task {
    case .rename: OwnShelfText.renamed
    case .copyOwn: OwnShelfText.ownLinkCopied
    case .copyReader: OwnShelfText.readerLinkCopied
    case .makeReader: OwnShelfText.readerLinkReady
    case .stopReader: OwnShelfText.sharingStopped
    case .renew: OwnShelfText.linkRenewed
    case .export: OwnShelfText.fileSaved
    case .leave: OwnShelfText.left
    case .delete: OwnShelfText.deleted
    case .begin: OwnShelfText.begun
    case .enter: OwnShelfText.entered
    case .open, .shareOwn, .shareReader, .dismiss, .retry, .revisit, .forget, .read, .takeCopies, .reset: nil
    }
}

private func sentence(_ task: ShelfTask, _ failure: OwnShelfVerb.Failure) -> String {
    switch (failure, task) {
    case (.undecided, _):
        OwnShelfText.undecided
    case (.gone, _): OwnShelfText.gone
    case (.unkept, .reset): OwnShelfText.notReset
    case (.unkept, .enter), (.unkept, .begin): OwnShelfText.linkNotStored
    case (.unkept, _): OwnShelfText.newLinkNotStored
    case (_, .copyOwn), (_, .copyReader): OwnShelfText.cannotCopy
    case (_, .export): OwnShelfText.fileNotSaved
    case (.unanswered, .retry): OwnShelfText.stillAway
    case (_, .open), (_, .read), (_, .retry), (_, .revisit), (_, .forget), (_, .reset): OwnShelfText.notLoaded
    case (_, .leave): OwnShelfText.notLeft
    case (_, .enter): OwnShelfText.notEntered
    case (.refused, _): OwnShelfText.refused
    case (.unanswered, .renew): OwnShelfText.renewUncertain
    case (.unanswered, _): OwnShelfText.uncertain
    }
}
