import Chordsets
import Foundation
import GRDB
import JSONText
import Store
import Sync
import Testing
import Tunes

/// The hash of a key, here any bytes.
private func key(_ number: Int) -> KeyHash { KeyHash((0..<32).map { UInt8(truncatingIfNeeded: number &* 31 &+ $0) }) }

@Suite("Shelves")
struct ShelvesTests {
    @Test("A key opens only its own shelf, for reading or with full access")
    func keys() async throws {
        let shelves = try emptyShelves()
        let one = try await shelves.make(for: key(1), name: "One")
        #expect(one.isNew && one.access == .owner && one.store.shelf != shelves.keyless.shelf)
        let again = try await shelves.make(for: key(1), name: "Two")
        #expect(!again.isNew && again.store.shelf == one.store.shelf)
        let profile = try await one.store.shelfProfile()
        #expect(profile.name == "One" && profile.chordsets == 0 && profile.tunes == 0 && !profile.hasReaders)
        #expect(try await shelves.shelf(with: key(2)) == nil)

        try await one.store.setReadersKey(key(2))
        let reader = try #require(try await shelves.shelf(with: key(2)))
        #expect(reader.access == .reader && reader.store.shelf == one.store.shelf)
        #expect(try await one.store.shelfProfile().hasReaders)
        // A key belongs to one shelf only, as owner's key or key for reading.
        let other = try await shelves.make(for: key(3), name: "")
        for taken in [1, 2, 3] {
            await #expect(throws: StoreError.keyTaken) { try await other.store.renewOwnersKey(key(taken)) }
            await #expect(throws: StoreError.keyTaken) { try await other.store.setReadersKey(key(taken)) }
        }
        #expect(try await shelves.make(for: key(2), name: "").access == .reader)

        // The holder of the old owner's key could have made the key for reading.
        try await one.store.renewOwnersKey(key(4))
        for former in [1, 2] { #expect(try await shelves.shelf(with: key(former)) == nil) }
        let renewed = try #require(try await shelves.shelf(with: key(4))).store
        #expect(renewed.shelf == one.store.shelf)
        try await renewed.rename(to: "Renamed")
        #expect(try await renewed.shelfProfile().name == "Renamed")
    }

    @Test("A store found with a replaced key cannot change anything")
    func formerKeys() async throws {
        let shelves = try emptyShelves()
        let thief = try await shelves.make(for: key(1), name: "").store
        let owner = try #require(try await shelves.shelf(with: key(1))).store
        try await owner.renewOwnersKey(key(2))
        await #expect(throws: StoreError.noShelf) { try await thief.edit { _ = try $0.add(fresh(1)) } }
        await #expect(throws: StoreError.noShelf) { try await thief.renewOwnersKey(key(3)) }
        await #expect(throws: StoreError.noShelf) { try await thief.setReadersKey(key(3)) }
        await #expect(throws: StoreError.noShelf) { try await thief.rename(to: "Mine") }
        await #expect(throws: StoreError.noShelf) { try await thief.deleteShelf() }
        // A key for reading cannot change anything, even without a check by the caller.
        let present = try #require(try await shelves.shelf(with: key(2))).store
        try await present.setReadersKey(key(4))
        let reader = try #require(try await shelves.shelf(with: key(4))).store
        await #expect(throws: StoreError.noShelf) { try await reader.edit { _ = try $0.add(fresh(1)) } }
        try await present.edit { _ = try $0.add(fresh(1)) }
    }

    @Test("Changes of one shelf do not affect others", arguments: 0..<4)
    func apart(seed: UInt64) async throws {
        let shelves = try emptyShelves(quotas: Quotas())
        var stores = [shelves.keyless]
        for number in 0..<3 { stores.append(try await shelves.make(for: key(number), name: "").store) }
        // The same IDs everywhere, because clients choose them.
        let sets = try (0..<6).map { try fresh($0) }
        let tunes = try (0..<6).map { try StoredTune(id: "tune-\($0)", reading: "Title: \($0)\n| C |") }
        var random = SeededGenerator(seed: seed)
        func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
        for _ in 0..<150 {
            let turn = below(stores.count)
            var before: [(content: String, revision: Int, origin: Origin)] = []
            for store in stores {
                let (origin, revision, _) = try await store.state()
                before.append((try await store.export().text, revision, origin))
            }
            let (set, tune, place, what, title) = (
                sets[below(6)], tunes[below(6)], below(6), below(8), "\(random.next())"
            )
            do {
                try await stores[turn].edit { edit in
                    switch what {
                    case 0: try edit.delete(set.id)
                    case 1: try edit.restore(set.id)
                    case 2: try edit.move(set.id, to: place)
                    case 3: try edit.change(set.id) { try $0.rename(title) }
                    case 4: try edit.add(tune, at: place)
                    case 5: try edit.delete(tune.id, of: StoredTune.self)
                    case 6: try edit.restore(tune.id, of: StoredTune.self)
                    default: try edit.add(set, at: place)
                    }
                }
            } catch is StoreError {}
            for (number, store) in stores.enumerated() where number != turn {
                let (origin, revision, _) = try await store.state()
                #expect(revision == before[number].revision && origin == before[number].origin)
                #expect(try await store.export().text == before[number].content)
            }
        }
        let weights = try await stores[0].asked(
            """
            SELECT CAST(bytes - (SELECT coalesce(sum(bytes), 0) FROM chordset WHERE shelf = shelf.number)
                - (SELECT coalesce(sum(bytes), 0) FROM tune WHERE shelf = shelf.number) AS bigint)
            FROM shelf
            """)
        #expect(weights == [0, 0, 0, 0])
        for store in stores {
            let content = try await store.export()
            for thing in (content["chordsets"]?.array ?? []) {
                let id = try #require(thing["id"]?.string)
                let bytes = try await store.asked(
                    "SELECT bytes FROM chordset WHERE shelf = ?1 AND id = ?2", store.shelf, id)
                #expect(try await [store.chordset(id).chordset.json(position: 0).text.utf8.count] == bytes)
            }
        }
    }

    @Test("Deleting a shelf deletes its items, and its number is not reused")
    func deleting() async throws {
        let shelves = try emptyShelves()
        let (one, other) = (
            try await shelves.make(for: key(1), name: "").store, try await shelves.make(for: key(2), name: "").store
        )
        for store in [one, other] {
            let lumis = try Chordset(id: "a", chords: (0..<8).map { .random(seed: $0) })
            let tune = try StoredTune(id: "t", reading: "| C |")
            try await store.edit { edit in
                _ = try (edit.add(lumis), edit.add(tune), edit.add(fresh(1)))
                _ = try (edit.delete("a"), edit.delete("t", of: StoredTune.self))
            }
        }
        try await other.deleteShelf()
        #expect(try await shelves.shelf(with: key(2)) == nil)
        await #expect(throws: StoreError.noShelf) { try await other.edit { try $0.add(try fresh(3)) } }
        await #expect(throws: StoreError.noShelf) { try await other.revision() }
        await #expect(throws: StoreError.noShelf) { try await other.deleteShelf() }
        await #expect(throws: StoreError.noShelf) { try await other.export() }
        for table in [
            "lumi", "lightChord", "chordset", "tune", "deletedChordset", "deletedTune", "gravestone", "tuneGravestone",
            "pastRevision",
        ] {
            #expect(
                try await one.asked("SELECT count(*) FROM \(table) WHERE shelf = ?1", other.shelf) == [0], "\(table)")
        }
        #expect(try await one.profile().chordsets == 1)
        #expect(try await shelves.make(for: key(5), name: "").store.shelf > other.shelf)
    }

