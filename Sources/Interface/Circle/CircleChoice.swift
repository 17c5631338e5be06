import Harmony

/// What is chosen on the circle of fifths.
struct CircleChoice: Sendable, Hashable {
    private(set) var key = Key(NoteName(.c), .major)
    /// How far the rings of degrees have been turned from C, in hours.
    private(set) var turn = 0
    /// Whether the tables list seventh chords instead of triads.
    var showsSevenths = false

    var place: CirclePlace { CirclePlace(of: key) }

    /// The two modes of a place, that of the chosen key first.
    var modes: [Mode] { key.mode == .minor ? [.minor, .major] : [.major, .minor] }

    /// The rings follow by the short way round.
    mutating func choose(_ key: Key) {
        turn += place.steps(to: CirclePlace(of: key))
        self.key = key
    }

    /// A key that is chosen already keeps its name.
    mutating func choose(_ place: CirclePlace, _ mode: Mode, _ order: CirclePlace.Order) {
        if place != self.place || mode != key.mode { choose(place.keys(mode, order)[0]) }
    }

    /// To another place, in the same mode.
    mutating func walk(to place: CirclePlace, _ order: CirclePlace.Order) {
        choose(place, modes[0], order)
    }

    /// The rings have been turned by hand, perhaps more than half round.
    mutating func turn(by hours: Int, _ order: CirclePlace.Order) {
        let end = turn + hours
        walk(to: CirclePlace(clockIndex: end), order)
        turn = end
    }

    mutating func recall(_ record: [(key: String, value: String)]) {
        let name = record.first { $0.key == CircleChoice.name }?.value
        if let name, let key = try? Key(name) { choose(key) }
    }

    /// What is kept when the page is closed: a name and a value.
    var record: [String] { [CircleChoice.name, Route.name(of: key)] }

    private static let name = "key"
}
