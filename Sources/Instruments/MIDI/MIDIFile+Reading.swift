/// The reason why a file could not be read completely.
public struct MIDIFileError: Error, Sendable, Hashable {
    /// One sentence for the user.
    public let message: String
    /// The offset of the first unreadable byte.
    public let offset: Int
    /// Everything before it.
    public let partial: MIDIFile
}

extension MIDIFile {
    /// Reads a file of format 0 or 1, also inside a RIFF file of type RMID. Time in SMPTE frames becomes beats of one
    /// second.
    ///
    /// Small faults that players tolerate are skipped, with a remark in ``remarks``.
    /// - Throws: ``MIDIFileError`` if the file has another format, is damaged or truncated, or exceeds a limit.
    public init(_ bytes: [UInt8]) throws(MIDIFileError) {
        var reader = Reader(bytes)
        while !reader.isAtEnd { try reader.read(MIDIFile.maximumEvents) }
        self = reader.file
    }

    /// Reads a file in small steps, for callers that must stay responsive.
    public struct Reader: Sendable, Hashable {
        private let bytes: [UInt8]
        private var position = 0
        /// The end of the MIDI file, which may be a chunk of a RIFF file.
        private let fileEnd: Int
        /// The end of the current chunk.
        private var end: Int
        private var ticksPerQuarter = 480
        /// The tempo of a file whose time is in frames: microseconds per quarter note. Its own tempos have no meaning.
        private var frameTempo: Int?
        private var remarks: [Remark] = []
        /// The number of tracks; nil before the header.
        private var trackCount: Int?
        private var finished: [[Event]] = []
        /// The current track; nil between tracks.
        private var track: Track?
        private var eventCount = 0

        /// A fault that was skipped.
        private enum Fault: String, Sendable {
            case missingStatus = "a status byte is missing. The one before was used"
            case realTime = "a real-time message does not belong in a file. It was left out"
            case systemMessage = "a message for a device does not belong in a file. It was left out"
            case strayBytes = "bytes between the tracks were skipped"
            case wrongLength = "a track’s length does not match its header. It was read to its end"
            case fewerTracks = "the file has fewer tracks than its header says"
            case moreTracks = "the file has more tracks than its header says. All were read"
        }

        /// The first place of a fault.
        private struct Remark: Sendable, Hashable {
            let fault: Fault
            /// In bytes from the beginning of the file.
            let offset: Int
        }

        private struct Track: Sendable, Hashable {
            /// Events in pieces, to keep copies of a growing array small.
            var pieces: [[Event]] = [[]]
            var tick = 0
            var runningStatus: UInt8?
            /// Whether the last event was a meta event or system exclusive, which end running status.
            var isStatusOver = false
            /// Whether the file ends before the chunk does.
            let isCut: Bool
            /// Whether an end of track was read.
            var isEnded: Bool { pieces[pieces.count - 1].last?.kind == .endOfTrack }

            mutating func append(_ event: Event) {
                if pieces[pieces.count - 1].count == 4096 { pieces.append([]) }
                pieces[pieces.count - 1].append(event)
            }

            /// The events with an end of track.
            var events: [Event] {
                let events = pieces.count == 1 ? pieces[0] : pieces.flatMap { $0 }
                return events.last?.kind == .endOfTrack ? events : events + [Event(tick: tick, kind: .endOfTrack)]
            }
        }

        public init(_ bytes: [UInt8]) {
            self.bytes = bytes
            let content = Reader.content(of: bytes)
            position = content.lowerBound
            fileEnd = content.upperBound
            end = content.upperBound
        }

        /// The range of the MIDI file: the data chunk of a RIFF file, otherwise everything.
        private static func content(of bytes: [UInt8]) -> Range<Int> {
            guard bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "RMID".utf8) else {
                return start(in: bytes)..<bytes.count
            }
            var place = 12
            while place + 8 <= bytes.count {
                let length = (0..<4).reduce(0) { $0 | UInt32(bytes[place + 4 + $1]) << (8 * UInt32($1)) }
                let start = place + 8
                let count = Int(min(length, UInt32(clamping: bytes.count - start)))
                if bytes[place...].starts(with: "data".utf8), count >= 14 { return start..<start + count }
                // Chunks have even lengths.
                place = start + count + count % 2
            }
            // The length of a chunk may be wrong.
            return start(in: bytes)..<bytes.count
        }

