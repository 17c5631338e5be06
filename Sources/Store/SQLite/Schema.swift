import Chordsets
import GRDB
import Tunes

/// The SQLite schema and its migrations.
package enum Schema {
    /// “LUMI”, which distinguishes our files from other databases.
    static let applicationID = 0x4C55_4D49

    private static let tables = Tables(
        integer: "INTEGER", real: "REAL", counter: "INTEGER PRIMARY KEY AUTOINCREMENT",
        idRule: "id NOT GLOB '*[^0-9A-Za-z-]*'",
        options: " STRICT", clustered: " STRICT, WITHOUT ROWID")

    /// Puts the tables of the first versions aside, whose rows go to the first shelf.
    private static let renaming = Tables.firstNames.filter { $0 != "shelf" }.map {
        "ALTER TABLE \($0) RENAME TO former\($0);"
    }.joined(separator: "\n")

    /// All migrations in order. New ones are only appended. A file has the names of those it has had; a file with
    /// unknown names is newer, and is rejected.
    private static let additions: [Addition] = [
        Addition(
            name: "1 chordsets",
            sql: """
                CREATE TABLE chordset (
                    id TEXT PRIMARY KEY NOT NULL CHECK (length(id) BETWEEN 1 AND 64 AND id NOT GLOB '*[^0-9A-Za-z-]*'),
                    title TEXT NOT NULL DEFAULT '',
                    -- Tells what comes before what; gaps mean nothing.
                    position INTEGER NOT NULL,
                    version INTEGER NOT NULL DEFAULT 1
                ) STRICT;
                CREATE INDEX chordsetPosition ON chordset (position, id);
                CREATE TABLE lightChord (
                    id INTEGER PRIMARY KEY,
                    chordset TEXT NOT NULL REFERENCES chordset (id) ON DELETE CASCADE,
                    position INTEGER NOT NULL CHECK (position BETWEEN 0 AND 7),
                    hue REAL, purity REAL, brightness REAL,
                    bpm REAL CHECK (bpm > 0),
                    lower TEXT, upper TEXT, colorsLight INTEGER,
                    UNIQUE (chordset, position)
                ) STRICT;
                CREATE TABLE lumi (
                    id INTEGER PRIMARY KEY,
                    lightChord INTEGER NOT NULL REFERENCES lightChord (id) ON DELETE CASCADE,
                    place INTEGER NOT NULL CHECK (place >= 0),
                    hue REAL, purity REAL, opacity REAL,
                    sides REAL, size REAL, thickness REAL,
                    x REAL, y REAL, heading REAL, speed REAL, spin REAL, phase REAL,
                    UNIQUE (lightChord, place)
                ) STRICT;
                -- What was deleted, as documents, so that it can be brought back.
                CREATE TABLE deletedChordset (
                    id TEXT PRIMARY KEY NOT NULL,
                    position INTEGER NOT NULL,
                    document TEXT NOT NULL,
                    number INTEGER NOT NULL
                ) STRICT;
                -- One row: grows with every change, so that others can see that there was one.
                CREATE TABLE revision (number INTEGER NOT NULL) STRICT;
                INSERT INTO revision VALUES (0);
                """),
        Addition(
            name: "2 history",
            sql: """
                -- One row: which database this is, since when its history is its own, and the revision at which its
                -- order was changed last, otherwise than by additions at the end and by deletions.
                CREATE TABLE origin (database TEXT NOT NULL, epoch TEXT NOT NULL, orderRevision INTEGER NOT NULL)
                    STRICT;
                -- The revisions that there were, each in its turn; the oldest are forgotten.
                CREATE TABLE pastRevision (turn INTEGER PRIMARY KEY, number INTEGER NOT NULL UNIQUE) STRICT;
                -- What was deleted, and the revision that did it.
                CREATE TABLE gravestone (id TEXT PRIMARY KEY NOT NULL, version INTEGER NOT NULL UNIQUE) STRICT;
                CREATE INDEX chordsetVersion ON chordset (version);
                INSERT INTO origin VALUES (lower(hex(randomblob(16))), lower(hex(randomblob(16))), 0);
                """
        ) { db in
            // Earlier revisions were successive integers, which two files may share. All get new ones.
            var revision = try Int.fetchOne(db, sql: "SELECT number FROM revision") ?? 0
            func advance() throws -> Int {
                revision += 2 * .random(in: 1...1 << 16) + revision & 1
                try db.execute(sql: "UPDATE revision SET number = ?", arguments: [revision])
                try db.execute(sql: "INSERT INTO pastRevision (number) VALUES (?)", arguments: [revision])
                return revision
            }
            try db.execute(sql: "UPDATE origin SET orderRevision = ?", arguments: [try advance()])
            for id in try String.fetchAll(db, sql: "SELECT id FROM chordset ORDER BY version, id") {
                try db.execute(sql: "UPDATE chordset SET version = ? WHERE id = ?", arguments: [try advance(), id])
            }
        },
        Addition(
            name: "3 tunes",
            sql: """
                CREATE TABLE tune (
                    id TEXT PRIMARY KEY NOT NULL CHECK (length(id) BETWEEN 1 AND 64 AND id NOT GLOB '*[^0-9A-Za-z-]*'),
                    title TEXT NOT NULL,
                    position INTEGER NOT NULL,
                    version INTEGER NOT NULL,
                    -- The plain text of one tune, with its title again.
                    text TEXT NOT NULL
                ) STRICT;
                CREATE INDEX tunePosition ON tune (position, id);
                CREATE INDEX tuneVersion ON tune (version);
                CREATE TABLE deletedTune (
                    id TEXT PRIMARY KEY NOT NULL,
                    position INTEGER NOT NULL,
                    document TEXT NOT NULL,
                    number INTEGER NOT NULL
                ) STRICT;
                CREATE TABLE tuneGravestone (id TEXT PRIMARY KEY NOT NULL, version INTEGER NOT NULL UNIQUE) STRICT;
                ALTER TABLE origin ADD COLUMN tuneOrderRevision INTEGER NOT NULL DEFAULT 0;
                """),
        Addition(
            name: "4 setup",
            sql: """
                -- How a tune is played, in words of the page.
                ALTER TABLE tune ADD COLUMN setup TEXT NOT NULL DEFAULT '';
                """),
        // Existing data becomes the shelf without a key.
        Addition(
            name: "5 shelves",
            sql: """
                DROP INDEX IF EXISTS chordsetPosition;
                DROP INDEX IF EXISTS chordsetVersion;
                DROP INDEX IF EXISTS tunePosition;
                DROP INDEX IF EXISTS tuneVersion;
                \(renaming)
                \(tables.sql)
                INSERT INTO shelf (number, origin, epoch, revision, past, orderRevision, tuneOrderRevision, made)
                    SELECT 1, database, epoch, (SELECT number FROM revision), (SELECT count(*) FROM
                        formerpastRevision), orderRevision,
                        tuneOrderRevision, unixepoch()
                    FROM origin;
                INSERT INTO pastRevision SELECT 1, number FROM formerpastRevision;
                INSERT INTO chordset (shelf, id, title, position, version) SELECT 1, id, title, position, version FROM
                    formerchordset;
                INSERT INTO lightChord
                    SELECT 1, chordset, position, hue, purity, brightness, bpm, lower, upper, colorsLight FROM
                        formerlightChord;
                INSERT INTO lumi
                    SELECT 1, chordset, position, place, lumi.hue, lumi.purity, opacity, sides, size, thickness, x, y,
                        heading, speed,
                        spin, phase
                    FROM formerlumi AS lumi JOIN formerlightChord AS chord ON chord.id = lumi.lightChord;
                INSERT INTO tune (shelf, id, title, position, version, text, setup)
                    SELECT 1, id, title, position, version, text, setup FROM formertune;
                INSERT INTO deletedChordset SELECT 1, id, position, document, number FROM formerdeletedChordset;
                INSERT INTO deletedTune SELECT 1, id, position, document, number FROM formerdeletedTune;
                INSERT INTO gravestone SELECT 1, id, version FROM formergravestone;
                INSERT INTO tuneGravestone SELECT 1, id, version FROM formertuneGravestone;
                \(Tables.firstNames.filter { $0 != "shelf" }.map { "DROP TABLE former\($0);" }.joined(separator: "\n"))
                DROP TABLE origin;
                DROP TABLE revision;
                """
        ) { db in
            let shelf = OpenShelf(db: SQLiteConnection(db), number: 1)
            try Records.weigh(shelf, Chordset.self)
            try Records.weigh(shelf, StoredTune.self)
        },
        Addition(name: "6 devices", sql: tables.deviceLog),
    ]

    private struct Addition {
        let name: String
        let sql: String
        /// Converts existing data.
        var then: (@Sendable (Database) throws -> Void)?
    }

    /// Applies missing migrations in one transaction, even if several programs open the file at the same time.
    /// - Parameter last: the last migration to apply, for tests with older files.
    package static func bringUpToDate(_ db: Database, last: String? = nil) throws {
        // An up-to-date file needs no write lock.
        if try missing(db).isEmpty { return }
        try db.inTransaction(.immediate) {
            // The name comes from GRDB, which wrote the first files.
            try db.execute(sql: "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
            for addition in try missing(db) {
                try db.execute(sql: addition.sql)
                try addition.then?(db)
                try db.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [addition.name])
                if addition.name == last { break }
            }
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
            if try Int.fetchOne(db, sql: "PRAGMA user_version") == 0 { try DatabaseFileGuard.makeMark(db) }
            return .commit
        }
    }

    /// Whether a file is ours or has no tables yet.
    static func owns(_ db: Database) throws -> Bool {
        if try Int.fetchOne(db, sql: "PRAGMA application_id") == applicationID { return true }
        return try Int.fetchOne(
            db, sql: "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name <> 'grdb_migrations'") == 0
    }

    /// Whether a newer version of this program has migrated the file.
    static func isNewer(_ db: Database) throws -> Bool {
        try !present(db).isSubset(of: additions.map(\.name))
    }

    private static func missing(_ db: Database) throws -> [Addition] {
        let present = try present(db)
        return additions.filter { !present.contains($0.name) }
    }

    private static func present(_ db: Database) throws -> Set<String> {
        let isThere = try Bool.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master WHERE name = 'grdb_migrations'")
        guard isThere == true else { return [] }
        return try String.fetchSet(db, sql: "SELECT identifier FROM grdb_migrations")
    }
}
