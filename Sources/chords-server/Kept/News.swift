import Hummingbird
import JSONText
import NIOCore
import ServiceLifecycle
import Store

/// Tells all who listen to a shelf of every change of one kind of things on it, whoever made it, this server or another
/// program.
///
/// The database is looked at four times a second as long as somebody listens, once for all of them.
actor News {
    private struct Listener {
        let shelf: ChordsetStore
        let kind: Kind
        let events: AsyncStream<ByteBuffer>.Continuation
        /// The revision that was told last.
        var told: Int
    }

    private let shelves: Shelves
    private var listeners: [Int: Listener] = [:]
    private var lastListener = 0
    /// What each shelf that somebody listens to was at when it was looked at last.
    private var known: [Int: Shelves.State] = [:]
    private var isLooking = false

    init(of shelves: Shelves) { self.shelves = shelves }

    /// How many listen at the moment.
    var count: Int { listeners.count }

    /// Server-sent events, `change` each: at first what the shelf is at, and then what has changed.
    /// - Throws: what keeps the database from being read.
    func body(of kind: Kind, on shelf: ChordsetStore) async throws -> ResponseBody {
        // Whoever does not keep up misses the oldest ones, and sees that from what the next one says to come after.
        let (events, listener) = AsyncStream.makeStream(of: ByteBuffer.self, bufferingPolicy: .bufferingNewest(16))
        lastListener += 1
        let number = lastListener
        listener.onTermination = { [weak self] _ in Task { await self?.leave(number) } }
        // Before the news are read, so that what changes meanwhile is heard, too; and with it that a key was taken away.
        let state = try await shelves.states(of: [shelf.shelf])[shelf.shelf]
        let now = try await shelf.news(of: kind, since: nil)
        if known[shelf.shelf] == nil { known[shelf.shelf] = state }
        listeners[number] = Listener(shelf: shelf, kind: kind, events: listener, told: now.revision)
        listener.yield(Self.event(now))
        if !isLooking {
            isLooking = true
            Task { await look() }
        }
        return ResponseBody { writer in
            for await event in events.cancelOnGracefulShutdown() { try await writer.write(event) }
            try await writer.finish(nil)
        }
    }

    private func leave(_ number: Int) {
        guard let shelf = listeners.removeValue(forKey: number)?.shelf.shelf else { return }
        if !listeners.values.contains(where: { $0.shelf.shelf == shelf }) { known[shelf] = nil }
    }

    /// Ends when nobody listens any more, or the database cannot be read: then all are sent away, and hear why when they
    /// ask again.
    private func look() async {
        var silence = 0
        while !listeners.isEmpty {
            do {
                try await Task.sleep(for: .milliseconds(250))
                silence += 1
                if try await tellChanges() { silence = 0 }
                if silence == 60 {
                    // Those who have left are noticed, and those on the way keep the connection open.
                    for listener in listeners.values { listener.events.yield(ByteBuffer(string: ":\n\n")) }
                    silence = 0
                }
            } catch {
                for listener in listeners.values { listener.events.finish() }
                listeners = [:]
                known = [:]
            }
        }
        isLooking = false
    }

    /// - Returns: whether there were any.
    private func tellChanges() async throws -> Bool {
        let asked = shelves.touched().map { Set(known.keys).intersection($0) } ?? Set(known.keys)
        let states = try await shelves.states(of: asked)
        let changed = asked.filter { states[$0] != known[$0] }
        for shelf in changed {
            let before = known[shelf]
            known[shelf] = states[shelf]
            // Who has listened with a key that is no more has to show another.
            if before?.keys != states[shelf]?.keys { sendAway(from: shelf) } else { try await tell(of: shelf) }
        }
        return !changed.isEmpty
    }

    private func sendAway(from shelf: Int) {
        for (number, listener) in listeners where listener.shelf.shelf == shelf {
            listener.events.finish()
            leave(number)
        }
    }

    private func tell(of shelf: Int) async throws {
        /// What was told of a kind since a revision is the same for all who had heard as much.
        var told: [String: ShelfNews] = [:]
        for (number, listener) in listeners where listener.shelf.shelf == shelf {
            let name = "\(listener.kind.name) \(listener.told)"
            let news: ShelfNews
            if let same = told[name] { news = same } else { news = try await listener.shelf.news(of: listener.kind, since: listener.told) }
            told[name] = news
            guard news.revision != listener.told else { continue }
            listeners[number]?.told = news.revision
            listener.events.yield(Self.event(news))
        }
    }

    private static func event(_ news: ShelfNews) -> ByteBuffer {
        ByteBuffer(string: "event: change\nid: \(news.revision)\ndata: \(news.json.text)\n\n")
    }
}
