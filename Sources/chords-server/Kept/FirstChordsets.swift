import Chordsets
import Interface
import Store

/// The chordsets that go along with the screens: read once after each change, however many ask.
actor FirstChordsets {
    private typealias Reading = Task<(shown: [Chordset], count: Int), any Error>

    private let store: ChordsetStore
    private var latest: (revision: Int, reading: Reading)?

    init(of store: ChordsetStore) { self.store = store }

    /// - Parameter revision: what the database is at, or was at a moment ago.
    /// - Returns: the first ``Interface/Page/mostChordsets``, and how many there are in all.
    /// - Throws: ``Store/StoreError/unavailable(_:)``, to all who wait for the same; who asks later begins anew.
    func chordsets(at revision: Int) async throws -> (shown: [Chordset], count: Int) {
        if let latest, latest.revision == revision { return try await latest.reading.value }
        let reading = Reading { [store] in
            let page = try await store.page(limit: Page.mostChordsets)
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
