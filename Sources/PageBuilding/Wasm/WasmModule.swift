/// A WebAssembly module as a list of sections.
///
/// The format: https://webassembly.github.io/spec/core/binary/modules.html
public struct WasmModule {
    struct Section {
        let id: UInt8
        /// The name of a custom section.
        let name: String?
        /// All bytes of the section, with its id and its size.
        let bytes: ArraySlice<UInt8>
        /// The bytes after the size and, in a custom section, after the name.
        let content: ArraySlice<UInt8>
    }

    /// A function that the module defines.
    public struct Function: Equatable {
        /// The name in the name section; `nil` without one.
        public let name: String?
        /// The size of the body in bytes, with the bytes that encode this size.
        public let size: Int

        public init(name: String?, size: Int) {
            self.name = name
            self.size = size
        }
    }

    static let header: [UInt8] = [0x00, 0x61, 0x73, 0x6D, 0x01, 0x00, 0x00, 0x00]
    enum ID {
        static let custom: UInt8 = 0, imports: UInt8 = 2, functions: UInt8 = 3, globals: UInt8 = 6, exports: UInt8 = 7
        static let start: UInt8 = 8, elements: UInt8 = 9, code: UInt8 = 10
    }

    let sections: [Section]

    public init(_ bytes: [UInt8]) throws(WasmError) {
        guard bytes.starts(with: Self.header) else { throw .notAModule }
        var reader = WasmReader(bytes[Self.header.count...])
        var sections: [Section] = []
        while !reader.isAtEnd {
            let start = reader.position
            let id = try reader.byte()
            let size = try reader.number()
            var content = WasmReader(try reader.slice(size))
            let name = id == ID.custom ? try content.name() : nil
            sections.append(
                Section(
                    id: id, name: name, bytes: bytes[start..<reader.position],
                    content: bytes[content.position..<reader.position]))
        }
        self.sections = sections
    }

    /// The module without its custom sections: names, producers, debug information.
    public var stripped: [UInt8] {
        Self.header + sections.filter { $0.id != ID.custom }.flatMap(\.bytes)
    }

    /// The functions that the module defines, in its order.
    public func functions() throws(WasmError) -> [Function] {
        guard let code = sections.first(where: { $0.id == ID.code }) else { return [] }
        let names = try functionNames()
        // Function indices count the imported functions first.
        let firstIndex = try importedFunctionCount()
        var reader = WasmReader(code.content)
        var functions: [Function] = []
        for index in 0..<(try reader.number()) {
            let start = reader.position
            _ = try reader.slice(reader.number())
            functions.append(Function(name: names[firstIndex + index], size: reader.position - start))
        }
        return functions
    }

    func importedFunctionCount() throws(WasmError) -> Int {
        guard let imports = sections.first(where: { $0.id == ID.imports }) else { return 0 }
        var reader = WasmReader(imports.content)
        var count = 0
        for _ in 0..<(try reader.number()) {
            _ = try reader.name()
            _ = try reader.name()
            switch try reader.byte() {
            case 0:
                count += 1
                _ = try reader.number()
            case 1:
                _ = try reader.byte()
                try reader.skipLimits()
            case 2: try reader.skipLimits()
            case 3: _ = try reader.slice(2)
            case let kind: throw .unknownImport(kind, reader.position)
            }
        }
        return count
    }

    private func functionNames() throws(WasmError) -> [Int: String] {
        guard let section = sections.first(where: { $0.name == "name" }) else { return [:] }
        var reader = WasmReader(section.content)
        while !reader.isAtEnd {
            let id = try reader.byte()
            var content = WasmReader(try reader.slice(reader.number()))
            guard id == 1 else { continue }
            var names: [Int: String] = [:]
            for _ in 0..<(try content.number()) {
                let index = try content.number()
                names[index] = try content.name()
            }
            return names
        }
        return [:]
    }
}
