/// Something done about the shelf as a whole.
indirect enum OwnShelfVerb: Sendable {
    /// `shelf adopt`: the host tells how things are; see ``OwnShelfState/adopt(_:)``.
    case adopt(String)
    /// `shelf do renew`: what needs consent is asked first.
    case carryOut(ShelfTask)
    /// `shelf consent renew`: it is to be done.
    case consent(ShelfTask)
    /// What was asked is not to be done.
    case refrain
    /// `shelf rename`: with the name as it is typed.
    case rename(String)
    /// `shelf show own-code`: or no longer, where it is shown.
    case show(OwnShelfState.ShownLink)
    /// `shelf read tunes 3`: one of those on the shelf that is visited, by its position from 0.
    case readOne(StoredItem.Kind, Int)
    /// `shelf opened tunes`: the host hands it over.
    case opened(StoredItem.Kind, String)
    /// `shelf revisit 0`: one of those that this browser remembers, by its position from 0.
    case revisit(Int)
    /// `shelf take-copies 4711`
    case takeCopies(seed: String)
    /// `shelf copies 4711`: the host hands over what is on the shelf that is visited.
    case copies(String, seed: UInt64)
    /// `shelf add 4711`: with a file in which a shelf was saved.
    case add(OpenedFile, seed: UInt64)
    /// `shelf done renew`
    case done(ShelfTask)
    /// `shelf failed renew unanswered`
    case failed(ShelfTask, Failure)

    /// Why something was not done.
    enum Failure: String, Sendable, Hashable {
        /// It is not known whether it was.
        case unanswered
        /// The server, or the device, did not want to.
        case refused
        /// The key was to be renewed, and which of the two holds is not known.
        case undecided
        /// The shelf is not there any more.
        case gone
        /// The browser keeps no key.
        case unkept
    }

    /// The first word of each action but `add`.
    private enum Word: String {
        case adopt, `do`, consent, refrain, rename, show, read, revisit, opened
        case takeCopies = "take-copies"
        case copies, done, failed
    }

    init?(_ words: [String], _ file: OpenedFile, seed: UInt64?) {
        guard words.count == 2, words[0] == "add", let seed else { return nil }
        self = .add(file, seed: seed)
    }

    static func read(_ words: [String], value: String?) -> OwnShelfVerb? {
        let task = words.count == 2 ? ShelfTask(rawValue: words[1]) : nil
        switch (words.first.flatMap(Word.init), words.count) {
        case (.adopt, 1): return .adopt(value ?? "")
        case (.do, 2): return task.map { .carryOut($0) }
        case (.consent, 2): return task.map { .consent($0) }
        case (.refrain, 1): return .refrain
        case (.rename, 1): return .rename(value ?? "")
        case (.show, 2): return OwnShelfState.ShownLink(rawValue: words[1]).map { .show($0) }
        case (.read, 3):
            guard let kind = StoredItem.Kind(rawValue: words[1]), let place = Int(words[2]), place >= 0 else { return nil }
            return .readOne(kind, place)
        case (.revisit, 2): return Int(words[1]).flatMap { $0 < 0 ? nil : .revisit($0) }
        case (.opened, 2): return StoredItem.Kind(rawValue: words[1]).map { .opened($0, value ?? "") }
        case (.takeCopies, 2): return UInt64(words[1]).map { _ in .takeCopies(seed: words[1]) }
        case (.copies, 2): return UInt64(words[1]).map { .copies(value ?? "", seed: $0) }
        case (.done, 2): return task.map { .done($0) }
        case (.failed, 3):
            guard let task = ShelfTask(rawValue: words[1]), let failure = Failure(rawValue: words[2]) else { return nil }
            return .failed(task, failure)
        default: return nil
        }
    }
}
