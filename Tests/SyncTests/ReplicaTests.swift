import Testing

import Sync
import JSONText

@Suite struct ReplicaTests {
    /// A replica with items `a`, `b`, … of these contents, all of which the server has.
    private func replica(_ contents: ContentNumber..., orderMark: String? = nil) -> Replica {
        let item = contents.enumerated().map { place, content in
            LocalItem(
                id: String("abcdefgh".dropFirst(place).prefix(1)), content: content, position: place, version: 1,
                base: .init(version: Int64(place), content: content))
        }
        return Replica(
            item, orderMark: orderMark, server: ServerState(database: "d", trail: [10]), time: 1000, seed: 7)
    }

    private func report(
        since: Int64 = 10, epoch: String? = nil, _ changed: [ServerItem] = [], deleted: [Tombstone] = [],
        order: [String]? = nil
    ) -> Report {
        Report(
            database: "d", epoch: epoch, since: since, revision: 60, changed: changed, deleted: deleted, order: order)
    }

    private func seen(_ content: ContentNumber, version: Int64 = 1) -> Edition {
        Edition(version: version, content: content)
    }

    private func ids(_ replica: Replica) -> String { replica.items.map { $0.id.count == 1 ? $0.id : "?" }.joined() }

    @Test func conflictingChangesOfTabsMakeACopyForFurtherChanges() throws {
        var replica = replica(1, 1)
        #expect(replica.save("a", 2, copyOf: nil, seen: seen(1)) == .saved)
        guard case .copied(let copy) = replica.save("a", 3, copyOf: nil, seen: seen(1)) else {
            Issue.record("no copy")
            return
        }
        #expect(ids(replica) == "a?b")
        #expect(replica["a"]?.content == 2 && replica[copy]?.content == 3 && replica[copy]?.copyOf == "a")
        #expect(replica.save("a", 4, copyOf: nil, seen: seen(3, version: 0)) == .copied(copy))
        #expect(replica["a"]?.content == 2 && replica[copy]?.content == 4)
    }

    @Test func aTabWithoutChangesTakesThoseOfOthers() {
        var replica = replica(1)
        _ = replica.save("a", 2, copyOf: nil, seen: seen(1))
        #expect(replica.save("a", 1, copyOf: nil, seen: seen(1)) == .overtaken)
        #expect(replica["a"]?.content == 2)
    }

    /// A page may be closed before it gets the result of storing.
    @Test func earlierWritesOfTheSameTabAreNoConflict() {
        var replica = replica(1, 1)
        #expect(replica.save("a", 2, copyOf: nil, seen: seen(1)) == .saved)
        #expect(replica.save("a", 3, copyOf: nil, seen: seen(1), written: [5, 2]) == .saved)
        #expect(ids(replica) == "ab" && replica["a"]?.content == 3)
        let wasChanged = replica.delete("a", seen: seen(1), isAlone: false, written: [2, 3])
        #expect(!wasChanged && replica["a"]?.isDeleted == true)
        // Other content is a conflict.
        #expect(replica.save("b", 2, copyOf: nil, seen: seen(1)) == .saved)
        let hasOther = replica.delete("b", seen: seen(1), isAlone: false, written: [7])
        #expect(hasOther && replica["b"]?.isDeleted == false)
    }

    @Test func changesOfDifferentPartsAreMerged() throws {
        var replica = replica(1, 1)
        #expect(replica.save("a", 2, copyOf: nil, seen: seen(1)) == .saved)
        #expect(replica.save("a", 3, copyOf: nil, seen: seen(1), merged: 4) == .overtaken)
        #expect(ids(replica) == "ab" && replica["a"]?.content == 4 && replica["a"]?.isUnsent == true)
        // The same with a change on the server: the merge is sent with the server's version.
        let theirs = ServerItem(id: "a", edition: .init(version: 50, content: 6), position: 0, merged: 8)
        let result = replica.merge(report([theirs]), shared: nil, before: replica.requestState, sent: [])
        #expect(ids(replica) == "ab" && replica["a"]?.content == 8 && replica["a"]?.base == theirs.edition)
        #expect(result.hasNews && result.isUnfinished)
        let next = replica.merge(report(since: 60), shared: nil, before: replica.requestState, sent: [])
        #expect(next.requests.map { $0.resolution } == [.put(over: 50)])
    }

