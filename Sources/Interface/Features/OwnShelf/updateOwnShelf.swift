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
        return isNews && state.visit != nil ? [.focus(visitID)] : []
    case .carryOut(let task):
        guard state.isGrave(task) else { return begin(task, &state, &session) }
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
        let name = tidied(ShelfName.line(of: tidied(text)))
        guard name != state.typedName ?? state.name else { return [] }
        if !state.isReachable { return session.tell(needsServer) }
        // It does not run as others do: who leaves the field by pressing a button wants what the button says.
        state.typedName = name
        return [.shelf(.rename, name)]
    case .show(let link):
        state.shown = state.shown == link ? nil : link
        return state.shown.map { [.reveal(shownID($0))] } ?? []
    case .takeCopies(let seed):
        guard state.running == nil else { return [] }
        state.running = .takeCopies
        return [.shelf(.takeCopies, seed)]
    case .readOne(let kind, let place): return [.shelf(.read, "\(kind.rawValue) \(place)")]
    case .revisit(let place): return [.shelf(.revisit, "\(place)")]
    case .copies, .add, .opened: return []
    case .done(let task):
        if state.running == task { state.running = nil }
        switch task {
        case .renew, .makeReader, .stopReader: state.shown = nil
        case .rename: state.typedName = nil
        default: break
        }
        guard let sentence = outcome(of: task) else { return [] }
        return session.tell(sentence) + (successor(of: task).map { [.focus($0)] } ?? [])
    case .failed(let task, let why):
        if state.running == task { state.running = nil }
        return session.tell(sentence(task, why))
    }
}

private func begin(_ task: ShelfTask, _ state: inout OwnShelfState, _ session: inout Session) -> [Effect] {
    if state.running != nil { return [] }
    if !task.isLocal, !state.isReachable { return session.tell(needsServer) }
    if ![.dismiss, .open, .forget, .retry].contains(task) { state.running = task }
    return [.shelf(task, task == .export ? fileName(state.name.isEmpty ? "Chord Combiner" : state.name) + ".json" : "")]
        + (task == .dismiss || task == .forget ? [.focus(screenID)] : [])
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

private let needsServer = "This needs the server, which cannot be reached at the moment."

/// What has come of it, in a sentence; nil where that is seen.
private func outcome(of task: ShelfTask) -> String? {
    switch task {
    case .rename: "The name is changed."
    case .copyOwn: "The link is copied. Whoever has it can read and change everything."
    case .copyReader: "The link is copied. Whoever has it can read everything."
    case .makeReader: "The link for readers is ready."
    case .stopReader: "Nobody else can read any more."
    case .renew: "Your link is replaced. Your other devices need the new one."
    case .export: "The file is saved."
    case .leave: "This browser has left the shelf."
    case .delete: "The shelf is deleted."
    case .begin: "What is here is on a new shelf now."
    case .enter: "This browser uses the shelf now."
    case .open, .shareOwn, .shareReader, .dismiss, .retry, .revisit, .forget, .read, .takeCopies, .reset: nil
    }
}

private func sentence(_ task: ShelfTask, _ failure: OwnShelfVerb.Failure) -> String {
    switch (failure, task) {
    case (.undecided, _):
        "Your link was to be replaced, and the server has not said whether it was. Until it can be reached, no link is certain to hold."
    case (.gone, _): "The shelf is not used here: it was deleted, or its link was replaced. Yours is as it was."
    case (.unkept, .reset): "This device is not reset: some of your work would be lost. Save it as a file first."
    case (.unkept, .enter), (.unkept, .begin): "The shelf is not used here: this browser could not keep its link."
    case (.unkept, _): "Nothing is changed: this browser could not keep the new link."
    case (_, .copyOwn), (_, .copyReader): "Your browser does not let this page copy. “Show the link”, and copy it by hand."
    case (_, .export): "The file was not saved, since the server did not answer."
    case (.unanswered, .retry): "The server still cannot be reached."
    case (_, .open), (_, .read), (_, .retry), (_, .revisit), (_, .forget), (_, .reset): "A part of the page could not be loaded. Try again when you are online."
    case (_, .leave): "Not all of it could be given up here. Try again."
    case (_, .enter): "The shelf is not used here, since the server did not answer."
    case (.refused, _): "The server did not do it. Nothing is changed; try again in a moment."
    case (.unanswered, .renew): "It is not certain that your link was replaced, since the server did not answer. Come back here when it can be reached."
    case (.unanswered, _): "It is not certain whether it was done, since the server did not answer. Look again when it can be reached."
    }
}
