import Hummingbird
import JSONText
import NIOCore
import ServiceLifecycle
import Store

/// Sends changes of shelves to event streams, including changes by other programs.
///
/// It polls the database four times a second for all listeners together, as long as there are any.
actor News {
    private struct Listener {
        var shelf: ShelfStore
        let kind: Kind
        let events: AsyncStream<ByteBuffer>.Continuation
        /// The last revision sent; nil before the first.
        var sent: Int?
    }

    private let shelves: Shelves
    private var listeners: [Int: Listener] = [:]
    private var lastListener = 0
    /// Shelves that may have changed before a listener was complete.
    private var uncertain: Set<Int> = []
    private var isPolling = false

    init(of shelves: Shelves) { self.shelves = shelves }

    /// A stream of server-sent `change` events: first the current revision, then all changes.
    /// - Throws: the error of reading the database.
    func body(of kind: Kind, on shelf: ShelfStore) async throws -> ResponseBody {
        // A slow client loses the oldest events, and notices that from `since` in the next one.
        let (events, listener) = AsyncStream.makeStream(of: ByteBuffer.self, bufferingPolicy: .bufferingNewest(16))
        lastListener += 1
        let number = lastListener
        // Register before reading, so that no change in between is missed.
        listeners[number] = Listener(shelf: shelf, kind: kind, events: listener)
        listener.onTermination = { [weak self] _ in Task { await self?.remove(number) } }
        let now: ShelfNews
        do {
            now = try await shelf.news(of: kind, since: nil)
        } catch {
            remove(number)
            throw error
        }
        listener.yield(Self.event(now))
        // The listener may already be removed, or have moved.
        if let place = listeners[number]?.shelf.shelf {
            listeners[number]?.sent = now.revision
            // Check for changes in between.
            uncertain.insert(place)
        }
        if !isPolling {
            isPolling = true
            Task { await poll() }
        }
        return ResponseBody { writer in
            for await event in events.cancelOnGracefulShutdown() { try await writer.write(event) }
            try await writer.finish(nil)
        }
    }

    /// Ends a stream.
    private func remove(_ number: Int) { listeners.removeValue(forKey: number)?.events.finish() }

    /// Polls until there are no listeners. If the database fails, all streams end, and clients see the error when they
    /// reconnect.
    private func poll() async {
        var polls = 0
        while !listeners.isEmpty {
            do {
                try await Task.sleep(for: .milliseconds(250))
                try await sendChanges()
                polls += 1
                // A comment every 15 seconds keeps connections open, and detects closed ones.
                guard polls.isMultiple(of: 60) else { continue }
                for listener in listeners.values { listener.events.yield(ByteBuffer(string: ":\n\n")) }
            } catch {
                for number in listeners.keys { remove(number) }
            }
        }
        isPolling = false
    }

    private func sendChanges() async throws {
        let watched = Set(listeners.values.map(\.shelf.shelf))
        let asked = (shelves.touched() ?? watched).union(uncertain).intersection(watched)
        uncertain = []
        if asked.isEmpty { return }
        let states = try await shelves.states(of: asked)
        /// Events by shelf, kind and last sent revision, shared by listeners.
        var same: [String: ShelfNews] = [:]
        for (number, listener) in listeners where asked.contains(listener.shelf.shelf) {
            let shelf = listener.shelf.shelf
            guard let state = states[shelf] else {
                try await follow(listener, number)
                continue
            }
            // The client's key may be no longer valid.
            guard listener.shelf.keys == state.keys else {
                remove(number)
                continue
            }
            guard let sent = listener.sent, sent != state.revision else { continue }
            let name = "\(shelf) \(listener.kind.name) \(sent)"
            do {
                let news =
                    if let known = same[name] { known } else {
                        try await listener.shelf.news(of: listener.kind, since: sent)
                    }
                same[name] = news
                // The listener may have been updated or removed in the meantime.
                guard listeners[number]?.sent == sent, news.revision != sent else { continue }
                listeners[number]?.sent = news.revision
                listener.events.yield(Self.event(news))
            } catch StoreError.noShelf {
                remove(number)
            }
        }
    }

    /// Continues with the shelf that has moved to the database with its first item. Without one, the stream ends.
    private func follow(_ listener: Listener, _ number: Int) async throws {
        guard let store = try await shelves.moved(listener.shelf) else { return remove(number) }
        listeners[number]?.shelf = store
        uncertain.insert(store.shelf)
    }

    private static func event(_ news: ShelfNews) -> ByteBuffer {
        ByteBuffer(string: "event: change\nid: \(news.revision)\ndata: \(news.json.text)\n\n")
    }
}
