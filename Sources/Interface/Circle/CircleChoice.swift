import Harmony

/// What is chosen on the circle of fifths.
struct CircleChoice: Sendable, Hashable {
    private(set) var key = Key(NoteName(.c), .major)
    /// How far the rings of degrees have been turned from C, in hours.
    private(set) var turn = 0
    /// Whether the tables list seventh chords instead of triads.
    var showsSevenths = false

    var place: CirclePlace { CirclePlace(of: key) }

    /// The rings follow by the short way round.
    mutating func choose(_ key: Key) {
        turn += place.steps(to: CirclePlace(of: key))
        self.key = key
    }

    mutating func choose(_ place: CirclePlace, _ order: CirclePlace.Order) {
        choose(place.keys(.major, order)[0])
    }

    /// The rings have been turned by hand, perhaps more than half round.
    mutating func turn(by hours: Int, _ order: CirclePlace.Order) {
        let end = turn + hours
        choose(CirclePlace(clockIndex: end), order)
        turn = end
    }

    mutating func recall(_ record: [(key: String, value: String)]) {
        guard let name = record.first(where: { $0.key == CircleChoice.name })?.value, let key = try? Key(name) else { return }
        choose(key)
    }

    /// What is kept when the page is closed.
    var record: [(key: String, value: String)] {
        self.key == CircleChoice().key ? [] : [(key: CircleChoice.name, value: Route.name(of: self.key))]
    }

    private static let name = "key"
}
