import Chordsets
import Foundation
import GRDB
import GRDBSQLite
import Harmony
import Store
import Sync
import Synchronization
import Testing

/// A new chordset with colors from a seed.
func fresh(_ seed: UInt64, title: String = "") throws -> Chordset {
    var generator = SeededGenerator(seed: seed)
    var chordset = Chordset(id: ItemID.random(using: &generator), using: &generator)
    try chordset.rename(title)
    return chordset
}

/// The path of a database in its own folder, which is deleted after the test.
final class Place {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("chordsets-\(UUID().uuidString)").path
    var path: String { folder + "/deep/down/sets.sqlite" }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    var files: [String] { (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? [] }
}

@Suite("Store")
struct StoreTests {
    @Test("A chordset is stored and read back, also after closing the file")
    func roundTrip() async throws {
        let place = Place()
        var chordset = try fresh(1, title: "Dawn <b>&\"'🎹\u{202E}")
        var chord = LightChord.random(seed: 4, lumis: 12)
        try chord.set(.bpm, to: 72.125)
        chord.music = Music(lower: try Chord("Cma7"), upper: try Chord("F♯mi7(♭5)/E"), colorsLight: true)
        try chordset.replaceChord(at: 7, with: chord)
        let store = try ShelfStore(path: place.path)
        let added = try await store.edit { [chordset] in try $0.add(chordset) }
        #expect(added.chordset == chordset && added.position == 0)
        try store.close()
        let again = try ShelfStore(path: place.path)
        #expect(try await again.chordsets() == [added])
        #expect(try await again.chordset(chordset.id) == added)
        #expect(try await again.profile() == Profile(chordsets: 1, chords: 8))
        #expect("\(Profile(chordsets: 1, chords: 8))" == "chordsets: 1, chords: 8")
    }

    @Test("Five sets added and two deleted leave 3 sets and 24 chords, without orphaned lumis")
    func cascade() async throws {
        let store = try emptyStore()
        try await deleteTwoOfFive(store)
        #expect(try await store.profile() == Profile(chordsets: 3, chords: 24))
        #expect(try await store.asked("SELECT count(*) FROM lumi") == [3 * 8 * 5])
    }

    /// Adds five sets with lumis, and deletes two of them.
    private func deleteTwoOfFive(_ store: ShelfStore) async throws {
        try await store.edit { edit in
            for seed in 0..<5 as Range<UInt64> {
                let chordset = try Chordset(id: "set-\(seed)", chords: (0..<8).map { .random(seed: $0) })
                try edit.add(chordset)
            }
        }
        try await store.edit { edit in
            try edit.delete("set-1")
            try edit.delete("set-3")
        }
    }

    @Test("Nullifying keys would leave 3 sets and 40 chords with 16 orphans, and no enforcement 40 with dangling keys")
    func otherRules() throws {
        for (rule, isEnforced, orphans, dangling) in [
            ("CASCADE", true, 0, 0), ("SET NULL", true, 16, 0), ("CASCADE", false, 0, 16),
        ] {
            var configuration = Configuration()
            configuration.foreignKeysEnabled = isEnforced
            let queue = try DatabaseQueue(configuration: configuration)
            try queue.write { db in
                try db.execute(
                    sql: """
                        CREATE TABLE chordset (id INTEGER PRIMARY KEY);
                        CREATE TABLE lightChord (
                            id INTEGER PRIMARY KEY, chordset INTEGER REFERENCES chordset ON DELETE \(rule), position \
                        INTEGER);
                        """)
                for set in 1...5 {
                    try db.execute(sql: "INSERT INTO chordset VALUES (?)", arguments: [set])
                    for position in 0..<8 {
                        try db.execute(
                            sql: "INSERT INTO lightChord (chordset, position) VALUES (?, ?)",
                            arguments: [set, position])
                    }
                }
                try db.execute(sql: "DELETE FROM chordset WHERE id IN (2, 4)")
                func count(_ sql: String) throws -> Int? { try Int.fetchOne(db, sql: "SELECT count(*) FROM " + sql) }
                #expect(try count("chordset") == 3)
                #expect(try count("lightChord") == (rule == "CASCADE" && isEnforced ? 24 : 40))
                #expect(try count("lightChord WHERE chordset IS NULL") == orphans)
                #expect(try count("lightChord WHERE chordset NOT IN (SELECT id FROM chordset)") == dangling)
            }
        }
    }

