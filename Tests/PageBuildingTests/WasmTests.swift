import Testing

@testable import PageBuilding

@Suite struct Wasm {
    /// A module that imports a function and has two of its own, with bodies of 2 and 200 bytes.
    private static let example: [UInt8] = {
        let imports = [4] + name("engine") + name("call") + [0, 0]
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

    @Test func otherBytesAreNoModule() {
        #expect(throws: WasmError.notAModule) { try WasmModule(Array("<!DOCTYPE html>".utf8)) }
        #expect(throws: WasmError.oversizedNumber(14)) {
            try WasmModule(Self.header + [1, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F])
        }
        #expect(throws: WasmError.unknownImport(9, 16)) {
            try WasmModule(Self.header + Self.section(2, [1, 1, 0x61, 1, 0x62, 9]) + Self.section(10, [0])).functions()
        }
    }
}

@Suite struct Sizes {
    @Test(arguments: [
        ("$e7Harmony5ChordV4nameSSvg", "Harmony"),
        ("$s9Interface3AppV4send", "Interface"),
        ("$e7Answers8HTMLV10appendyySSFTf4nd_n", "Answers"),
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
            .init(name: "$e7Harmony1aF", size: 100), .init(name: "memcpy", size: 30), .init(name: "$e7Harmony1bF", size: 1200),
            .init(name: "$e5Tunes1aF", size: 30),
        ], largest: 2)

    @Test func modulesAndFunctionsAreOrderedBySize() {
        #expect(report.modules == [
            .init(name: "Harmony", functionCount: 2, size: 1300), .init(name: "C", functionCount: 1, size: 30),
            .init(name: "Tunes", functionCount: 1, size: 30),
        ])
        #expect(report.largest.map(\.size) == [1200, 100])
        #expect((report.size, report.functionCount) == (1360, 4))
    }

    @Test func theTableIsMarkdown() {
        #expect(report.markdown == """
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

    @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (-1000, "-1,000"), (-100, "-100")])
    func thousandsAreGrouped(number: Int, text: String) {
        #expect(grouped(number) == text)
    }
}
