import Testing

import Chordsets
import JSONText

@Suite struct ReplicaTests {
    /// A replica with chordsets `a`, `b`, … of these contents, all of which the server has.
    private func replica(_ contents: Kept.Content..., orderMark: String? = nil) -> Replica {
        let kept = contents.enumerated().map { place, content in
            Kept(
                id: String("abcdefgh".dropFirst(place).prefix(1)), content: content, position: place, version: 1,
                base: .init(version: Int64(place), content: content))
        }
        return Replica(
            kept, orderMark: orderMark, server: Acquaintance(database: "d", trail: [10]), time: 1000, seed: 7)
    }

    private func report(
        since: Int64 = 10, _ changed: [Served] = [], deleted: [Report.Gravestone] = [], order: [String]? = nil
    ) -> Report {
        Report(database: "d", since: since, revision: 60, changed: changed, deleted: deleted, order: order)
    }

    private func seen(_ content: Kept.Content, version: Int64 = 1) -> Kept.Edition {
        Kept.Edition(version: version, content: content)
    }

    private func ids(_ replica: Replica) -> String { replica.chordsets.map { $0.id.count == 1 ? $0.id : "?" }.joined() }

    @Test func conflictingChangesOfTabsMakeACopyForFurtherChanges() throws {
        var replica = replica(1, 1)
        #expect(replica.keep("a", 2, copyOf: nil, seen: seen(1)) == .kept)
        guard case .copied(let copy) = replica.keep("a", 3, copyOf: nil, seen: seen(1)) else {
            Issue.record("no copy")
            return
        }
        #expect(ids(replica) == "a?b")
        #expect(replica["a"]?.content == 2 && replica[copy]?.content == 3 && replica[copy]?.copyOf == "a")
        #expect(replica.keep("a", 4, copyOf: nil, seen: seen(3, version: 0)) == .copied(copy))
        #expect(replica["a"]?.content == 2 && replica[copy]?.content == 4)
    }

    @Test func aTabWithoutChangesTakesThoseOfOthers() {
        var replica = replica(1)
        _ = replica.keep("a", 2, copyOf: nil, seen: seen(1))
        #expect(replica.keep("a", 1, copyOf: nil, seen: seen(1)) == .overtaken)
        #expect(replica["a"]?.content == 2)
    }

    /// A page may be closed before it gets the result of storing.
    @Test func earlierWritesOfTheSameTabAreNoConflict() {
        var replica = replica(1, 1)
        #expect(replica.keep("a", 2, copyOf: nil, seen: seen(1)) == .kept)
        #expect(replica.keep("a", 3, copyOf: nil, seen: seen(1), written: [5, 2]) == .kept)
        #expect(ids(replica) == "ab" && replica["a"]?.content == 3)
        let hasStayed = replica.remove("a", seen: seen(1), isAlone: false, written: [2, 3])
        #expect(!hasStayed && replica["a"]?.isDeleted == true)
        // Other content is a conflict.
        #expect(replica.keep("b", 2, copyOf: nil, seen: seen(1)) == .kept)
        let hasOther = replica.remove("b", seen: seen(1), isAlone: false, written: [7])
        #expect(hasOther && replica["b"]?.isDeleted == false)
    }

    @Test func changesOfDifferentPartsAreMerged() throws {
        var replica = replica(1, 1)
        #expect(replica.keep("a", 2, copyOf: nil, seen: seen(1)) == .kept)
        #expect(replica.keep("a", 3, copyOf: nil, seen: seen(1), merged: 4) == .overtaken)
        #expect(ids(replica) == "ab" && replica["a"]?.content == 4 && replica["a"]?.isUnsent == true)
        // The same with a change on the server: the merge is sent with the server's version.
        let theirs = Served(id: "a", edition: .init(version: 50, content: 6), position: 0, merged: 8)
        let meeting = replica.meet(report([theirs]), shared: nil, asked: replica.question, sent: [])
        #expect(ids(replica) == "ab" && replica["a"]?.content == 8 && replica["a"]?.base == theirs.edition)
        #expect(meeting.hasNews && meeting.isUnfinished)
        let next = replica.meet(report(since: 60), shared: nil, asked: replica.question, sent: [])
        #expect(next.requests.map { $0.outcome } == [.put(over: 50)])
    }

