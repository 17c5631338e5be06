import Testing

@testable import PageBuilding

@Suite struct Wasm {
    /// A module with an imported function and two functions of 2 and 200 bytes.
    private static let example: [UInt8] = {
        let imports =
            [4] + name("engine") + name("call") + [0, 0]
            + name("engine") + name("table") + [1, 0x70, 1, 1, 2]
            + name("engine") + name("memory") + [2, 0, 1]
            + name("engine") + name("global") + [3, 0x7F, 0]
        let code = [2, 2, 0, 0x0B] + leb(200) + [UInt8](repeating: 1, count: 200)
        let functionNames = [3, 0] + name("call") + [1] + name("$e7Harmony5ChordVMa") + [2] + name("memcpy")
        return header + section(1, [1, 0x60, 0, 0]) + section(2, imports) + section(3, [2, 0, 0]) + section(10, code)
            + section(0, name("name") + section(0, name("WebApp")) + section(1, functionNames))
            + section(0, name("producers") + [0])
    }()

    private static let header: [UInt8] = [0, 0x61, 0x73, 0x6D, 1, 0, 0, 0]

    private static func section(_ id: UInt8, _ content: [UInt8]) -> [UInt8] { [id] + leb(content.count) + content }

    private static func name(_ text: String) -> [UInt8] { leb(text.utf8.count) + Array(text.utf8) }

    private static func leb(_ number: Int) -> [UInt8] {
        number < 0x80 ? [UInt8(number)] : [UInt8(number & 0x7F) | 0x80] + leb(number >> 7)
    }

    @Test func functionsHaveNamesAndSizes() throws {
        let functions = try WasmModule(Self.example).functions()
        #expect(functions == [.init(name: "$e7Harmony5ChordVMa", size: 3), .init(name: "memcpy", size: 202)])
    }

    @Test func strippingRemovesCustomSectionsOnly() throws {
        let stripped = try WasmModule(WasmModule(Self.example).stripped)
        #expect(stripped.sections.map(\.id) == [1, 2, 3, 10])
        #expect(try stripped.functions() == [.init(name: nil, size: 3), .init(name: nil, size: 202)])
        #expect(try WasmModule(Self.header).functions() == [])
    }

    @Test func everyTruncatedModuleIsAnErrorOrShorter() throws {
        let sections = try WasmModule(Self.example).sections
        let ends = sections.map(\.bytes.endIndex) + [Self.header.count]
        for count in Self.example.indices where !ends.contains(count) {
            #expect(throws: WasmError.self) { try WasmModule(Array(Self.example[..<count])) }
        }
    }

    // Functions 0 (imported), 1 and 2. Function 1 calls all of them and loads with an alignment of 4; function 2 is
    // empty.
    private static let calls: [UInt8] = [0x10, 0, 0x10, 1, 0x10, 2, 0x41, 0x80, 0x7F, 0x28, 2, 0x85, 0x01, 0x1A, 0x0B]

    private static func module(_ bodies: [[UInt8]], types: [UInt8], one: UInt8) -> [UInt8] {
        header + section(1, [2, 0x60, 0, 0, 0x60, 0, 0]) + section(2, [1] + name("engine") + name("call") + [0, 0])
            + section(3, [UInt8(types.count)] + types)
            + section(6, [1, 0x70, 0, 0xD2, one, 0x0B])
            + section(7, [2] + name("memory") + [2, 0] + name("start") + [0, one])
            + section(8, [one])
            + section(9, [2, 0, 0x41, 1, 0x0B, 2, one, 0] + [3, 0, 1, one])
            + section(10, [UInt8(bodies.count)] + bodies.flatMap { leb($0.count) + $0 })
    }

