/// Reads the settings of a connected LinnStrument. A request is parameter 299 with the number of the wanted parameter
/// as its value. The instrument answers with that parameter.
///
/// Requests are sent one at a time. Firmware does not answer for unknown parameters. The next request therefore follows
/// after 0.3 s, but a late answer still counts. An instrument without any answer is not a LinnStrument.
public struct SettingsQuery: Sendable, Hashable {
    /// The parameters that affect layout and channels, with the manufacturer's numbers. Some belong to the left split;
    /// those of the right split have numbers higher by 100.
    private enum Parameter: Int, CaseIterable, Sendable {
        case channels = 0
        case lowestChannel = 18
        case bendRange = 19
        case octave = 36
        case transposePitch = 37
        case transposeLights = 38
        case isChannelOrderReversed = 60
        case isSplit = 200
        case selectedSplit = 201
        case rowOffset = 227
        case isLeftHanded = 246
        case customRowOffset = 253

        /// Whether each split has a value of its own.
        var isOfSplit: Bool { rawValue < 100 }
    }

    /// The first column of the right split, counted from 1.
    private static let splitColumn = 202
    /// The first notes of the rows in guitar tuning, from the bottom.
    private static let guitarRows = 263...270

    /// The timeout of a request in seconds, the same as in Light Guide, another program for the instrument.
    public static let patience = 0.3
    /// The parameter that requests others.
    private static let request = 299

    private struct Answer: Sendable, Hashable {
        let number: Int
        /// Nil after a timeout.
        var value: Int?
    }

    /// The answers to past requests in order.
    private var answers: [Answer] = []
    private var reader = ParameterReader()

    public init() {}

    /// The messages of the next request.
    public var question: [MIDIMessage] {
        waiting.map { MIDIMessage.parameter(SettingsQuery.request, value: $0) } ?? []
    }

    /// The number of finished requests.
    public var count: Int { answers.count }
    public var isOver: Bool { waiting == nil }
    /// Whether any request was answered.
    public var hasAnswers: Bool { answers.contains { $0.value != nil } }

    /// The parameters to request. Some follow from earlier answers.
    private var numbers: [Int] {
        var numbers = Parameter.allCases.map { $0.rawValue }
        if isRight { numbers += Parameter.allCases.filter { $0.isOfSplit }.map { number(of: $0) } }
        if self[.rowOffset] == 13 { numbers += SettingsQuery.guitarRows }
        if self[.rowOffset] == 0, isSplit { numbers.append(SettingsQuery.splitColumn) }
        return numbers
    }

    /// The requested parameter; nil after the last one.
    private var waiting: Int? { numbers.first { number in !answers.contains { $0.number == number } } }

    /// Takes a message of the instrument.
    /// - Returns: whether it answered the current request. Then there may be another ``question``.
    public mutating func receive(_ message: MIDIMessage) -> Bool {
        guard let (number, value) = reader.receive(message), let waiting else { return false }
        if let index = answers.firstIndex(where: { $0.number == number }) { answers[index].value = value }
        guard number == waiting else { return false }
        answers.append(Answer(number: number, value: value))
        return true
    }

    /// Ends a request after ``patience`` seconds.
    /// - Parameter question: the ``count`` at the time of the request.
    /// - Returns: whether the request was unanswered. Then there may be another ``question``.
    public mutating func giveUp(_ question: Int) -> Bool {
        guard let waiting, question == answers.count else { return false }
        answers.append(Answer(number: waiting))
        // After two timeouts at the beginning, the rest would time out too.
        if answers.count == 2, !hasAnswers { answers = numbers.map { Answer(number: $0) } }
        return true
    }

    /// The instrument with the settings read from it. Invalid values are ignored.
    public func applied(to instrument: LinnStrument) -> LinnStrument {
        var instrument = instrument
        if let octave = self[.octave], 0...10 ~= octave { instrument.octave = octave - 5 }
        if let semitones = self[.transposePitch], 0...14 ~= semitones { instrument.transposePitch = semitones - 7 }
        if let semitones = self[.transposeLights], 0...14 ~= semitones { instrument.transposeLights = semitones - 7 }
        if let hand = self[.isLeftHanded], 0...1 ~= hand { instrument.isLeftHanded = hand == 1 }
        switch self[.rowOffset] {
        case 0: instrument.rowOffset = splitRows ?? .noOverlap
        case let semitones? where 3...7 ~= semitones: instrument.rowOffset = .semitones(semitones)
        case 12:
            switch self[.customRowOffset] {
            case 33: instrument.rowOffset = .invertedGuitar
            case let raised? where 0...32 ~= raised: instrument.rowOffset = .semitones(raised - 16)
            default: instrument.rowOffset = .semitones(12)
            }
        case 13: instrument.rowOffset = guitarRows
        case 127: instrument.rowOffset = .semitones(0)
        default: break
        }
        return instrument
    }

    /// Whether each row sends on its own channel, from channel 1 upwards; nil if unknown.
    public var hasChannelPerRow: Bool? {
        self[.channels].map { mode in
            mode == 2 && (self[.lowestChannel] ?? 1) == 1 && self[.isChannelOrderReversed] != 1
        }
    }

    /// The bend range in semitones, 1…96; nil if unknown.
    public var bendRange: Int? { self[.bendRange].flatMap { 1...96 ~= $0 ? $0 : nil } }

    /// Whether the board is split. Then the settings are those of its left half only.
    public var isSplit: Bool { self[.isSplit] == 1 }

    /// Whether the right split is selected on an undivided board, which then has its settings.
    private var isRight: Bool { self[.isSplit] == 0 && self[.selectedSplit] == 1 }

    /// Guitar tuning with the notes of the instrument, or those of a new one where they are unknown.
    private var guitarRows: LinnStrument.RowOffset {
        guard case .rows(var notes) = LinnStrument.RowOffset.guitar else { return .guitar }
        for row in notes.indices {
            if let note = self[SettingsQuery.guitarRows.lowerBound + row], 0...127 ~= note { notes[row] = note }
        }
        return .rows(notes)
    }

    /// Rows without overlap in the left split, which are as far apart as it is wide; nil if the board is not split.
    private var splitRows: LinnStrument.RowOffset? {
        guard isSplit, let column = self[SettingsQuery.splitColumn], 2...25 ~= column else { return nil }
        return .rows((0..<LinnStrument.rows).map { 30 + $0 * (column - 1) })
    }

    private func number(of parameter: Parameter) -> Int {
        parameter.rawValue + (parameter.isOfSplit && isRight ? 100 : 0)
    }

    private subscript(parameter: Parameter) -> Int? { self[number(of: parameter)] }

    private subscript(number: Int) -> Int? { answers.first { $0.number == number }?.value }
}

/// Reads non-registered parameters (NRPN) from control messages.
private struct ParameterReader: Sendable, Hashable {
    private var number: Int?
    private var high = 0

    /// - Returns: a parameter and its value when both are complete.
    mutating func receive(_ message: MIDIMessage) -> (number: Int, value: Int)? {
        guard case .control(_, let controller, let value) = message else { return nil }
        switch controller {
        case 99: number = value << 7
        case 98: number = number.map { $0 & ~127 | value }
        case 6: high = value << 7
        case 38: return number.map { ($0, high | value) }
        case 100, 101: number = nil
        default: break
        }
        return nil
    }
}
