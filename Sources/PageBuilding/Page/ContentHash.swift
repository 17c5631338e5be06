/// A hash for file versions: FNV-1a with 64 bits. It is not cryptographic.
struct ContentHash {
    private var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }

    /// Adds a file with its path and length, so that file boundaries count too.
    mutating func add(path: String, content: [UInt8]) {
        add(path.utf8)
        add([0])
        add(String(content.count).utf8)
        add([0])
        content.withUnsafeBufferPointer { add($0) }
    }

    /// 16 hexadecimal digits.
    var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
