/// A number for the content of an item. Equal contents have equal numbers, and a question has its own numbers.
package typealias ContentNumber = Int

/// A version of an item with its content.
package struct Edition: Sendable, Hashable {
    package var version: Int64
    package var content: ContentNumber

    package init(version: Int64, content: ContentNumber) {
        self.version = version
        self.content = content
    }
}
