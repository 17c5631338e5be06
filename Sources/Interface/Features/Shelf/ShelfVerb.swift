/// An action on the shelf.
indirect enum ShelfVerb: Sendable {
    /// `shelf adopt`: the host reports the state; see ``ShelfState/adopt(_:)``.
    case adopt(String)
    /// `shelf do renew`: carry out a task, perhaps after confirmation.
    case carryOut(ShelfTask)
    /// `shelf consent renew`: the user confirms a task.
    case confirm(ShelfTask)
    /// `shelf refrain`: the user cancels a task.
    case cancel
    /// `shelf rename`: with the typed name.
    case rename(String)
    /// `shelf show own-code`: show or hide a link.
    case show(ShelfState.ShownLink)
    /// `shelf read tunes 3`: open an item of the visited shelf, by index.
    case openItem(StoredItem.Kind, Int)
    /// `shelf opened tunes`: the host delivers the item.
    case opened(StoredItem.Kind, String)
    /// `shelf revisit 0`: open a remembered shelf, by index.
    case revisit(Int)
    /// `shelf take-copies 4711`: copy the items of the visited shelf.
    case takeCopies(seed: String)
    /// `shelf copies 4711`: the host delivers the items of the visited shelf.
    case copies(String, seed: UInt64)
    /// `shelf add 4711`: import the file of a saved shelf.
    case add(OpenedFile, seed: UInt64)
    /// `shelf done renew`
    case done(ShelfTask)
    /// `shelf failed renew unanswered`
    case failed(ShelfTask, Failure)

    /// Why a task failed.
    enum Failure: String, Sendable, Hashable {
        /// There was no answer, so the task may have been carried out.
        case unanswered
        /// The server or the device has refused.
        case refused
        /// While the key was replaced: it is unknown which of the two is valid.
        case undecided
        /// The shelf no longer exists.
        case gone
        /// The browser does not store keys.
        case notStored = "unkept"
    }

    /// The first word of each action but `add`.
    private enum Word: String {
        case adopt, `do`, rename, show, read, revisit, opened
        case confirm = "consent"
        case cancel = "refrain"
        case takeCopies = "take-copies"
        case copies, done, failed
    }

    init?(_ words: [String], _ file: OpenedFile, seed: UInt64?) {
        guard words.count == 2, words[0] == "add", let seed else { return nil }
        self = .add(file, seed: seed)
    }

    static func read(_ words: [String], value: String?) -> ShelfVerb? {
        let task = words.count == 2 ? ShelfTask(rawValue: words[1]) : nil
        switch (words.first.flatMap(Word.init), words.count) {
        case (.adopt, 1): return .adopt(value ?? "")
        case (.do, 2): return task.map { .carryOut($0) }
        case (.confirm, 2): return task.map { .confirm($0) }
        case (.cancel, 1): return .cancel
        case (.rename, 1): return .rename(value ?? "")
        case (.show, 2): return ShelfState.ShownLink(rawValue: words[1]).map { .show($0) }
        case (.read, 3):
            guard let kind = StoredItem.Kind(rawValue: words[1]), let place = Int(words[2]), place >= 0 else {
                return nil
            }
            return .openItem(kind, place)
        case (.revisit, 2): return Int(words[1]).flatMap { $0 < 0 ? nil : .revisit($0) }
        case (.opened, 2): return StoredItem.Kind(rawValue: words[1]).map { .opened($0, value ?? "") }
        case (.takeCopies, 2): return UInt64(words[1]).map { _ in .takeCopies(seed: words[1]) }
        case (.copies, 2): return UInt64(words[1]).map { .copies(value ?? "", seed: $0) }
        case (.done, 2): return task.map { .done($0) }
        case (.failed, 3):
            guard let task = ShelfTask(rawValue: words[1]), let failure = Failure(rawValue: words[2]) else {
                return nil
            }
            return .failed(task, failure)
        default: return nil
        }
    }
}
