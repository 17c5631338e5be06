/// The lines of standard input as bytes, each as soon as it is there.
struct InputLines: Sequence, IteratorProtocol {
    /// More bytes of a line are passed over, so that one without end takes no memory.
    private let longest: Int
    private var bytes: [UInt8] = []
    /// How many of ``bytes`` belong to lines that have been read.
    private var place = 0
    private var isFirst = true

    init(longest: Int = .max) { self.longest = longest }

    mutating func next() -> [UInt8]? {
        var line: [UInt8] = []
        var isBegun = false
        while place < bytes.count || receive() {
            isBegun = true
            let end = bytes[place...].firstIndex(of: UInt8(ascii: "\n"))
            line += bytes[place..<(end ?? bytes.count)].prefix(longest - line.count)
            place = end.map { $0 + 1 } ?? bytes.count
            if end != nil { break }
        }
        return isBegun ? withoutMarks(line) : nil
    }

    /// - Returns: whether there is more.
    private mutating func receive() -> Bool {
        bytes = Terminal.receive() ?? []
        place = 0
        return !bytes.isEmpty
    }

    /// Without what other systems leave at the beginning of a file and at the end of a line.
    private mutating func withoutMarks(_ line: [UInt8]) -> [UInt8] {
        var line = line[...]
        if isFirst, line.starts(with: "\u{FEFF}".utf8) { line = line.dropFirst("\u{FEFF}".utf8.count) }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        isFirst = false
        return Array(line)
    }
}
