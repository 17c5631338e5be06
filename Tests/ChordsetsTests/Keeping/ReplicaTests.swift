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
        return Replica(kept, orderMark: orderMark, time: 1000, seed: 7)
    }

    private func seen(_ content: Kept.Content, version: Int64 = 1) -> Kept.Edition {
        Kept.Edition(version: version, content: content)
    }

    private func ids(_ replica: Replica) -> String { replica.chordsets.map { $0.id.count == 1 ? $0.id : "?" }.joined() }

    @Test func whatTwoTabsHaveChangedIsKeptTwiceAndTheHandGoesOnWithItsCopy() throws {
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

    @Test func whoHasChangedNothingHasNotSeenWhatOthersHaveChanged() {
        var replica = replica(1)
        _ = replica.keep("a", 2, copyOf: nil, seen: seen(1))
        #expect(replica.keep("a", 1, copyOf: nil, seen: seen(1)) == .overtaken)
        #expect(replica["a"]?.content == 2)
    }

    @Test func whatAnotherTabHasChangedStays() {
        var replica = replica(1)
        _ = replica.keep("a", 2, copyOf: nil, seen: seen(1))
        let hasStayed = replica.remove("a", seen: seen(1), isAlone: false)
        #expect(hasStayed && replica["a"]?.isDeleted == false)
    }

    @Test func whatTheServerNeverHadIsForgottenWhereThereIsNone() {
        var replica = Replica([], orderMark: nil, time: 0, seed: 0)
        _ = replica.keep("a", 1, copyOf: nil, seen: nil)
        let hasStayed = replica.remove("a", seen: seen(1, version: 0), isAlone: true)
        #expect(!hasStayed && replica.chordsets.isEmpty)
    }

    @Test func whatATabDoesNotKnowStaysBehindWhatItArranges() {
        var replica = replica(1, 2, 3, 4)
        replica.arrange(["d", "b", "gone"])
        #expect(ids(replica) == "dbac")
        #expect(replica.orderMark != nil)
    }

    @Test func oneThatWentFarIsOneMove() {
        var replica = replica(1, 2, 3, 4, 5)
        let served = ["a", "b", "c", "d", "e"]
        #expect(replica.moves(of: served) == nil)
        replica.arrange(["b", "c", "d", "e", "a"])
        #expect(replica.moves(of: served)?.map { "\($0.id)\($0.position)" } == ["a4"])
        replica.arrange(["e", "a", "b", "c", "d"])
        #expect(replica.moves(of: served)?.map { "\($0.id)\($0.position)" } == ["e0"])
        replica.arrange(["e", "d", "c", "b", "a"])
        #expect(replica.moves(of: served)?.count == 4)
    }

    @Test func oursStaysInFrontOfWhatItStoodInFrontOf() {
        var replica = replica(1, 2, 3)
        _ = replica.keep("x", 9, copyOf: nil, seen: nil)
        replica.arrange(["a", "x", "b", "c"])
        replica.hearOrdered(replica.orderMark ?? "")
        let served = ["c", "b", "a", "new"].map { id in
            Served(id: id, edition: replica[id]?.base ?? Kept.Edition(version: 50, content: 50))
        }
        let meeting = replica.meet(served, asked: replica.chordsets.map { $0.stamp }, sent: [])
        #expect(replica.chordsets.map { $0.id } == ["c", "x", "b", "a", "new"])
        #expect(meeting.hasNews && meeting.requests.map { $0.id } == ["x"])
    }

    /// Nothing is decided about what has changed since the server was asked.
    @Test func anAnswerSaysNothingAboutWhatIsNewerThanTheQuestion() {
        var replica = replica(1)
        let asked = replica.chordsets.map { $0.stamp }
        replica.hear("a", is: Kept.Edition(version: 20, content: 1))
        let meeting = replica.meet([], asked: asked, sent: [])
        #expect(meeting.isUnfinished && meeting.requests.isEmpty && replica["a"] != nil)
    }

    @Test func thePageAsksInJSON() throws {
        let time = "1763805111000"
        let kept = #"{"id":"a","content":0,"position":0,"copyOf":null,"version":\#(time),"#
            + #""base":null,"isDeleted":false}"#
        func answer(_ question: String) throws -> JSON {
            try JSON(decide(#"{"seed":"1","time":\#(time),\#(question)}"#))
        }
        let new = try answer(#""ask":"keep","kept":[],"id":"a","content":0"#)
        #expect(new.text == #"{"put":[\#(kept)],"forget":[],"outcome":"kept"}"#)
        let asked = #"[{"id":"a","version":\#(time)}]"#
        let met = try answer(#""ask":"meet","kept":[\#(kept)],"asked":\#(asked),"served":[],"sent":[]"#)
        #expect(met["requests"]?.array?.first?["method"]?.string == "POST")
        #expect(try answer(#""ask":"remove","kept":[\#(kept)],"id":"a","isAlone":true"#)["hasStayed"]?.bool == true)
        #expect(try answer(#""ask":"unsent","kept":[\#(kept)]"#)["unsent"]?.array?.count == 1)
        #expect(decide("nonsense") == "" && decide(#"{"seed":"1","ask":"?"}"#) == "")
    }
}
