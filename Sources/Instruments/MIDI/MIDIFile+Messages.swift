extension MIDIFile {
    /// The messages of all tracks in the order in which they sound; at one moment, in the order of the tracks. They are
    /// found one after the other, so going through some of them and on later costs no more than going through all at
    /// once.
    public var messages: Messages { Messages(events: InTimeOrder(tracks), clock: clock) }

    /// See ``MIDIFile/messages``.
    public struct Messages: Sequence, IteratorProtocol, Sendable, Hashable {
        private var events: InTimeOrder
        private let clock: Clock
        /// Which of the clock's tempi is in force.
        private var tempo = 0

        fileprivate init(events: InTimeOrder, clock: Clock) {
            self.events = events
            self.clock = clock
        }

        public mutating func next() -> TimedMessage? {
            while let event = events.next() {
                guard case .message(let message) = event.kind else { continue }
                return TimedMessage(
                    tick: event.tick, seconds: clock.seconds(atTick: event.tick, onFrom: &tempo), message: message)
            }
            return nil
        }
    }

    /// Events of tracks, each of which is in time order, in the order in which they come; at one moment, in the order of
    /// the tracks.
    struct InTimeOrder: Sequence, IteratorProtocol, Sendable, Hashable {
        /// How far a track has come.
        private struct Place: Sendable, Hashable {
            var tick: Int
            let track: Int
            /// The next event.
            var index = 0

            func comes(before other: Place) -> Bool { (tick, track) < (other.tick, other.track) }
        }

        private let tracks: [[Event]]
        /// A heap: the place at 0 comes first, and none comes before the one at half its number.
        private var places: [Place] = []

        init(_ tracks: [[Event]]) {
            self.tracks = tracks
            for (number, track) in tracks.enumerated() {
                if let first = track.first { places.append(Place(tick: first.tick, track: number)) }
            }
            for index in stride(from: places.count / 2 - 1, through: 0, by: -1) { sink(index) }
        }

        mutating func next() -> Event? {
            guard let place = places.first else { return nil }
            let track = tracks[place.track]
            let next = place.index + 1
            if next < track.count {
                places[0].index = next
                places[0].tick = track[next].tick
            } else {
                let last = places.removeLast()
                if !places.isEmpty { places[0] = last }
            }
            sink(0)
            return track[place.index]
        }

        /// Brings the place at an index down to where it belongs.
        private mutating func sink(_ index: Int) {
            var index = index
            while true {
                var first = index
                for child in [2 * index + 1, 2 * index + 2] where child < places.count {
                    if places[child].comes(before: places[first]) { first = child }
                }
                if first == index { return }
                places.swapAt(first, index)
                index = first
            }
        }
    }
}
