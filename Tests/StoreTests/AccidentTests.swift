import Chordsets
import Foundation
import GRDB
import Harmony
import Store
import Sync
import Testing

private let files = FileManager.default

/// The error of a store whose file was lost.
private func sentence(_ store: ShelfStore) async -> String? {
    do {
        _ = try await store.edit { try $0.add(try fresh(.random(in: 0 ... .max))) }
        return nil
    } catch let StoreError.unavailable(message) {
        // Reading fails too.
        await #expect {
            try await store.chordsets()
        } throws: { error in
            if case StoreError.unavailable = error { true } else { false }
        }
        return message
    } catch {
        return "\(error)"
    }
}

@Suite("Lost database files")
struct AccidentTests {
    /// A store with three chordsets, and an earlier copy of its file with one.
    private func store(at place: Place) async throws -> (store: ShelfStore, older: String) {
        let store = try ShelfStore(path: place.path)
        try await store.edit { _ = try $0.add(try fresh(1)) }
        let older = place.folder + "/older.sqlite"
        try store.backUp(to: older)
        for seed in 2...3 as ClosedRange<UInt64> { try await store.edit { _ = try $0.add(try fresh(seed)) } }
        try await store.database.tidy(onlyIfQuiet: false)
        return (store, older)
    }

    @Test("A deleted file is detected before acknowledging, and its data is rescued")
    func deleted() async throws {
        let place = Place()
        let (store, _) = try await store(at: place)
        let added = try await store.edit { try $0.add(try fresh(4)) }
        try files.removeItem(atPath: place.path)
        #expect(try #require(await sentence(store)).contains("deleted"))
        // Some data was only in the journal.
        let rescued = try #require(try store.close())
        #expect(place.files.allSatisfy { !$0.contains("-wal") && !$0.contains("-shm") })
        let again = try ShelfStore(path: rescued)
        #expect(try await again.profile() == Profile(chordsets: 4, chords: 32))
        #expect(try await again.chordset(added.chordset.id) == added)
        #expect(try await ShelfStore(path: place.path).chordsets().isEmpty)
    }

    @Test("A file that is moved away and back can be used again")
    func movedAndBack() async throws {
        let place = Place()
        let (store, _) = try await store(at: place)
        try files.moveItem(atPath: place.path, toPath: place.path + ".away")
        #expect(await sentence(store) != nil)
        try files.moveItem(atPath: place.path + ".away", toPath: place.path)
        #expect(await sentence(store) == nil)
        #expect(try store.close() == nil)
        #expect(try await ShelfStore(path: place.path).profile().chordsets == 4)
    }

    @Test(
        "A file that replaces or overwrites the database is never written",
        arguments: [
            "move another", "move older", "copy another", "copy older",
        ])
    func replaced(how: String) async throws {
        let place = Place()
        let (store, older) = try await store(at: place)
        try await store.edit { _ = try $0.add(try fresh(4)) }
        let another = place.folder + "/another.sqlite"
        let other = try ShelfStore(path: another)
        try await other.edit { edit in for seed in 10..<15 as Range<UInt64> { _ = try edit.add(try fresh(seed)) } }
        try other.close()
        let source = how.hasSuffix("older") ? older : another
        let content = try Data(contentsOf: URL(fileURLWithPath: source))
        if how.hasPrefix("move") {
            #expect(rename(source, place.path) == 0)
        } else {
            // Into the same file, like cp.
            let file = try #require(FileHandle(forWritingAtPath: place.path))
            try file.truncate(atOffset: 0)
            try file.write(contentsOf: content)
            try file.close()
        }
        #expect(try #require(await sentence(store)).contains(how.hasPrefix("move") ? "replaced" : "overwritten"))
        let rescued = try store.close()
        #expect(try #require(rescued).hasSuffix("-wal") == how.hasPrefix("copy"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: place.path)) == content)
        // In another folder, because this process still has the former file open at this path.
        let copy = place.folder + "/copy.sqlite"
        try files.copyItem(atPath: place.path, toPath: copy)
        #expect(!files.fileExists(atPath: place.path + "-wal") && !files.fileExists(atPath: place.path + "-shm"))
        let expected = how.hasSuffix("older") ? 1 : 5
        #expect(try await ShelfStore(path: copy).profile().chordsets == expected)
        if let rescued, how.hasPrefix("move") {
            #expect(try await ShelfStore(path: rescued).profile().chordsets == 4)
        }
    }

