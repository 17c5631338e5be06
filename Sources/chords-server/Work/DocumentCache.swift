import NIOConcurrencyHelpers

/// A cache of rendered screens and API responses. It evicts the least recently used ones.
final class DocumentCache: Sendable {
    private struct Entry {
        let document: Document
        let size: Int
        var used: UInt64
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var size = 0
        /// A counter of lookups.
        var lookups: UInt64 = 0
        /// Documents being made.
        var tasks: [String: Task<Document, any Error>] = [:]
    }

    /// The maximum size in bytes: about a thousand screens.
    private static let capacity = 32 << 20

    private let state = NIOLockedValueBox(State())

    subscript(name: String) -> Document? {
        state.withLockedValue { state in
            state.lookups += 1
            // A single lookup, because every screen request comes here.
            guard let place = state.entries.index(forKey: name) else { return nil }
            state.entries.values[place].used = state.lookups
            return state.entries.values[place].document
        }
    }

    /// The cached or newly made document. Simultaneous requests for the same document share the work.
    /// - Parameter pool: the threads for making it; nil to make it at once.
    /// - Throws: ``RequestError/busy``, or the error of `make`.
    func document(
        _ name: String, in pool: WorkPool?, for client: IPAddress?, make: @escaping @Sendable () throws -> Document
    ) async throws -> Document {
        if let document = self[name] { return document }
        guard let pool else { return remember(try make(), as: name) }
        let task = state.withLockedValue { state in
            if let task = state.tasks[name] { return task }
            let task = Task {
                defer { self.state.withLockedValue { $0.tasks[name] = nil } }
                return self.remember(try await pool.run(for: client, make), as: name)
            }
            state.tasks[name] = task
            return task
        }
        return try await task.value
    }

    private func remember(_ document: Document, as name: String) -> Document {
        // Dictionary entry and headers take less than 512 bytes.
        let size = document.size + name.utf8.count + 512
        guard document.status == .ok, size <= Self.capacity / 8 else { return document }
        state.withLockedValue { state in
            state.size += size - (state.entries[name]?.size ?? 0)
            state.entries[name] = Entry(document: document, size: size, used: state.lookups)
            guard state.size > Self.capacity else { return }
            // Evict a quarter at once, because sorting is expensive.
            for (name, old) in state.entries.sorted(by: { $0.value.used < $1.value.used }) {
                guard state.size > Self.capacity / 4 * 3 else { break }
                state.entries[name] = nil
                state.size -= old.size
            }
        }
        return document
    }
}
