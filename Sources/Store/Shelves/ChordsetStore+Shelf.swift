import Chordsets
import JSONText

/// What a shelf says of itself.
public struct ShelfProfile: Sendable, Hashable {
    /// One line; empty where it was given none.
    public let name: String
    public let chordsets: Int
    public let tunes: Int
    /// Whether there is a key for reading.
    public let hasReaders: Bool
}

extension ChordsetStore {
    /// What may be the name of a shelf: one line of at most 80 characters.
    public static let longestName = 80

    /// - Throws: ``StoreError/noShelf``.
    public func shelfProfile() async throws -> ShelfProfile {
        try await read { shelf in
            guard let row = try shelf.rows("SELECT name, reader FROM shelf WHERE number = ?1").first else { throw StoreError.noShelf }
            return ShelfProfile(
                name: row.text("name"), chordsets: try Records.count(shelf, of: .chordsets),
                tunes: try Records.count(shelf, of: .tunes), hasReaders: row["reader"] != .null)
        }
    }

    /// - Parameter name: one line.
    public func rename(to name: String) async throws {
        try await changeShelf { try $0.run("UPDATE shelf SET name = ?2 WHERE number = ?1", name) }
    }

    /// Has another key open the shelf from now on, and the one before no more.
    /// - Throws: ``StoreError/keyTaken``.
    public func renewOwnersKey(_ key: KeyHash) async throws { try await setKey("owner", key) }

    /// Has a key open the shelf for reading, and any before no more; nil for none.
    /// - Throws: ``StoreError/keyTaken``.
    public func setReadersKey(_ key: KeyHash?) async throws { try await setKey("reader", key) }

    private func setKey(_ column: String, _ key: KeyHash?) async throws {
        try await changeShelf { shelf in
            if let key {
                let owners = try shelf.db.int("SELECT count(*) FROM shelf WHERE owner = ?1 OR reader = ?1", [key.text]) ?? 0
                if owners > 0 { throw StoreError.keyTaken }
            }
            return try shelf.run("UPDATE shelf SET \(column) = ?2, keys = keys + 1 WHERE number = ?1", key?.text)
        }
    }

    /// Deletes the shelf with all that is on it, for good.
    public func deleteShelf() async throws {
        try await changeShelf { try $0.run("DELETE FROM shelf WHERE number = ?1") }
    }

    private func changeShelf(_ change: @Sendable @escaping (OpenShelf) throws -> Int) async throws {
        try await database.edit { [shelf] db in
            if try change(OpenShelf(db: db, number: shelf)) == 0 { throw StoreError.noShelf }
        }
    }

    /// All that is on the shelf, each thing as its own address gives it.
    public func export() async throws -> JSON {
        try await read { shelf in
            guard let name = try shelf.rows("SELECT name FROM shelf WHERE number = ?1").first?.text("name") else {
                throw StoreError.noShelf
            }
            let chordsets: [StoredChordset] = try Records.all(shelf)
            let tunes: [Stored<KeptTune>] = try Records.all(shelf)
            return .object([
                ("name", .string(name)), ("chordsets", .array(chordsets.map(\.versioned))),
                ("tunes", .array(tunes.map(\.versioned))),
            ])
        }
    }
}
