/// The tables in the dialect of one database, as in the first version with shelves. Later migrations change them.
///
/// Constraints hold for all programs: each chord and lumi has one owner, positions are unique and from 0 to 7, the
/// tempo is positive, and everything belongs to a shelf.
public struct Tables: Sendable {
    /// The type of 64-bit integers.
    let integer: String
    let real: String
    /// The type of an automatic number that is never reused.
    let counter: String
    /// The check of the column `id`, which must be usable in addresses.
    let idRule: String
    /// The options after each table.
    let options: String
    /// The options of tables clustered by primary key.
    let clustered: String

    public init(
        integer: String, real: String, counter: String, idRule: String, options: String = "", clustered: String = ""
    ) {
        self.integer = integer
        self.real = real
        self.counter = counter
        self.idRule = idRule
        self.options = options
        self.clustered = clustered
    }

    /// All tables, each before the tables it refers to.
    public static let names = ["deviceLog"] + firstNames

    /// The tables of the first version with shelves.
    static let firstNames = [
        "lumi", "lightChord", "chordset", "deletedChordset", "gravestone", "tune", "deletedTune", "tuneGravestone",
        "pastRevision",
        "shelf",
    ]

    /// The SQL that creates the tables.
    public var sql: String {
        """
        CREATE TABLE shelf (
            number \(counter),
            -- Hashes of the keys; neither for the shelf that needs none.
            owner TEXT UNIQUE, reader TEXT UNIQUE,
            -- Grows whenever a key is renewed or taken away.
            keys \(integer) NOT NULL DEFAULT 0,
            name TEXT NOT NULL DEFAULT '',
            -- Which shelf this is, and since when its history is its own.
            origin TEXT NOT NULL, epoch TEXT NOT NULL,
            -- Grows with every change; how many such numbers there were and are not forgotten; and those at which the
            -- order was changed last, otherwise than by additions at the end and by deletions.
            revision \(integer) NOT NULL, past \(integer) NOT NULL,
            orderRevision \(integer) NOT NULL DEFAULT 0, tuneOrderRevision \(integer) NOT NULL DEFAULT 0,
            -- Of all things on it.
            bytes \(integer) NOT NULL DEFAULT 0,
            -- Seconds since 1970.
            made \(integer) NOT NULL
        )\(options);
        CREATE TABLE pastRevision (
            \(owner), number \(integer) NOT NULL, PRIMARY KEY (shelf, number)
        )\(clustered);
        \(things("chordset", columns: ""))
        CREATE TABLE lightChord (
            shelf \(integer) NOT NULL, chordset TEXT NOT NULL,
            position \(integer) NOT NULL CHECK (position BETWEEN 0 AND 7),
            hue \(real), purity \(real), brightness \(real),
            bpm \(real) CHECK (bpm > 0),
            lower TEXT, upper TEXT, colorsLight \(integer),
            PRIMARY KEY (shelf, chordset, position),
            FOREIGN KEY (shelf, chordset) REFERENCES chordset (shelf, id) ON DELETE CASCADE
        )\(clustered);
        CREATE TABLE lumi (
            shelf \(integer) NOT NULL, chordset TEXT NOT NULL, position \(integer) NOT NULL,
            place \(integer) NOT NULL CHECK (place >= 0),
            hue \(real), purity \(real), opacity \(real),
            sides \(real), size \(real), thickness \(real),
            x \(real), y \(real), heading \(real), speed \(real), spin \(real), phase \(real),
            PRIMARY KEY (shelf, chordset, position, place),
            FOREIGN KEY (shelf, chordset, position) REFERENCES lightChord (shelf, chordset, position) ON DELETE CASCADE
        )\(clustered);
        \(deleted("deletedChordset", "gravestone"))
        -- The plain text of one tune, with its title again; and how it is played, in words of the page.
        \(things("tune", columns: "text TEXT NOT NULL, setup TEXT NOT NULL DEFAULT '',"))
        \(deleted("deletedTune", "tuneGravestone"))
        """
    }

    /// The SQL that creates the table of ``DeviceLog``, which came later.
    public var deviceLog: String {
        """
        CREATE TABLE deviceLog (
            \(owner),
            id TEXT NOT NULL CHECK (length(id) BETWEEN 1 AND 64 AND \(idRule)),
            -- Grows with every change.
            version \(integer) NOT NULL,
            bytes \(integer) NOT NULL,
            text TEXT NOT NULL,
            PRIMARY KEY (shelf, id)
        )\(options);
        """
    }

    private var owner: String { "shelf \(integer) NOT NULL REFERENCES shelf (number) ON DELETE CASCADE" }

    private func things(_ table: String, columns: String) -> String {
        """
        CREATE TABLE \(table) (
            \(owner),
            id TEXT NOT NULL CHECK (length(id) BETWEEN 1 AND 64 AND \(idRule)),
            title TEXT NOT NULL DEFAULT '',
            -- Tells what comes before what; gaps mean nothing.
            position \(integer) NOT NULL,
            version \(integer) NOT NULL,
            -- As JSON.
            bytes \(integer) NOT NULL DEFAULT 0,
            \(columns)
            PRIMARY KEY (shelf, id)
        )\(options);
        CREATE INDEX \(table)Position ON \(table) (shelf, position, id);
        CREATE INDEX \(table)Version ON \(table) (shelf, version);
        """
    }

    /// The tables of deleted documents, for undeleting, and of the revisions of deletion.
    private func deleted(_ documents: String, _ tombstones: String) -> String {
        """
        CREATE TABLE \(documents) (
            \(owner),
            id TEXT NOT NULL,
            position \(integer) NOT NULL,
            document TEXT NOT NULL,
            number \(integer) NOT NULL,
            PRIMARY KEY (shelf, id)
        )\(options);
        CREATE TABLE \(tombstones) (
            \(owner), id TEXT NOT NULL, version \(integer) NOT NULL, PRIMARY KEY (shelf, id), UNIQUE (shelf, version)
        )\(options);
        """
    }
}
