/// Asks a connected LinnStrument how it is set: the number of each parameter goes out as the value of parameter 299, and
/// the instrument answers with that parameter.
///
/// One question waits for its answer at a time. Firmware that does not know a parameter is silent about it, so after
/// 0.3 s the next question is put; an answer that comes later than that still counts. An instrument that has answered none
/// by the end is no LinnStrument.
public struct SettingsDialogue: Sendable, Hashable {
    /// What decides where notes lie and how they are told apart, by the numbers of the left split, which is the whole
    /// board where it is not split (the maker's list of parameters).
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

    /// Seconds until a question is given up: as long as Light Guide, another companion of the instrument, waits.
    public static let patience = 0.3
    /// The parameter that asks for others.
    private static let request = 299

    /// To the questions that have been put, in their order; nil to those that were given up.
    private var answers: [Int?] = []
    private var reader = ParameterReader()

    public init() {}

    /// What is to be sent now.
    public var question: [MIDIMessage] {
        isOver ? [] : MIDIMessage.parameter(SettingsDialogue.request, value: waiting.rawValue)
    }

    /// How many questions were put before the one that is at hand.
    public var count: Int { answers.count }
    public var isOver: Bool { answers.count == Parameter.allCases.count }
    /// Whether anything has been learnt.
    public var hasAnswers: Bool { answers.contains { $0 != nil } }
    /// What is asked for now, until it is over.
    private var waiting: Parameter { Parameter.allCases[answers.count] }

    /// Listens to what the instrument sends.
    /// - Returns: whether that was the answer, so that there is another ``question``.
    public mutating func receive(_ message: MIDIMessage) -> Bool {
        guard !isOver, let (number, value) = reader.receive(message),
            let place = Parameter.allCases.firstIndex(where: { $0.rawValue == number }), place <= answers.count
        else { return false }
        guard place == answers.count else {
            answers[place] = value
            return false
        }
        answers.append(value)
        return true
    }

    /// Gives up a question that has waited for ``patience``.
    /// - Parameter question: how many were put before it.
    /// - Returns: whether it was still waiting, so that there is another ``question``.
    public mutating func giveUp(_ question: Int) -> Bool {
        guard !isOver, question == answers.count else { return false }
        answers.append(nil)
        // If the first two questions meet silence, the others would too.
        if answers == [nil, nil] { answers = Parameter.allCases.map { _ in nil } }
        return true
    }

    /// The instrument as it was, with what has been learnt. Values that it cannot have change nothing.
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

    /// Whether each row sends on a channel of its own, from channel 1 upwards; nil where that was not learnt.
    public var hasChannelPerRow: Bool? {
        self[.channels].map { mode in
            mode == 2 && (self[.lowestChannel] ?? 1) == 1 && self[.isChannelOrderReversed] != 1
        }
    }

    /// How many semitones its widest bend is, 1…96; nil where that was not learnt.
    public var bendRange: Int? { self[.bendRange].flatMap { 1...96 ~= $0 ? $0 : nil } }

    /// Whether the board is split, so that what was learnt holds for its left half only.
    public var isSplit: Bool { self[.isSplit] == 1 }

    private subscript(parameter: Parameter) -> Int? {
        zip(Parameter.allCases, answers).first { $0.0 == parameter }?.1
    }
}

/// Puts parameters of the maker's own together from the messages that set them.
private struct ParameterReader: Sendable, Hashable {
    private var number: Int?
    private var high = 0

    /// - Returns: a parameter and its value, when that is whole.
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
