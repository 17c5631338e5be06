/// An item stored in the browser, with the metadata for syncing.
package struct LocalItem: Sendable, Hashable {
    package let id: String
    package var content: ContentNumber
    /// The sort key; gaps are allowed.
    package var position: Int
    /// The ID of the item that this is a conflict copy of.
    package var copyOf: String?
    /// The local version, which changes with content, position, deletion and restoring.
    package var version: Int64
    /// The last known state on the server.
    package var base: Edition?
    /// Deleted locally. The server may not know yet.
    package var isDeleted: Bool
    /// The time of the last write by the replica's clock, including writes of server state only.
    package var time: Int64

    package init(
        id: String, content: ContentNumber, position: Int, copyOf: String? = nil, version: Int64, base: Edition? = nil,
        isDeleted: Bool = false, time: Int64 = 0
    ) {
        self.id = id
        self.content = content
        self.position = position
        self.copyOf = copyOf
        self.version = version
        self.base = base
        self.isDeleted = isDeleted
        self.time = time
    }

    /// Whether there are changes that the server does not have.
    package var isUnsent: Bool { isDeleted || base?.content != content }

    /// Whether another tab or device has changed its content.
    /// - Parameter written: contents that this tab has written since.
    func isChanged(since seen: Edition?, _ written: [ContentNumber]) -> Bool {
        version != seen?.version && content != seen?.content && !written.contains(content)
    }
}
