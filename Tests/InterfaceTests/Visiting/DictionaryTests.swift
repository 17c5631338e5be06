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

    /// As pitch classes: C 0, E♭ 3, E 4, G♭ 6, G 7, B 11.
    @Test(arguments: [("C E G B", [0, 4, 7, 11]), ("c, eb, gb", [0, 3, 6])])
    func notesAreFound(search: String, pitchClasses: [Int]) throws {
        try expect(search) { type in pitchClasses.allSatisfy { type.pitchClasses.contains($0) } }
    }

    @Test(arguments: [
        ("1 3 #5", [Degree(1), Degree(3), Degree(5, 1)]),
        ("b3, b5, b7", [Degree(3, -1), Degree(5, -1), Degree(7, -1)]),
        ("♯11", [Degree(11, 1)]),
    ])
    func degreesAreFound(search: String, degrees: [Degree]) throws {
        try expect(search) { type in degrees.allSatisfy { type.degrees.contains($0) } }
    }

    private func expect(_ search: String, _ isExpected: (ChordType) -> Bool) throws {
        var visitor = try Visitor("/dictionary")
        try visitor.type(search, into: "sheet-search")
        let expected = Vocabulary.jazz.types.filter(isExpected)
        let found = try visitor.listedChords.map { try Chord($0).type.pitchClasses }
        #expect(!found.isEmpty && Set(found) == Set(expected.map(\.pitchClasses)), "\(visitor.listedChords)")
    }

    @Test func filtersThatLeaveNothingAreBlamed() throws {
        var visitor = try Visitor("/dictionary")
        // A half-diminished chord has four notes.
        try visitor.choose("half-diminished", in: "app narrow family")
        try visitor.choose("3", in: "app narrow notes")
        #expect(visitor.listedChords.isEmpty)
        #expect(visitor.find { $0.text == "No chord matches these filters." } != nil)
        try visitor.type("mi7", into: "sheet-search")
        #expect(visitor.find { $0.text == "No chord matches “mi7” with these filters." } != nil)
    }

    @Test(arguments: [
        ("m7b5", "Cmi7(♭5)"), ("half diminished", "Cmi7(♭5)"), ("9", "C9"), ("7alt", "C7alt"), ("maj7", "Cma7"),
        ("minor major", "Cmi(Δ7)"),
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

    @Test func everyNumberOfNotesIsOffered() throws {
        var visitor = try Visitor("/dictionary")
        for (count, types) in Dictionary(grouping: Vocabulary.jazz.types, by: \.degrees.count) {
            let menu = try #require(visitor.find { $0["data-input"] == "app narrow notes" })
            #expect(menu.first { $0["value"] == "\(count)" } != nil, "\(count) notes")
            try visitor.choose("\(count)", in: "app narrow notes")
            #expect(visitor.listedChords.count == types.count, "\(count) notes")
        }
    }

    @Test func aChordOutsideAllScalesSaysSo() throws {
        let without = Vocabulary.jazz.types.filter { Chord(NoteName(.c), $0).scales(as: nil, in: nil).isEmpty }
        let visitor = try Visitor("/dictionary/C")
        #expect(visitor.every { $0.text == "no usual scale" }.count == without.count && !without.isEmpty)
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
