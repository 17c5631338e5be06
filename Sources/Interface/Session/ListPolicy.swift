import Chordsets
import JSONText

/// What applies to every list: limits, where its items are kept, and sentences about that.
enum ListPolicy {
    /// How many rows are drawn together, or not: far more than a screen holds.
    static let stretch = 50
    /// How many rows the server itself shows.
    static let maximumServed = 2 * stretch
    /// How many steps can be undone.
    static let maximumSteps = 200

    /// Where what is at hand is kept.
    enum Keeping: Sendable {
        /// In this browser, while the server is asked what it has, of which so many were not sent to it.
        case asking(Int)
        /// In this browser only.
        case alone
        /// In this browser only, to which so many are still being written.
        case writing(Int)
        /// The server has them all.
        case sent
        /// The server has them all, and this browser keeps nothing.
        case remote
        /// In this browser; the server has them all, but not in their order.
        case order
        /// The same, as the server itself shows it: how many it has in all, of which the first are at hand.
        case served(of: Int)
        /// In this browser, until the server can be reached; for how many it has something to be told.
        case waiting(Int)
        /// In this browser: the server does not know the key any more, of which these are not sent yet.
        case unknown(Int)
        /// In this browser: the server has no room for one more shelf.
        case full(Int)
        /// This browser keeps nothing.
        case unkept

        /// As the host tells it.
        init(_ json: JSON) {
            let waiting = json["waiting"]?.int ?? 0
            self =
                switch json["state"]?.string {
                case "sent": json["isRemote"]?.bool == true ? .remote : .sent
                case "order": .order
                case "writing": .writing(waiting)
                case "waiting": .waiting(waiting)
                case "unkept": .unkept
                case "asking": .asking(waiting)
                case "full": .full(waiting)
                case "unknown": .unknown(waiting)
                default: .alone
                }
        }

        /// Where, in a sentence.
        var sentence: String { SessionText.kept(self) }

        /// Where all of two kinds is; nil until that is known of both.
        static func both(_ one: Keeping?, _ other: Keeping?) -> Keeping? {
            guard let one, let other else { return nil }
            switch (one, other) {
            case (.unkept, _), (_, .unkept): return .unkept
            case (.unknown(let count), _): return .unknown(count + other.waitingCount)
            case (_, .unknown(let count)): return .unknown(one.waitingCount + count)
            case (.full, _), (_, .full): return .full(one.waitingCount + other.waitingCount)
            case (.waiting, _), (_, .waiting): return .waiting(one.waitingCount + other.waitingCount)
            case (.writing(let count), _): return .writing(count + other.waitingCount)
            case (_, .writing(let count)): return .writing(one.waitingCount + count)
            case (.sent, .sent), (.served, .served): return .sent
            case (.asking, _), (_, .asking): return .asking(one.waitingCount + other.waitingCount)
            case (.order, _), (_, .order): return .order
            case (.remote, _), (_, .remote): return .remote
            // One kind may have nothing to be sent, where the other has made the shelf.
            case (.sent, _), (_, .sent): return .sent
            default: return .alone
            }
        }

        /// How many the server lacks, or has otherwise.
        var waitingCount: Int {
            switch self {
            case .asking(let count), .writing(let count), .waiting(let count), .unknown(let count), .full(let count): count
            default: 0
            }
        }
    }

    /// Which of two that were changed at the same time are to stay.
    enum Choice: String, Sendable { case mine, theirs, both }

    /// How one is called in a sentence.
    static func name(_ title: String, _ single: String) -> String {
        title.isEmpty ? SessionText.untitled(single) : Chordset.quoted(title)
    }

    static func sentence(of parting: JSON, _ single: String) -> String? {
        guard let restored = parting["restored"]?.int else { return nil }
        if parting["isOther"]?.bool == true {
            return restored == 0 ? SessionText.otherDatabase : SessionText.added(restored, single)
        }
        return restored == 0 ? nil : SessionText.sentAgain(restored, single)
    }
}