    @Test func aChangeOfAnotherTabPreventsDeletion() {
        var replica = replica(1)
        _ = replica.keep("a", 2, copyOf: nil, seen: seen(1))
        let hasStayed = replica.remove("a", seen: seen(1), isAlone: false)
        #expect(hasStayed && replica["a"]?.isDeleted == false)
    }

    @Test func withoutServerDeletedChordsetsAreRemoved() {
        var replica = Replica([], orderMark: nil, time: 0, seed: 0)
        _ = replica.keep("a", 1, copyOf: nil, seen: nil)
        let hasStayed = replica.remove("a", seen: seen(1, version: 0), isAlone: true)
        #expect(!hasStayed && replica.chordsets.isEmpty)
    }

    @Test func chordsetsUnknownToATabStayAtTheEnd() {
        var replica = replica(1, 2, 3, 4)
        replica.arrange(["d", "b", "gone"])
        #expect(ids(replica) == "dbac")
        #expect(replica.orderMark != nil)
    }

    @Test func aLongMoveIsOneRequest() {
        var replica = replica(1, 2, 3, 4, 5)
        #expect(replica.moves == nil)
        replica.arrange(["b", "c", "d", "e", "a"])
        #expect(replica.moves?.map { "\($0.id)\($0.position)" } == ["a4"])
        replica.arrange(["e", "a", "b", "c", "d"])
        #expect(replica.moves?.map { "\($0.id)\($0.position)" } == ["e0"])
        replica.arrange(["e", "d", "c", "b", "a"])
        #expect(replica.moves?.count == 4)
        // The server does not have this order yet.
        replica.hearOrdered(replica.orderMark ?? "")
        for (step, move) in (replica.moves ?? []).enumerated() {
            replica.hearMoved(move.id, to: move.position, version: 100 + Int64(step))
        }
        #expect(replica.moves?.isEmpty == true)
        replica.hearOrdered(replica.orderMark ?? "")
        #expect(replica.moves == nil)
    }

    @Test func localChordsetsStayBeforeTheirSuccessor() {
        var replica = replica(1, 2, 3)
        _ = replica.keep("x", 9, copyOf: nil, seen: nil)
        replica.arrange(["a", "x", "b", "c"])
        replica.hearOrdered(replica.orderMark ?? "")
        let new = Served(id: "new", edition: .init(version: 50, content: 50), position: 3)
        let order = report([new], order: ["c", "b", "a", "new"])
        let meeting = replica.meet(order, shared: nil, asked: replica.question, sent: [])
        #expect(replica.chordsets.map { $0.id } == ["c", "x", "b", "a", "new"])
        #expect(meeting.hasNews && meeting.requests.map { $0.id } == ["x"])
    }

    /// Changes after the request are not affected.
    @Test func aReportDoesNotAffectNewerChanges() {
        var replica = replica(1)
        let asked = replica.question
        replica.hear("a", is: Kept.Edition(version: 20, content: 1))
        let grave = Report.Gravestone(id: "a", version: 15)
        let meeting = replica.meet(report(deleted: [grave]), shared: nil, asked: asked, sent: [])
        #expect(meeting.isUnfinished && meeting.requests.isEmpty && replica["a"] != nil)
        // The report was not used, so it must be requested again.
        #expect(replica.server.trail == [10])
    }

    @Test func onlyExplicitDeletionsDelete() {
        var replica = replica(1, 2, 3)
        let grave = Report.Gravestone(id: "b", version: 15)
        let meeting = replica.meet(report(deleted: [grave]), shared: nil, asked: replica.question, sent: [])
        #expect(ids(replica) == "ac")
        #expect(meeting.hasNews && meeting.requests.isEmpty && meeting.parting == nil)
        #expect(replica.server.trail == [60, 10])
    }

