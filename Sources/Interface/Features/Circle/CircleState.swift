import Exchange
import Harmony

/// How the circle of fifths lies before the reader. Which key is chosen is the session's, for other screens ask for it too.
struct CircleState: Sendable, Hashable {
    /// How far the rings of degrees have been turned from C, in hours: to the place of the chosen key, perhaps several times
    /// round.
    private(set) var turn = 0
    /// Whether the tables list seventh chords instead of triads.
    var showsSevenths = false

    /// The rings follow by the short way round.
    mutating func choose(_ key: Key, _ session: inout Session) {
        turn += session.key.place.steps(to: key.place)
        session.key = key
    }

    /// A key that is chosen already keeps its name.
    mutating func choose(_ place: CirclePlace, _ mode: Mode, _ session: inout Session) {
        if place != session.key.place || mode != session.key.mode {
            choose(place.keys(mode, session.presentation.order)[0], &session)
        }
    }

    /// To another place, in the same mode.
    mutating func walk(to place: CirclePlace, _ session: inout Session) {
        choose(place, session.key.shownModes[0], &session)
    }

    /// The rings have been turned by hand, perhaps more than half round.
    mutating func turn(by hours: Int, _ session: inout Session) {
        let end = turn + hours
        walk(to: CirclePlace(clockIndex: end), &session)
        turn = end
    }
}

extension Key {
    var place: CirclePlace { CirclePlace(of: self) }

    /// The two modes of its place, its own first.
    var shownModes: [Mode] { mode == .minor ? [.minor, .major] : [.major, .minor] }
}