    @Test func functionsAreSortedAndNamedByTheirNewIndices() throws {
        let before = Self.module([[1, 1, 0x7F] + Self.calls, [0, 0x0B]], types: [0, 1], one: 1)
        var calls = Self.calls
        (calls[3], calls[5], calls[10]) = (2, 1, 0)
        let after = Self.module([[0, 0x0B], [1, 1, 0x7F] + calls], types: [1, 0], one: 2)
        #expect(try WasmModule(before).compressible() == after)
        // Sorting again changes nothing.
        #expect(try WasmModule(after).compressible() == after)
    }

    @Test func everyInstructionIsCopiedToItsEnd() throws {
        // Each instruction is followed by 0x0B, which would be read as an operand of a longer one.
        let instructions: [[UInt8]] = [
            [0x02, 0x40], [0x04, 0x80, 0x01], [0x0C, 0x80, 0x01], [0x0E, 2, 0, 1, 2], [0x11, 3, 0], [0x1C, 1, 0x7F],
            [0x20, 0x80, 0x02],
            [0x37, 0, 0x10], [0x3F, 0], [0x41, 0xFF, 0x7E],
            [0x42, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x7F],
            [0x43, 0x80, 0x80, 0x80, 0x80], [0x44, 1, 2, 3, 4, 5, 6, 7, 0x80], [0x6A], [0xC4], [0xD0, 0x70], [0xD1],
            [0xFC, 0], [0xFC, 7], [0xFC, 8, 1, 0], [0xFC, 9, 1], [0xFC, 10, 0, 0], [0xFC, 11, 0], [0xFC, 14, 0, 1],
            [0xFC, 17, 0],
            [0xFD, 0, 0, 0x10], [0xFD, 11, 0, 0x80, 0x01], [0xFD, 12] + [UInt8](repeating: 0x80, count: 16),
            [0xFD, 13] + [UInt8](repeating: 0x10, count: 16), [0xFD, 14], [0xFD, 21, 0x10], [0xFD, 34, 3],
            [0xFD, 84, 0, 0x10, 15], [0xFD, 91, 0, 0x80, 0x01, 1], [0xFD, 93, 0, 8], [0xFD, 0xAE, 0x01],
        ]
        for instruction in instructions {
            let module = Self.module([[0] + instruction + [0x0B]], types: [0], one: 1)
            #expect(try WasmModule(module).compressible() == module)
            guard instruction.count > 1 else { continue }
            let truncated = Self.module([[0] + instruction.dropLast()], types: [0], one: 1)
            #expect(throws: WasmError.self) { try WasmModule(truncated).compressible() }
        }
    }

    @Test func unknownReferencesToFunctionsAreErrors() {
        func compress(_ body: [UInt8]) throws {
            _ = try WasmModule(Self.module([body], types: [0], one: 1)).compressible()
        }
        #expect(throws: WasmError.self) { try compress([0, 0xFE, 0, 0x0B]) }
        #expect(throws: WasmError.self) { try compress([0, 0xFC, 18, 0x0B]) }
        #expect(throws: WasmError.self) { try compress([0, 0x10, 9, 0x0B]) }
        #expect(throws: WasmError.unequalCounts(functions: 2, bodies: 1)) {
            try WasmModule(Self.module([[0, 0x0B]], types: [0, 0], one: 1)).compressible()
        }
        #expect(throws: WasmError.self) {
            try WasmModule(Self.header + Self.section(9, [1, 4, 0x41, 0, 0x0B, 1, 0xD2, 0, 0x0B])).compressible()
        }
    }

    @Test func otherBytesAreNotAModule() {
        #expect(throws: WasmError.notAModule) { try WasmModule(Array("<!DOCTYPE html>".utf8)) }
        #expect(throws: WasmError.oversizedNumber(14)) {
            try WasmModule(Self.header + [1, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F])
        }
        #expect(throws: WasmError.unknownImport(9, 16)) {
            try WasmModule(Self.header + Self.section(2, [1, 1, 0x61, 1, 0x62, 9]) + Self.section(10, [0])).functions()
        }
    }
}

