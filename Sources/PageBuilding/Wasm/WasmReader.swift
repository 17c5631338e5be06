/// Reads the primitive values of the WebAssembly binary format from a range of bytes.
struct WasmReader {
    private let bytes: ArraySlice<UInt8>
    /// The index of the next byte to read.
    private(set) var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    var isAtEnd: Bool { position == bytes.endIndex }

    mutating func byte() throws(WasmError) -> UInt8 {
        guard position < bytes.endIndex else { throw .truncated(position) }
        defer { position += 1 }
        return bytes[position]
    }

    /// An unsigned LEB128 number of at most 32 bits.
    mutating func number() throws(WasmError) -> Int {
        var result: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 35, by: 7) {
            let byte = try byte()
            result |= UInt64(byte & 0x7F) << shift
            guard byte >= 0x80 else {
                guard result <= UInt32.max else { break }
                return Int(result)
            }
        }
        throw .oversizedNumber(position)
    }

    mutating func slice(_ count: Int) throws(WasmError) -> ArraySlice<UInt8> {
        guard count <= bytes.endIndex - position else { throw .truncated(position) }
        defer { position += count }
        return bytes[position..<position + count]
    }

    /// A name: its length in bytes, then UTF-8.
    mutating func name() throws(WasmError) -> String {
        String(decoding: try slice(number()), as: UTF8.self)
    }

    /// Skips the minimum and, if there is one, the maximum of a memory or table.
    mutating func skipLimits() throws(WasmError) {
        let flags = try byte()
        _ = try number()
        if flags & 1 != 0 { _ = try number() }
    }
}

/// The reason why bytes are not a readable WebAssembly module. The number is the byte offset.
public enum WasmError: Error, Equatable, CustomStringConvertible {
    case notAModule
    case truncated(Int)
    case oversizedNumber(Int)
    case unknownImport(UInt8, Int)
    case unknownInstruction(UInt8, Int)
    case unknownFunction(Int, Int)
    case unknownElements(Int)
    case unequalCounts(functions: Int, bodies: Int)

    public var description: String {
        switch self {
        case .notAModule: "This is not a WebAssembly module of version 1."
        case .truncated(let offset): "The WebAssembly module ends in the middle of a value, at byte \(offset)."
        case .oversizedNumber(let offset): "The number before byte \(offset) has more than 32 bits."
        case .unknownImport(let kind, let offset): "The import before byte \(offset) has the unknown kind \(kind)."
        case .unknownInstruction(let opcode, let offset): "The instruction \(opcode) before byte \(offset) is unknown."
        case .unknownFunction(let index, let offset):
            "There is no function \(index), which is named before byte \(offset)."
        case .unknownElements(let offset): "The element segment before byte \(offset) has an unknown form."
        case .unequalCounts(let functions, let bodies):
            "The module declares \(functions) functions and defines \(bodies)."
        }
    }
}
