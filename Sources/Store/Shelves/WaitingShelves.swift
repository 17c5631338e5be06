import Foundation

/// Shelves that never held an item. They are not stored, so that creating many does not fill the disk: they are in
/// memory, or in an unlogged table that several servers share. A shelf moves to the other shelves unchanged with its
/// first item.
///
/// Several servers need a common place for them, because requests for one shelf reach any of them:
/// - A server must tell a new key from an unknown one, which is answered with 401. The page then sends nothing until
///   the user decides, because the server may have lost the shelf. Making a shelf of any key that comes with an item
///   would decide this without the user.
/// - Name, reader’s key, replaced keys and revision do not follow from the key, so it cannot be signed instead. Open
///   event streams continue with the same revision when the shelf is stored.
///
/// The table has at most 10,000 rows (6 MB with their indexes). It is in no write-ahead log and on no replica, and is
/// empty after a crash.
struct WaitingShelves: Sendable {
    let database: any ShelfDatabase
    /// The table for new shelves. A query of the table `shelf` finds them too.
    let table: String
    /// The maximum number of shelves. Beyond it, the oldest are deleted.
    private static let most = 10_000
    /// The first number. Numbers of stored shelves are lower.
    static let firstNumber = 1 << 40

    static func isWaiting(_ number: Int) -> Bool { number >= firstNumber }

    /// A number for a new shelf: the time in nanoseconds. Another transaction with the same one is repeated.
    static func newNumber() -> Int {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return now.tv_sec * 1_000_000_000 + now.tv_nsec
    }

    /// Deletes the oldest shelves if there are too many.
    static func forgetOldest(_ db: any SQLConnection) throws {
        try db.run(
            """
            DELETE FROM shelf WHERE number >= ?1 AND number <= (
                SELECT number FROM shelf WHERE number >= ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)
            """, [firstNumber, most])
    }
}
