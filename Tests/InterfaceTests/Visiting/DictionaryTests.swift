import Harmony
import Interface
import Testing

extension Visitor {
    /// The symbols of the chords that the dictionary lists.
    fileprivate var listedChords: [String] {
        every { $0.tag == "li" && $0["data-swipe"] == nil }.compactMap { item in
            item.all().map { $0.element }.first { $0.tag == "a" && $0["href"]?.hasPrefix("/chord") == true }?.text
        }
    }
}

@Suite struct DictionaryTests {
    @Test(arguments: ["english", "german", "solfege"])
    func everyTypeIsThereOnceInEachNotation(names: String) throws {
        for qualities in ["ma", "maj", "delta"] {
            for root in ["C", "F♯", "B♭"] {
                let visitor = try Visitor(
                    "/dictionary/" + root, remembered: [("note-names", names), ("qualities", qualities)])
                let listed = visitor.listedChords
                #expect(listed.count == Vocabulary.jazz.types.count, "\(qualities)")
                #expect(Set(listed).count == listed.count)
                if names == "english" {
                    // The symbols are read as the types of the vocabulary.
                    let read = try listed.map { try Chord($0).type.pitchClasses }
                    #expect(Set(read) == Set(Vocabulary.jazz.types.map(\.pitchClasses)))
                }
            }
        }
    }

    /// Expected values are counted by pitch classes: C 0, E♭ 3, E 4, F♯ 6, G 7, B♭ 10, B 11.
    @Test(arguments: [
        ("C E G B", [0, 4, 7, 11]), ("c eb gb", [0, 3, 6]), ("1 3 #5", [0, 4, 8]), ("b3, b5, b7", [3, 6, 10]),
        ("♯11", [6]),
    ])
    func notesAndDegreesAreFound(search: String, pitchClasses: [Int]) throws {
        var visitor = try Visitor("/dictionary")
        try visitor.type(search, into: "sheet-search")
        let expected = Vocabulary.jazz.types.filter { type in
            pitchClasses.allSatisfy { type.pitchClasses.contains($0) }
                && (search != "♯11" || type.degrees.contains(11, 1))
                && (!search.contains("#5") || type.degrees.contains(5, 1))
                && (!search.contains("b5") || type.degrees.contains(5, -1))
        }
        let found = try visitor.listedChords.map { try Chord($0).type.pitchClasses }
        #expect(!found.isEmpty && Set(found) == Set(expected.map(\.pitchClasses)), "\(visitor.listedChords)")
    }

    @Test(arguments: [
        ("m7b5", "Cmi7(♭5)"), ("half diminished", "Cmi7(♭5)"), ("9", "C9"), ("7alt", "C7alt"), ("maj7", "Cma7"),
        ("minor major", "Cmi(ma7)"),
    ])
    func symbolsAndNamesAreFound(search: String, symbol: String) throws {
        var visitor = try Visitor("/dictionary")
        try visitor.type(search, into: "sheet-search")
        let listed = visitor.listedChords
        #expect(listed.contains(symbol) && listed.count < 40, "\(listed)")
    }

    @Test func filtersAreCombinedWithTheSearch() throws {
        var visitor = try Visitor("/dictionary")
        try visitor.choose("dominant", in: "app narrow family")
        try visitor.choose("5", in: "app narrow notes")
        let types = Vocabulary.jazz.types.filter {
            $0.degrees.count == 5 && $0.degrees.contains(3) && $0.degrees.contains(7, -1)
                && !($0.degrees.contains(5, 1) && !$0.degrees.contains(5))
        }
        #expect(visitor.listedChords.count == types.count)
        #expect(visitor.find { $0["role"] == "status" }?.text == "\(types.count) chords")
        try visitor.type("1 b9", into: "sheet-search")
        #expect(visitor.listedChords.count == types.count { $0.degrees.contains(9, -1) })
        // They stay with another root, and end with the screen.
        try visitor.go(to: "/dictionary/F")
        #expect(visitor.listedChords.count == types.count { $0.degrees.contains(9, -1) })
        try visitor.go(to: "/more")
        try visitor.go(to: "/dictionary")
        #expect(visitor.listedChords.count == Vocabulary.jazz.types.count)
    }

    @Test func everyTypeHasOneFamily() throws {
        var visitor = try Visitor("/dictionary")
        var found: [String] = []
        let menu = try #require(visitor.find { $0["data-input"] == "app narrow family" })
        let families = menu.all().map { $0.element }.filter { $0.tag == "option" }.compactMap { $0["value"] }
        #expect(families.count == 8)
        for family in families where !family.isEmpty {
            try visitor.choose(family, in: "app narrow family")
            #expect(!visitor.listedChords.isEmpty, "\(family)")
            found += visitor.listedChords
        }
        #expect(found.count == Vocabulary.jazz.types.count && Set(found).count == found.count)
    }

    @Test func typesWithoutClassicNameAreMarked() throws {
        let visitor = try Visitor("/dictionary")
        let marks = visitor.every { $0.text == "not in the reference table" && $0.tag == "p" }
        let classic = Set(Vocabulary.classic.types.map(\.pitchClasses))
        #expect(marks.count == Vocabulary.jazz.types.count { !classic.contains($0.pitchClasses) })
    }
}
