import Answers
import Chordsets

/// The chordsets at hand, and what is done with them.
struct ChordsetsState: Sendable {
    var list = UndoableList(of: .chordsets)
    /// What waits until the host has handed over what is kept.
    var postponed: [ChordsetsVerb] = []
    var editor = Editor()
    /// What is played on the stage, or beside a tune.
    var performance: Performance?

    var canUndo: Bool { !list.past.isEmpty }
    var canRedo: Bool { !list.future.isEmpty }

    /// Asks the host for the chordsets when the screen is first opened.
    mutating func open(_ session: Session) -> [Effect] {
        guard !list.isOpen else { return [] }
        list.isOpen = true
        return [.storage(.openKept(.chordsets, isAlone: session.presentation.links == .inFragment))]
    }

    /// What was open of chordsets that are gone, or other than they were, is brought in order.
    mutating func settle(at place: ChordsetsPlace?) {
        takeStage(at: place)
        if case .lightChord(let id, let position) = place, let lumi = editor.lumi {
            let count = list.chordset(id)?.chords[position].lumis.count ?? 0
            if lumi >= count { editor.lumi = max(count - 1, 0) }
        }
        if let performance, let chordset = list.chordset(performance.id), chordset != performance.stage.voice {
            self.performance?.stage.adopt(chordset)
        }
    }

    /// Brings the chordset of the open stage onto it, as soon as it is there; its first chord is lit.
    mutating func takeStage(at place: ChordsetsPlace?) {
        guard case .stage(let id) = place, performance?.id != id, let chordset = list.chordset(id) else { return }
        performance = Performance(chordset)
        list.voice = id
    }

    /// Plays a chordset beside another screen, or none any more. What is held of the one before ends.
    mutating func accompany(with chordset: Chordset?) -> [Effect] {
        let isHeld = performance?.stage.held.isEmpty == false
        performance = chordset.map { Performance($0) }
        return isHeld ? [.sound(.sounding([], []))] : []
    }

    /// Another screen is another visit.
    /// - Parameters:
    ///   - earlier: which of these screens was left; nil for any other.
    ///   - place: which is open now.
    mutating func leave(_ earlier: ChordsetsPlace?, for place: ChordsetsPlace?) {
        if place?.isStage != true { performance = nil }
        editor.startedAt = nil
        if case .lightChord = earlier { editor = Editor() }
        list.endStep()
    }

    /// - Parameters: see ``UndoableList/replace(with:as:drawn:)``.
    @inline(never)
    mutating func change(
        _ id: String, as name: String?, drawn: Int? = nil, _ change: (inout Chordset) throws(ChordsetError) -> Void
    ) throws(ChordsetError) {
        guard var chordset = list.chordset(id) else { return }
        try change(&chordset)
        list.replace(with: .chordset(chordset), as: name, drawn: drawn)
    }

    /// Tries what may be refused; the refusal is told, and nothing has changed.
    @inline(never)
    mutating func attempt(
        _ session: inout Session, _ change: (inout ChordsetsState) throws(ChordsetError) -> Void
    ) -> [Effect] {
        do throws(ChordsetError) {
            try change(&self)
            return []
        } catch {
            return session.tell(error.message)
        }
    }
}
