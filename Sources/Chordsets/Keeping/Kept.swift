/// A chordset as a browser keeps it, with what must be known of it to decide what becomes of it.
package struct Kept: Sendable, Hashable {
    /// Title and chords, which are not needed to decide about them: those that are the same have the same number.
    package typealias Content = Int

    /// The version at the last contact.
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
    /// What comes before what; gaps mean nothing.
    package var position: Int
    /// The identity of the one that was changed elsewhere at the same time.
    package var copyOf: String?
    /// Another one after each change of content or place, each deletion and each return.
    package var version: Int64
    /// What the server had.
    package var base: Edition?
    /// Deleted here, while the server may still have to be told.
    package var isDeleted: Bool
    /// When this was written, by the clock of the replica: also where only what is known of the server has changed.
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

    /// Whether the server lacks it, or something of it.
    package var isUnsent: Bool { isDeleted || base?.content != content }

    /// Whether another device has done more to it than to move it.
    /// - Parameter written: contents that have been written since, and are not another device’s.
    func isChanged(since seen: Edition?, _ written: [Content]) -> Bool {
        version != seen?.version && content != seen?.content && !written.contains(content)
    }
}

/// A chordset as the server has it.
package struct Served: Sendable, Hashable {
    package let id: String
    package let edition: Kept.Edition
    /// Its place among all that the server has.
    package let position: Int
    /// What is here and what the server has brought together, where each has changed another part of it.
    package let merged: Kept.Content?

    package init(id: String, edition: Kept.Edition, position: Int, merged: Kept.Content? = nil) {
        self.id = id
        self.edition = edition
        self.position = position
        self.merged = merged
    }
}