        /// The beginning of the header. Some programs write one of their own before it.
        private static func start(in bytes: [UInt8]) -> Int {
            bytes.prefix(1_000).indices.first { bytes[$0...].starts(with: "MThd".utf8) } ?? 0
        }

        public var isAtEnd: Bool { finished.count == trackCount }

        /// The fraction of the file that has been read, 0…1.
        public var progress: Double { isAtEnd ? 1 : Double(position) / Double(max(bytes.count, 1)) }

        /// The events read so far.
        public var file: MIDIFile {
            let begun = track.flatMap { $0.pieces[0].isEmpty ? nil : $0.events }
            var file = MIDIFile(ticksPerQuarter: ticksPerQuarter, inOrder: finished + (begun.map { [$0] } ?? []))
            file.remarks = remarks.map { "Byte \($0.offset): \($0.fault.rawValue)." }
            return file
        }

        /// Reads more events.
        /// - Parameter count: their approximate maximum number.
        /// - Throws: as ``MIDIFile/init(_:)``.
        public mutating func read(_ count: Int) throws(MIDIFileError) {
            do throws(Failure) {
                try readEvents(count)
            } catch {
                throw MIDIFileError(message: error.message, offset: error.offset, partial: file)
            }
        }
    }
}

extension MIDIFile.Reader {
    /// A ``MIDIFileError`` without the partial file.
    private struct Failure: Error {
        let message: String
        let offset: Int
    }

    private mutating func readEvents(_ count: Int) throws(Failure) {
        if trackCount == nil { try readHeader() }
        var rest = count
        while !isAtEnd, rest > 0 {
            if track == nil {
                try beginChunk()
                // An empty chunk counts as one event.
                rest -= 1
            }
            guard let isCut = track?.isCut else { continue }
            var isOpen = position < end
            while isOpen, rest > 0 {
                isOpen = try readEvent() && position < end
                rest -= 1
            }
            if isOpen { return }
            if track?.isEnded == true {
                // The length may be too great.
                if isCut { remark(.wrongLength, at: position) }
                if isCut || bytes[position..<fileEnd].starts(with: "MTrk".utf8) { end = position }
            } else if isCut {
                throw Failure(message: "The file ends in the middle of a chunk.", offset: fileEnd)
            }
            position = end
            if let track { finished.append(track.events) }
            track = nil
            if isAtEnd, bytes[position..<fileEnd].starts(with: "MTrk".utf8) {
                remark(.moreTracks, at: position)
                trackCount = finished.count + 1
            }
        }
    }

    /// Begins a track, or skips another chunk.
    private mutating func beginChunk() throws(Failure) {
        end = fileEnd
        skipStrayBytes()
        guard position < fileEnd else {
            if !finished.isEmpty {
                remark(.fewerTracks, at: position)
                trackCount = finished.count
                return
            }
            throw Failure(
                message: "The file ends after \(finished.count) of its \(trackCount ?? 0) tracks.", offset: position)
        }
        let start = position
        let isTrack = try readName().elementsEqual("MTrk".utf8)
        let length = try readNumber(bytes: 4)
        let isCut = length > UInt32(clamping: fileEnd - position)
        if isTrack {
            guard finished.count < MIDIFile.maximumTracks else {
                throw tooMany(MIDIFile.maximumTracks, "tracks", offset: start)
            }
            end = isCut ? fileEnd : position + Int(length)
            // A track that its length cuts off goes on to the next one.
            if !isCut, end < fileEnd, !isChunk(at: end), !bytes[..<end].suffix(3).elementsEqual([0xFF, 0x2F, 0]) {
                remark(.wrongLength, at: start)
                end = nextTrack(from: end) ?? fileEnd
            }
            track = Track(isCut: isCut)
            if finished.isEmpty, let frameTempo {
                track?.append(MIDIFile.Event(tick: 0, kind: .tempo(microsecondsPerQuarter: frameTempo)))
            }
        } else if isCut {
            throw Failure(message: "The file ends in the middle of a chunk.", offset: fileEnd)
        } else {
            position += Int(length)
        }
    }

