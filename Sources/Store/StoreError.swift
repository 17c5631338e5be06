/// What keeps the store from doing what was asked, with one sentence for a person.
public enum StoreError: Error, Sendable, Hashable {
    /// The file cannot be used as a database of this program; it was left as it is.
    case unusable(String)
    /// There is no chordset with this id.
    case unknown(id: String)
    /// Somebody else has changed it meanwhile; its present version.
    case conflict(version: Int)
    /// A chordset with this id is there already.
    case taken(id: String)
    /// The database cannot be used now: its file has been deleted or replaced, another program has locked it, or the disk
    /// fails. Nothing was acknowledged.
    case unavailable(String)
    /// There is no room for more.
    case full(String)
    /// A chordset has more bytes than one may have.
    case tooLarge(String)

    public var message: String {
        switch self {
        case .unusable(let message), .unavailable(let message), .full(let message), .tooLarge(let message): message
        case .unknown(let id): "There is no chordset “\(id.prefix(80))”."
        case .conflict: "Somebody else has changed this chordset meanwhile."
        case .taken(let id): "There is a chordset “\(id.prefix(80))” already."
        }
    }
}
