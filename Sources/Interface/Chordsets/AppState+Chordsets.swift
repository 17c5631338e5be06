import Chordsets

extension AppState {
    /// Whether one of the screens of chordsets is open, on which undo is about them.
    var isAtChordsets: Bool {
        switch screen {
        case .chordsets, .sheet, .lightChord, .stage, .linked: true
        default: false
        }
    }

    var isOnStage: Bool { if case .stage = screen { true } else { false } }

    /// Goes to one of their screens.
    @inline(never)  // a gate: see Web/build
    mutating func visitChordsets(_ route: Route) {
        switch route {
        case .sheet(let id): screen = .sheet(id)
        case .lightChord(let id, let position): screen = .lightChord(id, position)
        case .stage(let id):
            screen = .stage(id)
            takeStage()
        case .linkedText(let text):
            do throws(ChordsetError) {
                screen = .linked(try ChordsetLink.chordset(text, id: AppState.linkedID), text: text)
            } catch {
                screen = .missing(error.message)
            }
        default: screen = .chordsets
        }
    }

    /// What a chordset is called as long as nobody keeps it.
    private static let linkedID = "linked"

    /// Whoever has one chordset open has another open instead.
    mutating func follow(from original: String, to copy: String) {
        switch screen {
        case .sheet(original): screen = .sheet(copy)
        case .lightChord(original, let position): screen = .lightChord(copy, position)
        default: break
        }
    }

    /// Brings the chordset of the open stage onto it, as soon as it is there; its first chord is lit.
    @inline(never)  // a gate: see Web/build
    mutating func takeStage() {
        guard case .stage(let id) = screen, performance?.id != id, let chordset = shelf[id] else { return }
        var performance = Performance(chordset)
        performance.stage.press(0, velocity: Performance.usualVelocity, source: Performance.passingSource, at: 0)
        performance.stage.release(source: Performance.passingSource, at: 0)
        self.performance = performance
        shelf.voice = id
    }
}

/// Who comes to chordsets for the first time asks the host for them.
func openingChordsets(_ state: inout AppState) -> [Effect] {
    guard state.isAtChordsets, !state.shelf.isOpen else { return [] }
    state.shelf.isOpen = true
    return [.openChordsets(isAlone: state.presentation.links == .inFragment)]
}
