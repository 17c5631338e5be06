/// Everything that is held, on all instruments together.
public struct Voices: Sendable, Hashable {
    /// In the order in which they were struck.
    public private(set) var held: [Voice] = []
    /// What is known of the ports that have sent something. There are never many.
    private var ports: [KnownPort] = []

    public init() {}

    /// The keys that sound, as MIDI numbers, each once and the lowest first.
    public var pitches: [Int] { held.map { $0.key.note }.ascending }

    /// The channel whose controls move the whole MPE zone to which a channel belongs; nil outside of zones.
    public func manager(ofChannel channel: Int, port: Int = 0) -> Int? { self[port].manager(of: channel) }

    /// What has to be said to a fresh instrument so that what a port sends from now on means the same there: zones, ranges
    /// of bends, and what is down or bent.
    public func setup(ofPort number: Int) -> [MIDIMessage] { self[number].setup }

    /// The ports that have sent something.
    public var knownPorts: [Int] { ports.map { $0.number } }

    /// What a message changes. Messages that change no voice, and Note Offs without a note, do nothing.
    /// - Parameter number: where the message came from.
    public mutating func receive(_ message: MIDIMessage, port number: Int = 0) {
        var port = self[number]
        switch message {
        case .noteOn(let channel, let note, let velocity):
            strike(VoiceKey(port: number, channel: channel, note: note), velocity: velocity, port)
        case .noteOff(let channel, let note, _):
            letGo(port) { $0 == VoiceKey(port: number, channel: channel, note: note) }
            if port[channel][keyPressure: note] > 0 { port[channel][keyPressure: note] = 0 }
        case .polyPressure(let channel, let note, let pressure):
            port[channel][keyPressure: note] = pressure
            move(port, number, channel)
        case .pressure(let channel, let pressure):
            port[channel].pressure = pressure
            move(port, number, channel)
        case .bend(let channel, let value):
            port[channel].bend = value
            move(port, number, channel)
        case .control(let channel, let controller, let value):
            control(&port, number, channel, controller, value)
        case .reset:
            held.removeAll { $0.key.port == number }
            port = MIDIPort()
        default: return
        }
        self[number] = port
    }

    private subscript(number: Int) -> MIDIPort {
        get { ports.first { $0.number == number }?.port ?? MIDIPort() }
        set {
            if let index = ports.firstIndex(where: { $0.number == number }) {
                ports[index].port = newValue
            } else {
                ports.append(KnownPort(number: number, port: newValue))
            }
        }
    }

    private struct KnownPort: Sendable, Hashable {
        let number: Int
        var port: MIDIPort
    }

    /// An instrument is gone: its notes end, and what was set on it is forgotten.
    public mutating func release(port number: Int) {
        held.removeAll { $0.key.port == number }
        ports.removeAll { $0.number == number }
    }

    /// Silence: every note ends, whatever holds it, and all controls and pedals go back to where they rest. The zones
    /// stay as they are.
    public mutating func panic() {
        held = []
        for index in ports.indices { ports[index].port.rest(Array(1...16)) }
    }

    // MARK: Notes

    private mutating func strike(_ key: VoiceKey, velocity: Int, _ port: MIDIPort) {
        held.removeAll { $0.key == key }
        var voice = Voice(key: key, velocity: velocity, own: .middle)
        voice.follow(port)
        held.append(voice)
    }

    /// Note Offs for keys that are held by hand.
    private mutating func letGo(_ port: MIDIPort, where isMeant: (VoiceKey) -> Bool) {
        for index in held.indices where isMeant(held[index].key) { held[index].isSustained = true }
        dropUnheld(port, where: isMeant)
    }

    /// Ends the notes that were let go and that no pedal holds.
    private mutating func dropUnheld(_ port: MIDIPort, where isMeant: (VoiceKey) -> Bool) {
        held.removeAll { $0.isSustained && isMeant($0.key) && !port.isPedalDown(on: $0.key.channel) }
    }

    /// Lets the voices follow that a control of this channel moves.
    private mutating func move(_ port: MIDIPort, _ number: Int, _ channel: Int) {
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
            dropUnheld(port, where: isReached)
        case 74:
            port[channel].timbre = value
            move(port, number, channel)
        case 120: held.removeAll { isReached($0.key) }
        case 121:
            port.rest(reached)
            dropUnheld(port, where: isReached)
            move(port, number, channel)
        case 123...127: letGo(port, where: isReached)
        default:
            switch port.setParameter(channel, controller, value) {
            case .zone(let channels):
                held.removeAll { $0.key.port == number && channels.contains($0.key.channel) }
            case .bendRange:
                // A member's range is that of all members.
                move(port, number, port.manager(of: channel) ?? channel)
            case nil: break
            }
        }
    }
}

extension Voice {
    /// Takes over what the controls of its channel and of its zone say. In a zone the controls of a channel are those
    /// of one note, and when its key has been let go they may already belong to the next one.
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
