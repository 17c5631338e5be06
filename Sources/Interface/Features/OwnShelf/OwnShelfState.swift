import JSONText

/// The shelf on the server that holds all saved items, and the tasks that concern it.
struct OwnShelfState: Sendable {
    var standing = Standing.asking
    var isReachable = true
    var name = ""
    /// The name as it was typed, until the server has it.
    var typedName: String?
    /// Whether there is a link with which others read, and whether this browser has it.
    var readers = Readers.none
    /// The shelf that a link has led to.
    var visit: VisitedShelf?
    /// The names of others’ shelves to which this browser knows a link; empty where they have none.
    var reading: [String] = []
    /// Whether the one that is visited is among them.
    var visitIsRemembered = false
    /// The link that is shown, by itself or as a code.
    var shown: ShownLink?
    /// What is asked once more before it is done.
    var asked: ShelfTask?
    /// What the host is about to do.
    var running: ShelfTask?

    /// Whether there is a shelf.
    enum Standing: String, Sendable, Hashable {
        /// It is not known yet.
        case asking
        /// A shelf.
        case owner
        /// None, while nothing is saved.
        case none
        /// One that the server no longer has.
        case lost
        /// The server stores everything without shelves, for this computer.
        case alone
        /// The server keeps nothing.
        case absent
    }

    enum Readers: Sendable, Hashable {
        case none
        /// By a link that this browser knows.
        case byLink
        /// By one that was made elsewhere.
        case elsewhere
    }

    /// Whose link is shown, and how.
    enum ShownLink: String, Sendable, Hashable {
        case ownCode = "own-code"
        case ownLink = "own-link"
        case readerCode = "reader-code"
        case readerLink = "reader-link"
    }

    /// Takes over what the host knows.
    mutating func adopt(_ text: String) {
        guard let json = try? JSON(text), let standing = json["standing"]?.string.flatMap({ Standing(rawValue: $0) }) else { return }
        self.standing = standing
        isReachable = json["isReachable"]?.bool != false
        name = json["name"]?.string ?? ""
        readers =
            json["hasReaders"]?.bool != true ? .none : json["hasReadersLink"]?.bool == true ? .byLink : .elsewhere
        visit = json["visit"].flatMap { VisitedShelf($0) }
        reading = json["reading"]?.array?.map { $0.string ?? "" } ?? []
        visitIsRemembered = json["visitIsRemembered"]?.bool == true
        // Links and questions are withdrawn, except the question about a shelf that is read.
        let hidesOwn = standing != .owner || visit?.isOpen == true
        if hidesOwn, !(asked == .forget && visit?.access == .reader) { rest() }
        if readers != .byLink, shown?.isOfReaders == true { shown = nil }
    }

    /// Whether it is to be said what follows from a task before it is done.
    func isGrave(_ task: ShelfTask) -> Bool {
        switch task {
        case .stopReader, .renew, .leave, .delete: true
        // Only what others use, or could use still.
        case .makeReader: readers != .none
        case .forget: visit?.access == .reader
        default: false
        }
    }

    /// What stands over all of it.
    var title: String { visit?.access == .reader ? OwnShelfText.sharedWithYou : OwnShelfText.yourShelf }

    /// Shows no link any more, and asks nothing.
    mutating func rest() {
        shown = nil
        asked = nil
    }
}

/// A shelf that a link has led to.
struct VisitedShelf: Sendable, Hashable {
    let access: Access
    let name: String
    let chordsets: Int
    let tunes: Int
    /// The titles of everything on it, for readers.
    let titles: Titles

    enum Access: String, Sendable, Hashable {
        case asking, own, owner, reader, unknown, damaged, unreachable
        /// It is another server's.
        case foreign
        /// This server has no shelves.
        case absent
    }

    struct Titles: Sendable, Hashable {
        var chordsets: [String] = []
        var tunes: [String] = []
    }

    /// Whether it takes the place of the own one on the screen.
    var isOpen: Bool { access == .asking || access == .owner || access == .reader }

    var shownName: String { name.isEmpty ? OwnShelfText.thisShelf : "“" + name + "”" }
}

/// What is here of what a shelf can keep.
struct Holdings: Sendable {
    let chordsets: Int
    let tunes: Int
    /// Nil until it is known.
    let keeping: ListPolicy.Keeping?

    var counts: String { OwnShelfText.counts(chordsets, tunes) }
    var isEmpty: Bool { chordsets + tunes == 0 }
}

extension OwnShelfState.ShownLink {
    var isOfReaders: Bool { self == .readerCode || self == .readerLink }
}

extension VisitedShelf {
    /// - Returns: nil where there is none.
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
