/// Whether the page may use MIDI, and which ports there are.
enum MIDIAccess: Sendable, Hashable {
    case unasked
    /// The browser has no MIDI.
    case missing
    case refused
    /// The device's own MIDI system does not respond.
    case unsupported
    case granted(inputs: [Port], outputs: [Port])

    struct Port: Sendable, Hashable {
        /// From 1. Inputs and outputs are numbered separately.
        let number: Int
        let name: String
    }

    var isGranted: Bool { if case .granted = self { true } else { false } }

    var hasInputs: Bool { !inputs.isEmpty }

    var inputs: [Port] {
        if case .granted(let inputs, _) = self { return inputs }
        return []
    }

    var outputs: [Port] {
        if case .granted(_, let outputs) = self { return outputs }
        return []
    }

    /// The host's words for why there are no instruments.
    private enum Trouble: String {
        case missing, refused, unsupported
    }

    /// Reads the host's report: one word, or a line for each port after the first line: `in 1 LinnStrument MIDI`.
    init?(_ text: String) {
        switch Trouble(rawValue: text) {
        case .missing: self = .missing
        case .refused: self = .refused
        case .unsupported: self = .unsupported
        default:
            var inputs: [Port] = []
            var outputs: [Port] = []
            for line in text.split(separator: "\n").dropFirst() {
                let words = line.split(separator: " ", maxSplits: 2).map { String($0) }
                guard words.count > 1, let number = Int(words[1]) else { return nil }
                let port = Port(number: number, name: words.count > 2 ? words[2] : PlayText.unnamed)
                if words[0] == "in" { inputs.append(port) } else { outputs.append(port) }
            }
            self = .granted(inputs: inputs, outputs: outputs)
        }
    }

    /// The problem and what to do about it; nil if there is none.
    var message: String? {
        switch self {
        case .unasked: nil
        case .missing: PlayText.noMIDI
        case .refused: PlayText.midiRefused
        case .unsupported: PlayText.midiSilent
        case .granted(let inputs, _) where inputs.isEmpty: PlayText.noInstrument
        case .granted: nil
        }
    }
}
