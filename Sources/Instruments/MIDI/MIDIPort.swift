/// What an instrument has said about its channels, whether or not notes sound on them, and its two MPE zones. The numbers
/// are those of MIDI 1.0 and of the MPE specification.
struct MIDIPort: Sendable, Hashable {
    struct Channel: Sendable, Hashable {
        /// −8192…8191.
        var bend = 0
        var pressure = 0
        var timbre = 64
        var isPedalDown = false
        /// How hard single keys are pressed, by their numbers; nothing as long as none was said to be.
        private var keyPressures: [Int] = []
        /// How many semitones the widest bend is.
        var bendRange = 2.0
        /// What data entry sets: the registered parameter's number, in two halves.
        var parameterHigh: Int?
        var parameterLow: Int?

        /// How hard a key is pressed.
        subscript(keyPressure note: Int) -> Int {
            get { keyPressures.isEmpty ? 0 : keyPressures[note & 127] }
            set {
                if keyPressures.isEmpty { keyPressures = Array(repeating: 0, count: 128) }
                keyPressures[note & 127] = newValue
            }
        }
    }

    /// What setting a registered parameter has changed.
    enum Change {
        case bendRange
        /// The zone to which these channels belong, or belonged until now.
        case zone([Int])
    }

    private var channels = Array(repeating: Channel(), count: 16)
    /// Members of the zone that is managed from channel 1 and goes up from 2; none where there is no zone.
    private var lowerMembers = 0
    /// Members of the zone that is managed from channel 16 and goes down from 15.
    private var upperMembers = 0

    /// A channel by its number, 1…16; others are taken round the circle.
    subscript(_ channel: Int) -> Channel {
        get { channels[(channel - 1) & 15] }
        set { channels[(channel - 1) & 15] = newValue }
    }

    /// The channel that manages the zone of this one, perhaps itself.
    func manager(of channel: Int) -> Int? {
        if lowerMembers > 0, channel <= 1 + lowerMembers { return 1 }
        if upperMembers > 0, channel >= 16 - upperMembers { return 16 }
        return nil
    }

    /// The channels for which a message on this one is meant: a manager speaks to its whole zone.
    func channels(reachedFrom channel: Int) -> [Int] {
        guard manager(of: channel) == channel else { return [channel] }
        return (1...16).filter { manager(of: $0) == channel }
    }

    func isPedalDown(on channel: Int) -> Bool {
        self[channel].isPedalDown || manager(of: channel).map { self[$0].isPedalDown } ?? false
    }

    /// What moves the notes of a channel, or one of them.
    func controls(on channel: Int, note: Int? = nil) -> Controls {
        let state = self[channel]
        let keyPressure = note.map { state[keyPressure: $0] } ?? 0
        return Controls(
            bend: Double(state.bend) / 8192 * state.bendRange, pressure: max(state.pressure, keyPressure),
            timbre: state.timbre)
    }

    /// What has to be said to a fresh instrument so that what follows means the same there: zones, ranges of bends, and
    /// what is down or bent.
    var setup: [MIDIMessage] {
        var messages: [MIDIMessage] = []
        if lowerMembers > 0 { messages += MIDIMessage.registeredParameter(6, value: lowerMembers, channel: 1) }
        if upperMembers > 0 { messages += MIDIMessage.registeredParameter(6, value: upperMembers, channel: 16) }
        for channel in 1...16 {
            let state = self[channel]
            messages += MIDIMessage.registeredParameter(0, value: Int(state.bendRange), channel: channel)
            if state.isPedalDown { messages.append(.control(channel: channel, controller: 64, value: 127)) }
            if state.bend != 0 { messages.append(.bend(channel: channel, value: state.bend)) }
        }
        return messages
    }

    /// Puts the controls of channels where they rest. What they mean, such as the range of a bend, stays.
    mutating func rest(_ numbers: [Int]) {
        for number in numbers {
            var rested = Channel()
            rested.bendRange = self[number].bendRange
            self[number] = rested
        }
    }

    /// Controllers that choose a registered parameter and give it a value.
    mutating func setParameter(_ channel: Int, _ controller: Int, _ value: Int) -> Change? {
        switch controller {
        case 101: self[channel].parameterHigh = value
        case 100: self[channel].parameterLow = value
        case 98, 99:
            // The value that follows belongs to a parameter of the maker's own.
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
        // The later zone takes what it needs from the earlier one, which needs a manager and one member at least.
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
        rest(changed)
        for channel in changed {
            let isMember = self.manager(of: channel).map { $0 != channel } ?? false
            self[channel].bendRange = isMember ? 48 : 2
        }
        return .zone(changed)
    }
}
