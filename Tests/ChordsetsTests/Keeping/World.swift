import Chordsets

/// A simulation of a server, browsers with tabs, and users who change data at the same time. It does what the page’s
/// modules and the server do with requests and transactions, with all possible interruptions.
struct World {
    var server: FakeServer
    var browsers: [Browser]
    /// Contents that a user has knowingly replaced or deleted.
    var replaced: Set<Kept.Content> = []
    /// All contents ever written.
    private(set) var written: Set<Kept.Content> = []
    private var random: SeededGenerator
    /// Whether requests and answers may be lost.
    var losesMessages = false
    /// Whether the tabs of a browser take turns in syncing.
    var hasLocks = true
    /// Whether the server sometimes gets an older copy of its database, or another one.
    var losesDatabases = false
    /// Copies of the server's database.
    private var backups: [FakeServer] = []

    init(seed: UInt64, tabs: [Int]) {
        random = SeededGenerator(seed: seed)
        server = FakeServer(seed: random.next())
        browsers = tabs.map { Browser(tabs: Array(repeating: Tab(), count: $0)) }
    }

    private mutating func number(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

    private mutating func newContent() -> Kept.Content {
        written.insert(written.count)
        return written.count - 1
    }

    // MARK: Events

    /// Performs a random action of a user, or the next step of a pending operation.
    mutating func goOn() {
        let browser = number(browsers.count)
        let tab = number(browsers[browser].tabs.count)
        if losesDatabases { loseDatabase(browser) }
        switch number(10) {
        case 0, 1: act(browser, tab)
        case 2, 3: carryOut(browser, tab)
        case 4: hearNews(browser, tab)
        default: step(browser, tab)
        }
    }

    private mutating func loseDatabase(_ browser: Int) {
        switch number(60) {
        case 0, 1: backups.append(server)
        case 2: if !backups.isEmpty { start(backups[number(backups.count)].parted(by: random.next())) }
        case 3: start(FakeServer(seed: random.next()))
        // As left by a version of the page without revisions.
        case 4:
            let replica = browsers[browser].replica
            browsers[browser].replica = Replica(
                replica.chordsets, orderMark: replica.orderMark, clock: replica.clock, time: 0, seed: 0)
        default: break
        }
    }

    /// Replaces the server, whose last answers are lost.
    private mutating func start(_ other: FakeServer) {
        server = other
        eachTab { world, browser, tab in
            switch world.browsers[browser].tabs[tab].task {
            case .hearing, .hearingMove, .meeting: world.finish(browser, tab)
            default: break
            }
        }
    }

    /// Completes all pending operations without new actions and without losses.
    /// - Returns: whether all syncing ends within the number of rounds that a page allows.
    @discardableResult
    mutating func calmDown() -> Bool {
        losesMessages = false
        eachTab { world, browser, tab in
            while !world.browsers[browser].tabs[tab].task.isIdle { world.step(browser, tab) }
        }
        var isCalm = true
        for _ in 0..<8 {
            let before = (server.shelf, browsers.map { $0.replica.chordsets })
            eachTab { world, browser, tab in
                while !world.browsers[browser].tabs[tab].pending.isEmpty { world.carryOut(browser, tab) }
            }
            eachTab { world, browser, tab in
                var rounds = 0
                repeat {
                    if world.browsers[browser].tabs[tab].task.isIdle { rounds += 1 }
                    world.step(browser, tab)
                } while !world.browsers[browser].tabs[tab].isDone && rounds < 20
                if rounds == 20 { isCalm = false }
            }
            eachTab { world, browser, tab in world.hearNews(browser, tab) }
            if before == (server.shelf, browsers.map { $0.replica.chordsets }) { return isCalm }
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
            let id = Chordset.newID(using: &random)
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
            // A deleted chordset is restored unchanged, or counts as a new one.
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

    private mutating func write(_ id: String, _ content: Kept.Content, _ browser: Int, _ tab: Int) {
        if let place = browsers[browser].tabs[tab].shown.firstIndex(where: { $0.id == id }) {
            browsers[browser].tabs[tab].shown[place].content = content
        } else {
            browsers[browser].tabs[tab].shown.append(Shown(id: id, content: content))
        }
        browsers[browser].tabs[tab].enter(.keep(id, content))
    }

    // MARK: Tabs

    /// Stores the first pending change of a tab in the replica.
    private mutating func carryOut(_ browser: Int, _ tab: Int) {
        guard !browsers[browser].tabs[tab].pending.isEmpty else { return }
        let change = browsers[browser].tabs[tab].pending.removeFirst()
        var replica = browsers[browser].open(using: &random)
        switch change {
        case .keep(let id, let content):
            let seen = browsers[browser].tabs[tab].known[id]
            switch replica.keep(id, content, copyOf: replica[id]?.copyOf, seen: seen) {
            case .kept: browsers[browser].tabs[tab].known[id] = replica[id].map(edition)
            case .copied:
                // If the tab knows the copy, the user sees it.
                browsers[browser].tabs[tab].known[id] = Kept.Edition(version: 0, content: content)
                browsers[browser].tabs[tab].isNews = true
            case .overtaken: browsers[browser].tabs[tab].isNews = true
            }
        case .remove(let id):
            if replica.remove(id, seen: browsers[browser].tabs[tab].known[id], isAlone: false) {
                browsers[browser].tabs[tab].isNews = true
            } else {
                browsers[browser].tabs[tab].known[id] = replica[id].map(edition)
            }
        case .arrange(let order): replica.arrange(order)
        }
        browsers[browser].replica = replica
        browsers[browser].tell(allBut: tab)
    }

    /// Updates a tab, unless it has newer changes.
    private mutating func hearNews(_ browser: Int, _ tab: Int) {
        let kept = browsers[browser].replica.chordsets
        guard browsers[browser].tabs[tab].isNews, browsers[browser].tabs[tab].pending.isEmpty else { return }
        browsers[browser].tabs[tab].isNews = false
        browsers[browser].tabs[tab].shown = kept.filter { !$0.isDeleted }.map { Shown(id: $0.id, content: $0.content) }
        browsers[browser].tabs[tab].known = [:]
        for one in kept {
            browsers[browser].tabs[tab].known[one.id] = edition(one)
        }
    }

    // MARK: The server

    /// The next message or transaction of a tab’s syncing.
    private mutating func step(_ browser: Int, _ tab: Int) {
        let task = browsers[browser].tabs[tab].task
        if losesMessages && number(12) == 0 { return finish(browser, tab) }
        var replica = browsers[browser].open(using: &random)
        var next: Task
        browsers[browser].tabs[tab].isDone = false
        switch task {
        case .idle:
            let isTaken = browsers[browser].tabs.contains { !$0.task.isIdle }
            if hasLocks && isTaken { return }
            next = .asking(replica.question, replica.server.trail, nil)
        case .asking(let asked, let trail, let shared):
            next = .meeting(asked, server.report(since: trail), shared)
        case .meeting(let asked, let report, let shared):
            // The server may have been reset again between the two answers.
            if let shared, server.report(since: [shared]).since != shared { return finish(browser, tab, isDone: false) }
            let sent = browsers[browser].tabs[tab].sent
            let overtaken = browsers[browser].tabs[tab].overtaken
            var met: Replica.Meeting?
            // First with only the affected chordsets, like the page.
            let isEnough = browsers[browser].edit(about: report, using: &random) { part in
                met = part.meet(report, shared: shared, asked: asked, overtaken: overtaken, sent: sent)
            }
            if isEnough { replica = browsers[browser].replica } else { met = nil }
            var meeting = met ?? replica.meet(report, shared: shared, asked: asked, overtaken: overtaken, sent: sent)
            if !meeting.doubted.isEmpty, meeting.parting == nil {
                let proven = meeting.doubted.filter { server.report(since: [$0]).since == $0 }
                meeting = replica.meet(
                    report, shared: nil, asked: asked, proven: proven, overtaken: overtaken, sent: sent)
            }
            if meeting.parting == nil || report.since == 0 { browsers[browser].tabs[tab].overtaken = [] }
            let there = Set(report.changed.map { $0.id })
            browsers[browser].tabs[tab].sent.removeAll { $0.content == nil && there.contains($0.id) }
            if meeting.hasNews { browsers[browser].tell() }
            let requests = meeting.requests.map { ($0.id, $0.outcome, replica[$0.id]?.content ?? 0) }
            if let parting = meeting.parting, report.since > 0 {
                next = .asking(asked, [], parting)
            } else if requests.isEmpty && !meeting.isUnfinished {
                next = .ordering(replica.orderMark, replica.moves)
            } else {
                next = .sending(requests)
            }
        case .sending(let requests):
            guard let (id, outcome, content) = requests.first else { return finish(browser, tab, isDone: false) }
            let isDeletion = if case .delete = outcome { true } else { false }
            browsers[browser].tabs[tab].sent.append(Replica.Sent(id: id, content: isDeletion ? nil : content))
            next = .hearing(id, outcome, content, server.carryOut(outcome, id, content), Array(requests.dropFirst()))
        case .hearing(let id, let outcome, let content, let version, let rest):
            if let version {
                let edition = Kept.Edition(version: version, content: content)
                switch outcome {
                case .post: replica.hearNew(id, is: edition)
                case .delete: replica.hearDeleted(id)
                default: replica.hear(id, is: edition)
                }
                browsers[browser].tabs[tab].sent.removeAll { $0.id == id }
            } else {
                browsers[browser].tabs[tab].overtaken.append(id)
            }
            next = .sending(rest)
        case .ordering(let mark, let moves):
            guard var moves else { return finish(browser, tab) }
            guard !moves.isEmpty else {
                replica.hearOrdered(mark ?? "")
                browsers[browser].replica = replica
                return finish(browser, tab, isDone: false)
            }
            let move = moves.removeFirst()
            guard let version = server.move(move.id, to: move.position, version: move.version) else {
                return finish(browser, tab, isDone: false)
            }
            next = .hearingMove(mark, moves, move, version)
        case .hearingMove(let mark, let moves, let move, let version):
            replica.hearMoved(move.id, to: move.position, version: version)
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

private func edition(_ kept: Kept) -> Kept.Edition { Kept.Edition(version: kept.version, content: kept.content) }

/// A browser with its replica.
struct Browser {
    var replica = Replica([], orderMark: nil, time: 0, seed: 0)
    var tabs: [Tab]
    private var time: Int64 = 0

    init(tabs: [Tab]) { self.tabs = tabs }

    /// Whether there are changes for other tabs.
    mutating func tell(allBut teller: Int? = nil) {
        for tab in tabs.indices where tab != teller { tabs[tab].isNews = true }
    }

    /// The replica for a transaction.
    mutating func open(using random: inout SeededGenerator) -> Replica {
        // Many changes may happen in one millisecond, but fewer than the versions until the next one.
        time += 1000
        return Replica(
            replica.chordsets, orderMark: replica.orderMark, server: replica.server, clock: replica.clock, time: time,
            seed: random.next())
    }

    /// Merges a report with only the affected chordsets.
    /// - Returns: whether that was enough. If not, nothing has changed.
    mutating func edit(
        about report: Report, using random: inout SeededGenerator, _ change: (inout Replica) -> Void
    ) -> Bool {
        time += 1000
        let told = Set(report.changed.map { $0.id } + report.deleted.map { $0.id })
        let all = replica.chordsets
        let about = all.filter { kept in
            told.contains(kept.id) || kept.isUnsent || kept.base.map { $0.version > report.since } == true
                || kept.id == all.last?.id
        }
        var part = Replica(
            about, isWhole: false, orderMark: replica.orderMark, server: replica.server, clock: replica.clock,
            time: time, seed: random.next())
        change(&part)
        if part.lacksOthers { return false }
        let before = Set(about.map { $0.id })
        replica = Replica(
            all.filter { !before.contains($0.id) } + part.chordsets, orderMark: part.orderMark, server: part.server,
            clock: part.clock, time: time, seed: random.next())
        return true
    }
}

/// A visible chordset.
struct Shown: Hashable {
    let id: String
    var content: Kept.Content
}

/// A tab with the state of its engine.
struct Tab {
    enum Change {
        case keep(String, Kept.Content)
        case remove(String)
        case arrange([String])

        var id: String {
            switch self {
            case .keep(let id, _), .remove(let id): id
            case .arrange: ""
            }
        }
    }

    var shown: [Shown] = []
    var deleted: [Shown] = []
    var known: [String: Kept.Edition] = [:]
    var pending: [Change] = []
    var isNews = false
    var sent: [Replica.Sent] = []
    var overtaken: [String] = []
    var task = Task.idle
    /// Whether the last round was the final one.
    var isDone = false

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
    typealias Request = (id: String, outcome: Outcome, content: Kept.Content)

    case idle
    case asking(Replica.Question, [Int64], Int64?)
    case meeting(Replica.Question, Report, Int64?)
    case sending([Request])
    /// nil: another client was faster.
    case hearing(String, Outcome, Kept.Content, Int64?, [Request])
    case ordering(String?, [Replica.Move]?)
    case hearingMove(String?, [Replica.Move], Replica.Move, Int64)

    var isIdle: Bool {
        if case .idle = self { true } else { false }
    }
}

/// A server with conditional changes and a history.
struct FakeServer {
    struct Entry: Hashable {
        let id: String
        let edition: Kept.Edition
    }

    private(set) var shelf: [Entry] = []
    private let database: String
    private var random: SeededGenerator
    private var log: [Int64] = [0]
    private var gravestones: [String: Int64] = [:]
    /// The last change of the order other than additions at the end and deletions.
    private var ordered: Int64 = 0

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        database = Chordset.newID(using: &random)
    }

    /// A copy that continues with other steps.
    func parted(by seed: UInt64) -> FakeServer {
        var other = self
        other.random = SeededGenerator(seed: seed)
        return other
    }

    func report(since trail: [Int64]) -> Report {
        let since = trail.first { log.contains($0) } ?? 0
        let changed = shelf.enumerated().filter { $0.element.edition.version > since }.map { place, entry in
            Served(id: entry.id, edition: entry.edition, position: place)
        }
        let deleted = gravestones.filter { $0.value > since }.map { Report.Gravestone(id: $0.key, version: $0.value) }
        return Report(
            database: database, since: since, revision: log[log.count - 1],
            changed: changed.sorted { $0.edition.version < $1.edition.version },
            deleted: deleted.sorted { $0.version < $1.version },
            order: since == 0 || ordered > since ? shelf.map { $0.id } : nil)
    }

    mutating func carryOut(_ outcome: Outcome, _ id: String, _ content: Kept.Content) -> Int64? {
        let place = shelf.firstIndex { $0.id == id }
        switch outcome {
        case .post:
            guard place == nil else { return nil }
            shelf.append(Entry(id: id, edition: next(content)))
            // A client that missed the deletion would keep its old position.
            if gravestones.removeValue(forKey: id) != nil { ordered = log[log.count - 1] }
        case .put(let version):
            guard let place, shelf[place].edition.version == version else { return nil }
            shelf[place] = Entry(id: id, edition: next(content))
        case .delete(let version):
            guard let place, shelf[place].edition.version == version else { return nil }
            shelf.remove(at: place)
            gravestones[id] = next(content).version
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
    private mutating func next(_ content: Kept.Content) -> Kept.Edition {
        log.append(log[log.count - 1] + 1 + Int64(random.next() % 65_536))
        return Kept.Edition(version: log[log.count - 1], content: content)
    }
}
