/// Reads the settings of a connected LinnStrument. A request is parameter 299 with the number of the wanted parameter
/// as its value. The instrument answers with that parameter.
///
/// Requests are sent one at a time. Firmware does not answer for unknown parameters. The next request therefore follows
/// after 0.3 s, but a late answer still counts. An instrument without any answer is not a LinnStrument.
public struct SettingsQuery: Sendable, Hashable {
    /// The parameters that affect layout and channels, with the manufacturer's numbers. They belong to the left split,
    /// which is the whole board if it is not split.
    enum Parameter: Int, CaseIterable, Sendable {
        case channels = 0
        case lowestChannel = 18
        case bendRange = 19
        case octave = 36
        case transposePitch = 37
        case transposeLights = 38
        case isChannelOrderReversed = 60
        case isSplit = 200
        case rowOffset = 227
        case isLeftHanded = 246
        case customRowOffset = 253
    }

    /// The timeout of a request in seconds, the same as in Light Guide, another program for the instrument.
    public static let patience = 0.3
    /// The parameter that requests others.
    private static let request = 299

    /// The answers to past requests in order; nil after a timeout.
    private var answers: [Int?] = []
    private var reader = ParameterReader()

    public init() {}

    /// The messages of the next request.
    public var question: [MIDIMessage] {
        isOver ? [] : MIDIMessage.parameter(SettingsQuery.request, value: waiting.rawValue)
    }

    /// The number of finished requests.
    public var count: Int { answers.count }
    public var isOver: Bool { answers.count == Parameter.allCases.count }
    /// Whether any request was answered.
    public var hasAnswers: Bool { answers.contains { $0 != nil } }
    /// The requested parameter. Only valid before the end.
    private var waiting: Parameter { Parameter.allCases[answers.count] }

    /// Takes a message of the instrument.
    /// - Returns: whether it answered the current request. Then there may be another ``question``.
    public mutating func receive(_ message: MIDIMessage) -> Bool {
        guard !isOver, let (number, value) = reader.receive(message),
            let index = Parameter.allCases.firstIndex(where: { $0.rawValue == number }), index <= answers.count
        else { return false }
        guard index == answers.count else {
            answers[index] = value
            return false
        }
        answers.append(value)
        return true
    }

    /// Ends a request after ``patience`` seconds.
    /// - Parameter question: the ``count`` at the time of the request.
    /// - Returns: whether the request was unanswered. Then there may be another ``question``.
    public mutating func giveUp(_ question: Int) -> Bool {
        guard !isOver, question == answers.count else { return false }
        answers.append(nil)
        // After two timeouts at the beginning, the rest would time out too.
        if answers == [nil, nil] { answers = Parameter.allCases.map { _ in nil } }
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
        case 0: instrument.rowOffset = .noOverlap
        case let semitones? where 3...7 ~= semitones: instrument.rowOffset = .semitones(semitones)
        case 12:
            switch self[.customRowOffset] {
            case 33: instrument.rowOffset = .invertedGuitar
            case let raised? where 0...32 ~= raised: instrument.rowOffset = .semitones(raised - 16)
            default: instrument.rowOffset = .semitones(12)
            }
        case 13: instrument.rowOffset = .guitar
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

    private subscript(parameter: Parameter) -> Int? {
        zip(Parameter.allCases, answers).first { $0.0 == parameter }?.1
    }
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
