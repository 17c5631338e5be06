import Hummingbird
import JSONText
import NIOCore
import ServiceLifecycle
import Store

/// Tells all who listen of every change of one sort of things, whoever made it, this server or another program.
///
/// The file is looked at four times a second as long as somebody listens, once for all of them.
actor News {
    private let store: ChordsetStore
    private let shelf: Shelf
    private var listeners: [Int: AsyncStream<ByteBuffer>.Continuation] = [:]
    private var lastListener = 0
    /// The revision that was told last; nil while nobody listens.
    private var told: Int?

    init(of store: ChordsetStore, on shelf: Shelf) {
        self.store = store
        self.shelf = shelf
    }

    /// Server-sent events, `change` each: at first what the database is at, and then what has changed.
    /// - Throws: what keeps the database from being read.
    func body() async throws -> ResponseBody {
        // Whoever does not keep up misses the oldest ones, and sees that from what the next one says to come after.
        let (events, listener) = AsyncStream.makeStream(of: ByteBuffer.self, bufferingPolicy: .bufferingNewest(16))
        lastListener += 1
        let number = lastListener
        // Before the database is read, so that what changes meanwhile is heard, too.
        listeners[number] = listener
        listener.onTermination = { [weak self] _ in Task { await self?.leave(number) } }
        let now: ShelfNews
        do {
            now = try await store.news(of: shelf, since: nil)
        } catch {
            leave(number)
            throw error
        }
        listener.yield(Self.event(now))
        if told == nil {
            told = now.revision
            Task { await look() }
        }
        return ResponseBody { writer in
            for await event in events.cancelOnGracefulShutdown() { try await writer.write(event) }
            try await writer.finish(nil)
        }
    }

    private func leave(_ number: Int) { listeners[number] = nil }

    /// Ends when nobody listens any more, or the database cannot be read: then all are sent away, and hear why when they
    /// ask again.
    private func look() async {
        var silence = 0
        while !listeners.isEmpty {
            do {
                try await Task.sleep(for: .milliseconds(250))
                silence += 1
                if try await store.revision() != told {
                    let news = try await store.news(of: shelf, since: told)
                    told = news.revision
                    tell(Self.event(news))
                    silence = 0
                } else if silence == 60 {
                    // Those who have left are noticed, and those on the way keep the connection open.
                    tell(ByteBuffer(string: ":\n\n"))
                    silence = 0
                }
            } catch {
                for listener in listeners.values { listener.finish() }
                listeners = [:]
            }
        }
        told = nil
    }

    private func tell(_ event: ByteBuffer) {
        for listener in listeners.values { listener.yield(event) }
    }

    private static func event(_ news: ShelfNews) -> ByteBuffer {
        ByteBuffer(string: "event: change\nid: \(news.revision)\ndata: \(news.json.text)\n\n")
    }
}
