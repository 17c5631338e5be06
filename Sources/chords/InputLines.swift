/// The lines of standard input as bytes, each as soon as it arrives.
struct InputLines: Sequence, IteratorProtocol {
    /// The maximum bytes of a line. The rest of a longer line is dropped to limit memory.
    private let longest: Int
    private var bytes: [UInt8] = []
    /// The number of consumed ``bytes``.
    private var position = 0
    private var isFirst = true

    init(longest: Int = .max) { self.longest = longest }

    mutating func next() -> [UInt8]? {
        var line: [UInt8] = []
        var isBegun = false
        while position < bytes.count || receive() {
            isBegun = true
            let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n"))
            line += bytes[position..<(end ?? bytes.count)].prefix(longest - line.count)
            position = end.map { $0 + 1 } ?? bytes.count
            if end != nil { break }
        }
        return isBegun ? withoutMarks(line) : nil
    }

    /// - Returns: whether there are more bytes.
    private mutating func receive() -> Bool {
        bytes = Terminal.receive() ?? []
        position = 0
        return !bytes.isEmpty
    }

    /// Removes a byte order mark and a carriage return.
    private mutating func withoutMarks(_ line: [UInt8]) -> [UInt8] {
        var line = line[...]
        if isFirst, line.starts(with: "\u{FEFF}".utf8) { line = line.dropFirst("\u{FEFF}".utf8.count) }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        isFirst = false
        return Array(line)
    }
}
