/// An item on the server.
package struct ServerItem: Sendable, Hashable {
    package let id: String
    package let edition: Edition
    /// Its index on the server.
    package let position: Int
    /// The merge of the local and the server's content, if their changes do not overlap.
    package let merged: ContentNumber?

    package init(id: String, edition: Edition, position: Int, merged: ContentNumber? = nil) {
        self.id = id
        self.edition = edition
        self.position = position
        self.merged = merged
    }
}
