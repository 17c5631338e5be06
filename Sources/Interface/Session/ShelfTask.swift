/// What the host does about the shelf on the server on which all is that the user keeps. Keys stay with the host.
enum ShelfTask: String, Sendable, Hashable {
    /// Ask how things are: `shelf adopt` is sent then, and whenever they change.
    case open
    /// With the name.
    case rename
    /// The link with which other devices use it.
    case copyOwn = "copy-own"
    case shareOwn = "share-own"
    /// The link with which others read it.
    case copyReader = "copy-reader"
    case shareReader = "share-reader"
    /// Lets others read by a new link, and no older one.
    case makeReader = "make-reader"
    case stopReader = "stop-reader"
    /// Another key in the place of the present one.
    case renew
    /// Into a file, with its name.
    case export
    /// This browser gives up the key, and what it has of the shelf.
    case leave
    /// The same, after all of it is deleted on the server.
    case delete
    /// A new one for what is here.
    case begin
    /// From now on the one that a link has led to.
    case enter
    /// Not that one.
    case dismiss
    /// Ask once more where a link leads, since there was no answer.
    case retry
    /// Go once more where a reader's link has led, by its place among those that are remembered.
    case revisit
    /// Remember the one that is visited no longer.
    case forget
    /// Hand over one thing that is on it, by kind and position: `shelf opened` is sent then.
    case read
    /// Hand over all of it, with a seed: `shelf copies` is sent then.
    case takeCopies = "take-copies"

    /// Clear this device, except for work that is nowhere else, and load the page anew.
    case reset

    /// Whether it can be done without the server.
    var isLocal: Bool {
        switch self {
        case .copyOwn, .shareOwn, .copyReader, .shareReader, .leave, .dismiss, .open, .read, .retry, .revisit, .forget, .reset: true
        default: false
        }
    }
}
