import Testing

import Chordsets

/// Contents: 1 was there before, 2 is ours, 3 is theirs.
@Suite struct OutcomeTests {
    private let base = Kept.Edition(version: 10, content: 1)

    private func kept(_ content: Kept.Content, base: Kept.Edition?, isDeleted: Bool = false) -> Kept {
        Kept(id: "a", content: content, position: 0, version: 1, base: base, isDeleted: isDeleted)
    }

    private func outcome(_ mine: Kept, _ theirs: Kept.Edition?, sent: [Kept.Content?] = []) -> Outcome? {
        Outcome(mine: mine, theirs: theirs, sent: sent)
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
}
