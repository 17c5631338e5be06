/// The sounding notes of all instruments.
public struct Voices: Sendable, Hashable {
    /// The voices in the order in which they were struck. Beyond ``maximumHeld`` the oldest one ends, as on a
    /// synthesizer.
    public private(set) var held: [Voice] = []
    /// More than two grand pianos with all keys down.
    public static let maximumHeld = 256
    /// The ports that have sent messages.
    private var ports: [KnownPort] = []

    public init() {}

    /// The sounding MIDI notes in ascending order, without duplicates.
    public var pitches: [Int] { Voices.pitches(of: held) }

    /// The MIDI notes of voices in ascending order, without duplicates.
    public static func pitches(of voices: [Voice]) -> [Int] { voices.map { $0.key.note }.ascending }

    /// The manager channel of the MPE zone of a channel; nil outside of zones.
    public func manager(ofChannel channel: Int, port: Int = 0) -> Int? { self[port].manager(of: channel) }

    /// The messages that set up another instrument like this port: zones, bend ranges, pedals and bends.
    public func setup(ofPort number: Int) -> [MIDIMessage] { self[number].setup }

    /// The ports that have sent messages.
    public var knownPorts: [Int] { ports.map { $0.number } }

    /// Applies a message. Irrelevant messages and Note Offs without a note are ignored.
    /// - Parameter number: the port.
    public mutating func receive(_ message: MIDIMessage, port number: Int = 0) {
        switch message {
        case .noteOn(let channel, let note, let velocity):
            let index = index(ofPort: number)
            strike(VoiceKey(port: number, channel: channel, note: note), velocity: velocity, ports[index].port)
        case .noteOff(let channel, let note, _):
            let index = index(ofPort: number)
            release(VoiceKey(port: number, channel: channel, note: note), ports[index].port)
            if ports[index].port[channel][keyPressure: note] > 0 { ports[index].port[channel][keyPressure: note] = 0 }
        case .polyPressure(let channel, let note, let pressure):
            change(number, channel) { $0[keyPressure: note] = pressure }
        case .pressure(let channel, let pressure): change(number, channel) { $0.pressure = pressure }
        case .bend(let channel, let value): change(number, channel) { $0.bend = value }
        case .control(let channel, let controller, let value):
            var port = self[number]
            control(&port, number, channel, controller, value)
            self[number] = port
        case .reset:
            held.removeAll { $0.key.port == number }
            self[number] = MIDIPort()
        default: return
        }
    }

    /// Replaces a port by that of another value.
    public mutating func takeOver(port number: Int, from other: Voices) {
        release(port: number)
        held += other.held.filter { $0.key.port == number }
        held.removeFirst(max(0, held.count - Voices.maximumHeld))
        if let known = other.ports.first(where: { $0.number == number }) { ports.append(known) }
    }

    /// Changes the state of a channel and updates its voices.
    private mutating func change(_ number: Int, _ channel: Int, _ change: (inout MIDIPort.Channel) -> Void) {
        let index = index(ofPort: number)
        change(&ports[index].port[channel])
        updateVoices(ports[index].port, number, channel)
    }

    /// The index of a port. A new port is added.
    private mutating func index(ofPort number: Int) -> Int {
        if let index = ports.firstIndex(where: { $0.number == number }) { return index }
        ports.append(KnownPort(number: number, port: MIDIPort()))
        return ports.count - 1
    }

    private subscript(number: Int) -> MIDIPort {
        get { ports.first { $0.number == number }?.port ?? MIDIPort() }
        set { ports[index(ofPort: number)].port = newValue }
    }

    private struct KnownPort: Sendable, Hashable {
        let number: Int
        var port: MIDIPort
    }

    /// Removes an instrument: its notes end, and its state is dropped.
    public mutating func release(port number: Int) {
        held.removeAll { $0.key.port == number }
        ports.removeAll { $0.number == number }
    }

    /// Ends all notes and resets all controls and pedals. The zones stay.
    public mutating func panic() {
        held = []
        for index in ports.indices { ports[index].port.reset(Array(1...16)) }
    }

    /// Releases the pedals of all ports.
    public mutating func releasePedals() {
        for index in ports.indices {
            for channel in 1...16 { ports[index].port[channel].isPedalDown = false }
        }
        held.removeAll { $0.isSustained }
    }

    // MARK: Notes

    private mutating func strike(_ key: VoiceKey, velocity: Int, _ port: MIDIPort) {
        if let index = held.firstIndex(where: { $0.key == key }) {
            held.remove(at: index)
        } else if held.count == Voices.maximumHeld {
            held.removeFirst()
        }
        var voice = Voice(key: key, velocity: velocity, own: .middle)
        voice.follow(port)
        held.append(voice)
    }

    /// Handles a Note Off.
    private mutating func release(_ key: VoiceKey, _ port: MIDIPort) {
        guard let index = held.firstIndex(where: { $0.key == key }) else { return }
        held[index].isSustained = true
        if !port.isPedalDown(on: key.channel) { held.remove(at: index) }
    }

    /// Releases all keys that match.
    private mutating func release(_ port: MIDIPort, where matches: (VoiceKey) -> Bool) {
        for index in held.indices where matches(held[index].key) { held[index].isSustained = true }
        endUnsustained(port, where: matches)
    }

    /// Ends released notes that no pedal sustains.
    private mutating func endUnsustained(_ port: MIDIPort, where matches: (VoiceKey) -> Bool) {
        held.removeAll { $0.isSustained && matches($0.key) && !port.isPedalDown(on: $0.key.channel) }
    }

    /// Updates the voices that the controls of a channel affect.
    private mutating func updateVoices(_ port: MIDIPort, _ number: Int, _ channel: Int) {
        for index in held.indices where held[index].key.port == number {
            let own = held[index].key.channel
            if own == channel || port.manager(of: own) == channel { held[index].follow(port) }
        }
    }

    // MARK: Controllers

    private mutating func control(
        _ port: inout MIDIPort, _ number: Int, _ channel: Int, _ controller: Int, _ value: Int
    ) {
        let reached = port.channels(reachedFrom: channel)
        func isReached(_ key: VoiceKey) -> Bool { key.port == number && reached.contains(key.channel) }
        switch controller {
        case 64:
            port[channel].isPedalDown = value >= 64
            endUnsustained(port, where: isReached)
        case 74:
            port[channel].timbre = value
            updateVoices(port, number, channel)
        case 120: held.removeAll { isReached($0.key) }
        case 121:
            port.reset(reached)
            endUnsustained(port, where: isReached)
            updateVoices(port, number, channel)
        case 123...127: release(port, where: isReached)
        default:
            switch port.setParameter(channel, controller, value) {
            case .zone(let channels):
                held.removeAll { $0.key.port == number && channels.contains($0.key.channel) }
            case .bendRange:
                // All members of a zone have the same range.
                updateVoices(port, number, port.manager(of: channel) ?? channel)
            case nil: break
            }
        }
    }
}

extension Voice {
    /// Applies the controls of its channel and zone. In a zone, the controls of a member channel may belong to the next
    /// note once this key is up.
    fileprivate mutating func follow(_ port: MIDIPort) {
        let manager = port.manager(of: key.channel)
        let isMember = manager != nil && manager != key.channel
        if !isSustained || !isMember { own = port.controls(on: key.channel, note: key.note) }
        let zone = manager.map { isMember ? port.controls(on: $0) : .middle } ?? .middle
        bend = own.bend + zone.bend
        pressure = max(own.pressure, zone.pressure)
        timbre = min(max(own.timbre + zone.timbre - 64, 0), 127)
    }
}
