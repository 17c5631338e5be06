import Chordsets
import Foundation
import GRDB
import Store
import Sync
import Testing

/// A client that only requests changes.
private struct Follower {
    var chordsets: [String: Chordset] = [:]
    var order: [String] = []
    /// All known revisions, the newest last.
    var trail: [Int] = []

    /// Requests changes until there are no more.
    /// - Returns: `since` of the first answer.
    @discardableResult
    mutating func ask(_ store: ShelfStore, limit: Int, meanwhile: () async throws -> Void = {}) async throws -> Int {
        let first = try await store.changes(since: trail.suffix(100), limit: limit)
        var part = first
        if first.since == 0 { self = Follower() }
        while true {
            #expect(part.chordsets.count + part.deleted.count <= limit)
            for gravestone in part.deleted {
                chordsets[gravestone.id] = nil
                order.removeAll { $0 == gravestone.id }
            }
            for stored in part.chordsets { chordsets[stored.chordset.id] = stored.chordset }
            if let all = part.order { order = all }
            let here = Set(order)
            order += part.chordsets.filter { !here.contains($0.chordset.id) }
                .sorted { $0.position < $1.position }.map(\.chordset.id)
            trail.append(part.revision)
            guard part.more else { return first.since }
            try await meanwhile()
            part = try await store.changes(since: [part.revision], limit: limit)
            #expect(part.since == trail.last)
        }
    }
}

@Suite("Changes")
struct ChangesTests {
    @Test("A client that applies all changes has the same data, for any sequence and any parts", arguments: 0..<4)
    func following(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
        let store = try emptyStore()
        var follower = Follower()
        var deleted: [String] = []
        func something() async throws {
            let ids = try await store.chordsets().map(\.chordset.id)
            let id = ids.isEmpty ? "" : ids[below(ids.count)]
            switch below(8) {
            case 0 where !ids.isEmpty:
                try await store.edit { _ = try $0.delete(id) }
                deleted.append(id)
            case 1 where !deleted.isEmpty:
                let back = deleted.removeLast()
                try await store.edit { _ = try $0.restore(back) }
            case 2 where !ids.isEmpty:
                let place = below(ids.count)
                try await store.edit { _ = try $0.move(id, to: place) }
            case 3 where !ids.isEmpty:
                let title = "\(random.next())"
                try await store.edit { edit in _ = try edit.change(id) { try $0.rename(title) } }
            case 4 where below(20) == 0:
                try await store.edit { _ = try $0.deleteAll() }
                deleted = []
            default:
                let new = try fresh(random.next())
                try await store.edit { _ = try $0.add(new) }
            }
        }
        for _ in 0..<40 {
            for _ in 0..<below(12) { try await something() }
            let limit = 1 + below(6)
            let newest = follower.trail.last
            let since = try await follower.ask(store, limit: limit)
            #expect(since == newest ?? 0)
            let all = try await store.chordsets()
            #expect(follower.chordsets.count == all.count && follower.order == all.map(\.chordset.id))
            #expect(all.allSatisfy { follower.chordsets[$0.chordset.id] == $0.chordset })
            #expect(try await store.revision() == follower.trail.last)
        }
    }

    @Test("Changes between two parts come in a later part")
    func meanwhile() async throws {
        let store = try emptyStore()
        let sets = try (0..<30).map { try fresh($0) }
        try await store.edit { _ = try $0.add(ChordsetDocument(sets)) }
        var follower = Follower()
        var number = 0
        try await follower.ask(store, limit: 4) {
            number += 1
            guard number < 8 else { return }
            let (changed, moved, gone) = (sets[number].id, sets[29 - number].id, sets[10 + number].id)
            try await store.edit { [number] edit in
                try edit.change(changed) { try $0.rename("changed") }
                try edit.move(moved, to: number)
                try edit.delete(gone)
            }
        }
        let all = try await store.chordsets()
        #expect(follower.order == all.map(\.chordset.id) && follower.chordsets.count == 23)
        #expect(all.allSatisfy { follower.chordsets[$0.chordset.id] == $0.chordset })
    }

    @Test("Revisions of another database are unknown, and those of a copy are known up to the copy")
    func sharing() async throws {
        let place = Place()
        let store = try ShelfStore(path: place.path)
        var known: [Int] = []
        for seed in 0..<20 as Range<UInt64> {
            try await store.edit { _ = try $0.add(try fresh(seed)) }
            known.append(try await store.revision())
        }
        let other = try emptyStore()
        #expect(try await other.changes(since: known, limit: 10).since == 0)
        #expect(try await other.state().origin.database != store.state().origin.database)
        #expect(try await store.changes(since: [0], limit: 10).since == 0)
        #expect(try await store.changes(since: [], limit: 10).since == 0)
        // A copy with later changes of its own.
        let copy = place.folder + "/copy.sqlite"
        try (store.sqlite as? DatabasePool)?.backup(to: DatabaseQueue(path: copy))
        let parted = try ShelfStore(path: copy)
        for seed in 30..<60 as Range<UInt64> {
            try await parted.edit { _ = try $0.add(try fresh(seed)) }
            known.append(try await parted.revision())
        }
        #expect(try await store.changes(since: known.shuffled(), limit: 10).since == known[19])
        #expect(try await parted.changes(since: known, limit: 10).since == known[49])
        #expect(try await parted.state().origin == store.state().origin)
        #expect(known == known.sorted() && zip(known, known.dropFirst()).allSatisfy { 2...131_072 ~= $1 - $0 })
    }

