import Testing

import Sync

/// Contents: 1 is the base, 2 is the local one, 3 is the server’s.
@Suite struct ResolutionTests {
    private let base = Edition(version: 10, content: 1)

    private func item(_ content: ContentNumber, base: Edition?, isDeleted: Bool = false) -> LocalItem {
        LocalItem(id: "a", content: content, position: 0, version: 1, base: base, isDeleted: isDeleted)
    }

    /// - Parameter theirs: nil if it is deleted on the server.
    private func resolution(
        _ mine: LocalItem, _ theirs: Edition?, sent: [ContentNumber?] = [], shared: Int64? = nil
    ) -> Resolution? {
        Resolution(mine: mine, theirs: theirs.map { .present($0) } ?? .deleted, sent: sent, shared: shared)
    }

    @Test func newLocalContentIsSent() {
        #expect(resolution(item(2, base: nil), nil) == .post)
        #expect(resolution(item(2, base: base), base) == .put(over: 10))
        #expect(resolution(item(1, base: base, isDeleted: true), base) == .delete(version: 10))
    }

    @Test func newServerContentIsTaken() {
        #expect(resolution(item(1, base: base), .init(version: 11, content: 3)) == .take)
        #expect(resolution(item(1, base: base), nil) == .forget)
        #expect(resolution(item(1, base: base, isDeleted: true), nil) == .forget)
    }

    @Test func conflictingChangesAreBothKept() {
        #expect(resolution(item(2, base: base), .init(version: 11, content: 3)) == .keepBoth)
        #expect(resolution(item(2, base: nil), .init(version: 11, content: 3)) == .keepBoth)
    }

    @Test func equalContentsAreOnlyRecorded() {
        #expect(resolution(item(2, base: base), .init(version: 11, content: 2)) == .rebase)
        #expect(resolution(item(2, base: nil), .init(version: 11, content: 2)) == .rebase)
        #expect(resolution(item(1, base: base), base) == nil)
    }

    @Test func aChangeWinsOverADeletion() {
        #expect(resolution(item(2, base: base), nil) == .post)
        #expect(resolution(item(1, base: base, isDeleted: true), .init(version: 11, content: 3)) == .takeBack)
    }

    @Test func aMoveIsNoConflict() {
        let moved = Edition(version: 11, content: 1)
        #expect(resolution(item(1, base: base, isDeleted: true), moved) == .delete(version: 11))
        #expect(resolution(item(2, base: base), .init(version: 11, content: 1)) == .put(over: 11))
    }

    @Test func contentSentWithoutAnAnswerIsNoConflict() {
        #expect(resolution(item(5, base: base), .init(version: 11, content: 2), sent: [2]) == .put(over: 11))
        #expect(resolution(item(5, base: base), .init(version: 11, content: 2), sent: [2, 4]) == .put(over: 11))
        #expect(resolution(item(1, base: base), nil, sent: [nil]) == .post)
        #expect(resolution(item(1, base: base, isDeleted: true), nil, sent: [nil]) == .forget)
    }

    @Test func chordsetsThatTheServerOmitsStay() {
        func resolution(_ mine: LocalItem, shared: Int64?) -> Resolution? {
            Resolution(mine: mine, theirs: .missing, sent: [nil], shared: shared)
        }
        for shared in [nil, 0, 5, 10, 15] as [Int64?] {
            #expect(resolution(item(1, base: base), shared: shared) == .post)
            #expect(resolution(item(2, base: base), shared: shared) == .post)
            #expect(resolution(item(2, base: nil), shared: shared) == .post)
            #expect(resolution(item(1, base: base, isDeleted: true), shared: shared) == .forget)
        }
    }

    /// The server has an older state: 5 is the last common revision.
    @Test func newerLocalContentIsSentToAnOlderServer() {
        let older = Edition(version: 4, content: 3)
        #expect(resolution(item(1, base: base), older, shared: 5) == .put(over: 4))
        #expect(resolution(item(2, base: base), older, shared: 5) == .put(over: 4))
        #expect(resolution(item(1, base: base, isDeleted: true), older, shared: 5) == .delete(version: 4))
        #expect(resolution(item(3, base: base), older, shared: 5) == .rebase)
        // A deletion that this browser cannot know yet.
        #expect(resolution(item(1, base: base), nil, shared: 15) == .forget)
        #expect(resolution(item(1, base: base), nil, shared: 5) == .post)
        #expect(resolution(item(1, base: base), .init(version: 17, content: 3), shared: 15) == .take)
    }

    /// Versions of another database prove nothing.
    @Test func withAnotherDatabaseBothAreKept() {
        for version in [4, 10, 17] as [Int64] {
            let theirs = Edition(version: version, content: 3)
            #expect(resolution(item(1, base: base), theirs, shared: 0) == .keepBoth)
            #expect(resolution(item(2, base: base), theirs, shared: 0) == .keepBoth)
            #expect(resolution(item(1, base: base, isDeleted: true), theirs, shared: 0) == .takeBack)
            let known = Edition(version: version, content: 1)
            #expect(resolution(item(1, base: base, isDeleted: true), known, shared: 0) == .delete(version: version))
            #expect(resolution(item(2, base: base), known, shared: 0) == .put(over: version))
        }
        #expect(resolution(item(1, base: base), .init(version: 4, content: 1), shared: 0) == .rebase)
    }

    /// For all combinations, content that was not knowingly deleted or replaced stays locally, on the server or in
    /// transit.
    @Test func noContentIsLost() {
        let editions: [Edition?] =
            [nil]
            + (1...3).flatMap { version in
                (1...3).map { Edition(version: Int64(version), content: $0) }
            }
        for base in editions {
            for content in 1...3 {
                for shared in [nil, 0, 1, 2, 3] as [Int64?] {
                    let mine = item(content, base: base)
                    #expect(Resolution(mine: mine, theirs: .missing, sent: [], shared: shared) == .post)
                    for theirs in editions.compactMap({ $0 }) {
                        let resolution = resolution(mine, theirs, shared: shared)
                        let isOurs =
                            base.map { $0.content != content || shared.map { $0 < base?.version ?? 0 } == true } ?? true
                        // Local changes, and content newer than the server’s state, are not replaced by the server’s.
                        if isOurs { #expect(resolution != .take && resolution != .takeBack && resolution != .forget) }
                        // The server’s content is not overwritten unless it was known locally, or is older than the
                        // local base.
                        if case .put = resolution {
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
