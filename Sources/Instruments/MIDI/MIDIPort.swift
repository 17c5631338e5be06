/// The controller state of one instrument: its channels and its two MPE zones. The numbers are from MIDI 1.0 and the
/// MPE specification.
struct MIDIPort: Sendable, Hashable {
    struct Channel: Sendable, Hashable {
        /// −8192…8191.
        var bend = 0
        var pressure = 0
        var timbre = 64
        var isPedalDown = false
        /// The pressure of single keys by note; empty before the first such message.
        private var keyPressures: [Int] = []
        /// The pitch bend range in semitones.
        var bendRange = 2.0
        /// The two halves of the selected registered parameter, which data entry sets.
        var parameterHigh: Int?
        var parameterLow: Int?

        /// The pressure of a key.
        subscript(keyPressure note: Int) -> Int {
            get { keyPressures.isEmpty ? 0 : keyPressures[note & 127] }
            set {
                if keyPressures.isEmpty { keyPressures = Array(repeating: 0, count: 128) }
                keyPressures[note & 127] = newValue
            }
        }
    }

    /// The effect of a registered parameter.
    enum Change {
        case bendRange
        /// The channels that belong to the new or the old zone.
        case zone([Int])
    }

    private var channels = Array(repeating: Channel(), count: 16)
    /// The number of member channels of the lower zone, from channel 2 upwards; 0 without a zone. Channel 1 manages it.
    private var lowerMembers = 0
    /// The number of member channels of the upper zone, from channel 15 downwards. Channel 16 manages it.
    private var upperMembers = 0

    /// The state of a channel, 1…16; other numbers wrap around.
    subscript(_ channel: Int) -> Channel {
        get { channels[(channel - 1) & 15] }
        set { channels[(channel - 1) & 15] = newValue }
    }

    /// The manager channel of the zone of a channel, which may be the channel itself.
    func manager(of channel: Int) -> Int? {
        if lowerMembers > 0, channel <= 1 + lowerMembers { return 1 }
        if upperMembers > 0, channel >= 16 - upperMembers { return 16 }
        return nil
    }

    /// The channels that a message affects: for a manager channel the whole zone, otherwise the channel itself.
    func channels(reachedFrom channel: Int) -> [Int] {
        guard manager(of: channel) == channel else { return [channel] }
        return (1...16).filter { manager(of: $0) == channel }
    }

    func isPedalDown(on channel: Int) -> Bool {
        self[channel].isPedalDown || manager(of: channel).map { self[$0].isPedalDown } ?? false
    }

    /// The controls of a channel or of one of its notes.
    func controls(on channel: Int, note: Int? = nil) -> Controls {
        let state = self[channel]
        let keyPressure = note.map { state[keyPressure: $0] } ?? 0
        return Controls(
            bend: Double(state.bend) / 8192 * state.bendRange, pressure: max(state.pressure, keyPressure),
            timbre: state.timbre)
    }

    /// The messages that set up another instrument the same way: zones, bend ranges, pedals and bends.
    var setup: [MIDIMessage] {
        var messages: [MIDIMessage] = []
        if lowerMembers > 0 { messages += MIDIMessage.registeredParameter(6, value: lowerMembers, channel: 1) }
        if upperMembers > 0 { messages += MIDIMessage.registeredParameter(6, value: upperMembers, channel: 16) }
        for channel in 1...16 {
            let state = self[channel]
            let semitones = Int(state.bendRange)
            messages += MIDIMessage.registeredParameter(0, value: semitones, channel: channel)
            let cents = Int(100 * (state.bendRange - Double(semitones)) + 0.5)
            if cents > 0 { messages.append(.control(channel: channel, controller: 38, value: cents)) }
            if state.isPedalDown { messages.append(.control(channel: channel, controller: 64, value: 127)) }
            if state.bend != 0 { messages.append(.bend(channel: channel, value: state.bend)) }
        }
        return messages
    }

    /// Resets the controls of channels, except the bend range.
    mutating func reset(_ numbers: [Int]) {
        for number in numbers {
            var channel = Channel()
            channel.bendRange = self[number].bendRange
            self[number] = channel
        }
    }

    /// Handles the controllers that select and set registered parameters.
    mutating func setParameter(_ channel: Int, _ controller: Int, _ value: Int) -> Change? {
        switch controller {
        case 101: self[channel].parameterHigh = value
        case 100: self[channel].parameterLow = value
        case 98, 99:
            // The next value belongs to a non-registered parameter.
            self[channel].parameterHigh = nil
            self[channel].parameterLow = nil
        case 6:
            guard self[channel].parameterHigh == 0 else { return nil }
            switch self[channel].parameterLow {
            case 0:
                setBendRange(Double(min(value, 96)), channel)
                return .bendRange
            case 6: return setZone(managedFrom: channel, members: value)
            default: return nil
            }
        case 38:
            guard self[channel].parameterHigh == 0, self[channel].parameterLow == 0 else { return nil }
            setBendRange(Double(Int(self[channel].bendRange)) + Double(min(value, 99)) / 100, channel)
            return .bendRange
        default: break
        }
        return nil
    }

    private mutating func setBendRange(_ semitones: Double, _ channel: Int) {
        self[channel].bendRange = semitones
        guard let manager = manager(of: channel), manager != channel else { return }
        for member in channels(reachedFrom: manager) where member != manager { self[member].bendRange = semitones }
    }

    private mutating func setZone(managedFrom manager: Int, members: Int) -> Change? {
        guard manager == 1 || manager == 16, members <= 15 else { return nil }
        let before = self
        // A new zone takes channels from the other one, which needs a manager and at least one member.
        let left = members == 0 ? 15 : max(0, 14 - members)
        if manager == 1 {
            lowerMembers = members
            upperMembers = min(upperMembers, left)
        } else {
            upperMembers = members
            lowerMembers = min(lowerMembers, left)
        }
        let changed = (1...16).filter {
            $0 == manager || self.manager(of: $0) == manager || self.manager(of: $0) != before.manager(of: $0)
        }
        reset(changed)
        for channel in changed {
            let isMember = self.manager(of: channel).map { $0 != channel } ?? false
            self[channel].bendRange = isMember ? 48 : 2
        }
        return .zone(changed)
    }
}
