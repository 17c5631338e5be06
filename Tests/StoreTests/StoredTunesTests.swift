import Chordsets
import Foundation
import Testing
import Tunes

import Store
import Sync

@Suite("Stored tunes")
struct StoredTunesTests {
    private func tune(_ id: String, _ text: String, _ setup: String = "") throws -> StoredTune {
        try StoredTune(id: id, reading: text, setup: setup)
    }

    /// Runs a test with a temporary database file.
    private func withFile(_ task: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await task(folder.appending(path: "a.sqlite").path)
    }

    @Test("A tune is stored as text and read back unchanged")
    func kept() async throws {
        let store = try emptyStore()
        let one = try tune("a", "Title: One\nKey: Eb\n|: Ebmaj7 | Fm7 Bb7 :|3x")
        let added = try await store.edit { try $0.add(one) }
        #expect(added.item == one && added.position == 0)
        #expect(try await store.one("a", of: StoredTune.self) == added)
        let other = try tune("a", "Title: Other\n| C |")
        let replaced = try await store.edit { try $0.replace(other, versions: [added.version]) }
        #expect(replaced.item == other && replaced.version > added.version)
        await #expect(throws: StoreError.conflict(version: replaced.version, of: .tunes)) {
            try await store.edit { try $0.replace(one, versions: [added.version]) }
        }
        await #expect(throws: StoreError.taken(id: "a", of: .tunes)) { try await store.edit { try $0.add(one) } }
        await #expect(throws: StoreError.unknown(id: "b", of: .tunes)) { try await store.one("b", of: StoredTune.self) }
        let unchanged = try await store.edit { try $0.replace(other) }
        #expect(unchanged.version == replaced.version)
    }

    @Test("A change of Unicode normalization is a change")
    func composition() async throws {
        let store = try emptyStore()
        let one = try tune("a", "Title: Caf\u{E9}\n| C |")
        let added = try await store.edit { try $0.add(one) }
        let other = try tune("a", "Title: Cafe\u{301}\n| C |")
        #expect(one != other)
        let replaced = try await store.edit { try $0.replace(other) }
        #expect(replaced.version > added.version && Array(replaced.item.title.unicodeScalars).last == "\u{301}")
    }

    @Test("A deleted tune is restored at its position")
    func deleted() async throws {
        let store = try emptyStore()
        for id in ["a", "b", "c"] {
            let one = try tune(id, "Title: \(id)\n| C |")
            _ = try await store.edit { try $0.add(one) }
        }
        _ = try await store.edit { try $0.delete("b", of: StoredTune.self) }
        #expect(try await store.page(of: StoredTune.self, limit: 10).items.map { $0.item.id } == ["a", "c"])
        let back = try await store.edit { try $0.restore("b", of: StoredTune.self) }
        #expect(back.position == 1 && back.item.tune.title == "b")
        let moved = try await store.edit { try $0.move("a", of: StoredTune.self, to: 9) }
        #expect(moved.position == 2)
        #expect(try await store.page(of: StoredTune.self, limit: 10).items.map { $0.item.id } == ["b", "c", "a"])
    }

    @Test("Tunes and chordsets share revisions, but not changes")
    func changes() async throws {
        let store = try emptyStore()
        let one = try tune("same", "| C |")
        var generator = SeededGenerator(seed: 1)
        let chordset = Chordset(id: "same", using: &generator)
        _ = try await store.edit { try $0.add(chordset) }
        let before = try await store.revision()
        _ = try await store.edit { try $0.add(one) }
        _ = try await store.edit { try $0.delete("same", of: StoredTune.self) }
        let ofChordsets = try await store.changes(since: [before], limit: 10)
        #expect(ofChordsets.since == before && ofChordsets.chordsets.isEmpty && ofChordsets.deleted.isEmpty)
        let ofTunes = try await store.changes(of: StoredTune.self, since: [before], limit: 10)
        #expect(ofTunes.items.isEmpty && ofTunes.deleted.map { $0.id } == ["same"])
        #expect(try await store.news(of: .tunes, since: before).names?.deleted == ["same"])
        #expect(try await store.news(since: before).names?.deleted == [])
    }

    @Test("A backup includes tunes, and quotas apply to them")
    func limits() async throws {
        try await withFile { path in
            let store = try ShelfStore(path: path, quotas: Quotas(maximumItems: 2, maximumBytesPerItem: 500))
            let (a, b, c) = (try tune("a", "| C |"), try tune("b", "| C |"), try tune("c", "| C |"))
            _ = try await store.edit { try ($0.add(a), $0.add(b)) }
            await #expect(throws: StoreError.self) { try await store.edit { try $0.add(c) } }
            let long = try tune("a", "| " + String(repeating: "C7 | ", count: 200))
            await #expect(throws: StoreError.self) { try await store.edit { try $0.replace(long) } }
            let copy = path + ".copy"
            try store.backUp(to: copy)
            _ = try await store.edit { try $0.delete("a", of: StoredTune.self) }
            _ = try store.restore(from: copy)
            #expect(try await store.page(of: StoredTune.self, limit: 5).items.map { $0.item } == [a, b])
            try store.close()
        }
    }

    @Test("The setup of a tune is stored, restored, and versioned")
    func setup() async throws {
        let store = try emptyStore()
        let one = try tune("a", "| C |", "hands=shell pins=0:shell/48.52_55")
        let added = try await store.edit { try $0.add(one) }
        #expect(added.item.setup == "hands=shell pins=0:shell/48.52_55")
        #expect(try await store.one("a", of: StoredTune.self).item == one)
        let other = try tune("a", "| C |", "tempo=90")
        let replaced = try await store.edit { try $0.replace(other) }
        #expect(replaced.version > added.version)
        #expect(
            try await store.changes(of: StoredTune.self, since: [added.version], limit: 9).items.map { $0.item } == [
                other
            ])
        _ = try await store.edit { try $0.delete("a", of: StoredTune.self) }
        #expect(try await store.edit { try $0.restore("a", of: StoredTune.self) }.item == other)
        let usual = try tune("a", "| C |")
        #expect(try await store.edit { try $0.replace(usual) }.item.setup.isEmpty)
    }

    @Test("Invalid setups are rejected", arguments: ["♭", "a\nb", "\u{7F}", String(repeating: "x", count: 32_769)])
    func noSetup(setup: String) {
        #expect(throws: TuneError.self) { try tune("a", "| C |", setup) }
        #expect(throws: Never.self) { try tune("a", "| C |", String(repeating: "~ ", count: 16_384)) }
    }

    @Test("Our own text format is recognized whatever the title looks like")
    func looksOtherwise() throws {
        for title in ["irealbook://A=B=C=C=n=T44C", "<score-partwise>", "{title: x}"] {
            #expect(try tune("a", "Title: \(title)\n\n| C |\n").tune.title == title)
        }
    }

    @Test(
        "Texts that are not exactly one tune are rejected",
        arguments: ["", "| Cnothing |", "Title: A\n| C |\nTitle: B\n| F |"])
    func noTune(text: String) {
        #expect(throws: TuneError.self) { try StoredTune(id: "a", reading: text) }
        #expect(throws: TuneError.self) { try StoredTune(id: "a b", reading: "| C |") }
    }
}
