/// Everything that is held, on all instruments together.
public struct Voices: Sendable, Hashable {
    /// In the order in which they were struck. There are never more than ``mostHeld``: another one ends the one that has
    /// been held longest, as it does on a synthesizer.
    public private(set) var held: [Voice] = []
    /// Two grand pianos with all their keys down have fewer.
    public static let mostHeld = 256
    /// What is known of the ports that have sent something. There are never many.
    private var ports: [KnownPort] = []

    public init() {}

    /// The keys that sound, as MIDI numbers, each once and the lowest first.
    public var pitches: [Int] { Voices.pitches(of: held) }

    /// The keys of some voices, as MIDI numbers, each once and the lowest first.
    public static func pitches(of voices: [Voice]) -> [Int] { voices.map { $0.key.note }.ascending }

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
        switch message {
        case .noteOn(let channel, let note, let velocity):
            let place = place(ofPort: number)
            strike(VoiceKey(port: number, channel: channel, note: note), velocity: velocity, ports[place].port)
        case .noteOff(let channel, let note, _):
            let place = place(ofPort: number)
            letGo(VoiceKey(port: number, channel: channel, note: note), ports[place].port)
            if ports[place].port[channel][keyPressure: note] > 0 { ports[place].port[channel][keyPressure: note] = 0 }
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

    /// Takes over what another one knows of a port, and forgets what was known of it here.
    public mutating func takeOver(port number: Int, from other: Voices) {
        release(port: number)
        held += other.held.filter { $0.key.port == number }
        held.removeFirst(max(0, held.count - Voices.mostHeld))
        if let known = other.ports.first(where: { $0.number == number }) { ports.append(known) }
    }

    /// Sets something on a channel, and lets the voices follow that it moves.
    private mutating func change(_ number: Int, _ channel: Int, _ change: (inout MIDIPort.Channel) -> Void) {
        let place = place(ofPort: number)
        change(&ports[place].port[channel])
        move(ports[place].port, number, channel)
    }

    /// Where a port stands among those that are known; one that has said nothing yet is known from now on.
    private mutating func place(ofPort number: Int) -> Int {
        if let place = ports.firstIndex(where: { $0.number == number }) { return place }
        ports.append(KnownPort(number: number, port: MIDIPort()))
        return ports.count - 1
    }

    private subscript(number: Int) -> MIDIPort {
        get { ports.first { $0.number == number }?.port ?? MIDIPort() }
        set { ports[place(ofPort: number)].port = newValue }
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

    /// All pedals go up, on all ports: what only they hold ends.
    public mutating func liftPedals() {
        for index in ports.indices {
            for channel in 1...16 { ports[index].port[channel].isPedalDown = false }
        }
        held.removeAll { $0.isSustained }
    }

    // MARK: Notes

    private mutating func strike(_ key: VoiceKey, velocity: Int, _ port: MIDIPort) {
        if let place = held.firstIndex(where: { $0.key == key }) {
            held.remove(at: place)
        } else if held.count == Voices.mostHeld {
            held.removeFirst()
        }
        var voice = Voice(key: key, velocity: velocity, own: .middle)
        voice.follow(port)
        held.append(voice)
    }

    /// A Note Off for a key.
    private mutating func letGo(_ key: VoiceKey, _ port: MIDIPort) {
        guard let place = held.firstIndex(where: { $0.key == key }) else { return }
        held[place].isSustained = true
        if !port.isPedalDown(on: key.channel) { held.remove(at: place) }
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
