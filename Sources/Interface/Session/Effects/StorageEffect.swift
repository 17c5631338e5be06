/// An effect on the storage of the device or the server.
enum StorageEffect: Sendable {
    /// Stores what is chosen until the next visit.
    case remember([String])
    /// Stores the key on the circle of fifths.
    case rememberKey([String])
    /// Applies and stores settings.
    case settings([String])
    /// Stores the place in an exercise.
    case rememberPracticeSession(String)

    /// Opens what is stored of a kind. The host sends `chordsets adopt` or `tunes adopt` then, and whenever some of it
    /// is changed elsewhere.
    /// - Parameter isAlone: whether there is no server.
    case openKept(StoredItem.Kind, isAlone: Bool)
    /// Stores an item, as JSON. A new one comes last.
    case keep(StoredItem.Kind, String)
    /// Stores the order of the items, by their ids.
    case orderKept(StoredItem.Kind, [String])
    /// Deletes an item, by its id.
    case removeKept(StoredItem.Kind, String)
    /// Has the host send `app save-more` soon, because this many further items have changed.
    case saveMore(StoredItem.Kind, Int)

    /// Notes how a tune was used on this device: `played blues 132 F`, `ended blues 120 F`, `favorite blues 1`. The
    /// host sends `tunes log` then.
    case logTune([String])

    /// Opens the results of practice. The host sends `practise adopt`, and stores what is added from then on.
    case openPractice
    /// Adds lines to the results.
    case keepPractice(String)
    /// Replaces all results that the host has delivered.
    case compactPractice(String)
    /// Deletes all results.
    case forgetPractice

    /// Does something with the shelf as a whole. The host sends `shelf done` or `shelf failed` with the name of the
    /// task.
    case shelf(ShelfTask, String)

    /// The name of the effect for the host, then its arguments.
    var words: [String] {
        switch self {
        case .remember(let pairs): ["remember"] + pairs
        case .rememberKey(let pairs): ["rememberKey"] + pairs
        case .settings(let pairs): ["settings"] + pairs
        case .rememberPracticeSession(let text): ["rememberPracticeSession", text]
        case .openKept(let kind, let isAlone):
            [kind == .tunes ? "openTunes" : "openChordsets", isAlone ? "alone" : "server"]
        case .keep(let kind, let text): [kind == .tunes ? "keepTune" : "keepChordset", text]
        case .orderKept(let kind, let ids): [kind == .tunes ? "orderTunes" : "orderChordsets"] + ids
        case .removeKept(let kind, let id): [kind == .tunes ? "removeTune" : "removeChordset", id]
        case .saveMore(let kind, let count): ["saveMore", kind.rawValue, "\(count)"]
        case .logTune(let words): ["logTune"] + words
        case .openPractice: ["openPractice"]
        case .keepPractice(let lines): ["keepPractice", lines]
        case .compactPractice(let lines): ["compactPractice", lines]
        case .forgetPractice: ["forgetPractice"]
        case .shelf(let task, let word): ["shelf", task.rawValue, word]
        }
    }
}
