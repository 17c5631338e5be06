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
    /// - Throws: ``MIDIFileError`` where the bytes are no such file, or damaged, or end too early, or are more than is
    ///   read of any file.
    public init(_ bytes: [UInt8]) throws(MIDIFileError) {
        var reader = Reader(bytes)
        while !reader.isAtEnd { try reader.read(MIDIFile.mostEvents) }
        self = reader.file
    }

    /// Reads a file in small steps, for callers that must stay responsive.
    public struct Reader: Sendable, Hashable {
        private let bytes: [UInt8]
        private var position = 0
        /// Where the present chunk ends.
        private var end: Int
        private var ticksPerQuarter = 480
        /// How many tracks there are; nil until the header is read.
        private var trackCount: Int?
        private var finished: [[Event]] = []
        /// The track that is being read; nil between tracks.
        private var track: Track?
        private var eventCount = 0

        private struct Track: Sendable, Hashable {
            /// In pieces, since what is handed on again and again must not be copied whole for every event.
            var pieces: [[Event]] = [[]]
            var tick = 0
            var runningStatus: UInt8?
            /// Whether the file ends before the chunk does.
            let isCut: Bool

            mutating func append(_ event: Event) {
                if pieces[pieces.count - 1].count == 4096 { pieces.append([]) }
                pieces[pieces.count - 1].append(event)
            }

            /// The events, their end last.
            var events: [Event] {
                let events = pieces.count == 1 ? pieces[0] : pieces.flatMap { $0 }
                return events.last?.kind == .endOfTrack ? events : events + [Event(tick: tick, kind: .endOfTrack)]
            }
        }

        public init(_ bytes: [UInt8]) {
            self.bytes = bytes
            end = bytes.count
        }

        /// Whether all has been read.
        public var isAtEnd: Bool { finished.count == trackCount }

        /// How much of the file has been read, 0…1.
        public var progress: Double { isAtEnd ? 1 : Double(position) / Double(max(bytes.count, 1)) }

        /// What has been read so far.
        public var file: MIDIFile {
            let begun = track.flatMap { $0.pieces[0].isEmpty ? nil : $0.events }
            return MIDIFile(ticksPerQuarter: ticksPerQuarter, inOrder: finished + (begun.map { [$0] } ?? []))
        }

        /// Reads on.
        /// - Parameter count: about so many events at most.
        /// - Throws: as ``MIDIFile/init(_:)``.
        public mutating func read(_ count: Int) throws(MIDIFileError) {
            do throws(Obstacle) {
                try readOn(count)
            } catch {
                throw MIDIFileError(message: error.message, offset: error.offset, partial: file)
            }
        }
    }
}

extension MIDIFile.Reader {
    /// What stops the reading, and where.
    private struct Obstacle: Error {
        let message: String
        let offset: Int
    }

    private mutating func readOn(_ count: Int) throws(Obstacle) {
        if trackCount == nil { try readHeader() }
        var rest = count
        while !isAtEnd, rest > 0 {
            if track == nil {
                try beginChunk()
                // A chunk without events is work, too.
                rest -= 1
            }
            guard let isCut = track?.isCut else { continue }
            var isOpen = position < end
            while isOpen, rest > 0 {
                isOpen = try readEvent() && position < end
                rest -= 1
            }
            if isOpen { return }
            if isCut { throw Obstacle(message: "The file ends in the middle of a chunk.", offset: bytes.count) }
            position = end
            if let track { finished.append(track.events) }
            track = nil
        }
    }

    /// Begins a track, or passes a chunk that is none.
    private mutating func beginChunk() throws(Obstacle) {
        end = bytes.count
        guard position < bytes.count else {
            throw Obstacle(
                message: "The file ends after \(finished.count) of its \(trackCount ?? 0) tracks.", offset: position)
        }
        let start = position
        let isTrack = try readName().elementsEqual("MTrk".utf8)
        let length = try readNumber(bytes: 4)
        let isCut = length > UInt32(clamping: bytes.count - position)
        if isTrack {
            guard finished.count < MIDIFile.mostTracks else {
                throw tooMany(MIDIFile.mostTracks, "tracks", offset: start)
            }
            end = isCut ? bytes.count : position + Int(length)
            track = Track(isCut: isCut)
        } else if isCut {
            throw Obstacle(message: "The file ends in the middle of a chunk.", offset: bytes.count)
        } else {
            position += Int(length)
        }
    }

    /// - Returns: whether the track goes on, for what follows its end is no part of it.
    private mutating func readEvent() throws(Obstacle) -> Bool {
        let start = position
        let tick = track?.tick ?? 0
        let (sum, overflows) = tick.addingReportingOverflow(try readVariable())
        guard !overflows, sum <= MIDIFile.longestTick else {
            throw Obstacle(
                message: "The file is too long: it can have at most 2,147,483,647 ticks. Save it in parts.",
                offset: start)
        }
        var runningStatus = track?.runningStatus
        let kind = try readKind(&runningStatus)
        if kind != .endOfTrack, eventCount >= MIDIFile.mostEvents {
            throw tooMany(MIDIFile.mostEvents, "events", offset: start)
        }
        eventCount += 1
        track?.tick = sum
        track?.runningStatus = runningStatus
        track?.append(MIDIFile.Event(tick: sum, kind: kind))
        return kind != .endOfTrack
    }

    private mutating func readHeader() throws(Obstacle) {
        guard bytes.starts(with: "MThd".utf8) else {
            throw Obstacle(message: "This is not a Standard MIDI File: it does not begin with “MThd”.", offset: 0)
        }
        position = 4
        let length = try readNumber(bytes: 4)
        let start = position
        guard length >= 6 else { throw Obstacle(message: "The header is too short.", offset: 4) }
        let format = try readNumber(bytes: 2)
        guard format <= 1 else {
            let reason = format == 2 ? " has separate songs in its tracks" : " does not exist"
            throw Obstacle(message: "Only formats 0 and 1 can be read; format \(format)" + reason + ".", offset: start)
        }
        let count = try readNumber(bytes: 2)
        let division = try readNumber(bytes: 2)
        guard division & 0x8000 == 0 else {
            let message = "The file counts time in SMPTE frames, which cannot be read. Save it with beats."
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
        trackCount = Int(count)
    }

    private mutating func readKind(_ runningStatus: inout UInt8?) throws(Obstacle) -> MIDIFile.Event.Kind {
        let start = position
        var status = try readByte()
        if status < 0x80 {
            guard let running = runningStatus else {
                throw Obstacle(message: "Data without a status byte.", offset: start)
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
        throw Obstacle(message: "The byte \(status) has no meaning in a track.", offset: start)
    }

    private func tooMany(_ limit: Int, _ what: String, offset: Int) -> Obstacle {
        let message = "The file has more than \(limit) \(what). The rest was not read: split the file."
        return Obstacle(message: message, offset: offset)
    }

    // MARK: Bytes

    private var endsTooEarly: Obstacle {
        let whole = end == bytes.count ? "file" : "track"
        return Obstacle(message: "The " + whole + " ends in the middle of an event.", offset: end)
    }

    private mutating func readByte() throws(Obstacle) -> UInt8 {
        guard position < end else { throw endsTooEarly }
        position += 1
        return bytes[position - 1]
    }

    private mutating func readData() throws(Obstacle) -> UInt8 {
        let byte = try readByte()
        guard byte < 0x80 else { throw Obstacle(message: "A status byte stands where data belong.", offset: position - 1) }
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
        // A bar of no beats, or of unusual beats, is left as it is and does not count.
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
