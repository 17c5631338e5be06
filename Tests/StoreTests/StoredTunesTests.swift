import Chordsets
import Foundation
import Testing
import Tunes

import Store

@Suite("Kept tunes")
struct StoredTunesTests {
    private func tune(_ id: String, _ text: String) throws -> KeptTune { try KeptTune(id: id, reading: text) }

    @Test("A tune is kept as its text, and comes back the same")
    func kept() async throws {
        let store = try ChordsetStore.inMemory()
        let one = try tune("a", "Title: One\nKey: Eb\n|: Ebmaj7 | Fm7 Bb7 :|3x")
        let added = try await store.edit { try $0.add(one) }
        #expect(added.thing == one && added.position == 0)
        #expect(try await store.one("a", of: KeptTune.self) == added)
        let other = try tune("a", "Title: Other\n| C |")
        let replaced = try await store.edit { try $0.replace(other, versions: [added.version]) }
        #expect(replaced.thing == other && replaced.version > added.version)
        await #expect(throws: StoreError.conflict(version: replaced.version, of: .tunes)) {
            try await store.edit { try $0.replace(one, versions: [added.version]) }
        }
        await #expect(throws: StoreError.taken(id: "a", of: .tunes)) { try await store.edit { try $0.add(one) } }
        await #expect(throws: StoreError.unknown(id: "b", of: .tunes)) { try await store.one("b", of: KeptTune.self) }
        let unchanged = try await store.edit { try $0.replace(other) }
        #expect(unchanged.version == replaced.version)
    }

    @Test("What is deleted comes back to its place")
    func deleted() async throws {
        let store = try ChordsetStore.inMemory()
        for id in ["a", "b", "c"] {
            let one = try tune(id, "Title: \(id)\n| C |")
            _ = try await store.edit { try $0.add(one) }
        }
        _ = try await store.edit { try $0.delete("b", of: KeptTune.self) }
        #expect(try await store.page(of: KeptTune.self, limit: 10).things.map { $0.thing.id } == ["a", "c"])
        let back = try await store.edit { try $0.restore("b", of: KeptTune.self) }
        #expect(back.position == 1 && back.thing.tune.title == "b")
        let moved = try await store.edit { try $0.move("a", of: KeptTune.self, to: 9) }
        #expect(moved.position == 2)
        #expect(try await store.page(of: KeptTune.self, limit: 10).things.map { $0.thing.id } == ["b", "c", "a"])
    }

    @Test("Tunes and chordsets have one history, and neither hears of the other")
    func changes() async throws {
        let store = try ChordsetStore.inMemory()
        let one = try tune("same", "| C |")
        var generator = SeededGenerator(seed: 1)
        let chordset = Chordset(id: "same", using: &generator)
        _ = try await store.edit { try $0.add(chordset) }
        let before = try await store.revision()
        _ = try await store.edit { try $0.add(one) }
        _ = try await store.edit { try $0.delete("same", of: KeptTune.self) }
        let ofChordsets = try await store.changes(since: [before], limit: 10)
        #expect(ofChordsets.since == before && ofChordsets.chordsets.isEmpty && ofChordsets.deleted.isEmpty)
        let ofTunes = try await store.changes(of: KeptTune.self, since: [before], limit: 10)
        #expect(ofTunes.things.isEmpty && ofTunes.deleted.map { $0.id } == ["same"])
        #expect(try await store.news(of: .tunes, since: before).names?.deleted == ["same"])
        #expect(try await store.news(since: before).names?.deleted == [])
    }

    @Test("A file of an earlier version gets its tables for tunes, and keeps what it has")
    func earlier() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "a.sqlite").path
        var generator = SeededGenerator(seed: 2)
        let chordset = Chordset(id: "old", using: &generator)
        let first = try ChordsetStore(path: path)
        _ = try await first.edit { try $0.add(chordset) }
        try await first.asBeforeTunes()
        try first.close()
        let second = try ChordsetStore(path: path)
        let one = try tune("a", "| C |")
        _ = try await second.edit { try $0.add(one) }
        #expect(try await second.chordset("old").chordset == chordset)
        #expect(try await second.page(of: KeptTune.self, limit: 5).count == 1)
        try second.close()
    }

    @Test("A backup has the tunes, and what there is too much of is refused")
    func limits() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "a.sqlite").path
        let store = try ChordsetStore(path: path, quotas: Quotas(chordsets: 2, bytesPerChordset: 500))
        let (a, b, c) = (try tune("a", "| C |"), try tune("b", "| C |"), try tune("c", "| C |"))
        _ = try await store.edit { try ($0.add(a), $0.add(b)) }
        await #expect(throws: StoreError.self) { try await store.edit { try $0.add(c) } }
        let long = try tune("a", "| " + String(repeating: "C7 | ", count: 200))
        await #expect(throws: StoreError.self) { try await store.edit { try $0.replace(long) } }
        let copy = folder.appending(path: "copy.sqlite").path
        try store.backUp(to: copy)
        _ = try await store.edit { try $0.delete("a", of: KeptTune.self) }
        _ = try store.restore(from: copy)
        #expect(try await store.page(of: KeptTune.self, limit: 5).things.map { $0.thing } == [a, b])
        try store.close()
    }

    @Test("What is no tune is not kept", arguments: ["", "| Cnothing |", "Title: A\n| C |\nTitle: B\n| F |"])
    func noTune(text: String) {
        #expect(throws: TuneError.self) { try KeptTune(id: "a", reading: text) }
        #expect(throws: TuneError.self) { try KeptTune(id: "a b", reading: "| C |") }
    }
}

extension ChordsetStore {
    /// Takes away what tunes have brought.
    fileprivate func asBeforeTunes() async throws {
        try await database.write { db in
            for table in ["tune", "deletedTune", "tuneGravestone"] { try db.execute(sql: "DROP TABLE \(table)") }
            try db.execute(sql: "ALTER TABLE origin DROP COLUMN tuneOrderRevision")
            try db.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = '3 tunes'")
        }
    }
}
