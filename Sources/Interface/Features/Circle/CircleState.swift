import Exchange
import Harmony
import Rendering

/// The state of the circle of fifths. The chosen key is in the session, because other screens use it too.
struct CircleState: Sendable, Hashable {
    /// The rotation of the inner rings from C to the chosen key, in twelfths, perhaps several full turns.
    private(set) var turn = 0
    /// Whether the tables list seventh chords instead of triads.
    var showsSevenths = false

    /// Chooses a key. The rings turn the shorter way.
    mutating func choose(_ key: Key, _ session: inout Session) {
        turn += session.key.place.steps(to: key.place)
        session.key = key
    }

    /// Chooses the key at a position of the circle. If it is chosen already, its enharmonic spelling stays.
    mutating func choose(_ place: CirclePlace, _ mode: Mode, _ session: inout Session) {
        if place != session.key.place || mode != session.key.mode {
            choose(place.keys(mode, session.presentation.order)[0], &session)
        }
    }

    /// Moves to another position in the same mode.
    mutating func walk(to place: CirclePlace, _ session: inout Session) {
        choose(place, session.key.shownModes[0], &session)
    }

    /// Takes a rotation by hand, perhaps of more than half a turn.
    mutating func turn(by hours: Int, _ session: inout Session) {
        let end = turn + hours
        walk(to: CirclePlace(clockIndex: end), &session)
        turn = end
    }
}

extension Key {
    var place: CirclePlace { CirclePlace(of: self) }

    /// The two modes of its position, its own first.
    var shownModes: [Mode] { mode == .minor ? [.minor, .major] : [.major, .minor] }
}
