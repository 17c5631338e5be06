/// Why a file could not be read to its end.
public struct MIDIFileError: Error, Sendable, Hashable {
    /// One sentence that says what is wrong there.
    public let message: String
    /// How many bytes of the file come before the one that could not be read.
    public let offset: Int
    /// What came before it.
    public let partial: MIDIFile
}

extension MIDIFile {
    /// Reads a file of format 0 or 1 whose time is counted in beats.
    ///
    /// - Throws: ``MIDIFileError`` where the bytes are no such file, or damaged, or end too early.
    public init(_ bytes: [UInt8]) throws(MIDIFileError) {
        var reader = MIDIFileReader(bytes)
        do throws(MIDIFileReader.Obstacle) {
            try reader.read()
        } catch {
            throw MIDIFileError(message: error.message, offset: error.offset, partial: reader.file)
        }
        self = reader.file
    }
}

private struct MIDIFileReader {
    /// What stops the reading, and where.
    struct Obstacle: Error {
        let message: String
        let offset: Int
    }

    private let bytes: [UInt8]
    private var position = 0
    /// Where the present chunk ends.
    private var end: Int
    private var ticksPerQuarter = 480
    private var finished: [[MIDIFile.Event]] = []
    /// The track that is being read.
    private var events: [MIDIFile.Event] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        end = bytes.count
    }

    /// What has been read so far.
    var file: MIDIFile {
        MIDIFile(ticksPerQuarter: ticksPerQuarter, tracks: events.isEmpty ? finished : finished + [events])
    }

    mutating func read() throws(Obstacle) {
        let count = try readHeader()
        while finished.count < count {
            end = bytes.count
            guard position < bytes.count else {
                throw Obstacle(
                    message: "The file ends after \(finished.count) of its \(count) tracks.", offset: position)
            }
            let isTrack = try readName().elementsEqual("MTrk".utf8)
            let length = try readNumber(bytes: 4)
            let isCut = length > UInt32(clamping: bytes.count - position)
            end = isCut ? bytes.count : position + Int(length)
            if isTrack { try readTrack() }
            if isCut { throw Obstacle(message: "The file ends in the middle of a chunk.", offset: bytes.count) }
            position = end
            if isTrack {
                finished.append(events)
                events = []
            }
        }
    }

    /// - Returns: the number of tracks.
    private mutating func readHeader() throws(Obstacle) -> Int {
        guard bytes.starts(with: "MThd".utf8) else {
            throw Obstacle(message: "This is no Standard MIDI File: it does not begin with “MThd”.", offset: 0)
        }
        position = 4
        let length = try readNumber(bytes: 4)
        let start = position
        guard length >= 6 else { throw Obstacle(message: "The header is too short.", offset: 4) }
        let format = try readNumber(bytes: 2)
        guard format <= 1 else {
            let reason = format == 2 ? " has songs of their own in its tracks" : " does not exist"
            throw Obstacle(message: "Only formats 0 and 1 can be read; format \(format)" + reason + ".", offset: start)
        }
        let count = try readNumber(bytes: 2)
        let division = try readNumber(bytes: 2)
        guard division & 0x8000 == 0 else {
            let message = "The file counts time in the frames of a film (SMPTE) and not in beats, which cannot be read."
            throw Obstacle(message: message, offset: start + 4)
        }
        guard division > 0 else {
            throw Obstacle(message: "A quarter note cannot last 0 ticks.", offset: start + 4)
        }
        ticksPerQuarter = Int(division)
        guard length <= UInt32(clamping: bytes.count - start) else {
            throw Obstacle(message: "The file ends in its header.", offset: bytes.count)
        }
        position = start + Int(length)
        return Int(count)
    }

    private mutating func readTrack() throws(Obstacle) {
        var tick = 0
        var runningStatus: UInt8?
        while position < end {
            let start = position
            let (sum, overflows) = tick.addingReportingOverflow(try readVariable())
            guard !overflows else { throw Obstacle(message: "The time is too long to be counted.", offset: start) }
            tick = sum
            let kind = try readEvent(&runningStatus)
            events.append(MIDIFile.Event(tick: tick, kind: kind))
            // What follows the end of a track is no part of it.
            if kind == .endOfTrack { return }
        }
    }

    private mutating func readEvent(_ runningStatus: inout UInt8?) throws(Obstacle) -> MIDIFile.Event.Kind {
        let start = position
        var status = try readByte()
        if status < 0x80 {
            guard let running = runningStatus else {
                throw Obstacle(message: "Data without a status.", offset: start)
            }
            status = running
            position = start
        }
        switch status {
        case 0x80...0xEF:
            runningStatus = status
            let first = try readData()
            let second = MIDIMessage.dataCount(after: status) == 2 ? try readData() : 0
            if let message = MIDIMessage(status: status, first, second) { return .message(message) }
        case 0xFF:
            runningStatus = nil
            let type = try readByte()
            return .meta(type, try readBlock())
        case 0xF0, 0xF7:
            runningStatus = nil
            return .systemExclusive(status, try readBlock())
        default: break
        }
        throw Obstacle(message: "The byte \(status) means nothing in a track.", offset: start)
    }

    // MARK: Bytes

    private var endsTooEarly: Obstacle {
        let whole = end == bytes.count ? "file" : "track"
        return Obstacle(message: "The " + whole + " ends in the middle of something.", offset: end)
    }

    private mutating func readByte() throws(Obstacle) -> UInt8 {
        guard position < end else { throw endsTooEarly }
        position += 1
        return bytes[position - 1]
    }

    private mutating func readData() throws(Obstacle) -> UInt8 {
        let byte = try readByte()
        guard byte < 0x80 else { throw Obstacle(message: "A status stands where data belong.", offset: position - 1) }
        return byte
    }

    private mutating func readNumber(bytes count: Int) throws(Obstacle) -> UInt32 {
        var number: UInt32 = 0
        for _ in 0..<count { number = number << 8 | UInt32(try readByte()) }
        return number
    }

    /// The four letters that say what a chunk is.
    private mutating func readName() throws(Obstacle) -> [UInt8] {
        var name: [UInt8] = []
        for _ in 0..<4 { name.append(try readByte()) }
        return name
    }

    /// A number in groups of seven bits, of which all but the last are marked.
    private mutating func readVariable() throws(Obstacle) -> Int {
        let start = position
        var number = 0
        for _ in 0..<4 {
            let byte = try readByte()
            number = number << 7 | Int(byte & 127)
            if byte < 0x80 { return number }
        }
        throw Obstacle(message: "A number has more than four bytes.", offset: start)
    }

    /// Bytes with their number before them.
    private mutating func readBlock() throws(Obstacle) -> [UInt8] {
        let length = try readVariable()
        guard length <= end - position else { throw endsTooEarly }
        position += length
        return Array(bytes[position - length..<position])
    }
}

