extension WasmModule {
    /// The same module, without custom sections, in a form that compresses better.
    ///
    /// Brotli encodes recent repetitions with fewer bits. Each function is therefore put after similar ones. All
    /// alignment hints become 1, because no browser uses them.
    ///
    /// - Throws: ``WasmError`` if the module has unknown parts that may refer to functions.
    func compressible() throws(WasmError) -> [UInt8] {
        let importCount = try importedFunctionCount()
        let types = try typesOfFunctions()
        var bodies: [[UInt8]] = []
        for body in try functionBodies() {
            var copy = WasmCopy(of: body, functions: [])
            try copy.body()
            bodies.append(copy.bytes)
        }
        guard types.count == bodies.count else { throw .unequalCounts(functions: types.count, bodies: bodies.count) }
        let sorted = bodies.indices.sorted {
            bodies[$0] == bodies[$1] ? $0 < $1 : bodies[$0].lexicographicallyPrecedes(bodies[$1])
        }
        let order = SimilarityOrder(of: sorted.map { bodies[$0] }).indices.map { sorted[$0] }
        var functions = Array(0..<importCount + bodies.count)
        for (position, index) in order.enumerated() { functions[importCount + index] = importCount + position }

        var module = Self.header
        for section in sections where section.id != ID.custom {
            var copy = WasmCopy(of: section.content, functions: functions)
            switch section.id {
            case ID.functions:
                copy = WasmCopy(of: [], functions: [])
                copy.write(types.count)
                for index in order { copy.write(types[index]) }
            case ID.code:
                copy = WasmCopy(of: [], functions: [])
                copy.write(bodies.count)
                for index in order {
                    var body = WasmCopy(of: bodies[index][...], functions: functions)
                    try body.body()
                    copy.write(body.bytes.count)
                    copy.write(body.bytes)
                }
            case ID.globals: try copy.globals()
            case ID.exports: try copy.exports()
            case ID.start: try copy.function()
            case ID.elements: try copy.elements()
            default: copy.write(section.content)
            }
            module.append(section.id)
            module += encoded(copy.bytes.count) + copy.bytes
        }
        return module
    }

    private func typesOfFunctions() throws(WasmError) -> [Int] {
        guard let section = sections.first(where: { $0.id == ID.functions }) else { return [] }
        var reader = WasmReader(section.content)
        var types: [Int] = []
        for _ in 0..<(try reader.number()) { types.append(try reader.number()) }
        return types
    }

    private func functionBodies() throws(WasmError) -> [ArraySlice<UInt8>] {
        guard let section = sections.first(where: { $0.id == ID.code }) else { return [] }
        var reader = WasmReader(section.content)
        var bodies: [ArraySlice<UInt8>] = []
        for _ in 0..<(try reader.number()) { bodies.append(try reader.slice(reader.number())) }
        return bodies
    }
}

/// A copy of a part of a module with new function indices.
private struct WasmCopy {
    private(set) var bytes: [UInt8] = []
    private var reader: WasmReader
    /// The new index of each function; empty if they keep their indices.
    private let functions: [Int]

    init(of original: ArraySlice<UInt8>, functions: [Int]) {
        self.functions = functions
        reader = WasmReader(original)
    }

    mutating func write(_ number: Int) { bytes += encoded(number) }
    mutating func write(_ more: some Sequence<UInt8>) { bytes += more }

    // MARK: Sections

    /// A function's local variables, and its instructions.
    mutating func body() throws(WasmError) {
        for _ in 0..<(try number()) {
            try number()
            try byte()
        }
        while !reader.isAtEnd { try instruction() }
    }

    mutating func globals() throws(WasmError) {
        for _ in 0..<(try number()) {
            try byte()
            try byte()
            try expression()
        }
    }

    mutating func exports() throws(WasmError) {
        for _ in 0..<(try number()) {
            write(try reader.slice(try number()))
            if try byte() == 0 { try function() } else { try number() }
        }
    }