    @Test("Every connection enforces foreign keys, including readers")
    func foreignKeys() async throws {
        let place = Place()
        let store = try ShelfStore(path: place.path)
        let answers = try await withThrowingTaskGroup(of: Bool?.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    try await store.sqlite.read { db in
                        // Long enough that the next reader needs another connection.
                        Thread.sleep(forTimeInterval: 0.01)
                        return try Bool.fetchOne(db, sql: "PRAGMA foreign_keys")
                    }
                }
            }
            group.addTask { try await store.sqlite.write { try Bool.fetchOne($0, sql: "PRAGMA foreign_keys") } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers == Array(repeating: true, count: 51))
    }

    @Test(
        "Database constraints reject invalid data",
        arguments: [
            "UPDATE lightChord SET position = 8 WHERE position = 7",
            "UPDATE lightChord SET position = -1 WHERE position = 0",
            "UPDATE lightChord SET position = 1 WHERE position = 0", "UPDATE lightChord SET bpm = 0",
            "UPDATE lightChord SET bpm = -1",
            "UPDATE lightChord SET chordset = 'nobody'", "UPDATE lightChord SET shelf = 2",
            "INSERT INTO lightChord (shelf, chordset, position) VALUES (1, 'nobody', 0)",
            "UPDATE lightChord SET position = 3.5 WHERE position = 3", "UPDATE lightChord SET bpm = 'abc'",
            "UPDATE chordset SET version = 'y'", "UPDATE chordset SET id = 'a b'",
            "UPDATE lumi SET position = 8", "UPDATE lumi SET chordset = 'nobody'", "UPDATE lumi SET shelf = NULL",
            "UPDATE lightChord SET chordset = NULL", "UPDATE chordset SET shelf = 2",
            "UPDATE chordset SET shelf = NULL",
            "INSERT INTO pastRevision (shelf, number) VALUES (2, 0)",
            "INSERT INTO gravestone (shelf, id, version) VALUES (2, 'a', 0)",
        // Which PostgreSQL takes for a text of bits.
        ] + (Backend.isPostgres ? [] : ["UPDATE chordset SET title = x'ff'"]))
    func refusals(sql: String) async throws {
        let store = try emptyStore()
        try await store.edit { edit in
            _ = try edit.add(try Chordset(id: "a", chords: (0..<8).map { .random(seed: $0) }))
        }
        await #expect(throws: (any Error).self) { try await store.told(sql) }
    }

    @Test("Missing and invalid values read as initial values")
    func defaults() async throws {
        let store = try emptyStore()
        try await store.edit { edit in
            _ = try edit.add(try Chordset(id: "a", chords: (0..<8).map { .random(seed: $0) }))
        }
        try await store.told("DELETE FROM lightChord WHERE position = 3")
        try await store.told(
            "UPDATE lightChord SET hue = NULL, purity = NULL, brightness = NULL, bpm = NULL, lower = 'Hx'")
        try await store.told("UPDATE lumi SET hue = NULL, sides = 99, size = NULL")
        try await store.told("UPDATE chordset SET title = 'two\nlines'")
        #expect(try await store.chordset("a").chordset.title == "twolines")
        let chords = try await store.chordset("a").chordset.chords
        #expect(chords.count == 8 && chords[3] == LightChord())
        for chord in chords {
            #expect(chord.background == LightChord().background && chord.bpm == 60 && chord.music == nil)
            #expect(chord.lumis.allSatisfy { $0[.hue] == 0 && $0[.sides] == 12 && $0[.size] == 0.2 })
        }
    }