extension MIDIFile.Event.Kind {
    fileprivate static func meta(_ type: UInt8, _ bytes: [UInt8]) -> Self {
        switch (type, bytes.count) {
        case (0x2F, _): return .endOfTrack
        case (0x51, 3):
            return .tempo(microsecondsPerQuarter: Int(bytes[0]) << 16 | Int(bytes[1]) << 8 | Int(bytes[2]))
        // A bar of no beats, or of beats that nobody writes, is left as it is and does not count.
        case (0x58, 4) where bytes[0] > 0 && bytes[1] <= 7:
            return .timeSignature(.init(
                Int(bytes[0]), 1 << Int(bytes[1]), clocksPerClick: Int(bytes[2]),
                thirtySecondsPerQuarter: Int(bytes[3])))
        default: return .meta(type: type, bytes: bytes)
        }
    }

    /// A whole message where the bytes are one; F7 also carries those that are not system exclusive.
    fileprivate static func systemExclusive(_ status: UInt8, _ bytes: [UInt8]) -> Self {
        if status == 0xF0, bytes.last == 0xF7, bytes.dropLast().allSatisfy({ $0 < 0x80 }) {
            return .message(.systemExclusive(Array(bytes.dropLast())))
        }
        if status == 0xF7, let first = bytes.first, first > 0xF0 {
            var parser = MIDIParser()
            let messages = parser.receive(bytes)
            if messages.count == 1, messages[0].bytes == bytes { return .message(messages[0]) }
        }
        return .fragment(bytes, isFirst: status == 0xF0)
    }
}
