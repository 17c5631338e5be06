import Chordsets
import Exchange
import Tunes

/// Carries out an action on the shelf.
func updateShelf(_ state: inout ShelfState, _ session: inout Session, _ verb: ShelfVerb) -> [Effect] {
    switch verb {
    case .adopt(let text):
        let before = state.visit?.access
        state.adopt(text)
        let isNews = state.visit?.access != before && state.visit?.access != .asking
        return isNews && state.visit != nil ? [.navigation(.focus(visitID))] : []
    case .carryOut(let task):
        guard state.needsConfirmation(task) else { return begin(task, &state, &session) }
        if !task.isLocal, !state.isReachable { return session.notify(ShelfText.needsServer) }
        state.shown = nil
        state.pending = task
        return [.navigation(.focus(cancelID))]
    case .confirm(let task):
        guard state.pending == task else { return [] }
        state.pending = nil
        return [.navigation(.focus(taskID(task)))] + begin(task, &state, &session)
    case .cancel:
        guard let pending = state.pending else { return [] }
        state.pending = nil
        return [.navigation(.focus(taskID(pending)))]
    case .rename(let text):
        let name = tidied(ShelfName.line(of: tidied(text)))
        guard name != (state.isRenaming ? state.typedName ?? state.name : state.name) else {
            // The name that the server has replaces one that it refused.
            if !state.isRenaming { state.typedName = nil }
            return []
        }
        if !state.isReachable { return session.notify(ShelfText.needsServer) }
        // `running` is not set, because pressing a button also ends editing, and the button must still work.
        (state.typedName, state.isRenaming) = (name, true)
        return [.storage(.shelf(.rename, name))]
    case .show(let link):
        state.shown = state.shown == link ? nil : link
        return state.shown.map { [.navigation(.reveal(shownID($0)))] } ?? []
    case .takeCopies(let seed):
        guard state.running == nil else { return [] }
        state.running = .takeCopies
        return [.storage(.shelf(.takeCopies, seed))]
    case .openItem(let kind, let place): return [.storage(.shelf(.read, "\(kind.rawValue) \(place)"))]
    case .revisit(let place): return [.storage(.shelf(.revisit, "\(place)"))]
    case .copies, .add, .opened: return []
    case .done(let task):
        if state.running == task { state.running = nil }
        switch task {
        case .renew, .makeReader, .stopReader: state.shown = nil
        case .rename, .begin, .enter, .leave, .delete: (state.typedName, state.isRenaming) = (nil, false)
        default: break
        }
        guard let sentence = outcome(of: task) else { return [] }
        return session.notify(sentence) + (focusTarget(after: task).map { [.navigation(.focus($0))] } ?? [])
    case .failed(let task, let why):
        if state.running == task { state.running = nil }
        // The name stays in the field and can be sent again.
        if task == .rename { state.isRenaming = false }
        return session.notify(sentence(task, why))
    }
}

private func begin(_ task: ShelfTask, _ state: inout ShelfState, _ session: inout Session) -> [Effect] {
    if state.running != nil { return [] }
    if !task.isLocal, !state.isReachable { return session.notify(ShelfText.needsServer) }
    if ![.dismiss, .open, .forget, .retry].contains(task) { state.running = task }
    return [
        .storage(
            .shelf(
                task, task == .export ? fileName(state.name.isEmpty ? ShelfText.fileName : state.name) + ".json" : ""
            ))
    ]
        + (task == .dismiss || task == .forget ? [.navigation(.focus(screenID))] : [])
}

/// The element that receives focus after a task whose button may have disappeared.
private func focusTarget(after task: ShelfTask) -> String? {
    switch task {
    case .leave, .delete, .begin, .enter: screenID
    case .makeReader: taskID(.copyReader)
    case .stopReader: taskID(.makeReader)
    default: nil
    }
}

/// The message after a task; nil if the screen shows its result.
private func outcome(of task: ShelfTask) -> String? {
    switch task {
    case .rename: ShelfText.renamed
    case .copyOwn: ShelfText.ownLinkCopied
    case .copyReader: ShelfText.readerLinkCopied
    case .makeReader: ShelfText.readerLinkReady
    case .stopReader: ShelfText.sharingStopped
    case .renew: ShelfText.linkRenewed
    case .export: ShelfText.fileSaved
    case .leave: ShelfText.left
    case .delete: ShelfText.deleted
    case .begin: ShelfText.begun
    case .enter: ShelfText.entered
    case .travel: ShelfText.travels
    case .stay: ShelfText.stays
    case .open, .shareOwn, .shareReader, .dismiss, .retry, .revisit, .forget, .read, .takeCopies, .reset: nil
    }
}

private func sentence(_ task: ShelfTask, _ failure: ShelfVerb.Failure) -> String {
    switch (failure, task) {
    case (.undecided, _):
        ShelfText.undecided
    case (.gone, _): ShelfText.gone
    case (.notStored, .reset): ShelfText.notReset
    case (.notStored, .enter), (.notStored, .begin): ShelfText.linkNotStored
    case (.notStored, _): ShelfText.newLinkNotStored
    case (_, .copyOwn), (_, .copyReader): ShelfText.cannotCopy
    case (_, .export): ShelfText.fileNotSaved
    case (.unanswered, .retry): ShelfText.stillAway
    case (_, .open), (_, .read), (_, .retry), (_, .revisit), (_, .forget), (_, .reset): ShelfText.notLoaded
    case (_, .leave): ShelfText.notLeft
    case (_, .enter): ShelfText.notEntered
    case (.refused, _): ShelfText.refused
    case (.unanswered, .renew): ShelfText.renewUncertain
    case (.unanswered, _): ShelfText.uncertain
    }
}
