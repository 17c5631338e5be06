import Sync

/// A simulation of a server, browsers with tabs, and users who change data at the same time. It does what the page’s
/// modules and the server do with requests and transactions, with all possible interruptions.
struct World {
    var server: FakeServer
    var browsers: [Browser]
    /// Contents that a user has knowingly replaced or deleted.
    var replaced: Set<ContentNumber> = []
    /// All contents ever written.
    private(set) var written: Set<ContentNumber> = []
    private var generator: SeededGenerator
    /// Whether requests and answers may be lost.
    var losesMessages = false
    /// Whether the tabs of a browser take turns in syncing.
    var hasLocks = true
    /// Whether the server sometimes gets an older copy of its database, or another one.
    var losesDatabases = false
    /// Copies of the server's database.
    private var backups: [FakeServer] = []
    /// The states before the last edits of the server.
    private var recent: [FakeServer] = []

    init(seed: UInt64, tabs: [Int]) {
        generator = SeededGenerator(seed: seed)
        server = FakeServer(seed: generator.next())
        browsers = tabs.map { Browser(tabs: Array(repeating: Tab(), count: $0)) }
    }

    private mutating func number(_ limit: Int) -> Int { Int(generator.next() % UInt64(limit)) }

    private mutating func newContent() -> ContentNumber {
        written.insert(written.count)
        return written.count - 1
    }

    // MARK: Events

    /// Performs a random action of a user, or the next step of a pending operation.
    mutating func takeStep() {
        let browser = number(browsers.count)
        let tab = number(browsers[browser].tabs.count)
        if losesDatabases { loseDatabase(browser) }
        switch number(10) {
        case 0, 1: act(browser, tab)
        case 2, 3: carryOut(browser, tab)
        case 4: takeNews(browser, tab)
        default: step(browser, tab)
        }
    }

    /// Sometimes replaces the server's database in one of the ways in which operators and accidents do.
    private mutating func loseDatabase(_ browser: Int) {
        let copy = number(max(backups.count, 1))
        switch number(60) {
        case 0, 1: backups.append(server)
        // A snapshot of the disk, or a copied file.
        case 2: if !backups.isEmpty { start(backups[copy].diverged(by: generator.next())) }
        case 3: start(FakeServer(seed: generator.next()))
        // A backup, restored with the command for it.
        case 4: if !backups.isEmpty { start(backups[copy].restored(over: server, by: generator.next())) }
        // Two servers with copies of one file take turns.
        case 5:
            guard !backups.isEmpty else { break }
            let other = backups[copy].diverged(by: generator.next())
            backups[copy] = server
            start(other)
        // PostgreSQL continues on a replica that lacks the last commits. Their answers may still arrive.
        case 6: if !recent.isEmpty { server = recent[number(recent.count)].diverged(by: generator.next()) }
        // As left by a version of the page without revisions.
        case 7: changeRecord(of: browser) { $0 = ServerState() }
        // As left by a version of the page without epochs.
        case 8: changeRecord(of: browser) { $0.epoch = nil }
        default: break
        }
    }

    private mutating func changeRecord(of browser: Int, _ change: (inout ServerState) -> Void) {
        let replica = browsers[browser].replica
        var state = replica.server
        change(&state)
        browsers[browser].replica = Replica(
            replica.items, orderMark: replica.orderMark, server: state, clock: replica.clock, time: 0, seed: 0)
    }

    /// Replaces the server, whose last answers are lost.
    private mutating func start(_ other: FakeServer) {
        server = other
        eachTab { world, browser, tab in
            switch world.browsers[browser].tabs[tab].task {
            case .confirming, .confirmingMove, .merging: world.finish(browser, tab)
            default: break
            }
        }
    }

    /// Remembers the server's state before an edit, for a few edits.
    private mutating func rememberServer() {
        if losesDatabases { recent = recent.suffix(4) + [server] }
    }