    mutating func elements() throws(WasmError) {
        for _ in 0..<(try number()) {
            let flags = try number()
            // With flag 4, functions are given by expressions, which our compilers do not emit.
            guard flags < 4 else { throw .unknownElements(reader.position) }
            if flags & 2 != 0, flags & 1 == 0 { try number() }
            if flags & 1 == 0 { try expression() }
            if flags != 0 { try byte() }
            for _ in 0..<(try number()) { try function() }
        }
    }

    // MARK: Values

    @discardableResult
    private mutating func byte() throws(WasmError) -> UInt8 {
        bytes.append(try reader.byte())
        return bytes[bytes.count - 1]
    }

    @discardableResult
    private mutating func number() throws(WasmError) -> Int {
        let number = try reader.number()
        write(number)
        return number
    }

    /// Copies a signed or 64-bit number.
    private mutating func anyNumber() throws(WasmError) {
        while try byte() >= 0x80 {}
    }

    mutating func function() throws(WasmError) {
        let index = try reader.number()
        guard functions.isEmpty || functions.indices.contains(index) else {
            throw .unknownFunction(index, reader.position)
        }
        write(functions.isEmpty ? index : functions[index])
    }

    private mutating func expression() throws(WasmError) {
        while try instruction() != 0x0B {}
    }

    // MARK: Instructions

    /// An instruction of WebAssembly 2.0.
    ///
    /// - Returns: its opcode.
    @discardableResult
    private mutating func instruction() throws(WasmError) -> UInt8 {
        let opcode = try byte()
        switch opcode {
        // unreachable, nop, else, end, return, drop, select; comparisons and arithmetic; ref.is_null
        case 0x00, 0x01, 0x05, 0x0B, 0x0F, 0x1A, 0x1B, 0x45...0xC4, 0xD1: break
        // block, loop, if; memory.size, memory.grow, i32.const, i64.const; ref.null
        case 0x02...0x04, 0x3F...0x42, 0xD0: try anyNumber()
        // br, br_if; locals, globals, tables
        case 0x0C, 0x0D, 0x20...0x26: try number()
        // br_table
        case 0x0E: for _ in 0...(try number()) { try number() }
        // call, ref.func
        case 0x10, 0xD2: try function()
        // call_indirect
        case 0x11:
            try number()
            try number()
        // select with types
        case 0x1C: for _ in 0..<(try number()) { try byte() }
        case 0x28...0x3E: try address()
        // f32.const, f64.const
        case 0x43: write(try reader.slice(4))
        case 0x44: write(try reader.slice(8))
        case 0xFC:
            switch try number() {
            // Conversions that saturate
            case 0...7: break
            // data.drop, memory.fill, elem.drop; table.grow, table.size, table.fill
            case 9, 11, 13, 15...17: try number()
            // memory.init, memory.copy, table.init, table.copy
            case 8, 10, 12, 14:
                try number()
                try number()
            default: throw .unknownInstruction(opcode, reader.position)
            }
        case 0xFD: try vectorInstruction()
        default: throw .unknownInstruction(opcode, reader.position)
        }
        return opcode
    }

    private mutating func vectorInstruction() throws(WasmError) {
        switch try number() {
        // Loads and stores
        case 0...11, 92, 93: try address()
        // v128.const, i8x16.shuffle
        case 12, 13: write(try reader.slice(16))
        // Lanes, and their loads and stores
        case 21...34: try byte()
        case 84...91:
            try address()
            try byte()
        default: break
        }
    }

    /// The alignment of a load or store as a power of two, and its offset.
    private mutating func address() throws(WasmError) {
        _ = try reader.number()
        write(0)
        try number()
    }
}

/// An unsigned number as LEB128.
private func encoded(_ number: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = number
    while rest >= 0x80 {
        bytes.append(UInt8(rest & 0x7F) | 0x80)
        rest >>= 7
    }
    return bytes + [UInt8(rest)]
}
