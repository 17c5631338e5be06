/// A chordset as a browser keeps it, with what must be known of it to decide what becomes of it.
public struct Kept: Sendable, Hashable {
    /// Title and chords, which nobody has to see to decide about them: those that are the same have the same number.
    public typealias Content = Int

    /// What somebody had when he was last heard of.
    public struct Edition: Sendable, Hashable {
        public var version: Int64
        public var content: Content

        public init(version: Int64, content: Content) {
            self.version = version
            self.content = content
        }
    }

    public let id: String
    public var content: Content
    /// What comes before what; gaps mean nothing.
    public var position: Int
    /// The identity of the one that was changed elsewhere at the same time.
    public var copyOf: String?
    /// Another one after each change of content or place, each deletion and each return.
    public var version: Int64
    /// What the server had.
    public var base: Edition?
    /// Gone for whoever plays, while the server may still have to be told.
    public var isDeleted: Bool

    public init(
        id: String, content: Content, position: Int, copyOf: String? = nil, version: Int64, base: Edition? = nil,
        isDeleted: Bool = false
    ) {
        self.id = id
        self.content = content
        self.position = position
        self.copyOf = copyOf
        self.version = version
        self.base = base
        self.isDeleted = isDeleted
    }

    /// Whether the server lacks it, or something of it.
    public var isUnsent: Bool { isDeleted || base?.content != content }

    /// What is another one after each change, also of what is known about the server.
    public struct Stamp: Sendable, Hashable {
        let id: String
        let version: Int64
        let base: Int64?

        init(id: String, version: Int64, base: Int64?) {
            self.id = id
            self.version = version
            self.base = base
        }
    }

    public var stamp: Stamp { Stamp(id: id, version: version, base: base?.version) }

    /// Whether there is more to it than a move.
    func isChanged(since seen: Edition?) -> Bool { version != seen?.version && content != seen?.content }
}

/// A chordset as the server has it.
public struct Served: Sendable, Hashable {
    public let id: String
    public let edition: Kept.Edition

    public init(id: String, edition: Kept.Edition) {
        self.id = id
        self.edition = edition
    }
}
