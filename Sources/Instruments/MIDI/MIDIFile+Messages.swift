extension MIDIFile {
    /// The messages of all tracks in order of time. At the same tick, notes of one track end before those of another
    /// begin, because a track may take over a key from another. Otherwise the order is that of the tracks. The
    /// sequence is lazy: an iterator can stop and go on later at no extra cost.
    public var messages: Messages { Messages(events: InTimeOrder(tracks), clock: clock) }

    /// See ``MIDIFile/messages``.
    public struct Messages: Sequence, IteratorProtocol, Sendable, Hashable {
        private var events: InTimeOrder
        private let clock: Clock
        /// The index of the current tempo in the clock.
        private var tempo = 0

        fileprivate init(events: InTimeOrder, clock: Clock) {
            self.events = events
            self.clock = clock
        }

        public mutating func next() -> TimedMessage? {
            while let event = events.next() {
                guard case .message(let message) = event.kind else { continue }
                return TimedMessage(
                    tick: event.tick, seconds: clock.seconds(atTick: event.tick, from: &tempo), message: message)
            }
            return nil
        }
    }

    /// Merges sorted tracks by time; of those at the same tick, tracks come first whose next event is a Note Off.
    struct InTimeOrder: Sequence, IteratorProtocol, Sendable, Hashable {
        /// The next event of a track.
        private struct Cursor: Sendable, Hashable {
            let track: Int
            var index = 0
            var tick = 0
            /// 0 for a Note Off, otherwise 1.
            private var rank = 1

            init(_ event: Event, track: Int) {
                self.track = track
                move(to: event)
            }

            mutating func move(to event: Event) {
                tick = event.tick
                rank = if case .message(.noteOff) = event.kind { 0 } else { 1 }
            }

            func comes(before other: Cursor) -> Bool {
                (tick, rank, track) < (other.tick, other.rank, other.track)
            }
        }

        private let tracks: [[Event]]
        /// A binary heap with the earliest cursor at index 0.
        private var cursors: [Cursor] = []

        init(_ tracks: [[Event]]) {
            self.tracks = tracks
            for (number, track) in tracks.enumerated() {
                if let first = track.first { cursors.append(Cursor(first, track: number)) }
            }
            for index in stride(from: cursors.count / 2 - 1, through: 0, by: -1) { siftDown(index) }
        }

        mutating func next() -> Event? {
            guard let cursor = cursors.first else { return nil }
            let track = tracks[cursor.track]
            let next = cursor.index + 1
            if next < track.count {
                cursors[0].index = next
                cursors[0].move(to: track[next])
            } else {
                let last = cursors.removeLast()
                if !cursors.isEmpty { cursors[0] = last }
            }
            siftDown(0)
            return track[cursor.index]
        }

        /// Restores the heap order below an index.
        private mutating func siftDown(_ index: Int) {
            var index = index
            while true {
                var first = index
                for child in [2 * index + 1, 2 * index + 2] where child < cursors.count {
                    if cursors[child].comes(before: cursors[first]) { first = child }
                }
                if first == index { return }
                cursors.swapAt(first, index)
                index = first
            }
        }
    }
}
