import Instruments
import Testing

@Suite struct PortEchoTests {
    private let note = MIDIMessage.noteOn(channel: 3, note: 57, velocity: 70)

    @Test(arguments: [(0.0, true), (0.014, true), (-0.009, true), (0.015, true), (0.017, false), (0.2, false)])
    func aQuickDuplicateOnAnotherPortIsAnEcho(later: Double, isEcho: Bool) {
        var echoes = PortEchoes()
        let first = echoes.origin(of: note, port: 2, at: 1)
        let second = echoes.origin(of: note, port: 5, at: 1 + later)
        #expect(first == nil && second == (isEcho ? 2 : nil))
    }

    @Test func otherMessagesAreNotEchoes() {
        var echoes = PortEchoes()
        let others: [(MIDIMessage, Int)] = [
            (note, 2), (note, 2), (.noteOn(channel: 3, note: 57, velocity: 71), 5),
            (.noteOn(channel: 4, note: 57, velocity: 70), 5),
            (.noteOff(channel: 3, note: 57, velocity: 70), 5), (.clock, 2), (.clock, 5),
        ]
        for (message, port) in others {
            let origin = echoes.origin(of: message, port: port, at: 1)
            #expect(origin == nil)
        }
    }
}
