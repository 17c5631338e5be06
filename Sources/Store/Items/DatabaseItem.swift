import JSONText
import Sync

/// A type of items that the database stores, with the reading and writing of its rows.
public protocol DatabaseItem: Storable {
    static var kind: Kind { get }
    /// Reads items from rows in the same order.
    static func items(on shelf: OpenShelf, of rows: [SQLRow]) throws -> [Self]
    /// Inserts a new row with all that belongs to it. Its position is set afterwards.
    /// - Parameter bytes: its size for quotas.
    func insert(into shelf: OpenShelf, version: Int, bytes: Int) throws
    /// Writes the differences from before.
    func update(on shelf: OpenShelf, from before: Self, version: Int, bytes: Int) throws
}
