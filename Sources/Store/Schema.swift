import GRDB

/// The tables, and how they came about. What is declared here holds whatever program writes: exactly one owner for each
/// chord and lumi, positions from 0 to 7 that are there once, a positive tempo.
enum Schema {
    /// “LUMI”: tells our files from other programs’ databases.
    static let applicationID = 0x4C55_4D49

    /// All of them; those that refer to others stand before these.
    static let tables = [
        "lumi", "lightChord", "chordset", "deletedChordset", "gravestone", "tune", "deletedTune", "tuneGravestone",
        "pastRevision", "origin", "revision",
    ]

    /// What has been added to the tables, one after the other. Only ever added to: a file is brought up to date by what it
    /// lacks, and one that knows more than this is refused. Their names stand in the file.
    private static let additions: [Addition] = [
        Addition(name: "1 chordsets", sql: """
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
        Addition(name: "2 history", sql: """
            -- One row: which database this is, since when its history is its own, and the revision at which its order was
            -- changed last, otherwise than by additions at the end and by deletions.
            CREATE TABLE origin (database TEXT NOT NULL, epoch TEXT NOT NULL, orderRevision INTEGER NOT NULL) STRICT;
            -- The revisions that there were, each in its turn; the oldest are forgotten.
            CREATE TABLE pastRevision (turn INTEGER PRIMARY KEY, number INTEGER NOT NULL UNIQUE) STRICT;
            -- What was deleted, and the revision that did it.
            CREATE TABLE gravestone (id TEXT PRIMARY KEY NOT NULL, version INTEGER NOT NULL UNIQUE) STRICT;
            CREATE INDEX chordsetVersion ON chordset (version);
            INSERT INTO origin VALUES (lower(hex(randomblob(16))), lower(hex(randomblob(16))), 0);
            """) { db in
                // Until now revisions counted by ones, so that two files may have had the same ones: all begin anew.
                try History.noteOrder(db, version: try History.advance(db), on: .chordsets)
                for id in try String.fetchAll(db, sql: "SELECT id FROM chordset ORDER BY version, id") {
                    try db.run("UPDATE chordset SET version = ? WHERE id = ?", [try History.advance(db), id])
                }
            },
        Addition(name: "3 tunes", sql: """
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
        Addition(name: "4 setup", sql: """
            -- How a tune is played, in words of the page.
            ALTER TABLE tune ADD COLUMN setup TEXT NOT NULL DEFAULT '';
            """),
    ]

    private struct Addition {
        let name: String
        let sql: String
        /// What is done with what was there before.
        var then: (@Sendable (Database) throws -> Void)?
    }

    /// Makes the tables, or adds what a file of an older version lacks: all in one transaction, so that others see a file
    /// without any table or one with all of them, also where several programs make it at the same moment.
    static func bringUpToDate(_ db: Database) throws {
        // Who finds everything there does not ask to write.
        if try missing(db).isEmpty { return }
        try db.inTransaction(.immediate) {
            // The name comes from GRDB, which wrote the first files.
            try db.execute(sql: "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
            for addition in try missing(db) {
                try db.execute(sql: addition.sql)
                try addition.then?(db)
                try db.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [addition.name])
            }
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
            if try Int.fetchOne(db, sql: "PRAGMA user_version") == 0 { try Footing.makeMark(db) }
            return .commit
        }
    }

    /// Whether a file is ours, or nobody's yet: another program may be about to make it.
    static func owns(_ db: Database) throws -> Bool {
        if try Int.fetchOne(db, sql: "PRAGMA application_id") == applicationID { return true }
        return try Int.fetchOne(
            db, sql: "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name <> 'grdb_migrations'") == 0
    }

    /// Whether a newer version of this program has been there.
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
