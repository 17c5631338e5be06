import Chordsets
import Input
import Rendering

/// The list of chordsets, the editor, and the performance.
struct ChordsetsState: Sendable {
    var list = UndoableList(of: .chordsets)
    /// Actions that wait until the list was delivered.
    var postponed: [ChordsetsVerb] = []
    var editor = Editor()
    /// The chordset on the stage, or that accompanies a tune.
    var performance: Performance?

    var canUndo: Bool { !list.past.isEmpty }
    var canRedo: Bool { !list.future.isEmpty }

    /// Requests the chordsets from the host when a screen needs them first.
    mutating func open(_ session: Session) -> [Effect] {
        guard !list.isOpen else { return [] }
        list.isOpen = true
        return [.storage(.openKept(.chordsets, isAlone: session.presentation.links == .inFragment))]
    }

    /// Updates stage and editor after chordsets have changed or were deleted.
    mutating func validate(at place: ChordsetsRoute?) {
        openStage(at: place)
        if case .lightChord(let id, let position) = place, let lumi = editor.lumi {
            let count = list.chordset(id)?.chords[position].lumis.count ?? 0
            if lumi >= count { editor.lumi = max(count - 1, 0) }
        }
        if let performance, let chordset = list.chordset(performance.id), chordset != performance.stage.voice {
            self.performance?.stage.adopt(chordset)
        }
    }

    /// Starts the performance of the open stage once its chordset is loaded. The first chord is lit.
    mutating func openStage(at place: ChordsetsRoute?) {
        guard case .stage(let id) = place, performance?.id != id, let chordset = list.chordset(id) else { return }
        performance = Performance(chordset)
        list.lastPlayedID = id
    }

    /// Plays a chordset that accompanies a tune; nil ends that. Held chords are released.
    mutating func accompany(with chordset: Chordset?) -> [Effect] {
        let isHeld = performance?.stage.held.isEmpty == false
        performance = chordset.map { Performance($0) }
        return isHeld ? [.sound(.sounding([], []))] : []
    }

    /// Resets stage and editor when a screen is left.
    /// - Parameters:
    ///   - earlier: the chordset screen that was left; nil if it was another screen.
    ///   - place: the chordset screen that is open now, if any.
    mutating func leave(_ earlier: ChordsetsRoute?, for place: ChordsetsRoute?) {
        if place?.isStage != true { performance = nil }
        editor.startedAt = nil
        if case .lightChord = earlier { editor = Editor() }
        list.endStep()
    }

    /// - Parameters: see ``UndoableList/replace(with:as:randomized:)``.
    @inline(never)
    mutating func change(
        _ id: String, as name: String?, randomized: Int? = nil, _ change: (inout Chordset) throws(ChordsetError) -> Void
    ) throws(ChordsetError) {
        guard var chordset = list.chordset(id) else { return }
        try change(&chordset)
        list.replace(with: .chordset(chordset), as: name, randomized: randomized)
    }

    /// Tries a change. An error is shown to the user, and nothing has changed.
    @inline(never)
    mutating func attempt(
        _ session: inout Session, _ change: (inout ChordsetsState) throws(ChordsetError) -> Void
    ) -> [Effect] {
        do throws(ChordsetError) {
            try change(&self)
            return []
        } catch {
            return session.notify(error.message)
        }
    }
}