    @Test(
        "A truncated file, a lost journal and a lost folder are detected",
        arguments: [
            "end", "beginning", "journal", "folder",
        ])
    func damaged(what: String) async throws {
        let place = Place()
        let (store, _) = try await store(at: place)
        switch what {
        case "end", "beginning":
            let file = try #require(FileHandle(forWritingAtPath: place.path))
            let size = try file.seekToEnd()
            try file.truncate(atOffset: what == "end" ? size / 2 : 0)
            try file.close()
        case "journal": try files.removeItem(atPath: place.path + "-wal")
        default: try files.removeItem(atPath: place.folder)
        }
        let words = ["end": "overwritten", "beginning": "restart", "journal": "-wal", "folder": "deleted"]
        #expect(try #require(await sentence(store)).contains(try #require(words[what])))
        _ = try? store.close()
        if what == "journal" { #expect(try await ShelfStore(path: place.path).profile().chordsets == 3) }
    }

    @Test("The journal of another database is not applied")
    func foreignJournal() async throws {
        let place = Place()
        let (store, _) = try await store(at: place)
        try await store.edit { _ = try $0.add(try fresh(4)) }
        // As after a power failure: the journal stays, and the file is replaced.
        for end in ["", "-wal"] {
            try files.copyItem(atPath: place.path + end, toPath: place.folder + "/crashed.sqlite" + end)
        }
        let another = try ShelfStore(path: place.folder + "/another.sqlite")
        try await another.edit { _ = try $0.add(try fresh(9)) }
        try another.close()
        #expect(rename(place.folder + "/another.sqlite", place.folder + "/crashed.sqlite") == 0)
        do {
            _ = try ShelfStore(path: place.folder + "/crashed.sqlite")
            Issue.record("It was opened.")
        } catch let StoreError.unusable(message) {
            #expect(message.contains("crashed.sqlite-wal") && message.contains("another database"))
        }
        try files.removeItem(atPath: place.folder + "/crashed.sqlite-wal")
        #expect(try await ShelfStore(path: place.folder + "/crashed.sqlite").profile().chordsets == 1)
    }

    @Test("An interrupted checkpoint loses nothing")
    func partial() async throws {
        let place = Place()
        let store = try ShelfStore(path: place.path)
        for seed in 0..<20 as Range<UInt64> { try await store.edit { _ = try $0.add(try fresh(seed)) } }
        // As on a full disk or after a kill: the header is new, but some pages are missing.
        let whole = place.folder + "/whole.sqlite"
        for end in ["", "-wal"] { try files.copyItem(atPath: place.path + end, toPath: whole + end) }
        try ShelfStore(path: whole).close()
        let head = try #require(try FileHandle(forReadingAtPath: whole)?.read(upToCount: 4096))
        let file = try #require(FileHandle(forWritingAtPath: place.path))
        try file.write(contentsOf: head)
        try file.close()
        #expect(try files.attributesOfItem(atPath: place.path)[.size] as? Int == 4096)
        #expect(await sentence(store) == nil)
        #expect(try store.close() == nil)
        #expect(try await ShelfStore(path: place.path).profile().chordsets == 21)
    }

    @Test("Regular use by other programs is no loss")
    func others() async throws {
        let place = Place()
        let (store, _) = try await store(at: place)
        let link = place.folder + "/link.sqlite"
        try files.createSymbolicLink(atPath: link, withDestinationPath: place.path)
        for seed in 10..<20 as Range<UInt64> {
            let other = try ShelfStore(path: seed % 2 == 0 ? link : place.path)
            try await other.edit { _ = try $0.add(try fresh(seed)) }
            try await other.database.tidy(onlyIfQuiet: false)
            try other.close()
            try await store.edit { _ = try $0.add(try fresh(100 + seed)) }
            if seed % 3 == 0 { try await store.database.tidy(onlyIfQuiet: false) }
        }
        try await DatabaseQueue(path: place.path).vacuum()
        try await store.edit { _ = try $0.deleteAll() }
        try await store.database.tidy(onlyIfQuiet: false)
        try await DatabaseQueue(path: place.path).vacuum()
        try await store.database.tidy(onlyIfQuiet: false)
        #expect(await sentence(store) == nil)
        #expect(try store.close() == nil)
    }

    @Test("After closing, all data is in one file")
    func closed() async throws {
        let place = Place()
        let (store, _) = try await store(at: place)
        // A reader, whose connection must not be closed last.
        #expect(try await store.chordsets().count == 3)
        try await store.edit { _ = try $0.add(try fresh(4)) }
        try store.close()
        #expect(try files.contentsOfDirectory(atPath: place.folder + "/deep/down") == ["sets.sqlite"])
        #expect(try await ShelfStore(path: place.path).profile().chordsets == 4)
    }
}

@Suite("Backups")
struct BackupTests {
    @Test("A restored backup has the saved data and history, and a new epoch")
    func restoring() async throws {
        let place = Place()
        let store = try ShelfStore(path: place.path)
        let kept = try await store.edit { edit in
            _ = try edit.add(ChordsetDocument([try Chordset(id: "a", chords: (0..<8).map { .random(seed: $0) })]))
            try edit.add(try fresh(1))
            try edit.delete("a")
            return try edit.add(try Chordset(id: "b", chords: (0..<8).map { .random(seed: $0) }))
        }
        let backup = place.folder + "/backup.sqlite"
        try store.backUp(to: backup)
        #expect(throws: StoreError.self) { try store.backUp(to: backup) }
        try store.backUp(to: backup, replacing: true)
        #expect(place.files.filter { $0.hasPrefix("backup") } == ["backup.sqlite"])
        let then = try await store.state()
        let sets = try await store.chordsets()
        // While another program uses the file.
        let other = try ShelfStore(path: place.path)
        let later = try await other.edit { edit in
            try edit.delete("b")
            try edit.add(try fresh(5))
            return try edit.add(try fresh(6))
        }
        let now = try await other.state()
        let saved = try store.restore(from: backup)
        #expect(try await other.chordsets() == sets)
        #expect(try await other.chordset("b") == kept)
        let restored = try await other.state()
        #expect(restored.origin.database == then.origin.database && restored.origin.epoch != then.origin.epoch)
        #expect(restored.revision > now.revision)
        // Clients with later revisions get the last common revision.
        let changes = try await other.changes(since: [now.revision, later.version, then.revision], limit: 100)
        #expect(changes.since == then.revision && changes.chordsets.isEmpty && changes.deleted.isEmpty)
        #expect(try await other.news(since: now.revision).names == nil)
        // Deleted items can still be restored, and the previous state is saved.
        try await other.edit { _ = try $0.restore("a") }
        #expect(try await ShelfStore(path: saved).profile().chordsets == 3)
        #expect(try await other.asked("SELECT count(*) FROM pragma_foreign_key_check") == [0])
    }

