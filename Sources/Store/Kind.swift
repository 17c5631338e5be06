/// What sort of thing: the names of the tables where such are kept, and how they are called.
public struct Kind: Sendable, Hashable {
    /// `chordset`; also how one of them is called.
    public let name: String
    /// What was deleted, as documents.
    let deleted: String
    /// The ids of what was deleted, and when.
    let gravestones: String
    /// The column of `shelf` that says when their order was changed last.
    let order: String

    public static let chordsets = Kind(
        name: "chordset", deleted: "deletedChordset", gravestones: "gravestone", order: "orderRevision")
    public static let tunes = Kind(name: "tune", deleted: "deletedTune", gravestones: "tuneGravestone", order: "tuneOrderRevision")

    static let all = [chordsets, tunes]

    /// How several are called.
    public var plural: String { name + "s" }
}
