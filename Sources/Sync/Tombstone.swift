/// A record of a deleted item.
public struct Tombstone: Sendable, Hashable {
    public let id: String
    /// The revision that deleted it.
    public let version: Int64

    public init(id: String, version: Int64) {
        self.id = id
        self.version = version
    }
}