    @Test("An invalid backup is rejected without changes")
    func refusals() async throws {
        let place = Place()
        let store = try ShelfStore(path: place.path)
        let added = try await store.edit { try $0.add(try fresh(1)) }
        let half = place.folder + "/half"
        try store.backUp(to: half)
        let data = try Data(contentsOf: URL(fileURLWithPath: half))
        try data.prefix(data.count / 2).write(to: URL(fileURLWithPath: half))
        let empty = place.folder + "/empty"
        try Data().write(to: URL(fileURLWithPath: empty))
        let foreign = place.folder + "/foreign"
        try await DatabaseQueue(path: foreign).write { try $0.execute(sql: "CREATE TABLE other (id INTEGER)") }
        for path in [half, empty, foreign, place.folder, place.folder + "/none"] {
            #expect(throws: StoreError.self) { try store.restore(from: path) }
        }
        #expect(try await store.chordsets() == [added])
        #expect(place.files.allSatisfy { !$0.contains("part") && !$0.contains("before-restore") })
        #expect(throws: StoreError.self) { try ShelfStore.inMemory().restore(from: place.path) }
        #expect(throws: StoreError.self) { try store.backUp(to: place.folder + "/none/backup") }
    }
}

@Suite("Quotas")
struct QuotaTests {
    @Test("Quotas limit additions, and reductions always work")
    func quotas() async throws {
        let store = try ShelfStore.inMemory(quotas: Quotas(maximumItems: 3, maximumBytesPerItem: 20_000))
        let sets = try (0..<3).map { try fresh($0) }
        try await store.edit { _ = try $0.add(ChordsetDocument(sets)) }
        let full = StoreError.full("There are 3 chordsets, which is the maximum. To add more, delete some first.")
        await #expect(throws: full) { try await store.edit { try $0.add(try fresh(9)) } }
        await #expect(throws: full) { try await store.edit { try $0.add(ChordsetDocument([try fresh(9)])) } }
        try await store.edit { _ = try $0.delete(sets[1].id) }
        try await store.edit { _ = try $0.add(try fresh(9)) }
        await #expect(throws: full) { try await store.edit { try $0.restore(sets[1].id) } }
        // A chordset with many lumis.
        let large = try Chordset(id: sets[0].id, chords: (0..<8).map { .random(seed: $0, lumis: 64) })
        await #expect {
            try await store.edit { edit in try edit.change(large.id) { $0 = large } }
        } throws: { error in
            guard case StoreError.tooLarge(let message) = error else { return false }
            return message.contains("20000")
        }
        #expect(try await store.chordset(large.id).chordset == sets[0])
    }

