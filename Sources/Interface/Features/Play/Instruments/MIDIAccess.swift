import Harmony

/// Whether the page may use MIDI, and which ports there are.
enum MIDIAccess: Sendable, Hashable {
    case unasked
    case unavailable(Trouble)
    case granted(inputs: [Port], outputs: [Port])

    struct Port: Sendable, Hashable {
        /// From 1. Inputs and outputs are numbered separately.
        let number: Int
        let name: String
        /// For an input, `yes` or `no`: whether it has a sound of its own. For the output through which the page plays,
        /// the channel. Nil for other outputs, and for inputs that were not asked about.
        fileprivate(set) var use: String?
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
    enum Trouble: String, Sendable, Hashable {
        /// The browser has no MIDI.
        case missing
        /// No browser of an iPhone or iPad has MIDI, and Safari has none on a Mac.
        case ios, safari
        /// Browsers allow MIDI only at secure addresses.
        case insecure
        case refused
        /// The device's own MIDI system does not respond.
        case unsupported
    }

    /// Reads the host's report: one word, or lines after the first one, see `Web/midi/devices.js`.
    init?(_ text: String) {
        if let trouble = Trouble(rawValue: text) {
            self = .unavailable(trouble)
            return
        }
        var inputs: [Port] = []
        var outputs: [Port] = []
        for line in text.parts(at: "\n").dropFirst() {
            let words = line.parts(at: " ", maximumSplits: 2)
            guard words.count > 1, let number = Int(words[1]) else { return nil }
            let rest = words.count > 2 ? words[2] : nil
            switch words[0] {
            case "in": inputs.append(Port(number: number, name: rest ?? PlayText.unnamed))
            case "out": outputs.append(Port(number: number, name: rest ?? PlayText.unnamed))
            case "own": for index in inputs.indices where inputs[index].number == number { inputs[index].use = rest }
            default: for index in outputs.indices where outputs[index].number == number { outputs[index].use = rest }
            }
        }
        self = .granted(inputs: inputs, outputs: outputs)
    }

    /// The problem and what to do about it; nil if there is none.
    var message: String? {
        switch self {
        case .unasked: nil
        case .unavailable(let trouble): PlayText.noMIDI(trouble)
        case .granted(let inputs, _) where inputs.isEmpty: PlayText.noInstrument
        case .granted: nil
        }
    }
}
