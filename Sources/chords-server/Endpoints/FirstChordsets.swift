import Chordsets
import Interface
import Store
import Sync

/// A cache of the chordsets that screens include, read once after each change.
actor FirstChordsets {
    typealias Shown = (shown: [Chordset], count: Int)
    private typealias Reading = Task<Shown, any Error>

    private let store: ShelfStore
    private var latest: (revision: Int, reading: Reading)?

    init(of store: ShelfStore) { self.store = store }

    nonisolated func revision() async throws -> Int { try await store.revision() }

    /// The first chordsets and the one at an address. Empty if that does not exist.
    func shown(at path: String, revision: Int) async throws -> Shown {
        let parts = path.split(separator: "/")
        guard parts.count > 1 else { return try await first(at: revision) }
        do {
            let asked = try await store.one(String(parts[1]), of: Chordset.self).item
            let (first, count) = try await first(at: revision)
            return (first.contains { $0.id == asked.id } ? first : first + [asked], count)
        } catch StoreError.unknown {
            return ([], 0)
        }
    }

    /// - Parameter revision: the current or recent revision of the database.
    /// - Returns: the first ``Interface/Page/maximumChordsets``, and the total number.
    /// - Throws: ``Store/StoreError/unavailable(_:)`` to all simultaneous callers. The next call tries again.
    private func first(at revision: Int) async throws -> Shown {
        if let latest, latest.revision == revision { return try await latest.reading.value }
        let reading = Reading { [store] in
            let page = try await store.page(of: Chordset.self, limit: Page.maximumChordsets)
            return (page.items.map(\.item), page.count)
        }
        latest = (revision, reading)
        do {
            return try await reading.value
        } catch {
            if latest?.reading == reading { latest = nil }
            throw error
        }
    }
}
