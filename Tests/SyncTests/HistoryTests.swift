import Foundation
import Testing

import Sync

/// Thousands of random histories of users, tabs, browsers and messages. Whatever happens in between, all written
/// content is there in the end, and all have the same data, even if the server loses data.
@Suite struct HistoryTests {
    /// `CHORDS_HISTORIES` sets another number of histories: see Tests/attacks/histories.py.
    static let histories = 0..<(ProcessInfo.processInfo.environment["CHORDS_HISTORIES"].flatMap { UInt64($0) } ?? 2000)
    static let conditions = [
        Conditions(losesMessages: false, hasLocks: true), Conditions(losesMessages: true, hasLocks: true),
        Conditions(losesMessages: true, hasLocks: false),
        Conditions(losesMessages: false, hasLocks: true, losesDatabases: true),
        Conditions(losesMessages: true, hasLocks: true, losesDatabases: true),
        // A page on a home network, as on a phone.
        Conditions(losesMessages: true, hasLocks: false, losesDatabases: true),
    ]

    struct Conditions: Sendable {
        let losesMessages: Bool
        let hasLocks: Bool
        var losesDatabases = false

        /// The state of one history before syncing is complete.
        func world(seed: UInt64) -> World {
            var world = World(seed: seed, tabs: [[1, 1], [2, 1], [1, 1, 2], [3]][Int(seed % 4)])
            world.losesMessages = losesMessages
            world.hasLocks = hasLocks
            world.losesDatabases = losesDatabases
            for _ in 0..<(40 + seed % 7 * 40) { world.takeStep() }
            return world
        }
    }

    @Test(arguments: conditions)
    func nothingIsLostAndAllConverge(conditions: Conditions) {
        for seed in HistoryTests.histories {
            var world = conditions.world(seed: seed)
            let isSettled = world.settle()
            let there = Set(world.server.shelf.map { $0.edition.content })
            let lost = world.written.subtracting(world.replaced).subtracting(there)
            #expect(lost.isEmpty, "history \(seed)")
            #expect(isSettled, "history \(seed)")
            let isSame = world.browsers.allSatisfy { hasConverged($0, with: world.server) }
            #expect(isSame, "history \(seed)")
            if !(lost.isEmpty && isSettled && isSame) { return }
        }
    }

    /// Whether a browser has sent everything, has what the server has, and shows it in all tabs.
    private func hasConverged(_ browser: Browser, with server: FakeServer) -> Bool {
        let items = browser.replica.items
        let isSent = !items.contains { $0.isUnsent } && browser.replica.orderMark == nil
        let isServed =
            items.map { FakeServer.Entry(id: $0.id, edition: $0.base ?? .init(version: 0, content: 0)) }
            == server.shelf
        let shown = items.map { Shown(id: $0.id, content: $0.content) }
        return isSent && isServed && browser.tabs.allSatisfy { $0.shown == shown }
    }

    @Test func aSingleUserFindsAllDataUnchanged() {
        for seed in HistoryTests.histories {
            var world = World(seed: seed, tabs: [1])
            world.losesMessages = true
            for _ in 0..<200 { world.takeStep() }
            let left = world.browsers[0].tabs[0].shown
            world.settle()
            let found = world.server.shelf.map { Shown(id: $0.id, content: $0.edition.content) }
            #expect(found == left, "history \(seed)")
            if found != left { return }
        }
    }
}
