import ArgumentParser
import Foundation
import Store

#if PostgreSQL
    import PostgresStore
#endif

/// The options of the database, shelves and quotas.
struct StoreOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The database file, “:memory:” for a temporary database, lost when the server ends, or PostgreSQL, which \
            several servers can share: postgres://user@host/database.
            """, valueName: "path"))
    var database = ShelfStore.standardPath

    @Option(
        help: ArgumentHelp(
            """
            Copy everything from --database to this empty database, a file or PostgreSQL, and exit. No server should \
            be writing at the same time.
            """, valueName: "database"))
    var copyTo: String?

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            """
            Give each browser its own shelf with a key that it makes. Otherwise all clients share one shelf. The \
            default is shelves, unless --host is an address of this machine only.
            """))
    var shelves: Bool?

    @Option(help: ArgumentHelp("The maximum number of shelves.", valueName: "number"))
    var mostShelves = Quotas().shelves

    @Option(help: ArgumentHelp("The maximum number of chordsets on a shelf, and of tunes.", valueName: "number"))
    var mostChordsets = Quotas().maximumItems

    @Option(help: ArgumentHelp("The maximum size of one chordset as JSON.", valueName: "bytes"))
    var mostBytesPerChordset = Quotas().maximumBytesPerItem

    @Option(help: ArgumentHelp("The maximum size of everything on a shelf as JSON.", valueName: "bytes"))
    var mostBytes = Quotas().bytes

    @Option(help: ArgumentHelp("The maximum size of all shelves together as JSON.", valueName: "bytes"))
    var mostBytesInAll = Quotas().allBytes

    @Option(
        help: ArgumentHelp(
            """
            The disk space that stays free, if the database is a file. The default is 256 MiB, or a twentieth of a \
            small disk.
            """, valueName: "bytes"))
    var leastFree: Int?

    @Option(
        help: ArgumentHelp(
            """
            The maximum number of shelves that one address can create in an hour; 0 sets no limit. The default is 60, \
            without a limit for this machine’s own programs.
            """, valueName: "number"))
    var shelvesPerHour: Int?

    func validate() throws {
        if database.isEmpty || copyTo == "" {
            throw ValidationError("--database needs the path of a file or the address of a PostgreSQL database.")
        }
        for (name, value) in [
            ("bytes-in-all", mostBytesInAll), ("shelves", mostShelves), ("chordsets", mostChordsets),
            ("bytes-per-chordset", mostBytesPerChordset), ("bytes", mostBytes),
        ] where value < 1 {
            throw ValidationError("--most-\(name) is \(value). It must be at least 1.")
        }
        guard leastFree ?? 0 >= 0, shelvesPerHour ?? 0 >= 0 else {
            throw ValidationError("--least-free and --shelves-per-hour must not be negative.")
        }
    }

    /// - Parameter host: the address that the server listens on.
    func opened(host: String) throws -> ShelfAuthorizer {
        let quotas = Quotas(
            maximumItems: mostChordsets, maximumBytesPerItem: mostBytesPerChordset, bytes: mostBytes,
            shelves: mostShelves, allBytes: mostBytesInAll, freeBytes: leastFree)
        let isAlone = host.lowercased() == "localhost" || IPAddress(host)?.isLoopback == true
        let perHour = shelvesPerHour ?? 60
        return ShelfAuthorizer(
            shelves: try opened(database, quotas).storingNoEmptyOnes(), requiresKey: shelves ?? !isAlone,
            newShelves: perHour == 0
                ? nil : RateLimiter(perHour, per: .seconds(3600), countsLoopback: shelvesPerHour != nil))
    }

    /// Copies everything to another database.
    func copy(to other: String) async throws -> String {
        // With a mistyped path, an empty database would be created and copied.
        guard database.contains("://") || FileManager.default.fileExists(atPath: database) else {
            throw StoreError.unusable("There is no database “\(database)”. Name another with --database.")
        }
        let (from, to) = (try opened(database, Quotas()), try opened(other, Quotas()))
        try await from.copy(to: to)
        let copied = try await to.totals()
        _ = (try from.close(), try to.close())
        return "Copied: shelves: \(copied.shelves), bytes: \(copied.bytes)"
    }

    private func opened(_ database: String, _ quotas: Quotas) throws -> Shelves {
        #if PostgreSQL
            if PostgresDatabase.isAddress(database) { return Shelves(try PostgresDatabase(database), quotas: quotas) }
        #else
            guard !database.contains("://") else {
                throw StoreError.unusable("This server was built without PostgreSQL. --database takes a file.")
            }
        #endif
        return try Shelves(path: database, quotas: quotas)
    }
}

extension ShelfAuthorizer {
    /// Closes the database and prints a summary, and the path of a rescued copy if there is one.
    func closeAndReport() async throws {
        if let profile = try? await profile() {
            try? FileHandle.standardOutput.write(contentsOf: Data("\(profile)\n".utf8))
        }
        if let rescued = try shelves.close() {
            FileHandle.standardError.write(
                Data("The database was deleted or replaced. What could be saved of it is in “\(rescued)”.\n".utf8))
        }
    }

    private func profile() async throws -> String {
        guard requiresKey else { return "\(try await shelves.keyless.profile())" }
        return "\(try await shelves.totals())"
    }
}
