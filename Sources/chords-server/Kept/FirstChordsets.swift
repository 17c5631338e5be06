import Chordsets
import Interface
import Store

/// A cache of the chordsets that screens include, read once after each change.
actor FirstChordsets {
    private typealias Reading = Task<(shown: [Chordset], count: Int), any Error>

    private let store: ShelfStore
    private var latest: (revision: Int, reading: Reading)?

    init(of store: ShelfStore) { self.store = store }

    /// - Parameter revision: the current or recent revision of the database.
    /// - Returns: the first ``Interface/Page/mostChordsets``, and the total number.
    /// - Throws: ``Store/StoreError/unavailable(_:)`` to all simultaneous callers. The next call tries again.
    func chordsets(at revision: Int) async throws -> (shown: [Chordset], count: Int) {
        if let latest, latest.revision == revision { return try await latest.reading.value }
        let reading = Reading { [store] in
            let page = try await store.page(limit: Page.maximumChordsets)
            return (page.chordsets.map(\.chordset), page.count)
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
