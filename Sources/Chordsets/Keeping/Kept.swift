/// A chordset stored in the browser, with the metadata for syncing.
package struct Kept: Sendable, Hashable {
    /// A number for title and chords. Equal content has equal numbers.
    package typealias Content = Int

    /// A version with its content.
    package struct Edition: Sendable, Hashable {
        package var version: Int64
        package var content: Content

        package init(version: Int64, content: Content) {
            self.version = version
            self.content = content
        }
    }

    package let id: String
    package var content: Content
    /// The sort key; gaps are allowed.
    package var position: Int
    /// The ID of the chordset that this is a conflict copy of.
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
        id: String, content: Content, position: Int, copyOf: String? = nil, version: Int64, base: Edition? = nil,
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
    func isChanged(since seen: Edition?, _ written: [Content]) -> Bool {
        version != seen?.version && content != seen?.content && !written.contains(content)
    }
}

/// A chordset on the server.
package struct Served: Sendable, Hashable {
    package let id: String
    package let edition: Kept.Edition
    /// Its index on the server.
    package let position: Int
    /// The merge of the local and the server's content, if their changes do not overlap.
    package let merged: Kept.Content?

    package init(id: String, edition: Kept.Edition, position: Int, merged: Kept.Content? = nil) {
        self.id = id
        self.edition = edition
        self.position = position
        self.merged = merged
    }
}