    /// Skips bytes that are no chunk, up to the next track. Other chunks have a name of letters and fit into the file.
    private mutating func skipStrayBytes() {
        guard position < fileEnd, !isChunk(at: position), let next = nextTrack(from: position) else { return }
        remark(.strayBytes, at: position)
        position = next
    }

    /// Whether a track begins here, or another chunk that fits into the file.
    private func isChunk(at start: Int) -> Bool {
        let rest = bytes[start..<fileEnd]
        if rest.starts(with: "MTrk".utf8) { return true }
        guard rest.count >= 8, rest.prefix(4).allSatisfy({ 0x20...0x7E ~= $0 }) else { return false }
        let length = rest.dropFirst(4).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return length <= UInt32(clamping: rest.count - 8)
    }

    private func nextTrack(from start: Int) -> Int? {
        let first = UInt8(ascii: "M")
        return (start..<fileEnd).first { bytes[$0] == first && bytes[$0..<fileEnd].starts(with: "MTrk".utf8) }
    }

    private mutating func remark(_ fault: Fault, at offset: Int) {
        if !remarks.contains(where: { $0.fault == fault }) { remarks.append(Remark(fault: fault, offset: offset)) }
    }

    /// - Returns: whether more events follow. Bytes after an end of track are ignored.
    private mutating func readEvent() throws(Failure) -> Bool {
        let start = position
        let tick = track?.tick ?? 0
        let (sum, overflows) = tick.addingReportingOverflow(try readVariable())
        guard !overflows, sum <= MIDIFile.maximumTick else {
            throw Failure(
                message: "The file is too long: it can have at most 2,147,483,647 ticks. Save it in parts.",
                offset: start)
        }
        var runningStatus = track?.runningStatus
        guard let kind = try readKind(&runningStatus) else {
            track?.tick = sum
            return true
        }
        if case .tempo = kind, frameTempo != nil {
            track?.tick = sum
            return true
        }
        if kind != .endOfTrack, eventCount >= MIDIFile.maximumEvents {
            throw tooMany(MIDIFile.maximumEvents, "events", offset: start)
        }
        eventCount += 1
        track?.tick = sum
        track?.runningStatus = runningStatus
        track?.append(MIDIFile.Event(tick: sum, kind: kind))
        return kind != .endOfTrack
    }

    private mutating func readHeader() throws(Failure) {
        guard bytes[position..<fileEnd].starts(with: "MThd".utf8) else {
            throw Failure(message: "This is not a Standard MIDI File: it does not begin with “MThd”.", offset: position)
        }
        position += 4
        let length = try readNumber(bytes: 4)
        let start = position
        guard length >= 6 else { throw Failure(message: "The header is too short.", offset: start - 4) }
        let format = try readNumber(bytes: 2)
        guard format <= 1 else {
            let reason = format == 2 ? " has separate songs in its tracks" : " does not exist"
            throw Failure(message: "Only formats 0 and 1 can be read; format \(format)" + reason + ".", offset: start)
        }
        let count = try readNumber(bytes: 2)
        let division = try readNumber(bytes: 2)
        // Frames per second, negative, and ticks per frame. 29 are the 29.97 frames of television.
        let frames = division & 0x8000 == 0 ? 0 : 0x100 - Int(division >> 8)
        guard frames == 0 || [24, 25, 29, 30].contains(frames) else {
            throw Failure(message: "The file counts time in frames, but not in 24, 25, 29 or 30.", offset: start + 4)
        }
        ticksPerQuarter = frames == 0 ? Int(division) : (frames == 29 ? 30 : frames) * Int(division & 0xFF)
        guard ticksPerQuarter > 0 else {
            throw Failure(message: "A quarter note cannot last 0 ticks.", offset: start + 4)
        }
        if frames > 0 { frameTempo = frames == 29 ? 1_001_000 : 1_000_000 }
        guard length <= UInt32(clamping: fileEnd - start) else {
            throw Failure(message: "The file ends in its header.", offset: fileEnd)
        }
        position = start + Int(length)
        // A file with tracks has at least one.
        trackCount = count == 0 && position < fileEnd ? 1 : Int(count)
    }

