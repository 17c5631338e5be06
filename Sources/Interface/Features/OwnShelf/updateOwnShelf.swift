import Answers
import Tunes

/// What follows when something is done about the shelf as a whole.
@inline(never)  // second part
func updateOwnShelf(_ state: inout OwnShelfState, _ session: inout Session, _ verb: OwnShelfVerb) -> [Effect] {
    switch verb {
    case .adopt(let text):
        let before = state.visit?.access
        state.adopt(text)
        let isNews = state.visit?.access != before && state.visit?.access != .asking
        return isNews && state.visit != nil ? [.focus(visitID)] : []
    case .carryOut(let task):
        guard task.needsConsent else { return begin(task, &state, &session) }
        if !task.isLocal, !state.isReachable { return session.tell(needsServer) }
        state.shown = nil
        state.asked = task
        return [.focus(refrainID)]
    case .consent(let task):
        guard state.asked == task else { return [] }
        state.asked = nil
        return [.focus(taskID(task))] + begin(task, &state, &session)
    case .refrain:
        guard let asked = state.asked else { return [] }
        state.asked = nil
        return [.focus(taskID(asked))]
    case .rename(let text):
        let name = tidied(text)
        guard name != state.name else { return [] }
        if !state.isReachable { return session.tell(needsServer) }
        state.name = name
        state.running = .rename
        return [.shelf(.rename, name)]
    case .show(let link):
        state.shown = state.shown == link ? nil : link
        return state.shown.map { [.reveal(shownID($0))] } ?? []
    case .takeCopies(let seed):
        guard state.running == nil else { return [] }
        state.running = .takeCopies
        return [.shelf(.takeCopies, seed)]
    case .readOne(let kind, let place): return [.shelf(.read, "\(kind.rawValue) \(place)")]
    case .copies, .opened: return []
    case .done(let task):
        if state.running == task { state.running = nil }
        switch task {
        case .renew, .makeReader, .stopReader: state.shown = nil
        default: break
        }
        guard let sentence = outcome(of: task) else { return [] }
        // What has led to it may be gone.
        let isOtherScreen = [.leave, .delete, .begin, .enter].contains(task)
        return session.tell(sentence) + (isOtherScreen ? [.focus(screenID)] : [])
    case .failed(let task):
        if state.running == task { state.running = nil }
        return session.tell(failure(of: task))
    }
}

private func begin(_ task: ShelfTask, _ state: inout OwnShelfState, _ session: inout Session) -> [Effect] {
    if state.running != nil { return [] }
    if !task.isLocal, !state.isReachable { return session.tell(needsServer) }
    if task != .dismiss { state.running = task }
    return [.shelf(task, task == .export ? fileName(state.name.isEmpty ? "Chord Combiner" : state.name) + ".json" : "")]
        + (task == .dismiss ? [.focus(screenID)] : [])
}

private let needsServer = "This needs the server, which cannot be reached at the moment."

/// What has come of it, in a sentence; nil where that is seen.
private func outcome(of task: ShelfTask) -> String? {
    switch task {
    case .rename: "The name is changed."
    case .copyOwn: "The link is copied. Whoever has it can read and change everything."
    case .copyReader: "The link is copied. Whoever has it can read everything."
    case .makeReader: "The link for readers is made. No older one works."
    case .stopReader: "Nobody can read any more."
    case .renew: "The key is renewed. Your other devices need the new link."
    case .export: "The file is saved."
    case .leave: "This browser has left the shelf."
    case .delete: "The shelf is deleted."
    case .begin: "What is here is on a new shelf now."
    case .enter: "This browser uses the shelf now."
    case .open, .shareOwn, .shareReader, .dismiss, .read, .takeCopies: nil
    }
}

private func failure(of task: ShelfTask) -> String {
    switch task {
    case .copyOwn, .copyReader: "Your browser does not let this page copy. “Show the link”, and copy it by hand."
    case .enter: "The shelf is not used here: this browser could not keep its key."
    case .renew: "It is not certain that the key was renewed, since the server did not answer. Come back here when it can be reached."
    case .export: "The file was not saved, since the server did not answer."
    case .open: "A part of the page could not be loaded. Try again when you are online."
    default: "The server did not do it. Nothing is changed; try again in a moment."
    }
}