@Suite struct Similarity {
    @Test func theNextSequenceHasTheLargestShareOfGroupsThatOccurredBefore() {
        // Groups of four bytes, by letter: abcd, bcde, cdef.
        let sequences = ["abcdef", "uvwxyz", "abcdxxxx", "xxabcdef", "ab", "bcde"].map { Array($0.utf8) }
        // After 0, all groups of 5 occurred before, and three of five of 3. Then, one of five of 2 did. 1 and 4 have
        // nothing in common with others, so the first one of them is next.
        #expect(SimilarityOrder(of: sequences).indices == [0, 5, 3, 2, 1, 4])
    }

    @Test func onlySixSequencesBeforeCount() {
        // 1 to 6 are parts of 0, which is forgotten when the sixth of them is the last one. They have no other groups.
        let parts = ["abcd", "bcde", "cdef", "defg", "efgh", "fghi"]
        func order(_ count: Int) -> [Int] {
            let sequences = ["abcdefghij"] + parts.prefix(count) + ["none of it", "ghijk"]
            return SimilarityOrder(of: sequences.map { Array($0.utf8) }).indices
        }
        // One of the two groups of "ghijk" occurs in 0 alone.
        #expect(order(5) == [0, 1, 2, 3, 4, 5, 7, 6])
        #expect(order(6) == [0, 1, 2, 3, 4, 5, 6, 7, 8])
    }

    @Test func everySequenceOccursOnce() {
        #expect(SimilarityOrder(of: []).indices == [])
        #expect(SimilarityOrder(of: [[], [], [1]]).indices == [0, 1, 2])
        let sequences = (0..<50).map { number in (0..<number % 9).map { UInt8($0 * number % 5) } }
        #expect(SimilarityOrder(of: sequences).indices.sorted() == Array(0..<50))
    }
}

@Suite struct Sizes {
    @Test(arguments: [
        ("$e7Harmony5ChordV4nameSSvg", "Harmony"),
        ("$s9Interface3AppV4send", "Interface"),
        ("$e9Rendering4HTMLV10appendyySSFTf4nd_n", "Rendering"),
        ("$es12_ArrayBufferV19_getElementSlowPath", "Swift"),
        ("$eSaMa", "Swift"),
        ("$eS2SSbIegggd_", "Swift"),
        ("$e99Short", "Swift"),
        ("memcpy", "C"),
        ("", "C"),
    ])
    func theModuleIsReadFromTheMangledName(name: String, module: String) {
        #expect(swiftModule(ofMangledName: name) == module)
    }

    private let report = SizeReport(
        of: [
            .init(name: "$e7Harmony1aF", size: 100), .init(name: "memcpy", size: 30),
            .init(name: "$e7Harmony1bF", size: 1200),
            .init(name: "$e5Tunes1aF", size: 30),
        ], largest: 2)

    @Test func modulesAndFunctionsAreOrderedBySize() {
        #expect(
            report.modules == [
                .init(name: "Harmony", functionCount: 2, size: 1300), .init(name: "C", functionCount: 1, size: 30),
                .init(name: "Tunes", functionCount: 1, size: 30),
            ])
        #expect(report.largest.map(\.size) == [1200, 100])
        #expect((report.size, report.functionCount) == (1360, 4))
    }

    @Test func theTableIsMarkdown() {
        #expect(
            report.markdown == """
                | module | functions | bytes |
                |---|---:|---:|
                | Harmony | 2 | 1,300 |
                | C | 1 | 30 |
                | Tunes | 1 | 30 |
                | all | 4 | 1,360 |

                """)
    }

    @Test func theTextNamesTheLargestFunctions() {
        let lines = report.text(names: ["b()", "a()"]).split(separator: "\n")
        #expect(lines.first == "     1,360 bytes of code in 4 functions, by module:")
        #expect(lines.suffix(2) == ["     1,200 Harmony: b()", "       100 Harmony: a()"])
    }

    @Test(arguments: [
        (0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (-1000, "-1,000"), (-100, "-100"),
    ])
    func thousandsAreGrouped(number: Int, text: String) {
        #expect(grouped(number) == text)
    }
}
