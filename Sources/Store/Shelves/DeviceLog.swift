/// What one device writes on a shelf: its practice, settings and plays, as a text that only pages read.
///
/// Only this device writes it, so there are no conflicts. A key for reading does not open it.
public struct DeviceLog: Sendable, Hashable {
    public let id: String
    /// Grows with every change.
    public let version: Int
    public let text: String

    /// The most devices of a shelf.
    public static let maximumCount = 32
}

extension ShelfStore {
    /// The versions of all devices, by ID.
    public func devices() async throws -> [(id: String, version: Int)] {
        try await read { shelf in
            try shelf.rows("SELECT id, version FROM deviceLog WHERE shelf = ?1 ORDER BY id").map {
                (id: $0.text("id"), version: $0.int("version"))
            }
        }
    }

    /// - Returns: nil if there is no such device.
    public func device(_ id: String) async throws -> DeviceLog? {
        try await read { shelf in
            try shelf.rows("SELECT version, text FROM deviceLog WHERE shelf = ?1 AND id = ?2", id).first.map {
                DeviceLog(id: id, version: $0.int("version"), text: $0.text("text"))
            }
        }
    }
}

extension Edit {
    /// Stores the text of a device.
    /// - Returns: its version.
    /// - Throws: ``StoreError/full(_:)``.
    public func setDevice(_ id: String, _ text: String) throws -> Int {
        let bytes = text.utf8.count
        let before = try shelf.rows("SELECT version, bytes FROM deviceLog WHERE shelf = ?1 AND id = ?2", id).first
        try count(bytes - (before?.int("bytes") ?? 0))
        guard let before else {
            guard try shelf.int("SELECT count(*) FROM deviceLog WHERE shelf = ?1") ?? 0 < DeviceLog.maximumCount else {
                throw StoreError.full(
                    "This shelf has \(DeviceLog.maximumCount) devices, which is the maximum. Remove some first.")
            }
            try shelf.run(
                "INSERT INTO deviceLog (shelf, id, version, bytes, text) VALUES (?1, ?2, 1, ?3, ?4)", id, bytes, text)
            return 1
        }
        let version = before.int("version") + 1
        try shelf.run(
            "UPDATE deviceLog SET version = ?3, bytes = ?4, text = ?5 WHERE shelf = ?1 AND id = ?2", id, version, bytes,
            text)
        return version
    }

    /// Removes a device from the shelf. There may be none.
    public func removeDevice(_ id: String) throws {
        try count(-(try bytes(of: id, in: "deviceLog")))
        try shelf.run("DELETE FROM deviceLog WHERE shelf = ?1 AND id = ?2", id)
    }
}
