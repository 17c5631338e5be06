import Chordsets
import JSONText

/// Rules that all lists share: limits, and where items are stored.
enum ListPolicy {
    /// How many rows one region of a list has, which is more than fits on a screen.
    static let rowsPerRegion = 50
    /// How many rows a page from the server shows.
    static let maximumServed = 2 * rowsPerRegion
    /// How many items the host stores before the page can handle events.
    static let savedAtOnce = 60
    /// How many steps can be undone.
    static let maximumSteps = 200

    /// Where the items of a list are stored. Associated numbers count items whose changes the server or the browser
    /// lacks.
    enum StorageState: Sendable {
        /// In this browser; the server has not answered yet.
        case connecting(Int)
        /// In this browser; there is no server.
        case localOnly
        /// In this browser, where some items are still being written.
        case saving(Int)
        /// In this browser and on the server.
        case synced
        /// On the server; this browser stores nothing.
        case serverOnly
        /// In this browser and on the server, which does not have the new order yet.
        case orderPending
        /// On the server that wrote this page: how many items there are, of which the page shows the first.
        case served(of: Int)
        /// In this browser; the server cannot be reached.
        case offline(Int)
        /// In this browser; the server does not know the key of the shelf.
        case unknownKey(Int)
        /// In this browser; the server accepts no further shelf.
        case serverFull(Int)
        /// Nowhere: this browser stores nothing.
        case notStored

        /// Reads the host's message.
        init(_ json: JSON) {
            let waiting = json["waiting"]?.int ?? 0
            self =
                switch json["state"]?.string {
                case "sent": json["isRemote"]?.bool == true ? .serverOnly : .synced
                case "order": .orderPending
                case "writing": .saving(waiting)
                case "waiting": .offline(waiting)
                case "unkept": .notStored
                case "asking": .connecting(waiting)
                case "full": .serverFull(waiting)
                case "unknown": .unknownKey(waiting)
                default: .localOnly
                }
        }

        var sentence: String { SessionText.storage(self) }

        /// The common state of two lists; nil until both are known.
        static func both(_ one: StorageState?, _ other: StorageState?) -> StorageState? {
            guard let one, let other else { return nil }
            switch (one, other) {
            case (.notStored, _), (_, .notStored): return .notStored
            case (.unknownKey(let count), _): return .unknownKey(count + other.unsyncedCount)
            case (_, .unknownKey(let count)): return .unknownKey(one.unsyncedCount + count)
            case (.serverFull, _), (_, .serverFull): return .serverFull(one.unsyncedCount + other.unsyncedCount)
            case (.offline, _), (_, .offline): return .offline(one.unsyncedCount + other.unsyncedCount)
            case (.saving(let count), _): return .saving(count + other.unsyncedCount)
            case (_, .saving(let count)): return .saving(one.unsyncedCount + count)
            case (.synced, .synced), (.served, .served): return .synced
            case (.connecting, _), (_, .connecting): return .connecting(one.unsyncedCount + other.unsyncedCount)
            case (.orderPending, _), (_, .orderPending): return .orderPending
            case (.serverOnly, _), (_, .serverOnly): return .serverOnly
            // The shelf may exist because of the other list only.
            case (.synced, _), (_, .synced): return .synced
            default: return .localOnly
            }
        }

        /// How many items the server lacks or has in another version.
        var unsyncedCount: Int {
            switch self {
            case .connecting(let count), .saving(let count), .offline(let count), .unknownKey(let count),
                .serverFull(let count):
                count
            default: 0
            }
        }
    }

    /// Which versions to keep after a conflict.
    enum Choice: String, Sendable { case mine, theirs, both }

    /// The name of an item in a sentence.
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
