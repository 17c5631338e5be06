import Testing

import Chordsets

/// Thousands of random histories of users, tabs, browsers and messages. Whatever happens in between, all written
/// content is there in the end, and all have the same data, even if the server loses data.
@Suite struct HistoryTests {
    static let histories: Range<UInt64> = 0..<2000
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
            for _ in 0..<(40 + seed % 7 * 40) { world.goOn() }
            return world
        }
    }

    @Test(arguments: conditions)
    func nothingIsLost(conditions: Conditions) {
        for seed in HistoryTests.histories {
            var world = conditions.world(seed: seed)
            world.calmDown()
            let there = Set(world.server.shelf.map { $0.edition.content })
            let lost = world.written.subtracting(world.replaced).subtracting(there)
            #expect(lost.isEmpty, "history \(seed)")
            if !lost.isEmpty { return }
        }
    }

    @Test(arguments: conditions)
    func leftAloneAllComeToTheSame(conditions: Conditions) {
        for seed in HistoryTests.histories {
            var world = conditions.world(seed: seed)
            let isCalm = world.calmDown()
            #expect(isCalm, "history \(seed)")
            for browser in world.browsers {
                let kept = browser.replica.chordsets
                let isSent = !kept.contains { $0.isUnsent } && browser.replica.orderMark == nil
                let isServed =
                    kept.map { FakeServer.Entry(id: $0.id, edition: $0.base ?? .init(version: 0, content: 0)) }
                    == world.server.shelf
                let isShown = browser.tabs.allSatisfy { $0.shown == kept.map { Shown(id: $0.id, content: $0.content) } }
                #expect(isSent && isServed && isShown, "history \(seed)")
                if !(isCalm && isSent && isServed && isShown) { return }
            }
        }
    }

    @Test func aSingleUserFindsAllDataUnchanged() {
        for seed in HistoryTests.histories {
            var world = World(seed: seed, tabs: [1])
            world.losesMessages = true
            for _ in 0..<200 { world.goOn() }
            let left = world.browsers[0].tabs[0].shown
            world.calmDown()
            let found = world.server.shelf.map { Shown(id: $0.id, content: $0.edition.content) }
            #expect(found == left, "history \(seed)")
            if found != left { return }
        }
    }
}
