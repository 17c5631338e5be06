import NIOConcurrencyHelpers

/// Makes the documents that take milliseconds, on threads of its own, and remembers them: they are the same for all who ask.
final class Renderer: Sendable {
    /// More is asked for than can be made in a second or two.
    struct Overworked: Error {}

    private struct Remembered {
        let document: Document
        let size: Int
        var used: UInt64
    }

    private struct State {
        var remembered: [String: Remembered] = [:]
        var size = 0
        /// Counts the looks, by which the least lately used is known.
        var looks: UInt64 = 0
        /// How many found no room.
        var sentAway = 0
        /// Who waits for what is being made.
        var awaited: [String: [CheckedContinuation<Document, Never>]] = [:]
    }

    /// About a thousand screens.
    private static let capacity = 32 << 20
    /// A second’s work, or two.
    private static let mostAwaited = 512

    private let state = NIOLockedValueBox(State())
    /// Who waits for a screen waits a little longer than those who need none.
    private let threads = LowPriorityThreads(niceness: 4)

    func remembered(_ name: String) -> Document? {
        state.withLockedValue { state in
            state.looks += 1
            // Looked up once: this is on the way of every screen.
            guard let place = state.remembered.index(forKey: name) else { return nil }
            state.remembered.values[place].used = state.looks
            return state.remembered.values[place].document
        }
    }

    /// Whether there is time to make what has this name. Where there is not, the client gets a 503 answer, which is counted.
    func hasRoom(for name: String) -> Bool {
        state.withLockedValue { state in
            let hasRoom = state.awaited.count < Self.mostAwaited || state.awaited[name] != nil
            if !hasRoom { state.sentAway += 1 }
            return hasRoom
        }
    }

    func families() -> [MetricFamily] {
        let (waiting, sentAway) = state.withLockedValue { ($0.awaited.count, $0.sentAway) }
        return [
            MetricFamily(.gauge, "chords_renderer_waiting", "Screens and details that wait to be drawn, or are being drawn.", Double(waiting)),
            MetricFamily(
                .counter, "chords_renderer_refused_total", "Requests that were sent away, since too many wait to be drawn.", Double(sentAway)),
        ]
    }

    /// What is remembered under this name, or is made now; those who ask for the same at the same time wait together.
    func document(
        _ name: String, make: @escaping @Sendable () -> Document
    ) async throws(Overworked) -> Document {
        if let document = remembered(name) { return document }
        guard hasRoom(for: name) else { throw Overworked() }
        return await withCheckedContinuation { continuation in
            let isFirst = state.withLockedValue { state in
                state.awaited[name, default: []].append(continuation)
                return state.awaited[name]?.count == 1
            }
            guard isFirst else { return }
            threads.submit { self.tell(name, make()) }
        }
    }

    private func tell(_ name: String, _ document: Document) {
        let waiting = state.withLockedValue { state in
            remember(document, as: name, in: &state)
            return state.awaited.removeValue(forKey: name) ?? []
        }
        for continuation in waiting { continuation.resume(returning: document) }
    }

    /// Remembers what was made elsewhere.
    func remember(_ document: Document, as name: String) { state.withLockedValue { remember(document, as: name, in: &$0) } }

    private func remember(_ document: Document, as name: String, in state: inout State) {
        guard document.status == .ok else { return }
        // What the dictionary and the headers take is less than half a kilobyte.
        let size = document.size + name.utf8.count + 512
        guard size <= Self.capacity / 8 else { return }
        state.size += size - (state.remembered[name]?.size ?? 0)
        state.remembered[name] = Remembered(document: document, size: size, used: state.looks)
        guard state.size > Self.capacity else { return }
        // A quarter at once, so that the sorting is shared by hundreds.
        for (name, old) in state.remembered.sorted(by: { $0.value.used < $1.value.used }) {
            guard state.size > Self.capacity / 4 * 3 else { break }
            state.remembered[name] = nil
            state.size -= old.size
        }
    }
}