    @Test func anOlderServerStateNeedsACompleteReport() {
        var replica = replica(1, 2, 3)
        let before = replica
        #expect(replica.meet(report(since: 7), shared: nil, asked: replica.question, sent: []).parting == 7)
        let other = Report(database: "e", since: 10, revision: 60, changed: [], deleted: [], order: nil)
        #expect(replica.meet(other, shared: nil, asked: replica.question, sent: []).parting == 0)
        #expect(replica == before)
        // It has the data of the first report, but not later data.
        replica.hear("c", is: Kept.Edition(version: 20, content: 3))
        let asked = Replica(
            replica.chordsets, orderMark: nil, server: replica.server, clock: replica.clock, time: 0, seed: 0
        ).question
        #expect(replica.meet(report(), shared: nil, asked: asked, sent: []).parting == 10)
        #expect(replica["c"]?.base?.version == 20)
    }

    @Test func anEmptyDatabaseGetsAllChordsets() {
        var replica = replica(1, 2, 3)
        let empty = Report(database: "e", since: 0, revision: 5, changed: [], deleted: [], order: [])
        let meeting = replica.meet(empty, shared: nil, asked: replica.question, sent: [])
        #expect(meeting.requests.map { $0.id } == ["a", "b", "c"] && meeting.restored == 3 && meeting.parting == 0)
        #expect(ids(replica) == "abc" && replica.server.trail == [5] && replica.server.database == "e")
        #expect(replica.chordsets.allSatisfy { $0.base == nil })
    }

    @Test func theTrailReachesFarBack() {
        var replica = Replica([], orderMark: nil, time: 0, seed: 0)
        for revision in 1...10_000 as ClosedRange<Int64> {
            let since = replica.server.trail.first ?? 0
            let report = Report(
                database: "d", since: since, revision: revision, changed: [], deleted: [], order: since == 0 ? [] : nil)
            _ = replica.meet(report, shared: nil, asked: replica.question, sent: [])
        }
        let trail = replica.server.trail
        #expect(trail.count <= 100 && trail.first == 10_000 && trail.contains(1))
        #expect(trail == trail.sorted(by: >) && Set(trail).isSuperset(of: 9_951...10_000))
    }

    @Test func requestsAndAnswersAreJSON() throws {
        let time = "1763805111000"
        let kept =
            #"{"id":"a","content":0,"position":0,"copyOf":null,"version":\#(time),"#
            + #""base":null,"isDeleted":false,"time":1,"isUnsent":true}"#
        func answer(_ question: String) throws -> JSON {
            try JSON(decide(#"{"seed":"1","time":\#(time),"isWhole":true,\#(question)}"#))
        }
        let new = try answer(#""ask":"keep","kept":[],"id":"a","content":0"#)
        let clock = #"{"now":1,"forgotten":0}"#
        #expect(new.text == #"{"put":[\#(kept)],"forget":[],"clock":\#(clock),"outcome":"kept"}"#)
        let report = #"{"database":"d","since":0,"revision":9007199254740,"changed":[],"deleted":[],"order":[]}"#
        let asked = #"{"time":1,"revision":null}"#
        let met = try answer(
            #""ask":"meet","clock":\#(clock),"kept":[\#(kept)],"asked":\#(asked),"report":\#(report),"sent":[]"#)
        #expect(met["requests"]?.array?.first?["method"]?.string == "POST")
        #expect(met["server"]?.text == #"{"database":"d","trail":[9007199254740],"order":null,"buried":[]}"#)
        let partly = try JSON(
            decide(
                #"{"seed":"1","time":1,"ask":"meet","kept":[],"asked":\#(asked),"report":\#(report),"sent":[]}"#))
        #expect(partly.text == #"{"lacksOthers":true}"#)
        #expect(try answer(#""ask":"remove","kept":[\#(kept)],"id":"a","isAlone":true"#)["hasStayed"]?.bool == true)
        #expect(decide("nonsense") == "" && decide(#"{"seed":"1","ask":"?"}"#) == "")
    }
}
