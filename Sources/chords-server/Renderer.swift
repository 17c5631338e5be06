import NIOConcurrencyHelpers

/// Renders documents that take milliseconds on its own threads, and caches them.
final class Renderer: Sendable {
    /// The queue is full.
    struct Overworked: Error {}

    private struct Remembered {
        let document: Document
        let size: Int
        var used: UInt64
    }

    private struct State {
        var remembered: [String: Remembered] = [:]
        var size = 0
        /// A counter of lookups, for finding the least recently used documents.
        var looks: UInt64 = 0
        /// The number of rejected requests.
        var sentAway = 0
        /// The requests that wait for each document.
        var awaited: [String: [CheckedContinuation<Document, Never>]] = [:]
    }

    /// The cache size in bytes: about a thousand screens.
    private static let capacity = 32 << 20
    /// The maximum number of documents to render, one or two seconds of work.
    private static let mostAwaited = 512

    private let state = NIOLockedValueBox(State())
    /// Rendering has lower priority than requests without it.
    private let threads = LowPriorityThreads(niceness: 4)

    func remembered(_ name: String) -> Document? {
        state.withLockedValue { state in
            state.looks += 1
            // A single lookup, because every screen request comes here.
            guard let place = state.remembered.index(forKey: name) else { return nil }
            state.remembered.values[place].used = state.looks
            return state.remembered.values[place].document
        }
    }

    /// Whether the queue has room for a document. If not, the caller answers 503, which is counted here.
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
            MetricFamily(
                .gauge, "chords_renderer_waiting", "Screens and details being rendered or waiting for it.",
                Double(waiting)),
            MetricFamily(
                .counter, "chords_renderer_refused_total",
                "Requests rejected because too many screens wait for rendering.",
                Double(sentAway)),
        ]
    }

    /// The cached or newly rendered document. Simultaneous requests for the same document share one rendering.
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

    /// Caches a document that was made elsewhere.
    func remember(_ document: Document, as name: String) {
        state.withLockedValue { remember(document, as: name, in: &$0) }
    }

    private func remember(_ document: Document, as name: String, in state: inout State) {
        guard document.status == .ok else { return }
        // Dictionary entry and headers take less than 512 bytes.
        let size = document.size + name.utf8.count + 512
        guard size <= Self.capacity / 8 else { return }
        state.size += size - (state.remembered[name]?.size ?? 0)
        state.remembered[name] = Remembered(document: document, size: size, used: state.looks)
        guard state.size > Self.capacity else { return }
        // Evict a quarter at once, because sorting is expensive.
        for (name, old) in state.remembered.sorted(by: { $0.value.used < $1.value.used }) {
            guard state.size > Self.capacity / 4 * 3 else { break }
            state.remembered[name] = nil
            state.size -= old.size
        }
    }
}
