import Chordsets
import Foundation
import GRDB
import Store
import Sync
import Testing

private func key(_ number: Int) -> KeyHash { KeyHash((0..<32).map { UInt8(truncatingIfNeeded: number &* 37 &+ $0) }) }

/// Shelves that never held an item are not stored. `ShelvesTests` tests all other shelves.
@Suite("Shelves that never held an item")
struct WaitingShelvesTests {
    @Test("A shelf is stored unchanged with its first item")
    func firstThing() async throws {
        let shelves = try emptyShelves().storingNoEmptyOnes()
        let made = try await shelves.make(for: key(1), name: "Mine")
        #expect(made.isNew && made.access == .owner)
        #expect(try await !shelves.make(for: key(1), name: "Other").isNew)
        #expect(try await shelves.totals().shelves == 0)
        // It can still be read, renamed and shared.
        try await made.store.rename(to: "Ours")
        try await made.store.setReadersKey(key(2))
        let reader = try #require(try await shelves.shelf(with: key(2)))
        #expect(reader.access == .reader)
        let before = try await reader.store.changes(since: [], limit: 10)
        #expect(before.chordsets.isEmpty && before.order == [])
        #expect(try await shelves.totals().shelves == 0)

        _ = try await made.store.edit { try $0.add(try fresh(1)) }
        #expect(try await shelves.totals().shelves == 1)
        let stored = try #require(try await shelves.shelf(with: key(1))).store
        let profile = try await stored.shelfProfile()
        #expect(profile.name == "Ours" && profile.hasReaders && profile.chordsets == 1)
        // Earlier readers continue from their revision.
        let after = try await stored.changes(since: [before.revision], limit: 10)
        #expect(after.since == before.revision && after.origin == before.origin && after.chordsets.count == 1)
        #expect(try await shelves.shelf(with: key(2))?.store.shelf == stored.shelf)
        // A store found before the move still works.
        _ = try await made.store.edit { try $0.add(try fresh(2)) }
        #expect(try await stored.shelfProfile().chordsets == 2)
        #expect(try await shelves.states(of: [made.store.shelf]).isEmpty)
    }

    @Test("A failing edit or a replaced key stores nothing")
    func nothing() async throws {
        let shelves = try emptyShelves().storingNoEmptyOnes()
        let one = try await shelves.make(for: key(1), name: "").store
        await #expect(throws: StoreError.unknown(id: "none")) { try await one.edit { _ = try $0.delete("none") } }
        #expect(try await shelves.totals().shelves == 0)
        try await one.renewOwnersKey(key(2))
        await #expect(throws: StoreError.noShelf) { try await one.edit { _ = try $0.add(try fresh(1)) } }
        #expect(try await shelves.shelf(with: key(1)) == nil)
        let renewed = try #require(try await shelves.shelf(with: key(2))).store
        try await renewed.deleteShelf()
        await #expect(throws: StoreError.noShelf) { try await renewed.edit { _ = try $0.add(try fresh(1)) } }
        #expect(try await shelves.totals().shelves == 0)
    }

    @Test("The oldest shelves beyond ten thousand are deleted")
    func many() async throws {
        let shelves = try emptyShelves().storingNoEmptyOnes()
        func hash(_ number: Int) -> KeyHash { KeyHash([UInt8(number & 255), UInt8(number >> 8)]) }
        for number in 0..<10_003 { _ = try await shelves.make(for: hash(number), name: "") }
        for number in 0..<3 { #expect(try await shelves.shelf(with: hash(number)) == nil) }
        for number in [3, 10_002] { #expect(try await shelves.shelf(with: hash(number)) != nil) }
    }

    @Test("They do not count towards the maximum of shelves, and are not copied to another database")
    func uncounted() async throws {
        let shelves = try emptyShelves(quotas: Quotas(shelves: 1)).storingNoEmptyOnes()
        let stores = [
            try await shelves.make(for: key(1), name: "").store, try await shelves.make(for: key(2), name: "").store,
        ]
        _ = try await stores[0].edit { try $0.add(try fresh(1)) }
        let full = StoreError.full("There are 1 shelves here, which is the maximum.")
        await #expect(throws: full) { try await stores[1].edit { _ = try $0.add(try fresh(1)) } }
        await #expect(throws: full) { try await shelves.make(for: key(3), name: "") }
        #expect(try await shelves.totals().shelves == 1)
        let copy = try Shelves(path: ShelfStore.inMemoryPath)
        try await shelves.copy(to: copy)
        #expect(try await copy.totals().shelves == 1)
        #expect(try await copy.shelf(with: key(2)) == nil)
    }

    @Test("All shelves together have a quota, and some disk space stays free", .ofSQLite)
    func quotas() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "sets.sqlite").path
        let size = try fresh(1).json(position: 0).text.utf8.count
        let shelves = try Shelves(path: path, quotas: Quotas(allBytes: 2 * size + size / 2))
        for number in 1...2 {
            _ = try await shelves.make(for: key(number), name: "").store.edit { try $0.add(try fresh(1)) }
        }
        let third = try await shelves.make(for: key(3), name: "").store
        await #expect(
            throws: StoreError.full(
                "All shelves on this server have \(2 * size + size / 2) bytes, which is the maximum.")
        ) {
            try await third.edit { _ = try $0.add(try fresh(1)) }
        }
        _ = try await shelves.shelf(with: key(1))?.store.edit { try $0.delete(try fresh(1).id) }
        _ = try await third.edit { try $0.add(try fresh(1)) }
        _ = try shelves.close()

        let full = try Shelves(path: path, quotas: Quotas(freeBytes: .max / 2))
        let store = try #require(try await full.shelf(with: key(3))).store
        await #expect(
            throws: StoreError.unavailable(
                "The disk of the server is nearly full. Nothing was changed. Make room and try again.")
        ) {
            try await store.edit { _ = try $0.add(try fresh(2)) }
        }
        _ = try await store.edit { try $0.delete(try fresh(1).id) }
        _ = try full.close()
    }
}
