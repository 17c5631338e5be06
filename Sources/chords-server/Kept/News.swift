import Hummingbird
import JSONText
import NIOCore
import ServiceLifecycle
import Store

/// Tells all who listen to a shelf of every change of one kind of things on it, no matter who made it, this server or another
/// program.
///
/// The database is looked at four times a second as long as a client listens, once for all of them.
actor News {
    private struct Listener {
        let shelf: ChordsetStore
        let kind: Kind
        let events: AsyncStream<ByteBuffer>.Continuation
        /// The revision that was told last; nil until the first one is.
        var told: Int?
    }

    private let shelves: Shelves
    private var listeners: [Int: Listener] = [:]
    /// The numbers of those who listen to each shelf, so that no one is looked for among thousands of others.
    private var listening: [Int: Set<Int>] = [:]
    private var lastListener = 0
    /// What each shelf to which a client listens was at when it was looked at last.
    private var known: [Int: Int] = [:]
    /// Those of them of which that is not known.
    private var inDoubt: Set<Int> = []
    private var isLooking = false

    init(of shelves: Shelves) { self.shelves = shelves }

    /// Server-sent events, `change` each: at first what the shelf is at, and then what has changed.
    /// - Throws: what keeps the database from being read.
    func body(of kind: Kind, on shelf: ChordsetStore) async throws -> ResponseBody {
        // Anyone who does not keep up misses the oldest ones, and sees that from what the next one says to come after.
        let (events, listener) = AsyncStream.makeStream(of: ByteBuffer.self, bufferingPolicy: .bufferingNewest(16))
        lastListener += 1
        let number = lastListener
        // Before anything is read, so that what happens meanwhile is looked at, too.
        listeners[number] = Listener(shelf: shelf, kind: kind, events: listener)
        listening[shelf.shelf, default: []].insert(number)
        inDoubt.insert(shelf.shelf)
        listener.onTermination = { [weak self] _ in Task { await self?.leave(number) } }
        let now: ShelfNews
        do {
            now = try await shelf.news(of: kind, since: nil)
        } catch {
            leave(number)
            throw error
        }
        listener.yield(Self.event(now))
        // Or it has been sent away already.
        if listeners[number] != nil {
            listeners[number]?.told = now.revision
            // What came in between was told to no one here.
            inDoubt.insert(shelf.shelf)
        }
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
        listening[shelf]?.remove(number)
        guard listening[shelf]?.isEmpty == true else { return }
        listening[shelf] = nil
        known[shelf] = nil
        inDoubt.remove(shelf)
    }

    /// Ends when no one listens any more, or the database cannot be read: then all are sent away, and hear why when they
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
                for number in listeners.keys { sendAway(number) }
            }
        }
        isLooking = false
    }

    /// - Returns: whether there were any.
    private func tellChanges() async throws -> Bool {
        let touched = shelves.touched()
        let asked = touched.map { inDoubt.union($0.filter { listening[$0] != nil }) } ?? Set(listening.keys)
        if asked.isEmpty { return false }
        let states = try await shelves.states(of: asked)
        var isAny = false
        for shelf in asked where listening[shelf] != nil {
            let state = states[shelf]
            let isNews = inDoubt.remove(shelf) != nil || state == nil || known[shelf] != state?.revision
            known[shelf] = state?.revision
            if isNews {
                isAny = true
                do {
                    try await tell(of: shelf, state)
                } catch StoreError.noShelf {
                    sendAllAway(from: shelf)
                }
            }
            if let state { sendAllAway(from: shelf) { $0.keys != state.keys } }
        }
        return isAny
    }

    private func follow(_ number: Int, to store: ChordsetStore) {
        guard let listener = listeners[number] else { return }
        leave(number)
        listeners[number] = Listener(shelf: store, kind: listener.kind, events: listener.events, told: listener.told)
        listening[store.shelf, default: []].insert(number)
        inDoubt.insert(store.shelf)
    }

    private func sendAway(_ number: Int) {
        listeners[number]?.events.finish()
        leave(number)
    }

    /// Who has listened with a key that is no more has to show another.
    private func sendAllAway(from shelf: Int, where isOver: (ChordsetStore) -> Bool = { _ in true }) {
        for number in listening[shelf] ?? [] where listeners[number].map({ isOver($0.shelf) }) ?? false { sendAway(number) }
    }

    /// - Parameter state: nil where there is no such shelf any more.
    private func tell(of shelf: Int, _ state: Shelves.State?) async throws {
        guard let state else {
            // It may have got its first thing, and be stored now.
            for number in listening[shelf] ?? [] {
                if let store = listeners[number].flatMap({ shelves.moved($0.shelf) }) { follow(number, to: store) } else { sendAway(number) }
            }
            return
        }
        sendAllAway(from: shelf) { $0.keys != state.keys }
        /// What was told of a kind since a revision is the same for all who had heard as much.
        var same: [String: ShelfNews] = [:]
        for number in listening[shelf] ?? [] {
            guard let listener = listeners[number], let told = listener.told, told != state.revision else { continue }
            let name = "\(listener.kind.name) \(told)"
            let news: ShelfNews
            if let one = same[name] { news = one } else { news = try await listener.shelf.news(of: listener.kind, since: told) }
            same[name] = news
            // Another client may have told it meanwhile, or it has gone.
            guard listeners[number]?.told == told, news.revision != told else { continue }
            listeners[number]?.told = news.revision
            listener.events.yield(Self.event(news))
        }
    }

    private static func event(_ news: ShelfNews) -> ByteBuffer {
        ByteBuffer(string: "event: change\nid: \(news.revision)\ndata: \(news.json.text)\n\n")
    }
}
