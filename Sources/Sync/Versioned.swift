import JSONText

/// An item on a shelf, with its position and version.
public struct Versioned<Item: Storable>: Sendable, Hashable {
    public let item: Item
    /// Its index, from 0.
    public let position: Int
    /// The version, which grows with every change of content or position, and is never reused, even after undeleting.
    public let version: Int

    package init(_ item: Item, position: Int, version: Int) {
        self.item = item
        self.position = position
        self.version = version
    }

    public var json: JSON { item.json(position: position) }

    /// The document with its version, for conditional requests.
    public var versioned: JSON { json.adding([("version", .int(version))]) }
}