    /// - Returns: nil for a real-time message, which is left out.
    private mutating func readKind(_ runningStatus: inout UInt8?) throws(Failure) -> MIDIFile.Event.Kind? {
        let start = position
        var status = try readByte()
        if 0xF8...0xFE ~= status {
            remark(.realTime, at: start)
            // The message is an event with a time, and another time follows; or it stands before another status byte,
            // most likely of the same channel.
            guard position + 1 < end, 0x80...0xEF ~= bytes[position], bytes[position + 1] < 0x80,
                position + 2 < end, bytes[position + 2] < 0x80,
                runningStatus.map({ $0 & 0xF == bytes[position] & 0xF }) ?? true
            else { return nil }
            status = try readByte()
        }
        if status < 0x80 {
            guard let running = runningStatus else {
                throw Failure(message: "Data without a status byte.", offset: start)
            }
            if track?.isStatusOver == true { remark(.missingStatus, at: start) }
            status = running
            position = start
        }
        track?.isStatusOver = status >= 0xF0
        switch status {
        case 0x80...0xEF:
            runningStatus = status
            let first = try readData()
            let second = MIDIMessage.dataCount(after: status) == 2 ? try readData() : 0
            if let message = MIDIMessage(status: status, first, second) { return .message(message) }
        // Players continue the running status after these, although the specification ends it.
        case 0xFF:
            let type = try readByte()
            return .meta(type, try readBlock())
        case 0xF0, 0xF7:
            return .systemExclusive(status, try readBlock())
        case 0xF1...0xF6:
            remark(.systemMessage, at: start)
            for _ in 0..<(MIDIMessage.dataCount(after: status) ?? 0) { _ = try readData() }
            return nil
        default: break
        }
        throw Failure(message: "The byte \(status) has no meaning in a track.", offset: start)
    }

    private func tooMany(_ limit: Int, _ what: String, offset: Int) -> Failure {
        let message = "The file has more than \(limit) \(what). The rest was not read: split the file."
        return Failure(message: message, offset: offset)
    }

    // MARK: Bytes

    private var endsTooEarly: Failure {
        let whole = end == fileEnd ? "file" : "track"
        return Failure(message: "The " + whole + " ends in the middle of an event.", offset: end)
    }

    private mutating func readByte() throws(Failure) -> UInt8 {
        guard position < end else { throw endsTooEarly }
        position += 1
        return bytes[position - 1]
    }

    private mutating func readData() throws(Failure) -> UInt8 {
        var byte = try readByte()
        while 0xF8...0xFE ~= byte {
            remark(.realTime, at: position - 1)
            byte = try readByte()
        }
        guard byte < 0x80 else {
            throw Failure(message: "Unexpected status byte in event data.", offset: position - 1)
        }
        return byte
    }

    private mutating func readNumber(bytes count: Int) throws(Failure) -> UInt32 {
        var number: UInt32 = 0
        for _ in 0..<count { number = number << 8 | UInt32(try readByte()) }
        return number
    }

    /// The four letters of a chunk type.
    private mutating func readName() throws(Failure) -> [UInt8] {
        var name: [UInt8] = []
        for _ in 0..<4 { name.append(try readByte()) }
        return name
    }

    /// A variable-length quantity: seven bits per byte, and the high bit in all but the last byte.
    private mutating func readVariable() throws(Failure) -> Int {
        let start = position
        var number = 0
        for _ in 0..<4 {
            let byte = try readByte()
            number = number << 7 | Int(byte & 127)
            if byte < 0x80 { return number }
        }
        throw Failure(message: "A number has more than four bytes.", offset: start)
    }

    /// Bytes preceded by their count.
    private mutating func readBlock() throws(Failure) -> [UInt8] {
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
        // A tempo of 0 is kept as bytes and ignored.
        case (0x51, 3) where bytes.contains { $0 > 0 }:
            return .tempo(microsecondsPerQuarter: Int(bytes[0]) << 16 | Int(bytes[1]) << 8 | Int(bytes[2]))
        // An invalid time signature is kept as bytes and ignored.
        case (0x58, 4) where bytes[0] > 0 && bytes[1] <= 7:
            return .timeSignature(
                .init(
                    Int(bytes[0]), 1 << Int(bytes[1]), clocksPerClick: Int(bytes[2]),
                    thirtySecondsPerQuarter: Int(bytes[3])))
        default: return .meta(type: type, bytes: bytes)
        }
    }

    /// A complete message if the bytes are one, otherwise a fragment. F7 may also carry other system messages.
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
