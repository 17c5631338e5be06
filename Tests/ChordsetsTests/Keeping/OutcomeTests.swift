import Testing

import Chordsets

/// Contents: 1 was there before, 2 is ours, 3 is theirs.
@Suite struct OutcomeTests {
    private let base = Kept.Edition(version: 10, content: 1)

    private func kept(_ content: Kept.Content, base: Kept.Edition?, isDeleted: Bool = false) -> Kept {
        Kept(id: "a", content: content, position: 0, version: 1, base: base, isDeleted: isDeleted)
    }

    /// - Parameter theirs: nil where somebody has deleted it there.
    private func outcome(
        _ mine: Kept, _ theirs: Kept.Edition?, sent: [Kept.Content?] = [], shared: Int64? = nil
    ) -> Outcome? {
        Outcome(mine: mine, theirs: theirs.map { .present($0) } ?? .deleted, sent: sent, shared: shared)
    }

    @Test func whatIsNewHereIsSent() {
        #expect(outcome(kept(2, base: nil), nil) == .post)
        #expect(outcome(kept(2, base: base), base) == .put(over: 10))
        #expect(outcome(kept(1, base: base, isDeleted: true), base) == .delete(version: 10))
    }

    @Test func whatIsNewThereIsTaken() {
        #expect(outcome(kept(1, base: base), .init(version: 11, content: 3)) == .take)
        #expect(outcome(kept(1, base: base), nil) == .forget)
        #expect(outcome(kept(1, base: base, isDeleted: true), nil) == .forget)
    }

    @Test func whatBothHaveChangedIsKeptTwice() {
        #expect(outcome(kept(2, base: base), .init(version: 11, content: 3)) == .keepBoth)
        #expect(outcome(kept(2, base: nil), .init(version: 11, content: 3)) == .keepBoth)
    }

    @Test func whatBothHaveAlikeIsOnlyRemembered() {
        #expect(outcome(kept(2, base: base), .init(version: 11, content: 2)) == .rebase)
        #expect(outcome(kept(2, base: nil), .init(version: 11, content: 2)) == .rebase)
        #expect(outcome(kept(1, base: base), base) == nil)
    }

    @Test func aChangeWeighsMoreThanADeletion() {
        #expect(outcome(kept(2, base: base), nil) == .post)
        #expect(outcome(kept(1, base: base, isDeleted: true), .init(version: 11, content: 3)) == .takeBack)
    }

    @Test func aMoveIsNoChange() {
        #expect(outcome(kept(1, base: base, isDeleted: true), .init(version: 11, content: 1)) == .delete(version: 11))
        #expect(outcome(kept(2, base: base), .init(version: 11, content: 1)) == .put(over: 11))
    }

    @Test func whatArrivedWithoutAnAnswerIsOurs() {
        #expect(outcome(kept(5, base: base), .init(version: 11, content: 2), sent: [2]) == .put(over: 11))
        #expect(outcome(kept(5, base: base), .init(version: 11, content: 2), sent: [2, 4]) == .put(over: 11))
        #expect(outcome(kept(1, base: base), nil, sent: [nil]) == .post)
        #expect(outcome(kept(1, base: base, isDeleted: true), nil, sent: [nil]) == .forget)
    }

    @Test func whatTheServerDoesNotSpeakOfStays() {
        func outcome(_ mine: Kept, shared: Int64?) -> Outcome? {
            Outcome(mine: mine, theirs: .missing, sent: [nil], shared: shared)
        }
        for shared in [nil, 0, 5, 10, 15] as [Int64?] {
            #expect(outcome(kept(1, base: base), shared: shared) == .post)
            #expect(outcome(kept(2, base: base), shared: shared) == .post)
            #expect(outcome(kept(2, base: nil), shared: shared) == .post)
            #expect(outcome(kept(1, base: base, isDeleted: true), shared: shared) == .forget)
        }
    }

    /// The server has an older state of what it had: 5 is the last revision that both have in common.
    @Test func whatIsNewerHereIsSentToAServerThatWentBack() {
        let older = Kept.Edition(version: 4, content: 3)
        #expect(outcome(kept(1, base: base), older, shared: 5) == .put(over: 4))
        #expect(outcome(kept(2, base: base), older, shared: 5) == .put(over: 4))
        #expect(outcome(kept(1, base: base, isDeleted: true), older, shared: 5) == .delete(version: 4))
        #expect(outcome(kept(3, base: base), older, shared: 5) == .rebase)
        // A deletion that this browser cannot have heard of yet.
        #expect(outcome(kept(1, base: base), nil, shared: 15) == .forget)
        #expect(outcome(kept(1, base: base), nil, shared: 5) == .post)
        #expect(outcome(kept(1, base: base), .init(version: 17, content: 3), shared: 15) == .take)
    }

    /// Versions of another database say nothing.
    @Test func ofAnotherDatabaseBothAreKept() {
        for version in [4, 10, 17] as [Int64] {
            let theirs = Kept.Edition(version: version, content: 3)
            #expect(outcome(kept(1, base: base), theirs, shared: 0) == .keepBoth)
            #expect(outcome(kept(2, base: base), theirs, shared: 0) == .keepBoth)
            #expect(outcome(kept(1, base: base, isDeleted: true), theirs, shared: 0) == .takeBack)
            let known = Kept.Edition(version: version, content: 1)
            #expect(outcome(kept(1, base: base, isDeleted: true), known, shared: 0) == .delete(version: version))
            #expect(outcome(kept(2, base: base), known, shared: 0) == .put(over: version))
        }
        #expect(outcome(kept(1, base: base), .init(version: 4, content: 1), shared: 0) == .rebase)
    }

    /// Over all that can be: a content that nobody has deleted or replaced knowingly stays here, there or on its way.
    @Test func nothingGoesAwayUnsaid() {
        let editions: [Kept.Edition?] = [nil] + (1...3).flatMap { version in
            (1...3).map { Kept.Edition(version: Int64(version), content: $0) }
        }
        for base in editions {
            for content in 1...3 {
                for shared in [nil, 0, 1, 2, 3] as [Int64?] {
                    let mine = kept(content, base: base)
                    #expect(Outcome(mine: mine, theirs: .missing, sent: [], shared: shared) == .post)
                    for theirs in editions.compactMap({ $0 }) {
                        let outcome = outcome(mine, theirs, shared: shared)
                        let isOurs = base.map { $0.content != content || shared.map { $0 < base?.version ?? 0 } == true } ?? true
                        // What was changed here, or was newer than what the server has now, is not given up for theirs.
                        if isOurs { #expect(outcome != .take && outcome != .takeBack && outcome != .forget) }
                        // What the server has is not overwritten unless it was known here, or is older than what was.
                        if case .put = outcome {
                            let isKnown = theirs.content == base?.content || theirs.version == base?.version
                            let isOlder = shared.map { theirs.version <= $0 && $0 < base?.version ?? 0 } == true
                            #expect(isKnown || isOlder)
                        }
                    }
                }
            }
        }
    }
}
