/// A task of the host on a shelf as a whole. The engine never has the keys of shelves.
enum ShelfTask: String, Sendable, Hashable {
    /// Report the state of the shelf with `shelf adopt`, now and after each change.
    case open
    /// Rename the shelf. The argument is the name.
    case rename
    /// Copy or share the owner's link, for other devices.
    case copyOwn = "copy-own"
    case shareOwn = "share-own"
    /// Copy or share the read-only link.
    case copyReader = "copy-reader"
    case shareReader = "share-reader"
    /// Create a new read-only link, which revokes the former one.
    case makeReader = "make-reader"
    case stopReader = "stop-reader"
    /// Replace the key.
    case renew
    /// Download the shelf. The argument is the name of the file.
    case export
    /// Remove the key and the items from this browser.
    case leave
    /// The same, and delete the shelf on the server.
    case delete
    /// Create a new shelf for the items in this browser.
    case begin
    /// Switch to the shelf of the link that was opened.
    case enter
    /// Close the shelf of the link that was opened.
    case dismiss
    /// Load the shelf of the link again after a failure.
    case retry
    /// Open a read-only shelf again, by its index among the remembered ones.
    case revisit
    /// Forget the visited shelf.
    case forget
    /// Load one item of the visited shelf, by kind and position. The answer is `shelf opened`.
    case read
    /// Load the visited shelf. The argument is a seed, the answer `shelf copies`.
    case takeCopies = "take-copies"

    /// Store practice, settings and plays of this device on the shelf, and use those of the others.
    case travel
    /// Use this device for itself.
    case stay

    /// Clear this device, except for unsent work, and reload the page.
    case reset

    /// Whether it works without the server.
    var isLocal: Bool {
        switch self {
        case .copyOwn, .shareOwn, .copyReader, .shareReader, .leave, .dismiss, .open, .read, .retry, .revisit, .forget,
            .reset:
            true
        default: false
        }
    }
}