    @Test("Quotas apply to each shelf, and the number of shelves is limited")
    func quotas() async throws {
        let shelves = try emptyShelves(quotas: Quotas(maximumItems: 1, shelves: 2))
        let (one, other) = (
            try await shelves.make(for: key(1), name: "").store, try await shelves.make(for: key(2), name: "").store
        )
        for store in [one, other] {
            try await store.edit { _ = try $0.add(fresh(1)) }
            await #expect(throws: StoreError.self) { try await store.edit { _ = try $0.add(fresh(2)) } }
        }
        await #expect(throws: StoreError.full("There are 2 shelves here, which is the maximum.")) {
            try await shelves.make(for: key(3), name: "")
        }
        #expect(try await !shelves.make(for: key(1), name: "").isNew)
    }

    @Test("The state of a shelf shows its own changes and keys only")
    func states() async throws {
        let shelves = try emptyShelves()
        let (one, other) = (
            try await shelves.make(for: key(1), name: "").store, try await shelves.make(for: key(2), name: "").store
        )
        let both = [one.shelf, other.shelf]
        let before = try await shelves.states(of: both + [99])
        #expect(Set(before.keys) == Set(both))
        try await one.edit { _ = try $0.add(fresh(1)) }
        try await other.setReadersKey(key(3))
        let after = try await shelves.states(of: both)
        #expect(
            after[one.shelf]?.revision != before[one.shelf]?.revision
                && after[one.shelf]?.keys == before[one.shelf]?.keys)
        #expect(
            after[other.shelf]?.revision == before[other.shelf]?.revision
                && after[other.shelf]?.keys != before[other.shelf]?.keys)
        // Many states are read by another query.
        #expect(try await shelves.states(of: Array(1...2000)).filter { both.contains($0.key) } == after)
    }

    @Test("A backup has all shelves with keys, and each continues in a new epoch", .ofSQLite)
    func backup() async throws {
        let place = Place()
        let shelves = try Shelves(path: place.path)
        let one = try await shelves.make(for: key(1), name: "One").store
        try await one.edit { _ = try $0.add(fresh(1)) }
        let (then, content) = (try await one.state(), try await one.export().text)
        let backup = place.folder + "/backup.sqlite"
        try one.backUp(to: backup)
        try await one.edit { _ = try $0.add(fresh(2)) }
        let late = try await shelves.make(for: key(2), name: "Late").store
        let known = try await one.revision()
        _ = try one.restore(from: backup)
        #expect(try await one.export().text == content)
        let now = try await one.state()
        #expect(
            now.origin.database == then.origin.database && now.origin.epoch != then.origin.epoch && now.revision > known
        )
        #expect(try await one.changes(since: [known, then.revision], limit: 9).since == then.revision)
        #expect(try await shelves.shelf(with: key(2)) == nil)
        await #expect(throws: StoreError.noShelf) { try await late.revision() }
        // A shelf that is not in the backup does not get another one with its number.
        #expect(try await shelves.make(for: key(3), name: "").store.shelf > late.shelf)
    }

    @Test("Data of a version without shelves is on the shelf without a key")
    func before() async throws {
        let place = Place()
        try FileManager.default.createDirectory(atPath: place.folder + "/deep/down", withIntermediateDirectories: true)
        try await DatabaseQueue(path: place.path).writeWithoutTransaction { db in
            try Schema.bringUpToDate(db, last: "4 setup")
            try db.execute(
                sql: """
                    UPDATE revision SET number = 400;
                    INSERT INTO pastRevision (number) VALUES (200), (300), (400);
                    UPDATE origin SET database = 'this', epoch = 'then', orderRevision = 300, tuneOrderRevision = 400;
                    INSERT INTO chordset VALUES ('a', 'Title', 7, 200), ('b', 'Other', 3, 300);
                    INSERT INTO lightChord (id, chordset, position, hue, purity, brightness, bpm, lower, upper, \
                    colorsLight)
                        VALUES (5, 'a', 2, 120, 0.5, 0.75, 90, 'Cma7', 'D', 1), (6, 'a', 3, 10, 0.5, 0.5, 60, NULL, \
                    NULL, NULL);
                    INSERT INTO lumi (lightChord, place, hue, sides) VALUES (5, 0, 30, 5), (5, 1, 60, 3), (6, 0, 90, 4);
                    INSERT INTO deletedChordset VALUES ('c', 1, \
                    '{"id":"c","title":"Gone","chords":[{},{},{},{},{},{},{},{}]}', 1);
                    INSERT INTO gravestone VALUES ('c', 400);
                    INSERT INTO tune VALUES ('t', 'Tune', 0, 400, 'Title: Tune' || char(10) || char(10) || '| C |' || \
                    char(10), 'tempo=90');
                    INSERT INTO deletedTune VALUES ('u', 0, '{"id":"u","title":"","position":0,"text":"| F |"}', 1);
                    INSERT INTO tuneGravestone VALUES ('u', 300);
                    """)
        }
        let store = try ShelfStore(path: place.path)
        let (origin, revision, count) = try await store.state()
        #expect(origin.database == "this" && origin.epoch == "then" && revision == 400 && count == 2)
        let sets = try await store.chordsets()
        #expect(sets.map(\.chordset.id) == ["b", "a"] && sets.map(\.version) == [300, 200])
        let chords = sets[1].chordset.chords
        #expect(chords[2].music?.name == Music(lower: try .init("Cma7"), upper: try .init("D"), colorsLight: true).name)
        #expect(
            chords[2].bpm == 90 && chords[2].lumis.map { $0[.hue] } == [30, 60]
                && chords[3].lumis.map { $0[.sides] } == [4])
        #expect(try await store.one("t", of: StoredTune.self).item.setup == "tempo=90")
        let changes = try await store.changes(since: [200], limit: 9)
        #expect(
            changes.since == 200 && changes.chordsets.map(\.chordset.id) == ["b"] && changes.deleted.map(\.id) == ["c"])
        #expect(changes.order == ["b", "a"])
        #expect(try await store.changes(of: StoredTune.self, since: [300], limit: 9).order != nil)
        try await store.edit { edit in
            let (set, tune) = try (edit.restore("c"), edit.restore("u", of: StoredTune.self))
            #expect(set.chordset.title == "Gone" && tune.item.setup.isEmpty)
        }
        let bytes = try await store.asked(
            "SELECT bytes FROM shelf UNION ALL SELECT (SELECT sum(bytes) FROM chordset) + (SELECT sum(bytes) FROM tune)"
        )
        #expect(bytes[0] == bytes[1] && bytes[0] > 500)
        #expect(try await store.asked("SELECT count(*) FROM pragma_foreign_key_check") == [0])
    }

    @Test("A copied database has all data and can be used normally")
    func copying() async throws {
        let shelves = try emptyShelves()
        var contents: [Int: String] = [:]
        for number in 0..<4 {
            let store =
                number == 0 ? shelves.keyless : try await shelves.make(for: key(number), name: "\(number)").store
            let lumis = try Chordset(id: "lumis", title: "🎹 \(number)", chords: (0..<8).map { .random(seed: $0) })
            let tune = try StoredTune(id: "t", reading: "| C |", setup: "tempo=90")
            try await store.edit { edit in
                _ = try (
                    edit.add(lumis), edit.add(tune), edit.add(fresh(1)), edit.add(fresh(UInt64(2 + number)), at: 0)
                )
                try edit.delete(fresh(1).id)
            }
            contents[number] = try await store.export().text
        }
        let gone = try await shelves.make(for: key(9), name: "").store
        try await gone.deleteShelf()
        // Copies it back too, to the other kind of database if there are two kinds.
        let there = try Shelves(path: ShelfStore.inMemoryPath)
        try await shelves.copy(to: there)
        let back = try emptyShelves()
        try await there.copy(to: back)
        for number in 0..<4 {
            let before = number == 0 ? shelves.keyless : try #require(try await shelves.shelf(with: key(number))).store
            let after = number == 0 ? back.keyless : try #require(try await back.shelf(with: key(number))).store
            #expect(try await after.export().text == contents[number])
            let (origin, revision, _) = try await before.state()
            let copied = try await after.state()
            #expect(copied.origin == origin && copied.revision == revision)
            #expect(try await after.changes(since: [revision], limit: 9).since == revision)
            try await after.edit { edit in _ = try edit.restore(fresh(1).id) }
        }
        #expect(try await back.make(for: key(8), name: "").store.shelf > 4)
        await #expect(throws: StoreError.self) { try await shelves.copy(to: back) }
    }
}
