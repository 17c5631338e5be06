import Sync

/// A summary of a shelf.
public struct ShelfProfile: Sendable, Hashable {
    /// One line, possibly empty.
    public let name: String
    public let chordsets: Int
    public let tunes: Int
    /// Whether there is a key for reading.
    public let hasReaders: Bool
    /// The revision, which changes with each edit.
    public let revision: Int
}

extension ShelfStore {
    /// - Throws: ``StoreError/noShelf``.
    public func shelfProfile() async throws -> ShelfProfile {
        try await read { shelf in
            guard let row = try shelf.rows("SELECT name, reader, revision FROM shelf WHERE number = ?1").first else {
                throw StoreError.noShelf
            }
            return ShelfProfile(
                name: row.text("name"), chordsets: try Records.count(shelf, of: .chordsets),
                tunes: try Records.count(shelf, of: .tunes), hasReaders: row["reader"] != .null,
                revision: row.int("revision"))
        }
    }

    /// - Parameter name: one line.
    public func rename(to name: String) async throws {
        try await changeShelf { try $0.run("UPDATE shelf SET name = ?2 WHERE number = ?1", name) }
    }

    /// Replaces the owner's key. The key for reading is removed too, because a holder of the old key could have made
    /// it.
    /// - Throws: ``StoreError/keyTaken``.
    public func renewOwnersKey(_ key: KeyHash) async throws { try await setKey("reader = NULL, owner", key) }

    /// Replaces or removes the key for reading.
    /// - Throws: ``StoreError/keyTaken``.
    public func setReadersKey(_ key: KeyHash?) async throws { try await setKey("reader", key) }

    /// - Parameter column: the SQL assignment up to the key column.
    private func setKey(_ column: String, _ key: KeyHash?) async throws {
        if let key, try await others?.read({ db in try Shelves.find(key, db) != nil }) == true {
            throw StoreError.keyTaken
        }
        try await changeShelf { shelf in
            if let key {
                let owners =
                    try shelf.db.int("SELECT count(*) FROM shelf WHERE owner = ?1 OR reader = ?1", [key.text]) ?? 0
                if owners > 0 { throw StoreError.keyTaken }
            }
            return try shelf.run("UPDATE shelf SET \(column) = ?2, keys = keys + 1 WHERE number = ?1", key?.text)
        }
    }

    /// Deletes the shelf with all items permanently.
    public func deleteShelf() async throws {
        try await changeShelf { try $0.run("DELETE FROM shelf WHERE number = ?1") }
    }

    private func changeShelf(_ change: @Sendable @escaping (OpenShelf) throws -> Int) async throws {
        try await onLockedShelf { shelf in
            if try change(shelf) == 0 { throw StoreError.noShelf }
        }
    }
}