    /// Completes all pending operations without new actions and without losses.
    /// - Returns: whether all syncing ends within the number of rounds that a page allows.
    @discardableResult
    mutating func settle() -> Bool {
        losesMessages = false
        eachTab { world, browser, tab in
            while !world.browsers[browser].tabs[tab].task.isIdle { world.step(browser, tab) }
        }
        var isSettled = true
        for _ in 0..<8 {
            let before = (server.shelf, browsers.map { $0.replica.items })
            eachTab { world, browser, tab in
                while !world.browsers[browser].tabs[tab].pending.isEmpty { world.carryOut(browser, tab) }
            }
            eachTab { world, browser, tab in
                var rounds = 0
                repeat {
                    if world.browsers[browser].tabs[tab].task.isIdle { rounds += 1 }
                    world.step(browser, tab)
                } while !world.browsers[browser].tabs[tab].isDone && rounds < 20
                if rounds == 20 { isSettled = false }
            }
            eachTab { world, browser, tab in world.takeNews(browser, tab) }
            if before == (server.shelf, browsers.map { $0.replica.items }) { return isSettled }
        }
        return false
    }

    private mutating func eachTab(_ action: (inout World, Int, Int) -> Void) {
        for browser in browsers.indices {
            for tab in browsers[browser].tabs.indices { action(&self, browser, tab) }
        }
    }

    // MARK: Users

    /// A user changes something visible.
    private mutating func act(_ browser: Int, _ tab: Int) {
        let shown = browsers[browser].tabs[tab].shown
        let place = shown.isEmpty ? 0 : number(shown.count)
        switch shown.isEmpty ? 0 : number(8) {
        case 0, 1:
            let id = ItemID.random(using: &generator)
            write(id, newContent(), browser, tab)
        case 2, 3, 4:
            // Sometimes two users make the same change.
            let others = browsers[number(browsers.count)].tabs[0].shown
            let idea = number(6) > 0 ? nil : others.first { $0.id == shown[place].id }?.content
            replaced.insert(shown[place].content)
            write(shown[place].id, idea ?? newContent(), browser, tab)
        case 5:
            replaced.insert(shown[place].content)
            browsers[browser].tabs[tab].shown.remove(at: place)
            browsers[browser].tabs[tab].deleted.append(shown[place])
            browsers[browser].tabs[tab].enter(.remove(shown[place].id))
        case 6:
            // A deleted item is restored unchanged, or counts as a new one.
            guard let deleted = browsers[browser].tabs[tab].deleted.popLast() else { return }
            guard !shown.contains(where: { $0.id == deleted.id }) else { return }
            write(deleted.id, number(2) == 0 ? deleted.content : newContent(), browser, tab)
            browsers[browser].tabs[tab].enter(.arrange(browsers[browser].tabs[tab].shown.map(\.id)))
        default:
            let moved = browsers[browser].tabs[tab].shown.remove(at: place)
            browsers[browser].tabs[tab].shown.insert(moved, at: number(shown.count))
            browsers[browser].tabs[tab].enter(.arrange(browsers[browser].tabs[tab].shown.map(\.id)))
        }
    }

    private mutating func write(_ id: String, _ content: ContentNumber, _ browser: Int, _ tab: Int) {
        if let place = browsers[browser].tabs[tab].shown.firstIndex(where: { $0.id == id }) {
            browsers[browser].tabs[tab].shown[place].content = content
        } else {
            browsers[browser].tabs[tab].shown.append(Shown(id: id, content: content))
        }
        browsers[browser].tabs[tab].enter(.save(id, content))
    }

    // MARK: Tabs

    /// Stores the first pending change of a tab in the replica.
    private mutating func carryOut(_ browser: Int, _ tab: Int) {
        guard !browsers[browser].tabs[tab].pending.isEmpty else { return }
        let change = browsers[browser].tabs[tab].pending.removeFirst()
        var replica = browsers[browser].open(using: &generator)
        switch change {
        case .save(let id, let content):
            let seen = browsers[browser].tabs[tab].known[id]
            switch replica.save(id, content, copyOf: replica[id]?.copyOf, seen: seen) {
            case .saved: browsers[browser].tabs[tab].known[id] = replica[id].map(edition)
            case .copied:
                // If the tab knows the copy, the user sees it.
                browsers[browser].tabs[tab].known[id] = Edition(version: 0, content: content)
                browsers[browser].tabs[tab].isNews = true
            case .overtaken: browsers[browser].tabs[tab].isNews = true
            }
        case .remove(let id):
            if replica.delete(id, seen: browsers[browser].tabs[tab].known[id], isAlone: false) {
                browsers[browser].tabs[tab].isNews = true
            } else {
                browsers[browser].tabs[tab].known[id] = replica[id].map(edition)
            }
        case .arrange(let order): replica.reorder(order)
        }
        browsers[browser].replica = replica
        browsers[browser].announce(exceptTo: tab)
    }