    @Test("A failing edit is rolled back completely")
    func rollback() async throws {
        struct Injected: Error {}
        let store = try emptyStore()
        let kept = try await store.edit { edit in try edit.add(try fresh(1, title: "kept")) }
        let revision = try await store.revision()
        await #expect(throws: Injected.self) {
            try await store.edit { edit in
                try edit.change(kept.chordset.id) { try $0.rename("changed") }
                try edit.add(try fresh(2))
                try edit.delete(kept.chordset.id)
                throw Injected()
            }
        }
        // While writing the chords of a new chordset.
        try await store.told(
            Backend.isPostgres
                ? "ALTER TABLE lightChord ADD CONSTRAINT injected CHECK (position <> 5) NOT VALID"
                : """
                    CREATE TRIGGER injected BEFORE INSERT ON lightChord WHEN NEW.position = 5 BEGIN SELECT \
                    raise(ABORT, 'injected'); END
                    """
        )
        await #expect(throws: (any Error).self) { try await store.edit { edit in try edit.add(try fresh(3)) } }
        #expect(try await store.chordsets() == [kept])
        #expect(try await store.profile() == Profile(chordsets: 1, chords: 8))
        #expect(try await store.revision() == revision)
        await #expect(throws: StoreError.unknown(id: kept.chordset.id)) {
            try await store.edit { try $0.restore(kept.chordset.id) }
        }
    }

    @Test("Edits without effect write nothing")
    func nothing() async throws {
        let place = Place()
        let store = try ShelfStore(path: place.path)
        let added = try await store.edit { edit in try edit.add(try fresh(1, title: "same")) }
        let before = try await store.sqlite.read { try Int.fetchOne($0, sql: "SELECT revision FROM shelf") }
        let size = { try FileManager.default.attributesOfItem(atPath: place.path + "-wal")[.size] as? Int }
        let written = try size()
        let same = try await store.edit { edit in
            try edit.change(added.chordset.id) { chordset in
                try chordset.rename("same")
                try chordset.replaceChord(at: 2, with: added.chordset.chords[2])
            }
        }
        try await store.edit { edit in
            _ = try edit.move(added.chordset.id, to: 0)
            _ = try edit.move(added.chordset.id, to: 100)
        }
        #expect(same == added)
        #expect(try await store.revision() == before && size() == written)
    }

    @Test("Changing an outdated version is a conflict")
    func conflicts() async throws {
        let store = try emptyStore()
        let first = try await store.edit { edit in try edit.add(try fresh(1)) }
        let id = first.chordset.id
        let second = try await store.edit { edit in
            try edit.change(id, versions: [first.version]) { try $0.rename("two") }
        }
        #expect(second.version > first.version)
        await #expect(throws: StoreError.conflict(version: second.version)) {
            try await store.edit { edit in try edit.change(id, versions: [first.version]) { try $0.rename("lost") } }
        }
        await #expect(throws: StoreError.conflict(version: second.version)) {
            try await store.edit { try $0.delete(id, versions: [first.version]) }
        }
        #expect(try await store.chordset(id).chordset.title == "two")
        // A restored chordset has a new version.
        try await store.edit { edit in
            try edit.delete(id, versions: [first.version, second.version])
            try edit.restore(id)
        }
        #expect(try await store.chordset(id).version > second.version)
        await #expect(throws: StoreError.taken(id: id)) {
            try await store.edit { try $0.add(try fresh(9).copy(id: id)) }
        }
        // Even if all records of the deletion are gone.
        let last = try await store.chordset(id).version
        try await store.edit { edit in
            let kept = try edit.one(id, of: Chordset.self).chordset
            _ = try edit.deleteAll()
            _ = try edit.add(kept)
        }
        #expect(try await store.chordset(id).version > last)
        // Databases may read texts only up to a NUL.
        for unknown in ["", "nobody", "'; DROP TABLE chordset; --", id + "\0", id + "\0x"] {
            await #expect(throws: StoreError.unknown(id: unknown)) { try await store.chordset(unknown) }
            await #expect(throws: StoreError.unknown(id: unknown)) { try await store.edit { try $0.delete(unknown) } }
            await #expect(throws: StoreError.unknown(id: unknown)) {
                try await store.edit { try $0.move(unknown, to: 0) }
            }
        }
    }

    @Test("A thousand random sequences match a simple list", arguments: 0..<10)
    func sequences(part: Int) async throws {
        let store = try emptyStore()
        for sequence in 0..<100 {
            var random = SeededGenerator(seed: UInt64(1000 * part + sequence))
            func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
            var model: [Chordset] = []
            var deleted: [(chordset: Chordset, place: Int)] = []
            try await store.edit { _ = try $0.deleteAll() }
            for _ in 0..<20 {
                let place = model.isEmpty ? 0 : below(model.count)
                switch below(5) {
                case 1 where !model.isEmpty:
                    let id = model[place].id
                    try await store.edit { _ = try $0.delete(id) }
                    deleted.append((model.remove(at: place), place))
                case 2 where !deleted.isEmpty:
                    let back = deleted.removeLast()
                    try await store.edit { _ = try $0.restore(back.chordset.id) }
                    model.insert(back.chordset, at: min(back.place, model.count))
                case 3 where !model.isEmpty:
                    let id = model[place].id
                    let title = "Title \(random.next())"
                    try await store.edit { edit in _ = try edit.change(id) { try $0.rename(title) } }
                    try model[place].rename(title)
                case 4 where !model.isEmpty:
                    let target = below(model.count)
                    let id = model[place].id
                    try await store.edit { _ = try $0.move(id, to: target) }
                    model.insert(model.remove(at: place), at: target)
                default:
                    let new = try fresh(random.next())
                    try await store.edit { _ = try $0.add(new) }
                    model.append(new)
                }
            }
            let stored = try await store.chordsets()
            #expect(stored.map(\.chordset) == model && stored.map(\.position) == Array(model.indices))
            #expect(try await store.profile() == Profile(chordsets: model.count, chords: 8 * model.count))
        }
    }

    @Test("A change of Unicode normalization is a change")
    func composition() async throws {
        let store = try emptyStore()
        let id = try await store.edit { edit in try edit.add(try fresh(1, title: "caf\u{E9}")) }.chordset.id
        let changed = try await store.edit { edit in try edit.change(id) { try $0.rename("cafe\u{301}") } }
        #expect(Array(changed.chordset.title.unicodeScalars).last == "\u{301}")
    }

    @Test("Importing a file twice adds nothing, and changed chordsets are added as copies")
    func documents() async throws {
        let store = try emptyStore()
        let sets = try (0..<3).map { try fresh($0, title: "\($0)") }
        let first = try await store.edit { try $0.add(ChordsetDocument(sets)) }
        #expect(first.map(\.chordset) == sets)
        #expect(try await store.edit { try $0.add(ChordsetDocument(sets)) }.isEmpty)
        try await store.edit { edit in _ = try edit.change(sets[1].id) { try $0.rename("mine") } }
        let again = try await store.edit { try $0.add(ChordsetDocument(sets)) }
        #expect(again.count == 1 && again[0].chordset.id != sets[1].id && again[0].chordset.chords == sets[1].chords)
        #expect(try await store.chordsets().map(\.chordset.title) == ["0", "mine", "2", "1"])
        // Different chords are another version too.
        try await store.edit { edit in
            _ = try edit.change(sets[0].id) { try $0.replaceChord(at: 7, with: LightChord()) }
        }
        #expect(try await store.edit { try $0.add(ChordsetDocument(sets)) }.map(\.chordset.title) == ["0", "1"])
    }

    @Test("Importing twice as many chordsets takes twice as long, new or known", .ofSQLite)
    func work() async throws {
        /// The steps of SQLite's virtual machine.
        final class Steps: Sendable {
            let count = Mutex(0)
        }
        func steps(importing sets: [Chordset]) async throws -> (new: Int, again: Int) {
            let store = try emptyStore()
            let steps = Steps()
            try await store.sqlite.write { db in
                sqlite3_progress_handler(
                    db.sqliteConnection, 100,
                    { context in
                        Unmanaged<Steps>.fromOpaque(context!).takeUnretainedValue().count.withLock { $0 += 1 }
                        return 0
                    }, Unmanaged.passUnretained(steps).toOpaque())
            }
            _ = try await store.edit { try $0.add(ChordsetDocument(sets)).count }
            let new = steps.count.withLock { $0 }
            _ = try await store.edit { try $0.add(ChordsetDocument(sets)).count }
            let again = steps.count.withLock { $0 } - new
            try await store.sqlite.write { sqlite3_progress_handler($0.sqliteConnection, 0, nil, nil) }
            return (new, again)
        }
        let sets = try (0..<300).map { try fresh($0) }
        let half = try await steps(importing: Array(sets[..<150]))
        let whole = try await steps(importing: sets)
        #expect(half.new > 100 && Double(whole.new) < 2.2 * Double(half.new))
        #expect(half.again > 100 && Double(whole.again) < 2.2 * Double(half.again))
    }

    @Test("A database in memory starts empty and writes no file", .ofSQLite)
    func inMemory() async throws {
        let one = try emptyStore()
        try await one.edit { edit in for seed in 0..<50 as Range<UInt64> { _ = try edit.add(try fresh(seed)) } }
        let other = try emptyStore()
        #expect(try await one.profile() == Profile(chordsets: 50, chords: 400))
        #expect(try await other.profile() == Profile(chordsets: 0, chords: 0))
        let files = try await one.sqlite.read { try String.fetchAll($0, sql: "SELECT file FROM pragma_database_list") }
        #expect(!files.isEmpty && files.allSatisfy(\.isEmpty))
    }
}

