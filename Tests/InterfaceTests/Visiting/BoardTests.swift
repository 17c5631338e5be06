import Harmony
import Interface
import Rendering
import Testing

/// A user of the board.
private struct Player {
    var visitor: Visitor

    init(_ route: String, remembered: [(key: String, value: String)] = []) throws {
        visitor = try Visitor(route, remembered: remembered)
    }

    var cells: [HTMLElement] { visitor.every { $0["role"] == "gridcell" } }
    var marked: [HTMLElement] { cells.filter { $0["aria-current"] == "true" } }
    /// The cell that Tab reaches.
    var tabStop: [String] { cells.filter { $0["tabindex"] == nil }.compactMap { $0["id"] } }
    var rows: [String] { visitor.every { $0["role"] == "rowheader" }.map { $0.text } }
    var columns: [String] { visitor.every { $0["role"] == "columnheader" }.map { $0.text } }
    var name: String? { visitor.find { $0["role"] == "grid" }?["aria-label"] }
    var pair: String { (try? visitor.part("board-pair").text) ?? "" }

    mutating func take(_ cell: HTMLElement) throws { try visitor.send(try #require(cell["data-action"])) }

    /// Presses a key on the focused cell.
    mutating func press(_ key: String) throws {
        try visitor.key(key, on: try #require(tabStop.first))
    }

    mutating func pick(_ type: String) throws { try visitor.press(type, in: "board-types") }

    mutating func pickAll() throws {
        let shown = columns
        for type in Vocabulary.classic.selectable.dropFirst(4).map(\.suffix) where !shown.contains(type) {
            try pick(type)
        }
    }
}

/// The row and the type of a cell.
private func square(_ cell: HTMLElement) throws -> (row: Int, type: ChordType) {
    let words = try #require(cell["data-action"]).split(separator: " ")
    return (try #require(Int(words[2])), Vocabulary.classic.selectable[try #require(Int(words[3]))])
}

@Suite struct BoardScreen {
    @Test func triadsAndSeventhsComeFirst() throws {
        let player = try Player("/board/C7")
        #expect(player.name == "All pairs with C7" && player.visitor.title == "All pairs with C7 · Chord Combiner")
        #expect(player.rows == ["C", "D♭", "D", "E♭", "E", "F", "F♯", "G", "A♭", "A", "B♭", "B"])
        #expect(player.columns == ["Root", "ma", "mi", "+", "°", "ma7", "7", "mi7"] && player.cells.count == 84)
        let a = try #require(player.visitor.find { $0["id"] == "square-9-0" })
        #expect(a.text == "C13(♭9)" && a.name == "C 7 plus A major, C 13 flat 9, Unified chord, very tense")
        let b = try #require(player.visitor.find { $0["id"] == "square-11-0" })
        #expect(b.text == "Bma/C7" && b.name == "C 7 plus B major, Polychord, very tense")
        #expect(a.classes.contains("unified") && b.classes.contains("polychord"))
    }

    /// All cells of a board in each position; for slash chords, single notes and large chords the first cells.
    @Test(arguments: [
        "/board/C7", "/board/_/A", "/board/F♯mi7", "/board/_/D⁄C", "/board/C(omit3,omit5)", "/board/Cma13(♯11)",
    ])
    func takingACellChoosesAndMarksItsPair(route: String) throws {
        var player = try Player(route)
        let isWhole = ["/board/C7", "/board/_/A"].contains(route)
        if isWhole { try player.pickAll() }
        let half: Half = route.contains("/_/") ? .upper : .lower
        let chord = try Chord(String(route.split(separator: "/").last ?? ""))
        let cells = player.cells
        #expect(cells.count == 12 * (isWhole ? 28 : 7) && Set(cells.compactMap { $0["id"] }).count == cells.count)
        let taken = sample(cells, oneIn: isWhole ? 13 : 1)
        for cell in taken {
            let (row, type) = try square(cell)
            try player.take(cell)
            let record = try #require(player.visitor.effect("remember"), "\(cell.name)")
            #expect(record[0] == "lower" && record[2] == "upper")
            let (lower, upper) = (try Chord(record[1]), try Chord(record[3]))
            let (own, other) = half == .lower ? (lower, upper) : (upper, lower)
            #expect(
                own == chord && other.type == type && other.root.pitchClass == (chord.root.pitchClass + row) % 12,
                "\(cell.name)")
            #expect(cell.text == ChordCombiner().combine(lower: lower, upper: upper).title)
            #expect(player.marked.map { $0["id"] } == [cell["id"]] && player.tabStop == [cell["id"]])
            #expect(player.pair.contains(cell.text))
            #expect(player.visitor.effects.contains { $0[0] == "play" } == false)
        }
        // Each is one undo step.
        try player.visitor.press("Undo")
        #expect(player.marked.map { $0["id"] } == [taken[taken.count - 2]["id"]])
    }

    @Test func pairIsMarkedInAnySpelling() throws {
        for (lower, upper, id) in [
            ("C7", "G♭mi", "square-6-1"), ("C7", "F♯mi", "square-6-1"), ("C7", "D♯", "square-3-0"),
        ] {
            let player = try Player("/board/C7", remembered: [("lower", lower), ("upper", upper)])
            #expect(player.marked.map { $0["id"] } == [id] && player.tabStop == [id])
        }
        let enharmonic = try Player("/board/D♭7", remembered: [("lower", "C♯7"), ("upper", "A")])
        #expect(
            enharmonic.marked.map { $0.text } == [
                try #require(enharmonic.visitor.find { $0["id"] == "square-8-0" }).text
            ])
        for (lower, upper) in [("Cma7", "A"), ("C7/E", "A"), ("C7", "A/C♯"), ("C7", "A13")] {
            let player = try Player("/board/C7", remembered: [("lower", lower), ("upper", upper)])
            #expect(player.marked.isEmpty && player.pair.contains("Tap a cell"))
        }
    }

    @Test func arrowKeysMoveBetweenCellsAndStopAtTheEdges() throws {
        var player = try Player("/board/C7")
        for type in ["ma7", "mi7"] { try player.pick(type) }
        #expect(player.columns == ["Root", "ma", "mi", "+", "°", "7"])
        let types = [0, 1, 2, 3, try #require(Vocabulary.classic.selectable.firstIndex { $0.suffix == "7" })]
        let steps: [(key: String, row: (Int) -> Int, column: (Int) -> Int)] = [
            ("ArrowRight", { $0 }, { min($0 + 1, 4) }), ("ArrowLeft", { $0 }, { max($0 - 1, 0) }),
            ("ArrowDown", { min($0 + 1, 11) }, { $0 }), ("ArrowUp", { max($0 - 1, 0) }, { $0 }),
            ("Home", { $0 }, { _ in 0 }), ("End", { $0 }, { _ in 4 }),
            ("Mod+Home", { _ in 0 }, { _ in 0 }), ("Mod+End", { _ in 11 }, { _ in 4 }),
        ]
        for row in 0..<12 {
            for column in 0..<5 {
                for step in steps {
                    try player.visitor.send("board take \(row) \(types[column])")
                    try player.press(step.key)
                    let id = "square-\(step.row(row))-\(types[step.column(column)])"
                    #expect(
                        player.tabStop == [id] && player.visitor.effect("focus") == [id],
                        "\(step.key) from \(row), \(column)")
                }
            }
        }
        // A removed column is not entered.
        try player.visitor.send("board take 4 \(types[4])")
        try player.pick("7")
        #expect(player.tabStop == ["square-0-0"])
    }

    @Test func aTakenCellSoundsAsItIsVoicedForTwoHands() throws {
        var player = try Player("/board/C7")
        try player.visitor.send("board take 9 0")
        var other = try Visitor("/combine/A/C7")
        try other.press("Swap")
        let voicing = try #require(other.effect("playChoice"))
        #expect(player.visitor.effect("playChoice") == voicing)
    }

    @Test func hoverPlaysIfTheSettingIsOn() throws {
        var player = try Player("/board/C7", remembered: [("hear-choices", "no")])
        // C7 and A: C E G B♭, and above them C♯ and A, which are ♭9 and 13.
        let chord = [60, 64, 67, 70, 73, 81]
        try player.visitor.send("board hear 9 0")
        #expect(player.visitor.played == chord)
        try player.press("ArrowDown")
        #expect(player.visitor.played == nil)
        #expect(player.visitor.find { $0["data-pointing"] != nil } == nil)
        try player.visitor.press("Play on hover")
        #expect(player.visitor.find { $0["data-pointing"] != nil } != nil)
        let record = try #require(player.visitor.effect("settings"))
        let place = try #require(record.firstIndex(of: "pointing"))
        #expect(record[place + 1] == "yes")
        try player.visitor.send("board take 9 0")
        #expect(player.visitor.played == chord)
        try player.press("ArrowUp")
        try player.press("ArrowDown")
        #expect(player.visitor.played == chord && player.tabStop == ["square-9-0"])
        let later = try Player("/board/C7", remembered: [("pointing", "yes")])
        #expect(later.visitor.find { $0["data-pointing"] != nil } != nil)
    }

    @Test func positionOfTheChordIsSwitched() throws {
        var player = try Player("/board/A")
        try player.visitor.press("As upper chord")
        #expect(player.visitor.address == "/board/_/A")
        #expect(player.visitor.find { $0["id"] == "square-3-0" }?.name.hasPrefix("C major plus A major") == true)
        try player.visitor.press("As lower chord")
        #expect(player.visitor.address == "/board/A")
        #expect(player.visitor.find { $0["id"] == "square-3-0" }?.name.hasPrefix("A major plus C major") == true)
    }

    @Test func lastTypeCannotBeRemoved() throws {
        var player = try Player("/board/C7")
        for type in ["+", "°", "ma", "ma7", "7", "mi7"] { try player.pick(type) }
        #expect(player.columns == ["Root", "mi"] && player.tabStop == ["square-0-1"])
        try player.pick("mi")
        #expect(player.columns == ["Root", "mi"] && player.visitor.announced.contains("Keep at least one"))
    }

    @Test func anotherChordCanBeTypedOrChosen() throws {
        var player = try Player("/board/C7", remembered: [("lower", "C7"), ("upper", "A")])
        func field(_ element: HTMLElement) -> Bool { element["data-change"] == "board of" }
        try player.visitor.enter("Gm7b5", into: field)
        #expect(player.visitor.address == "/board/Gmi7(♭5)" && player.rows[0] == "G" && player.marked.isEmpty)
        try player.visitor.enter("H", into: field)
        #expect(player.visitor.address == "/board/Gmi7(♭5)" && player.visitor.announced.contains("H"))
        try player.visitor.enter("D/C", into: field)
        #expect(player.visitor.address == "/board/D⁄C")
        // The name of the chord links to its pickers, with the other chord.
        try player.visitor.press { $0.classes.contains("opener") }
        #expect(player.visitor.address == "/select/lower/D⁄C/A")
    }

    @Test func addressWithoutAChordTakesTheCurrentChord() throws {
        for (remembered, address) in [
            ([], "/board/C"), ([("lower", "Cma7"), ("upper", "D")], "/board/Cma7"), ([("upper", "D")], "/board/_/D"),
        ] as [([(String, String)], String)] {
            let player = try Player("/board", remembered: remembered.map { (key: $0.0, value: $0.1) })
            #expect(player.visitor.address == address && player.cells.count == 84)
        }
        #expect(try Player("/board/C6/9").name == "All pairs with C6/9")
        #expect(try Player("/board/_/C6/9").name == "All pairs with C6/9")
    }

    @Test func chordsLinkToTheirBoards() throws {
        var visitor = try Visitor("/combine/Cma7/D")
        try visitor.press("All pairs with D", in: "result")
        #expect(visitor.address == "/board/_/D")
        #expect(
            visitor.every { $0["aria-current"] == "true" && $0["role"] == "gridcell" }.map { $0.text } == ["Cma13(♯11)"]
        )
        try visitor.press("Open", in: "board-pair")
        #expect(visitor.address == "/combine/Cma7/D")
        visitor = try Visitor("/chord/C9")
        try visitor.press("All pairs with C9")
        #expect(visitor.address == "/board/C9")
    }

    @Test func boardFollowsNotationSettings() throws {
        let player = try Player(
            "/board/C7", remembered: [("qualities", "delta"), ("accidentals", "letters"), ("vocabulary", "classic")])
        var presentation = Presentation()
        presentation.notation.qualities = .delta
        presentation.notation.accidentals = .letters
        presentation.vocabulary = .classic
        #expect(player.rows[1] == "Db" && player.columns == ["Root", "ma", "−", "+", "°", "Δ7", "7", "−7"])
        for cell in player.cells {
            let (row, type) = try square(cell)
            let upper = Chord(Board.roots(above: try Chord("C7"))[row], type)
            #expect(
                cell.text == presentation.title(presentation.combiner.combine(lower: try Chord("C7"), upper: upper)))
        }
    }

    @Test(arguments: [
        "board take 12 0", "board take 0 28", "board take -1 0", "board take 0", "board type 28", "board hear x 0",
        "board",
    ])
    func invalidCellIsNotUnderstood(action: String) {
        #expect(!App.understands(action: action, value: nil))
    }
}
