/// What keeps the store from doing what was asked, with one sentence for a person.
public enum StoreError: Error, Sendable, Hashable {
    /// The file cannot be used as a database of this program; it was left as it is.
    case unusable(String)
    /// There is nothing with this id.
    case unknown(id: String, of: Shelf = .chordsets)
    /// Somebody else has changed it meanwhile; its present version.
    case conflict(version: Int, of: Shelf = .chordsets)
    /// Something with this id is there already.
    case taken(id: String, of: Shelf = .chordsets)
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
        case .unknown(let id, let shelf): "There is no \(shelf.name) “\(id.prefix(80))”."
        case .conflict(_, let shelf): "Somebody else has changed this \(shelf.name) meanwhile."
        case .taken(let id, let shelf): "There is a \(shelf.name) “\(id.prefix(80))” already."
        }
    }
}
