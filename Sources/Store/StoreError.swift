import Sync

/// An error of the store, with a message for the user.
public enum StoreError: Error, Sendable, Hashable {
    /// The database cannot be used by this program. It was not changed.
    case unusable(String)
    /// There is no item with this ID.
    case unknown(id: String, of: Kind = .chordsets)
    /// Another client has changed the item to this version.
    case conflict(version: Int, of: Kind = .chordsets)
    /// An item with this ID already exists.
    case taken(id: String, of: Kind = .chordsets)
    /// There is no shelf for this key, or it was deleted.
    case noShelf
    /// Another shelf has this key.
    case keyTaken
    /// The database cannot be used now: its file was lost, another program has locked it, or the disk fails. The
    /// operation was not acknowledged.
    case unavailable(String)
    /// A quota is exhausted.
    case full(String)
    /// An item is too large.
    case tooLarge(String)

    public var message: String {
        switch self {
        case .unusable(let message), .unavailable(let message), .full(let message), .tooLarge(let message): message
        case .noShelf: "There is no shelf for this key, or it was deleted."
        case .keyTaken: "Another shelf has this key. Make a new one."
        case .unknown(let id, let kind): "There is no \(kind.name) “\(id.prefix(80))”."
        case .conflict(_, let kind): "This \(kind.name) was changed by another client in the meantime."
        case .taken(let id, let kind): "There is already a \(kind.name) “\(id.prefix(80))”."
        }
    }
}