    /// Updates a tab, unless it has newer changes.
    private mutating func takeNews(_ browser: Int, _ tab: Int) {
        let item = browsers[browser].replica.items
        guard browsers[browser].tabs[tab].isNews, browsers[browser].tabs[tab].pending.isEmpty else { return }
        browsers[browser].tabs[tab].isNews = false
        browsers[browser].tabs[tab].shown = item.filter { !$0.isDeleted }.map { Shown(id: $0.id, content: $0.content) }
        browsers[browser].tabs[tab].known = [:]
        for one in item {
            browsers[browser].tabs[tab].known[one.id] = edition(one)
        }
    }

    // MARK: The server

    /// The next message or transaction of a tab’s syncing.
    private mutating func step(_ browser: Int, _ tab: Int) {
        let task = browsers[browser].tabs[tab].task
        if losesMessages && number(12) == 0 { return finish(browser, tab) }
        var replica = browsers[browser].open(using: &generator)
        var next: Task
        browsers[browser].tabs[tab].isDone = false
        switch task {
        case .idle:
            let isTaken = browsers[browser].tabs.contains { !$0.task.isIdle }
            if hasLocks && isTaken { return }
            if number(2) == 0, let change = browsers[browser].tabs[tab].singleChange(in: replica) {
                next = .sending([change])
                break
            }
            next = .asking(replica.requestState, replica.server.trail, nil)
        case .asking(let asked, let trail, let shared):
            next = .merging(asked, server.report(since: trail), shared)
        case .merging(let asked, let report, let shared):
            // The server may have been reset again between the two answers.
            if let shared, server.report(since: [shared]).since != shared { return finish(browser, tab, isDone: false) }
            let sent = browsers[browser].tabs[tab].sent
            let overtaken = browsers[browser].tabs[tab].overtaken
            let confirmed = browsers[browser].tabs[tab].confirmed
            var merged: Replica.MergeResult?
            // First with only the affected items, like the page.
            let isEnough = browsers[browser].edit(about: report, using: &generator) { part in
                merged = part.merge(
                    report, shared: shared, before: asked, overtaken: overtaken, sent: sent, confirmed: confirmed)
            }
            if isEnough { replica = browsers[browser].replica } else { merged = nil }
            var result =
                merged
                ?? replica.merge(
                    report, shared: shared, before: asked, overtaken: overtaken, sent: sent, confirmed: confirmed)
            if !result.unproven.isEmpty, result.divergence == nil {
                let proven = result.unproven.filter { server.report(since: [$0]).since == $0 }
                result = replica.merge(
                    report, shared: nil, before: asked, proven: proven, overtaken: overtaken, sent: sent,
                    confirmed: confirmed)
            }
            if result.divergence == nil || report.since == 0 {
                browsers[browser].tabs[tab].overtaken = []
                browsers[browser].tabs[tab].confirmed = []
                for one in confirmed { browsers[browser].tabs[tab].sent.removeAll { $0.id == one.id } }
            }
            let there = Set(report.changed.map { $0.id })
            browsers[browser].tabs[tab].sent.removeAll { $0.content == nil && there.contains($0.id) }
            if result.hasNews { browsers[browser].announce() }
            let requests = result.requests.map { ($0.id, $0.resolution, replica[$0.id]?.content ?? 0) }
            if let divergence = result.divergence, report.since > 0 {
                next = .asking(asked, [], divergence)
            } else if requests.isEmpty && !result.isUnfinished {
                next = .ordering(replica.orderMark, replica.moves)
            } else {
                next = .sending(requests)
            }
        case .sending(let requests):
            guard let (id, resolution, content) = requests.first else { return finish(browser, tab, isDone: false) }
            let isDeletion = if case .delete = resolution { true } else { false }
            browsers[browser].tabs[tab].sent.append(Replica.Sent(id: id, content: isDeletion ? nil : content))
            rememberServer()
            let version = server.carryOut(resolution, id, content)
            next = .confirming(id, resolution, content, version, Array(requests.dropFirst()))
        case .confirming(let id, let resolution, let content, let version, let rest):
            if let version {
                let edition = Edition(version: version, content: content)
                var isRecorded = true
                switch resolution {
                case .post: replica.confirmAddition(id, is: edition)
                case .delete: replica.confirmDeletion(id)
                // The last change of a round is recorded with the next report.
                case .put where rest.isEmpty:
                    browsers[browser].tabs[tab].confirmed.append(Replica.Confirmed(id: id, edition: edition))
                    isRecorded = false
                default: replica.confirmChange(id, is: edition)
                }
                if isRecorded { browsers[browser].tabs[tab].sent.removeAll { $0.id == id } }
            } else {
                browsers[browser].tabs[tab].overtaken.append(id)
            }
            next = .sending(rest)
        case .ordering(let mark, let moves):
            guard var moves else { return finish(browser, tab) }
            guard !moves.isEmpty else {
                replica.confirmOrder(mark ?? "")
                browsers[browser].replica = replica
                return finish(browser, tab, isDone: false)
            }
            let move = moves.removeFirst()
            rememberServer()
            guard let version = server.move(move.id, to: move.position, version: move.version) else {
                return finish(browser, tab, isDone: false)
            }
            next = .confirmingMove(mark, moves, move, version)
        case .confirmingMove(let mark, let moves, let move, let version):
            replica.confirmMove(move.id, to: move.position, version: version)
            next = .ordering(mark, moves)
        }
        browsers[browser].replica = replica
        browsers[browser].tabs[tab].task = next
    }

