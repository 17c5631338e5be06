import Harmony
import Instruments

/// The connected instruments: which ports there are, which of them are listened to, and how.
struct ConnectedInstruments: Sendable {
    var access = MIDIAccess.unasked {
        didSet { if echoing.contains(where: { port in input(port) == nil }) { echoing = [] } }
    }
    /// The number of the one port that was chosen to be listened to; nil for all of them.
    var chosenPort: Int? { didSet { echoing = [] } }
    var manner = Manner()
    private var echoes = PortEchoes()
    /// Two ports that send the same notes.
    private(set) var echoing: [Int] = []

    /// How messages of instruments are taken.
    struct Manner: Sendable, Hashable {
        let isPedalReversed: Bool
        let hasNotesOnTen: Bool
        /// Whether the page is hidden. Then it ignores what is played, for another page or program, unless it records.
        var isHidden = false

        init(_ settings: Settings = Settings()) {
            isPedalReversed = settings.isPedalReversed
            hasNotesOnTen = settings.hasNotesOnTen
        }

        /// The message with a reversed pedal put right.
        func applied(to message: MIDIMessage) -> MIDIMessage {
            guard isPedalReversed, case .control(let channel, 64, let value) = message else { return message }
            return .control(channel: channel, controller: 64, value: 127 - value)
        }
    }

    private func input(_ number: Int) -> MIDIAccess.Port? { access.inputs.first { $0.number == number } }

    /// The chosen port as long as it is there. A loose cable must not cost the choice.
    var presentPort: Int? { chosenPort.flatMap { input($0) }?.number }

    func isListening(to port: Int) -> Bool {
        port <= PlayState.page || presentPort == nil || presentPort == port
    }

    /// Whether another port has just sent the same message.
    mutating func isEcho(_ message: MIDIMessage, port: Int, at seconds: Double) -> Bool {
        guard let origin = echoes.origin(of: message, port: port, at: seconds) else { return false }
        if case .noteOn = message { echoing = [origin, port] }
        return true
    }

    /// The name of a port. Those of instruments have a number from 1.
    func name(ofPort number: Int) -> String {
        switch number {
        case PlayState.page: PlayText.thisPage
        default: input(number)?.name ?? PlayText.unplugged
        }
    }

    func isLinnStrument(port number: Int) -> Bool { ConnectedInstruments.isLinnStrument(name(ofPort: number)) }

    private static func isLinnStrument(_ name: String) -> Bool { name.parts(at: " ").contains("LinnStrument") }

    /// The output to a LinnStrument: that of the chosen input if it is one, or the first with its name, or that of the
    /// chosen input, or the first.
    var output: MIDIAccess.Port? {
        let outputs = access.outputs
        let own = presentPort.flatMap { output(ofInput: $0) }
        if let own, ConnectedInstruments.isLinnStrument(own.name) { return own }
        return outputs.first { ConnectedInstruments.isLinnStrument($0.name) } ?? own ?? outputs.first
    }

    /// The output with the name of an input. Of several devices with this name, both have the same order.
    private func output(ofInput number: Int) -> MIDIAccess.Port? {
        let name = name(ofPort: number)
        let outputs = access.outputs.filter { $0.name == name }
        let place = access.inputs.filter { $0.name == name && $0.number < number }.count
        return outputs.isEmpty ? nil : outputs[min(place, outputs.count - 1)]
    }

    /// Whether an input may belong to the device of an output: it has its name, or no input has.
    func isInput(_ number: Int, of output: MIDIAccess.Port) -> Bool {
        name(ofPort: number) == output.name || !access.inputs.contains { $0.name == output.name }
    }
}
