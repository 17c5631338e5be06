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
    /// The last known revisions of shelves.
    private var known: [Int: Int] = [:]
    /// Shelves with an unknown revision.
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

    private func remove(_ number: Int) { listeners[number] = nil }

    /// Polls until there are no listeners. If the database fails, all streams end, and clients see the error when they
    /// reconnect.
    private func poll() async {
        var idlePolls = 0
        while !listeners.isEmpty {
            do {
                try await Task.sleep(for: .milliseconds(250))
                idlePolls += 1
                if try await sendChanges() { idlePolls = 0 }
                if idlePolls == 60 {
                    // A comment keeps connections open, and detects closed ones.
                    for listener in listeners.values { listener.events.yield(ByteBuffer(string: ":\n\n")) }
                    idlePolls = 0
                }
            } catch {
                end { _ in true }
            }
        }
        isPolling = false
    }

    /// - Returns: whether there were any changes.
    private func sendChanges() async throws -> Bool {
        let watched = Set(listeners.values.map(\.shelf.shelf))
        known = known.filter { watched.contains($0.key) }
        uncertain.formIntersection(watched)
        let asked = shelves.touched().map { uncertain.union($0.intersection(watched)) } ?? watched
        if asked.isEmpty { return false }
        let states = try await shelves.states(of: asked)
        var anyChanged = false
        for shelf in asked {
            let state = states[shelf]
            let isChanged = uncertain.remove(shelf) != nil || state == nil || known[shelf] != state?.revision
            known[shelf] = state?.revision
            if let state { end { $0.shelf == shelf && $0.keys != state.keys } }
            if isChanged {
                anyChanged = true
                do {
                    try await send(of: shelf, state)
                } catch StoreError.noShelf {
                    end { $0.shelf == shelf }
                }
            }
        }
        return anyChanged
    }

    /// Ends streams, such as those of clients whose key is no longer valid.
    private func end(where isOver: (ShelfStore) -> Bool) {
        for (number, listener) in listeners where isOver(listener.shelf) {
            listener.events.finish()
            remove(number)
        }
    }

    /// - Parameter state: nil if the shelf no longer exists.
    private func send(of shelf: Int, _ state: Shelves.State?) async throws {
        let numbers = listeners.filter { $0.value.shelf.shelf == shelf }.keys
        guard let state else {
            // It may have moved to the database with its first item.
            for number in numbers {
                guard let listener = listeners[number] else { continue }
                let store = try await shelves.moved(listener.shelf)
                guard let store else {
                    listener.events.finish()
                    remove(number)
                    continue
                }
                listeners[number]?.shelf = store
                uncertain.insert(store.shelf)
            }
            return
        }
        /// Events by kind and last sent revision, shared by listeners.
        var same: [String: ShelfNews] = [:]
        for number in numbers {
            guard let listener = listeners[number], let sent = listener.sent, sent != state.revision else { continue }
            let name = "\(listener.kind.name) \(sent)"
            let news =
                if let known = same[name] { known } else {
                    try await listener.shelf.news(of: listener.kind, since: sent)
                }
            same[name] = news
            // The listener may have been updated or removed in the meantime.
            guard listeners[number]?.sent == sent, news.revision != sent else { continue }
            listeners[number]?.sent = news.revision
            listener.events.yield(Self.event(news))
        }
    }

    private static func event(_ news: ShelfNews) -> ByteBuffer {
        ByteBuffer(string: "event: change\nid: \(news.revision)\ndata: \(news.json.text)\n\n")
    }
}