    @Test("The largest possible chordset fits into the quota")
    func largest() async throws {
        let store = try ShelfStore.inMemory(quotas: Quotas())
        let chords = try (0..<8).map { seed in
            var chord = LightChord.random(seed: UInt64(seed), lumis: 64)
            chord.music = Music(
                lower: try Chord("F♯mi7(♭5♭9♭13)/C"), upper: try Chord("F♯mi7(♭5♭9♭13)/C"), colorsLight: false)
            return chord
        }
        let title = String(repeating: "🎹", count: 500)
        let largest = try Chordset(id: String(repeating: "a", count: 64), title: title, chords: chords)
        #expect(try await store.edit { try $0.add(largest) }.chordset == largest)
        #expect(largest.json(position: 9999).text.utf8.count > 64 << 10)
    }

    @Test("The total quota counts stored items only")
    func bytes() async throws {
        let store = try ShelfStore.inMemory(quotas: Quotas(bytes: 600_000))
        @Sendable func large(_ seed: UInt64) throws -> Chordset {
            try Chordset(id: "set-\(seed)", chords: (0..<8).map { .random(seed: seed &* 8 &+ $0, lumis: 40) })
        }
        var count: UInt64 = 0
        await #expect {
            while count < 100 {
                let next = try large(count)
                try await store.edit { _ = try $0.add(next) }
                count += 1
            }
        } throws: { error in
            if case StoreError.full(let message) = error { message.contains("600000") } else { false }
        }
        #expect(5..<20 ~= count)
        // Smaller items are possible, larger ones are not.
        try await store.edit { edit in
            try edit.change("set-0") { try $0.rename("") }
            try edit.change("set-0") { try $0.replaceChord(at: 0, with: LightChord()) }
        }
        try await store.edit { _ = try $0.deleteAll() }
        try await store.edit { _ = try $0.add(try large(50)) }
    }
}