    @Test func aChangeOfAnotherTabPreventsDeletion() {
        var replica = replica(1)
        _ = replica.save("a", 2, copyOf: nil, seen: seen(1))
        let wasChanged = replica.delete("a", seen: seen(1), isAlone: false)
        #expect(wasChanged && replica["a"]?.isDeleted == false)
    }

    @Test func withoutServerDeletedChordsetsAreRemoved() {
        var replica = Replica([], orderMark: nil, time: 0, seed: 0)
        _ = replica.save("a", 1, copyOf: nil, seen: nil)
        let wasChanged = replica.delete("a", seen: seen(1, version: 0), isAlone: true)
        #expect(!wasChanged && replica.items.isEmpty)
    }

    @Test func chordsetsUnknownToATabStayAtTheEnd() {
        var replica = replica(1, 2, 3, 4)
        replica.reorder(["d", "b", "gone"])
        #expect(ids(replica) == "dbac")
        #expect(replica.orderMark != nil)
    }

    @Test func aLongMoveIsOneRequest() {
        var replica = replica(1, 2, 3, 4, 5)
        #expect(replica.moves == nil)
        replica.reorder(["b", "c", "d", "e", "a"])
        #expect(replica.moves?.map { "\($0.id)\($0.position)" } == ["a4"])
        replica.reorder(["e", "a", "b", "c", "d"])
        #expect(replica.moves?.map { "\($0.id)\($0.position)" } == ["e0"])
        replica.reorder(["e", "d", "c", "b", "a"])
        #expect(replica.moves?.count == 4)
        // The server does not have this order yet.
        replica.confirmOrder(replica.orderMark ?? "")
        for (step, move) in (replica.moves ?? []).enumerated() {
            replica.confirmMove(move.id, to: move.position, version: 100 + Int64(step))
        }
        #expect(replica.moves?.isEmpty == true)
        replica.confirmOrder(replica.orderMark ?? "")
        #expect(replica.moves == nil)
    }

    @Test func localChordsetsStayBeforeTheirSuccessor() {
        var replica = replica(1, 2, 3)
        _ = replica.save("x", 9, copyOf: nil, seen: nil)
        replica.reorder(["a", "x", "b", "c"])
        replica.confirmOrder(replica.orderMark ?? "")
        let new = ServerItem(id: "new", edition: .init(version: 50, content: 50), position: 3)
        let order = report([new], order: ["c", "b", "a", "new"])
        let result = replica.merge(order, shared: nil, before: replica.requestState, sent: [])
        #expect(replica.items.map { $0.id } == ["c", "x", "b", "a", "new"])
        #expect(result.hasNews && result.requests.map { $0.id } == ["x"])
    }

    /// Changes after the request are not affected.
    @Test func aReportDoesNotAffectNewerChanges() {
        var replica = replica(1)
        let asked = replica.requestState
        replica.confirmChange("a", is: Edition(version: 20, content: 1))
        let grave = Tombstone(id: "a", version: 15)
        let result = replica.merge(report(deleted: [grave]), shared: nil, before: asked, sent: [])
        #expect(result.isUnfinished && result.requests.isEmpty && replica["a"] != nil)
        // The report was not used, so it must be requested again.
        #expect(replica.server.trail == [10])
    }

    @Test func onlyExplicitDeletionsDelete() {
        var replica = replica(1, 2, 3)
        let grave = Tombstone(id: "b", version: 15)
        let result = replica.merge(report(deleted: [grave]), shared: nil, before: replica.requestState, sent: [])
        #expect(ids(replica) == "ac")
        #expect(result.hasNews && result.requests.isEmpty && result.divergence == nil)
        #expect(replica.server.trail == [60, 10])
    }

    @Test func anOlderServerStateNeedsACompleteReport() {
        var replica = replica(1, 2, 3)
        let before = replica
        #expect(replica.merge(report(since: 7), shared: nil, before: replica.requestState, sent: []).divergence == 7)
        let other = Report(database: "e", since: 10, revision: 60, changed: [], deleted: [], order: nil)
        #expect(replica.merge(other, shared: nil, before: replica.requestState, sent: []).divergence == 0)
        #expect(replica == before)
        // It has the data of the first report, but not later data.
        replica.confirmChange("c", is: Edition(version: 20, content: 3))
        let asked = Replica(
            replica.items, orderMark: nil, server: replica.server, clock: replica.clock, time: 0, seed: 0
        ).requestState
        #expect(replica.merge(report(), shared: nil, before: asked, sent: []).divergence == 10)
        #expect(replica["c"]?.base?.version == 20)
    }

