import JSONText

/// The state of the user's shelf on the server, and of a visited one.
struct ShelfState: Sendable {
    var status = Status.connecting
    var isReachable = true
    var name = ""
    /// The typed name, until the server has it.
    var typedName: String?
    /// Whether the server was asked to take it, and has not answered.
    var isRenaming = false
    /// Whether there is a read-only link, and whether this browser has it.
    var readers = Readers.none
    /// The shelf that a link has opened.
    var visit: VisitedShelf?
    /// The names of others’ shelves whose links this browser remembers; empty if they have none.
    var rememberedShelves: [String] = []
    /// Whether the visited shelf is one of them.
    var isVisitRemembered = false
    /// Whether practice, settings and plays of this device are on the shelf.
    var isTravelling = false
    /// The link that is shown, as text or as a QR code.
    var shown: ShownLink?
    /// The task that waits for confirmation.
    var pending: ShelfTask?
    /// The task that the host carries out.
    var running: ShelfTask?

    /// Whether there is a shelf.
    enum Status: String, Sendable, Hashable {
        /// The server has not answered yet.
        case connecting = "asking"
        /// The user has a shelf.
        case owner
        /// No shelf, because nothing is saved.
        case none
        /// The server no longer has the shelf.
        case lost
        /// The server has no shelves and stores the items of a single user.
        case singleUser = "alone"
        /// The server stores nothing.
        case unavailable = "absent"
    }

    enum Readers: Sendable, Hashable {
        case none
        /// This browser has the read-only link.
        case byLink
        /// The link was created in another browser.
        case elsewhere
    }

    /// A link, as text or as a QR code.
    enum ShownLink: String, Sendable, Hashable {
        case ownCode = "own-code"
        case ownLink = "own-link"
        case readerCode = "reader-code"
        case readerLink = "reader-link"
    }

    /// Takes over the host's message.
    mutating func adopt(_ text: String) {
        guard let json = try? JSON(text), let status = json["standing"]?.string.flatMap({ Status(rawValue: $0) }) else {
            return
        }
        self.status = status
        isReachable = json["isReachable"]?.bool != false
        name = json["name"]?.string ?? ""
        readers =
            json["hasReaders"]?.bool != true ? .none : json["hasReadersLink"]?.bool == true ? .byLink : .elsewhere
        visit = json["visit"].flatMap { VisitedShelf($0) }
        rememberedShelves = json["reading"]?.array?.map { $0.string ?? "" } ?? []
        isVisitRemembered = json["visitIsRemembered"]?.bool == true
        isTravelling = json["devices"]?.string == "on"
        // Hides links and confirmations, except that for forgetting a visited shelf.
        let hidesOwn = status != .owner || visit?.isOpen == true
        if hidesOwn, !(pending == .forget && visit?.access == .reader) { leave() }
        if readers != .byLink, shown?.isReadOnly == true { shown = nil }
    }

    /// Whether the user has to confirm a task.
    func needsConfirmation(_ task: ShelfTask) -> Bool {
        switch task {
        case .stopReader, .renew, .leave, .delete: true
        // Only if others may use the former link.
        case .makeReader: readers != .none
        case .forget: visit?.access == .reader
        default: false
        }
    }

    var title: String { visit?.access == .reader ? ShelfText.sharedWithYou : ShelfText.yourShelf }

    /// Hides links and confirmations.
    mutating func leave() {
        shown = nil
        pending = nil
    }
}

/// A shelf that a link has opened.
struct VisitedShelf: Sendable, Hashable {
    let access: Access
    let name: String
    let chordsets: Int
    let tunes: Int
    /// The titles of its items, for readers.
    let titles: Titles

    enum Access: String, Sendable, Hashable {
        case asking, own, owner, reader, unknown, damaged, unreachable
        /// It is on another server.
        case foreign
        /// This server has no shelves.
        case absent
    }

    struct Titles: Sendable, Hashable {
        var chordsets: [String] = []
        var tunes: [String] = []
    }

    /// Whether the screen shows it instead of the user's shelf.
    var isOpen: Bool { access == .asking || access == .owner || access == .reader }

    var shownName: String { name.isEmpty ? ShelfText.thisShelf : "“" + name + "”" }
}

/// The items in this browser that a shelf can store.
struct LocalItems: Sendable {
    let chordsets: Int
    let tunes: Int
    /// Nil until the lists were loaded.
    let storage: ListPolicy.StorageState?

    var counts: String { ShelfText.counts(chordsets, tunes) }
    var isEmpty: Bool { chordsets + tunes == 0 }
}

extension ShelfState.ShownLink {
    var isReadOnly: Bool { self == .readerCode || self == .readerLink }
}

extension VisitedShelf {
    /// - Returns: nil if there is none.
    fileprivate init?(_ json: JSON) {
        guard let access = json["access"]?.string.flatMap({ Access(rawValue: $0) }) else { return nil }
        self.access = access
        name = json["name"]?.string ?? ""
        chordsets = json["chordsets"]?.int ?? 0
        tunes = json["tunes"]?.int ?? 0
        func titles(_ kind: String) -> [String] { json["titles"]?[kind]?.array?.map { $0.string ?? "" } ?? [] }
        self.titles = Titles(chordsets: titles("chordsets"), tunes: titles("tunes"))
    }
}
