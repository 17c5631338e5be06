/// A kind of stored items, with its table names.
public struct Kind: Sendable, Hashable {
    /// The table, and the name of an item in messages: `chordset`.
    public let name: String
    /// The table of deleted documents.
    let deleted: String
    /// The table of deleted IDs with their revisions.
    let tombstones: String
    /// The column of `shelf` with the revision of the last reordering.
    let order: String

    public static let chordsets = Kind(
        name: "chordset", deleted: "deletedChordset", tombstones: "gravestone", order: "orderRevision")
    public static let tunes = Kind(
        name: "tune", deleted: "deletedTune", tombstones: "tuneGravestone", order: "tuneOrderRevision")

    static let all = [chordsets, tunes]

    /// The plural for messages and JSON.
    public var plural: String { name + "s" }
}