    private mutating func finish(_ browser: Int, _ tab: Int, isDone: Bool = true) {
        browsers[browser].tabs[tab].task = .idle
        browsers[browser].tabs[tab].isDone = isDone
    }
}

private func edition(_ item: LocalItem) -> Edition { Edition(version: item.version, content: item.content) }

/// A browser with its replica.
struct Browser {
    var replica = Replica([], orderMark: nil, time: 0, seed: 0)
    var tabs: [Tab]
    private var time: Int64 = 0

    init(tabs: [Tab]) { self.tabs = tabs }

    /// Whether there are changes for other tabs.
    mutating func announce(exceptTo sender: Int? = nil) {
        for tab in tabs.indices where tab != sender { tabs[tab].isNews = true }
    }

    /// The replica for a transaction.
    mutating func open(using generator: inout SeededGenerator) -> Replica {
        // Many changes may happen in one millisecond, but fewer than the versions until the next one.
        time += 1000
        return Replica(
            replica.items, orderMark: replica.orderMark, server: replica.server, clock: replica.clock, time: time,
            seed: generator.next())
    }

    /// Merges a report with only the affected items.
    /// - Returns: whether that was enough. If not, nothing has changed.
    mutating func edit(
        about report: Report, using generator: inout SeededGenerator, _ change: (inout Replica) -> Void
    ) -> Bool {
        time += 1000
        let mentioned = Set(report.changed.map { $0.id } + report.deleted.map { $0.id })
        let all = replica.items
        let about = all.filter { item in
            mentioned.contains(item.id) || item.isUnsent || item.base.map { $0.version > report.since } == true
                || item.id == all.last?.id
        }
        var part = Replica(
            about, isComplete: false, orderMark: replica.orderMark, server: replica.server, clock: replica.clock,
            time: time, seed: generator.next())
        change(&part)
        if part.needsAllItems { return false }
        let before = Set(about.map { $0.id })
        replica = Replica(
            all.filter { !before.contains($0.id) } + part.items, orderMark: part.orderMark, server: part.server,
            clock: part.clock, time: time, seed: generator.next())
        return true
    }
}

/// A visible item.
struct Shown: Hashable {
    let id: String
    var content: ContentNumber
}

/// A tab with the state of its engine.
struct Tab {
    enum Change {
        case save(String, ContentNumber)
        case remove(String)
        case arrange([String])

        var id: String {
            switch self {
            case .save(let id, _), .remove(let id): id
            case .arrange: ""
            }
        }
    }

    var shown: [Shown] = []
    var deleted: [Shown] = []
    var known: [String: Edition] = [:]
    var pending: [Change] = []
    var isNews = false
    var sent: [Replica.Sent] = []
    var overtaken: [String] = []
    /// The last change of a round that the server has confirmed. It is recorded with the next report.
    var confirmed: [Replica.Confirmed] = []
    var task = Task.idle
    /// Whether the last round was the final one.
    var isDone = false

    /// The only change to send, unless an earlier request needs a decision first. A page sends it without asking for a
    /// report.
    func singleChange(in replica: Replica) -> Task.Request? {
        let unsent = replica.items.filter { $0.isUnsent }
        guard unsent.count == 1, let base = unsent[0].base, !unsent[0].isDeleted, sent.isEmpty, overtaken.isEmpty else {
            return nil
        }
        return (unsent[0].id, .put(over: base.version), unsent[0].content)
    }

