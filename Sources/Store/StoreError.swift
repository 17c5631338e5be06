/// What keeps the store from doing what was asked, with one sentence for a person.
public enum StoreError: Error, Sendable, Hashable {
    /// The file cannot be used as a database of this program; it was left as it is.
    case unusable(String)
    /// There is nothing with this id.
    case unknown(id: String, of: Kind = .chordsets)
    /// Another client has changed it meanwhile; its present version.
    case conflict(version: Int, of: Kind = .chordsets)
    /// Something with this id is there already.
    case taken(id: String, of: Kind = .chordsets)
    /// There is no shelf for this key, or there is none any more.
    case noShelf
    /// Another shelf has this key.
    case keyTaken
    /// The database cannot be used now: its file has been deleted or replaced, another program has locked it, or the disk
    /// fails. Nothing was acknowledged.
    case unavailable(String)
    /// There is no room for more.
    case full(String)
    /// Something has more bytes than one may have.
    case tooLarge(String)

    public var message: String {
        switch self {
        case .unusable(let message), .unavailable(let message), .full(let message), .tooLarge(let message): message
        case .noShelf: "There is no shelf for this key, or there is none any more."
        case .keyTaken: "Another shelf has this key: make a new one."
        case .unknown(let id, let kind): "There is no \(kind.name) “\(id.prefix(80))”."
        case .conflict(_, let kind): "This \(kind.name) was changed by another client in the meantime."
        case .taken(let id, let kind): "There is a \(kind.name) “\(id.prefix(80))” already."
        }
    }
}