@Suite("Invalid database files")
struct FileTests {
    /// The error message for a file, which must not have changed.
    private func refusal(_ place: Place) throws -> String {
        let before = try Data(contentsOf: URL(fileURLWithPath: place.path))
        var message = ""
        do {
            _ = try ShelfStore(path: place.path)
            Issue.record("It was opened.")
        } catch let StoreError.unusable(text) {
            message = text
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: place.path)) == before)
        #expect(message.contains(place.path))
        return message
    }

    private func closed(_ place: Place, _ change: @Sendable @escaping (Database) throws -> Void = { _ in }) async throws
    {
        let store = try ShelfStore(path: place.path)
        try await store.edit { edit in for seed in 0..<20 as Range<UInt64> { _ = try edit.add(try fresh(seed)) } }
        try await store.sqlite.writeWithoutTransaction { db in
            try change(db)
            try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
        try store.close()
    }

    @Test("A file of a newer version is rejected and unchanged")
    func newer() async throws {
        let place = Place()
        try await closed(place) { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('9 something new')") }
        #expect(try refusal(place).contains("newer version"))
    }

    @Test(
        "A damaged file is rejected with advice",
        arguments: [
            "text", "header", "half", "middle",
        ])
    func damaged(how: String) async throws {
        let place = Place()
        try await closed(place)
        let url = URL(fileURLWithPath: place.path)
        var data = try Data(contentsOf: url)
        switch how {
        case "text": data = Data("This is no database at all, only a text that somebody wrote.".utf8)
        case "header": data.replaceSubrange(0..<16, with: Data(repeating: 7, count: 16))
        case "half": data = data.prefix(data.count / 2)
        default: data.replaceSubrange(4096..<20_000, with: Data(repeating: 0xAA, count: 20_000 - 4096))
        }
        try data.write(to: url)
        let message = try refusal(place)
        #expect(message.contains("damaged") && message.contains("--database"), "\(message)")
    }

    @Test("Databases of other programs and folders are rejected")
    func foreign() throws {
        let place = Place()
        try FileManager.default.createDirectory(atPath: place.folder + "/deep/down", withIntermediateDirectories: true)
        try DatabaseQueue(path: place.path).write { try $0.execute(sql: "CREATE TABLE other (id INTEGER)") }
        #expect(try refusal(place).contains("of another program"))
        #expect(throws: StoreError.self) { try ShelfStore(path: place.folder) }
        // A folder that cannot be created.
        #expect(throws: StoreError.self) { try ShelfStore(path: place.path + "/sets.sqlite") }
    }

    @Test("An empty file becomes a database")
    func empty() async throws {
        let place = Place()
        try FileManager.default.createDirectory(atPath: place.folder + "/deep/down", withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: place.path))
        #expect(try await ShelfStore(path: place.path).chordsets().isEmpty)
    }

    @Test("Several programs can create and write a file at the same time")
    func atOnce() async throws {
        let place = Place()
        let path = place.path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<8 as Range<UInt64> {
                group.addTask {
                    let store = try ShelfStore(path: path)
                    for seed in 0..<10 as Range<UInt64> {
                        try await store.edit { edit in _ = try edit.add(try fresh(100 * writer + seed)) }
                    }
                }
            }
            try await group.waitForAll()
        }
        let store = try ShelfStore(path: path)
        #expect(try await store.profile() == Profile(chordsets: 80, chords: 640))
        #expect(try await store.chordsets().map(\.position) == Array(0..<80))
    }
}