    @Test("Notifications have IDs unless there are too many or the history is unknown")
    func news() async throws {
        let store = try emptyStore()
        let (origin, start, _) = try await store.state()
        let sets = try (0..<101).map { try fresh($0) }
        try await store.edit { _ = try $0.add(ChordsetDocument(Array(sets[..<3]))) }
        let added = try await store.news(since: start)
        #expect(added.database == origin.database && added.since == start)
        #expect(try await added.revision == store.revision())
        #expect(
            added.names?.changed == sets[..<3].map(\.id) && added.names?.deleted == [] && added.names?.order == false)
        try await store.edit { edit in
            try edit.delete(sets[0].id)
            try edit.move(sets[2].id, to: 0)
        }
        let moved = try await store.news(since: added.revision)
        #expect(
            moved.names?.changed == [sets[2].id] && moved.names?.deleted == [sets[0].id] && moved.names?.order == true)
        try await store.edit { _ = try $0.add(ChordsetDocument(sets)) }
        #expect(try await store.news(since: start).names == nil)
        #expect(try await store.news(since: nil).names == nil)
        #expect(try await store.news(since: start + 131_072 * 500).names == nil)
    }

    @Test("Restoring sends the order, because clients may have the old position")
    func returned() async throws {
        let store = try emptyStore()
        let sets = try (0..<3).map { try fresh($0) }
        try await store.edit { _ = try $0.add(ChordsetDocument(sets)) }
        let known = try await store.revision()
        try await store.edit { _ = try $0.delete(sets[0].id) }
        try await store.edit { _ = try $0.add(sets[0]) }
        let changes = try await store.changes(since: [known], limit: 100)
        #expect(changes.chordsets.map(\.chordset.id) == [sets[0].id] && changes.deleted.isEmpty)
        #expect(changes.order == [sets[1].id, sets[2].id, sets[0].id])
    }

    @Test("Pages have all items in order, even if items are added and deleted")
    func pages() async throws {
        let store = try emptyStore()
        let sets = try (0..<25).map { try fresh($0) }
        try await store.edit { _ = try $0.add(ChordsetDocument(sets)) }
        try await store.edit { _ = try $0.move(sets[20].id, to: 3) }
        var seen: [StoredChordset] = []
        var bookmark: ItemPage<Chordset>.Bookmark?
        repeat {
            let page = try await store.page(after: bookmark, limit: 7)
            #expect(page.count == 25 && page.chordsets.count <= 7)
            seen += page.chordsets
            bookmark = page.next
        } while bookmark != nil
        #expect(try await seen == store.chordsets() && seen.map(\.position) == Array(0..<25))
        let first = try await store.page(limit: 7)
        try await store.edit { edit in
            try edit.delete(first.chordsets[6].chordset.id)
            try edit.add(try fresh(99))
        }
        let second = try await store.page(after: first.next, limit: 100)
        #expect(second.chordsets.first?.chordset == seen[7].chordset && second.chordsets.first?.position == 6)
        #expect(second.chordsets.count == 19 && second.next == nil)
        #expect(first.next.flatMap { ItemPage<Chordset>.Bookmark("\($0)") } == first.next)
        for nonsense in ["", "5", "x.y", ".a", "5.", "99999999999999999999.a"] {
            #expect(ItemPage<Chordset>.Bookmark(nonsense) == nil)
        }
    }

    @Test("The oldest of a hundred thousand revisions are deleted, with their deletions")
    func forgetting() async throws {
        let store = try emptyStore()
        let start = try await store.revision()
        try await store.edit { edit in
            let gone = try edit.add(try fresh(1)).chordset.id
            try edit.delete(gone)
        }
        let early = try await store.revision()
        #expect(try await store.changes(since: [start], limit: 10).deleted.count == 1)
        // In ten parts, because a statement has a deadline, and the server has other tests to serve.
        for part in 0..<10 {
            try await store.told(
                """
                INSERT INTO pastRevision (shelf, number)
                WITH RECURSIVE past (number) AS (SELECT CAST(?1 AS bigint) UNION ALL SELECT number + 2 FROM past WHERE \
                number < ?1 + 19998)
                SELECT 1, number FROM past
                """, early + 2 + 20_000 * part)
        }
        try await store.told(
            """
            UPDATE shelf SET revision = (SELECT max(number) FROM pastRevision), past = (SELECT count(*) FROM \
            pastRevision)
            """)
        try await store.edit { _ = try $0.add(try fresh(2)) }
        #expect(try await store.changes(since: [start, early], limit: 10).since == 0)
        let all = try await store.changes(since: [0], limit: 10)
        #expect(all.deleted.isEmpty && all.chordsets.count == 1)
        #expect(try await store.asked("SELECT count(*) FROM pastRevision") == [100_000])
    }

    @Test("Reading changes in parts ends, even if revisions of old chordsets are deleted")
    func partsOfOldHistory() async throws {
        let store = try emptyStore()
        try await store.edit { edit in for seed in 1...5 { _ = try edit.add(try fresh(UInt64(seed))) } }
        let last = try await store.revision()
        try await store.told("DELETE FROM pastRevision")
        try await store.told("UPDATE shelf SET revision = ?1, past = 1", last + 200)
        try await store.told("INSERT INTO pastRevision (shelf, number) VALUES (1, ?1)", last + 200)
        var known = 0
        var ids: [String] = []
        for _ in 0..<5 {
            let part = try await store.changes(since: [known], limit: 1)
            #expect(part.since == known)
            ids += part.chordsets.map(\.chordset.id)
            known = part.revision
        }
        #expect(Set(ids).count == 5)
        let end = try await store.changes(since: [known], limit: 1)
        #expect(!end.more && end.chordsets.isEmpty)
        // A deleted complete revision proves nothing, because later deletions are deleted too.
        let version = try await store.chordset(ids[0]).version
        #expect(try await store.changes(since: [version], limit: 9).since == 0)
    }

    @Test("Large chordsets make smaller parts and pages, without losing any")
    func heavyParts() async throws {
        let store = try emptyStore()
        try await store.edit { edit in
            for seed in 1...60 {
                var chordset = try fresh(UInt64(seed))
                for position in 0..<Chordset.size {
                    var chord = chordset.chords[position]
                    try chord.setLumis(Array(repeating: Lumi(), count: LightChord.maximumLumis))
                    try chordset.replaceChord(at: position, with: chord)
                }
                _ = try edit.add(chordset)
            }
        }
        var known = 0
        var parts: [Int] = []
        repeat {
            let part = try await store.changes(since: [known], limit: 1000)
            parts.append(part.chordsets.count)
            known = part.revision
            if !part.more { break }
        } while parts.count < 60
        #expect(parts.reduce(0, +) == 60 && parts.count > 1 && parts.allSatisfy { $0 <= 50 })
        var page = try await store.page(limit: 1000)
        var pages = [page.chordsets.count]
        while let next = page.next {
            page = try await store.page(after: next, limit: 1000)
            pages.append(page.chordsets.count)
        }
        #expect(pages.reduce(0, +) == 60 && pages.count > 1 && pages.allSatisfy { 1...50 ~= $0 })
    }

    @Test("A file of the first version is migrated without losing data")
    func migration() async throws {
        let place = Place()
        try FileManager.default.createDirectory(atPath: place.folder + "/deep/down", withIntermediateDirectories: true)
        try await DatabaseQueue(path: place.path).writeWithoutTransaction { db in
            // As written by the first version.
            try db.execute(
                sql: """
                    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
                    INSERT INTO grdb_migrations VALUES ('1 chordsets');
                    CREATE TABLE chordset (
                        id TEXT PRIMARY KEY NOT NULL, title TEXT NOT NULL DEFAULT '', position INTEGER NOT NULL,
                        version INTEGER NOT NULL DEFAULT 1) STRICT;
                    CREATE TABLE lightChord (
                        id INTEGER PRIMARY KEY, chordset TEXT NOT NULL REFERENCES chordset (id) ON DELETE CASCADE,
                        position INTEGER NOT NULL, hue REAL, purity REAL, brightness REAL, bpm REAL, lower TEXT, upper \
                    TEXT,
                        colorsLight INTEGER, UNIQUE (chordset, position)) STRICT;
                    CREATE TABLE lumi (
                        id INTEGER PRIMARY KEY, lightChord INTEGER NOT NULL REFERENCES lightChord (id) ON DELETE \
                    CASCADE,
                        place INTEGER NOT NULL, hue REAL, purity REAL, opacity REAL, sides REAL, size REAL, thickness \
                    REAL, x REAL,
                        y REAL, heading REAL, speed REAL, spin REAL, phase REAL, UNIQUE (lightChord, place)) STRICT;
                    CREATE TABLE deletedChordset (
                        id TEXT PRIMARY KEY NOT NULL, position INTEGER NOT NULL, document TEXT NOT NULL, number \
                    INTEGER NOT NULL)
                        STRICT;
                    CREATE TABLE revision (number INTEGER NOT NULL) STRICT;
                    INSERT INTO revision VALUES (45);
                    INSERT INTO chordset VALUES ('old', 'Old', 0, 44);
                    PRAGMA application_id = 0x4C554D49;
                    """)
        }
        let store = try ShelfStore(path: place.path)
        let changes = try await store.changes(since: [45, 44], limit: 10)
        #expect(changes.since == 0 && changes.revision > 45 && !changes.origin.database.isEmpty)
        #expect(changes.chordsets.map(\.chordset.title) == ["Old"] && changes.chordsets[0].version > 45)
        #expect(try await store.changes(since: [changes.revision], limit: 10).since == changes.revision)
        // Only once, not at each opening.
        #expect(try await ShelfStore(path: place.path).state().origin == changes.origin)
    }
}
