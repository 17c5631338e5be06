import GRDB

/// The tables, and how they came about. What is declared here holds whatever program writes: exactly one owner for each
/// chord and lumi, positions from 0 to 7 that are there once, a positive tempo.
enum Schema {
    /// “LUMI”: tells our files from other programs’ databases.
    static let applicationID = 0x4C55_4D49

    /// Only ever added to: a file is brought up to date by what it lacks, and one that knows more than this is refused.
    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 chordsets") { db in
            try db.execute(sql: """
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
                PRAGMA application_id = \(applicationID);
                """)
        }
        return migrator
    }()
}
