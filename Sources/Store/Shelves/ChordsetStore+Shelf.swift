/// What a shelf says of itself.
public struct ShelfProfile: Sendable, Hashable {
    /// One line; empty where it was given none.
    public let name: String
    public let chordsets: Int
    public let tunes: Int
    /// Whether there is a key for reading.
    public let hasReaders: Bool
    /// Another one after each change of what is on it.
    public let revision: Int
}

extension ChordsetStore {
    /// - Throws: ``StoreError/noShelf``.
    public func shelfProfile() async throws -> ShelfProfile {
        try await read { shelf in
            guard let row = try shelf.rows("SELECT name, reader, revision FROM shelf WHERE number = ?1").first else { throw StoreError.noShelf }
            return ShelfProfile(
                name: row.text("name"), chordsets: try Records.count(shelf, of: .chordsets),
                tunes: try Records.count(shelf, of: .tunes), hasReaders: row["reader"] != .null, revision: row.int("revision"))
        }
    }

    /// - Parameter name: one line.
    public func rename(to name: String) async throws {
        try await changeShelf { try $0.run("UPDATE shelf SET name = ?2 WHERE number = ?1", name) }
    }

    /// Has another key open the shelf from now on, and the one before no more. Nor has anybody a key for reading then: who had
    /// the one before could have made one for himself.
    /// - Throws: ``StoreError/keyTaken``.
    public func renewOwnersKey(_ key: KeyHash) async throws { try await setKey("reader = NULL, owner", key) }

    /// Has a key open the shelf for reading, and any before no more; nil for none.
    /// - Throws: ``StoreError/keyTaken``.
    public func setReadersKey(_ key: KeyHash?) async throws { try await setKey("reader", key) }

    /// - Parameter column: for the key, as SQL sets it.
    private func setKey(_ column: String, _ key: KeyHash?) async throws {
        if let key, try await others?.read({ db in try Shelves.find(key, db) != nil }) == true { throw StoreError.keyTaken }
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
        try await onLockedShelf { shelf in
            if try change(shelf) == 0 { throw StoreError.noShelf }
        }
    }
}
