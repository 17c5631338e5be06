import Testing

import Tunes

/// Two changes of one tune are merged only if nothing is lost.
@Suite struct MergingTests {
    private let base = "Title: Mine\nKey: F\n\n[A] | Fma7 | Dmi7 | Gmi7 | C7 |\n[B] | Bb7 | % |\n"

    private func tune(_ changes: (String, String)...) throws -> Tune {
        var text = base
        for (old, new) in changes {
            let parts = text.split(separator: old, maxSplits: 1, omittingEmptySubsequences: false)
            #expect(parts.count == 2)
            text = parts.joined(separator: new)
        }
        let book = TuneText.read(text)
        #expect(book.problems == [])
        return try #require(book.tunes.first)
    }

    @Test func changesInDifferentBarsAreMerged() throws {
        let mine = try tune(("Fma7", "F6 / E7 /"), ("%", "Bbmi7"))
        let theirs = try tune(("Gmi7", "G7"), ("| C7", "|: C9"))
        let both = try tune(("Fma7", "F6 / E7 /"), ("%", "Bbmi7"), ("Gmi7", "G7"), ("| C7", "|: C9"))
        #expect(try Tune.merged(mine, theirs, since: tune()) == both)
        #expect(try Tune.merged(theirs, mine, since: tune()) == both)
    }

    @Test func sameChangeOnBothSidesIsNoConflict() throws {
        let mine = try tune(("C7", "C13"), ("Dmi7", "D7"))
        let theirs = try tune(("C7", "C13"), ("Fma7", "F6"))
        #expect(try Tune.merged(mine, theirs, since: tune()) == tune(("C7", "C13"), ("Dmi7", "D7"), ("Fma7", "F6")))
    }

    @Test(arguments: [
        // One bar, the number of bars, sections, and headers.
        (("Gmi7", "G7"), ("Gmi7", "G13")), (("Fma7 |", "Fma7 | E7 |"), ("Gmi7", "G7")),
        (("Fma7", "F6"), ("| C7 |", "|")),
        (("\n[B] ", " "), ("Gmi7", "G7")), (("Fma7", "F6"), ("[B]", "[C]")), (("Mine", "Ours"), ("Gmi7", "G7")),
        (("Fma7", "F6"), ("Key: F", "Key: Dm")), (("Fma7", "F6"), ("Key: F", "Key: F\nTempo: 90")),
    ])
    func otherChangesAreConflicts(mine: (String, String), theirs: (String, String)) throws {
        #expect(try Tune.merged(tune(mine), tune(theirs), since: tune()) == nil)
        #expect(try Tune.merged(tune(theirs), tune(mine), since: tune()) == nil)
    }
}