    /// The revisions are known, but only a restore renews the epoch. The same epoch proves nothing.
    @Test func aDifferentEpochNeedsACompleteReport() {
        for (known, theirs, divergence) in [
            ("e", "f", 10), ("e", "e", nil), (nil, "f", nil), ("e", nil, nil), ("", "f", 10),
        ] as [(String?, String?, Int64?)] {
            let items = replica(1, 2).items
            let server = ServerState(database: "d", epoch: known, trail: [10])
            var replica = Replica(items, orderMark: nil, server: server, time: 0, seed: 0)
            let result = replica.merge(
                report(epoch: theirs), shared: nil, before: replica.requestState, sent: [])
            #expect(result.divergence == divergence)
            if divergence == nil { #expect(replica.server.trail == [60, 10] && replica.server.epoch == theirs) }
        }
    }

    @Test func aFinishedComparisonRecordsTheEpoch() {
        var replica = replica(1, 2)
        let all = replica.items.map { ServerItem(id: $0.id, edition: $0.base ?? seen(0), position: $0.position) }
        let complete = report(since: 0, epoch: "f", all, order: ["a", "b"])
        let before = replica.requestState
        _ = replica.merge(complete, shared: 10, before: before, sent: [])
        #expect(replica.server.epoch == "f" && replica.server.trail == [60, 10])
    }

    /// An item that was changed meanwhile was not compared.
    @Test func anUnfinishedComparisonIsRepeated() {
        var replica = replica(1, 2)
        let all = replica.items.map { ServerItem(id: $0.id, edition: $0.base ?? seen(0), position: $0.position) }
        let before = replica.requestState
        _ = replica.save("a", 9, copyOf: nil, seen: seen(1))
        let result = replica.merge(
            report(since: 0, epoch: "f", all, order: ["a", "b"]), shared: 10, before: before, sent: [])
        #expect(result.isUnfinished && replica.server.trail == [10])
        let next = replica.merge(report(epoch: "f"), shared: nil, before: replica.requestState, sent: [])
        #expect(next.divergence == 10)
    }

    @Test func aConfirmedChangeIsRecordedWithTheNextReport() {
        let confirmed = Edition(version: 50, content: 2)
        for (further, request) in [(2, nil), (3, .put(over: 50))] as [(ContentNumber, Resolution?)] {
            var replica = replica(1, 1)
            _ = replica.save("a", 2, copyOf: nil, seen: seen(1))
            _ = replica.save("a", further, copyOf: nil, seen: seen(2, version: 2))
            let theirs = ServerItem(id: "a", edition: confirmed, position: 0)
            // Not before it is known whether the server still has it.
            let older = replica.merge(
                report(since: 7), shared: nil, before: replica.requestState, sent: [],
                confirmed: [Replica.Confirmed(id: "a", edition: confirmed)])
            #expect(older.divergence == 7 && replica["a"]?.base?.version == 0)
            let result = replica.merge(
                report([theirs]), shared: nil, before: replica.requestState, sent: [],
                confirmed: [Replica.Confirmed(id: "a", edition: confirmed)])
            #expect(result.requests.map { $0.resolution } == (request.map { [$0] } ?? []))
            #expect(!result.isUnfinished && replica["a"]?.base == confirmed && replica["a"]?.content == further)
            #expect(replica.server.trail == [60, 10])
        }
    }

    /// The server has lost the confirmed change.
    @Test func aConfirmedChangeThatTheServerHasLostIsSentAgain() {
        var replica = replica(1)
        _ = replica.save("a", 2, copyOf: nil, seen: seen(1))
        let confirmed = [Replica.Confirmed(id: "a", edition: Edition(version: 50, content: 2))]
        let before = replica.requestState
        #expect(replica.merge(report(), shared: nil, before: before, sent: [], confirmed: confirmed).unproven == [50])
        let lost = replica.merge(
            report(), shared: nil, before: before, proven: [], sent: [], confirmed: confirmed)
        #expect(lost.divergence == 10 && replica["a"]?.content == 2 && replica["a"]?.isUnsent == true)
    }

    @Test func anEmptyDatabaseGetsAllChordsets() {
        var replica = replica(1, 2, 3)
        let empty = Report(database: "e", since: 0, revision: 5, changed: [], deleted: [], order: [])
        let result = replica.merge(empty, shared: nil, before: replica.requestState, sent: [])
        #expect(result.requests.map { $0.id } == ["a", "b", "c"] && result.restored == 3 && result.divergence == 0)
        #expect(ids(replica) == "abc" && replica.server.trail == [5] && replica.server.database == "e")
        #expect(replica.items.allSatisfy { $0.base == nil })
    }

    @Test func theTrailReachesFarBack() {
        var replica = Replica([], orderMark: nil, time: 0, seed: 0)
        for revision in 1...10_000 as ClosedRange<Int64> {
            let since = replica.server.trail.first ?? 0
            let report = Report(
                database: "d", since: since, revision: revision, changed: [], deleted: [], order: since == 0 ? [] : nil)
            _ = replica.merge(report, shared: nil, before: replica.requestState, sent: [])
        }
        let trail = replica.server.trail
        #expect(trail.count <= 100 && trail.first == 10_000 && trail.contains(1))
        #expect(trail == trail.sorted(by: >) && Set(trail).isSuperset(of: 9_951...10_000))
    }

    @Test func requestsAndAnswersAreJSON() throws {
        let time = "1763805111000"
        let item =
            #"{"id":"a","content":0,"position":0,"copyOf":null,"version":\#(time),"#
            + #""base":null,"isDeleted":false,"time":1,"isUnsent":true}"#
        func answer(_ question: String) throws -> JSON {
            try JSON(decide(#"{"seed":"1","time":\#(time),"isComplete":true,\#(question)}"#))
        }
        let new = try answer(#""ask":"save","items":[],"id":"a","content":0"#)
        let clock = #"{"now":1,"forgotten":0}"#
        #expect(new.text == #"{"put":[\#(item)],"forget":[],"clock":\#(clock),"outcome":"saved"}"#)
        let report =
            #"{"database":"d","epoch":"e","since":0,"revision":9007199254740,"changed":[],"deleted":[],"order":[]}"#
        let before = #"{"time":1,"revision":null}"#
        let merging = #""ask":"mergeReport","before":\#(before),"report":\#(report),"sent":[]"#
        let merged = try answer(#""clock":\#(clock),"items":[\#(item)],\#(merging)"#)
        #expect(merged["requests"]?.array?.first?["method"]?.string == "POST")
        let server = #"{"database":"d","epoch":"e","trail":[9007199254740],"order":null,"buried":[]}"#
        #expect(merged["server"]?.text == server)
        let partly = try JSON(decide(#"{"seed":"1","time":1,"items":[],\#(merging)}"#))
        #expect(partly.text == #"{"needsAllItems":true}"#)
        #expect(try answer(#""ask":"delete","items":[\#(item)],"id":"a","isAlone":true"#)["wasChanged"]?.bool == true)
        #expect(decide("nonsense") == "" && decide(#"{"seed":"1","ask":"?"}"#) == "")
    }

    /// A damaged report may have any position. The item is put at the nearest one that exists.
    @Test(arguments: ["-1", "-9223372036854775808", "9223372036854775807"])
    func damagedPositionsAreMovedIntoTheList(position: String) throws {
        let item = #"{"id":"b","content":0,"position":\#(position),"version":1,"isDeleted":false}"#
        let report =
            #"{"database":"d","epoch":"e","since":0,"revision":1,"changed":[\#(item)],"deleted":[]}"#
        let question =
            #"{"seed":"1","time":1,"isComplete":true,"ask":"mergeReport","before":{"time":1,"revision":null},"#
            + #""report":\#(report),"sent":[],"items":[]}"#
        let put = try JSON(decide(question))["put"]?.array ?? []
        #expect(put.map { $0["id"]?.string } == ["b"] && put.allSatisfy { $0["position"]?.int ?? -1 >= 0 })
    }
}