    mutating func enter(_ change: Change) {
        if let place = pending.firstIndex(where: { $0.id == change.id }) {
            guard case .arrange = change else {
                pending[place] = change
                return
            }
            pending.remove(at: place)
        }
        pending.append(change)
    }
}

/// The state of a tab’s syncing.
enum Task {
    typealias Request = (id: String, resolution: Resolution, content: ContentNumber)

    case idle
    case asking(Replica.RequestState, [Int64], Int64?)
    case merging(Replica.RequestState, Report, Int64?)
    case sending([Request])
    /// nil: another client was faster.
    case confirming(String, Resolution, ContentNumber, Int64?, [Request])
    case ordering(String?, [Replica.Move]?)
    case confirmingMove(String?, [Replica.Move], Replica.Move, Int64)

    var isIdle: Bool {
        if case .idle = self { true } else { false }
    }
}

/// A server with conditional changes and a history.
struct FakeServer {
    struct Entry: Hashable {
        let id: String
        let edition: Edition
    }

    private(set) var shelf: [Entry] = []
    private let database: String
    private var epoch: String
    private var generator: SeededGenerator
    private var log: [Int64] = [0]
    private var tombstones: [String: Int64] = [:]
    /// The last change of the order other than additions at the end and deletions.
    private var ordered: Int64 = 0

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        database = ItemID.random(using: &generator)
        epoch = ItemID.random(using: &generator)
    }

    /// A copy that continues with other steps.
    func diverged(by seed: UInt64) -> FakeServer {
        var other = self
        other.generator = SeededGenerator(seed: seed)
        return other
    }

    /// A backup that replaces a newer state, and begins a new epoch after it.
    func restored(over newer: FakeServer, by seed: UInt64) -> FakeServer {
        var other = diverged(by: seed)
        other.epoch = ItemID.random(using: &other.generator)
        other.log.append(max(log[log.count - 1], newer.log[newer.log.count - 1]) + 1 + other.step())
        return other
    }

    func report(since trail: [Int64]) -> Report {
        let since = trail.first { log.contains($0) } ?? 0
        let changed = shelf.enumerated().filter { $0.element.edition.version > since }.map { place, entry in
            ServerItem(id: entry.id, edition: entry.edition, position: place)
        }
        let deleted = tombstones.filter { $0.value > since }.map { Tombstone(id: $0.key, version: $0.value) }
        return Report(
            database: database, epoch: epoch, since: since, revision: log[log.count - 1],
            changed: changed.sorted { $0.edition.version < $1.edition.version },
            deleted: deleted.sorted { $0.version < $1.version },
            order: since == 0 || ordered > since ? shelf.map { $0.id } : nil)
    }

    mutating func carryOut(_ resolution: Resolution, _ id: String, _ content: ContentNumber) -> Int64? {
        let place = shelf.firstIndex { $0.id == id }
        switch resolution {
        case .post:
            guard place == nil else { return nil }
            shelf.append(Entry(id: id, edition: next(content)))
            // A client that missed the deletion would keep its old position.
            if tombstones.removeValue(forKey: id) != nil { ordered = log[log.count - 1] }
        case .put(let version):
            guard let place, shelf[place].edition.version == version else { return nil }
            shelf[place] = Entry(id: id, edition: next(content))
        case .delete(let version):
            guard let place, shelf[place].edition.version == version else { return nil }
            shelf.remove(at: place)
            tombstones[id] = next(content).version
        default: return nil
        }
        return log[log.count - 1]
    }

    mutating func move(_ id: String, to position: Int, version: Int64) -> Int64? {
        let found = shelf.firstIndex { $0.id == id && $0.edition.version == version }
        guard let moved = found.map({ shelf.remove(at: $0) }) else { return nil }
        let edition = next(moved.edition.content)
        shelf.insert(Entry(id: id, edition: edition), at: min(position, shelf.count))
        ordered = edition.version
        return edition.version
    }

    /// A random step, so that a diverged copy does not get the same revisions.
    private mutating func next(_ content: ContentNumber) -> Edition {
        log.append(log[log.count - 1] + 1 + step())
        return Edition(version: log[log.count - 1], content: content)
    }

    private mutating func step() -> Int64 { Int64(generator.next() % 65_536) }
}
