import Instruments
import Testing

extension Voices {
    fileprivate init(_ messages: MIDIMessage...) {
        self.init()
        for message in messages { receive(message) }
    }

    fileprivate mutating func receive(all messages: MIDIMessage...) {
        for message in messages { receive(message) }
    }

    fileprivate func voice(_ note: Int, _ channel: Int = 1) -> Voice? {
        held.first { $0.key.note == note && $0.key.channel == channel }
    }
}

private func bend(_ value: Int, _ channel: Int = 1) -> MIDIMessage { .bend(channel: channel, value: value) }

/// The messages that set up an MPE zone.
private func zone(_ manager: Int, _ members: Int) -> [MIDIMessage] {
    [control(101, 0, manager), control(100, 6, manager), control(6, members, manager)]
}

private func bendRange(_ semitones: Int, _ channel: Int) -> [MIDIMessage] {
    [control(101, 0, channel), control(100, 0, channel), control(6, semitones, channel)]
}

@Suite struct VoicesTests {
    @Test func aReleasedNoteEnds() {
        var voices = Voices(on(60), on(64), on(67))
        #expect(voices.held.map(\.key.note) == [60, 64, 67] && voices.pitches == [60, 64, 67])
        voices.receive(off(60))
        #expect(voices.held.map(\.key.note) == [64, 67])
    }

    @Test func voicesAreInOrderOfStriking() {
        var voices = Voices(on(67), on(60), on(64))
        #expect(voices.held.map(\.key.note) == [67, 60, 64] && voices.pitches == [60, 64, 67])
        voices.receive(on(67, 1, 50))
        #expect(voices.held.map(\.key.note) == [60, 64, 67] && voices.voice(67)?.velocity == 50)
    }

    @Test func extraNoteOffsDoNothing() {
        var voices = Voices(on(60), off(60), off(60), off(61), on(64), off(64, 2))
        #expect(voices.pitches == [64])
        voices.receive(off(64), port: 1)
        #expect(voices.pitches == [64])
    }

    @Test func velocityZeroReleases() {
        var parser = MIDIParser()
        var voices = Voices()
        for message in parser.receive(hex("90 3C 64 3E 64 3C 00")) { voices.receive(message) }
        #expect(voices.pitches == [62])
    }

    @Test func theSameKeyOnTwoChannelsOrPortsIsTwoVoices() {
        var voices = Voices(on(60, 2), on(60, 3))
        voices.receive(on(60, 2), port: 7)
        #expect(voices.held.count == 3 && voices.pitches == [60])
        voices.receive(off(60, 3))
        #expect(voices.held.map(\.key) == [VoiceKey(channel: 2, note: 60), VoiceKey(port: 7, channel: 2, note: 60)])
        voices.release(port: 0)
        #expect(voices.held.map(\.key) == [VoiceKey(port: 7, channel: 2, note: 60)])
    }

    @Test func allKeysAtOnce() {
        var voices = Voices()
        for channel in 1...16 { for note in 0...127 { voices.receive(on(note, channel)) } }
        #expect(voices.held.count == Voices.maximumHeld)
        for channel in 1...16 { for note in 0...127 { voices.receive(off(note, channel)) } }
        #expect(voices.held.isEmpty)
    }

    @Test func thePedalSustains() {
        var voices = Voices(control(64, 64), on(60), on(64), off(60))
        #expect(voices.pitches == [60, 64])
        #expect(voices.voice(60)?.isSustained == true && voices.voice(64)?.isSustained == false)
        // Struck again, the key is held by the finger.
        voices.receive(all: on(60), off(64), control(64, 63))
        #expect(voices.pitches == [60] && voices.voice(60)?.isSustained == false)
        // Each channel has its own pedal.
        var others = Voices(control(64, 127, 2), on(60), off(60), on(60, 2), off(60, 2))
        #expect(others.held.map(\.key.channel) == [2])
        others.receive(control(64, 0, 2), port: 1)
        #expect(others.held.count == 1)
    }

    @Test func channelModes() {
        for mode in 123...127 {
            var voices = Voices(
                on(60), on(64, 2), control(64, 127, 3), on(67, 3), control(mode, 0), control(mode, 0, 3))
            #expect(voices.pitches == [64, 67])
            voices.receive(control(64, 0, 3))
            #expect(voices.pitches == [64])
        }
        // All Sound Off ignores the pedal.
        #expect(Voices(control(64, 127), on(60), off(60), on(62), on(64, 2), control(120, 0)).pitches == [64])
        // Reset All Controllers releases the pedal; fingers still hold keys.
        let reset = Voices(
            control(64, 127), bend(8191), .pressure(channel: 1, pressure: 9), on(60), on(62), off(62), control(121, 0))
        #expect(reset.pitches == [60] && reset.voice(60)?.bend == 0 && reset.voice(60)?.pressure == 0)
        #expect(Voices(on(60), on(60, 16), .reset).held.isEmpty)
    }

    @Test func panicEndsEverything() {
        var voices = Voices(control(64, 127), on(60), off(60), on(62, 5), bend(4096, 5))
        voices.receive(on(1, 16), port: 3)
        voices.panic()
        #expect(voices.held.isEmpty)
        // All pedals and bends are reset.
        voices.receive(all: on(60), off(60), on(62, 5))
        #expect(voices.pitches == [62] && voices.voice(62, 5)?.bend == 0)
    }

    @Test func controlsBeforeTheNoteApplyToIt() {
        let voices = Voices(
            bend(4096, 3), .pressure(channel: 3, pressure: 30), control(74, 100, 3), on(60, 3), on(60, 4))
        // Half of two semitones.
        #expect(voices.voice(60, 3)?.bend == 1 && voices.voice(60, 3)?.pitch == 61)
        #expect(voices.voice(60, 3)?.pressure == 30 && voices.voice(60, 3)?.timbre == 100)
        #expect(voices.voice(60, 4)?.bend == 0 && voices.voice(60, 4)?.pressure == 0)
        #expect(voices.voice(60, 4)?.timbre == 64)
        // The same for a key, until it is released.
        var keys = Voices(.polyPressure(channel: 1, note: 60, pressure: 50), on(60), on(61))
        #expect(keys.held.map(\.pressure) == [50, 0])
        keys.receive(all: .polyPressure(channel: 1, note: 61, pressure: 20), .pressure(channel: 1, pressure: 30))
        #expect(keys.held.map(\.pressure) == [50, 30])
        keys.receive(all: .pressure(channel: 1, pressure: 0), off(60), on(60))
        #expect(keys.held.map(\.pressure) == [20, 0])
    }

    @Test func bendRanges() {
        var voices = Voices(on(60), bend(-8192))
        #expect(voices.voice(60)?.bend == -2)
        for message in bendRange(12, 1) { voices.receive(message) }
        #expect(voices.voice(60)?.bend == -12)
        voices.receive(control(38, 50))
        #expect(voices.voice(60)?.bend == -12.5)
        // After RPN null, data entry is ignored.
        voices.receive(all: control(101, 127), control(100, 127), control(6, 1), control(38, 1))
        #expect(voices.voice(60)?.bend == -12.5)
        // Data entry for an NRPN, which a LinnStrument uses, is ignored too.
        voices.receive(all: control(101, 0), control(100, 0), control(99, 1), control(98, 44), control(6, 5))
        #expect(voices.voice(60)?.bend == -12.5)
        // A reset of controllers keeps the bend range. Each channel has its own.
        voices.receive(all: control(121, 0), bend(4096), on(60, 2), bend(4096, 2))
        #expect(voices.voice(60)?.bend == 6.25 && voices.voice(60, 2)?.bend == 1)
    }
}

@Suite struct MPEZoneTests {
    private func voices(_ messages: [MIDIMessage]...) -> Voices {
        var voices = Voices()
        for message in messages.flatMap({ $0 }) { voices.receive(message) }
        return voices
    }

    /// The member channels of each manager.
    private func members(_ voices: Voices, _ manager: Int) -> [Int] {
        (1...16).filter { $0 != manager && voices.manager(ofChannel: $0) == manager }
    }

    @Test func aZoneIsSetOnItsManagerChannel() {
        let lower = voices(zone(1, 7))
        #expect(members(lower, 1) == Array(2...8) && lower.manager(ofChannel: 1) == 1)
        #expect(lower.manager(ofChannel: 9) == nil && lower.manager(ofChannel: 16) == nil)
        #expect(lower.manager(ofChannel: 2, port: 1) == nil)
        let upper = voices(zone(16, 7))
        #expect(members(upper, 16) == Array(9...15) && upper.manager(ofChannel: 1) == nil)
        let elsewhere = voices(zone(5, 7))
        #expect((1...16).allSatisfy { elsewhere.manager(ofChannel: $0) == nil })
        #expect(members(voices(zone(1, 7), zone(1, 0)), 1) == [])
        #expect(members(voices(zone(1, 15)), 1) == Array(2...16))
        #expect(members(voices(zone(16, 15)), 16) == Array(1...15))
        // More members than channels are ignored.
        #expect(members(voices(zone(1, 7), zone(1, 16)), 1) == Array(2...8))
    }

    @Test func aNewZoneShrinksTheOther() {
        let both = voices(zone(1, 7), zone(16, 7))
        #expect(members(both, 1) == Array(2...8) && members(both, 16) == Array(9...15))
        let shrunk = voices(zone(1, 10), zone(16, 7))
        #expect(members(shrunk, 1) == Array(2...8) && members(shrunk, 16) == Array(9...15))
        let other = voices(zone(16, 10), zone(1, 7))
        #expect(members(other, 1) == Array(2...8) && members(other, 16) == Array(9...15))
        #expect(members(voices(zone(1, 7), zone(16, 13)), 1) == [2])
        let covered = voices(zone(1, 7), zone(16, 14))
        #expect(members(covered, 1) == [] && covered.manager(ofChannel: 1) == nil)
        #expect(members(covered, 16) == Array(2...15))
        #expect(members(voices(zone(1, 7), zone(16, 15)), 16) == Array(1...15))
        #expect(members(voices(zone(1, 7), zone(16, 7), zone(16, 0)), 1) == Array(2...8))
    }

    @Test func noteAndZoneBendsAdd() {
        // 48 semitones for a member, 2 for its manager: 1024/8192·48 + 4096/8192·2 = 6 + 1.
        var held = voices(zone(1, 7), [on(60, 2), on(60, 3), on(60, 9), bend(1024, 2), bend(4096, 1), bend(4096, 9)])
        #expect(held.voice(60, 2)?.bend == 7 && held.voice(60, 3)?.bend == 1 && held.voice(60, 9)?.bend == 1)
        // A range sent to one member applies to all: 1024/8192·24 + 1 = 4.
        for message in bendRange(24, 5) + [bend(-8192, 3)] { held.receive(message) }
        #expect(held.voice(60, 2)?.bend == 4 && held.voice(60, 3)?.bend == -23 && held.voice(60, 9)?.bend == 1)
        // The range of the manager: 3 + 4096/8192·12.
        for message in bendRange(12, 1) { held.receive(message) }
        #expect(held.voice(60, 2)?.bend == 9 && held.voice(60, 3)?.bend == -18)
        // A note on the manager channel is bent once.
        held.receive(on(50, 1))
        #expect(held.voice(50, 1)?.bend == 6)
    }

    @Test func pressureAndTimbreOfNoteAndZone() {
        var held = voices(
            zone(16, 7), [.pressure(channel: 15, pressure: 40), control(74, 80, 15), on(60, 15), on(61, 14)])
        #expect(held.voice(60, 15)?.pressure == 40 && held.voice(60, 15)?.timbre == 80)
        held.receive(.pressure(channel: 16, pressure: 50))
        held.receive(control(74, 54, 16))
        #expect(held.held.map(\.pressure) == [50, 50] && held.held.map(\.timbre) == [70, 54])
        held.receive(.pressure(channel: 15, pressure: 90))
        held.receive(control(74, 0, 14))
        #expect(held.held.map(\.pressure) == [90, 50] && held.held.map(\.timbre) == [70, 0])
    }

    @Test func aReleasedNoteIgnoresTheNextNoteOfItsChannel() {
        var held = voices(
            zone(1, 7), [control(64, 127, 1), bend(512, 2), on(60, 2), off(60, 2), bend(1024, 2), on(67, 2)])
        // 512/8192·48 = 3 stays, and the new note has 6.
        #expect(held.voice(60, 2)?.bend == 3 && held.voice(67, 2)?.bend == 6)
        // Its zone still bends it.
        held.receive(bend(8191, 1))
        #expect(abs(held.voice(60, 2)!.bend - 5) < 0.001)
        held.receive(.pressure(channel: 2, pressure: 70))
        #expect(held.voice(60, 2)?.pressure == 0 && held.voice(67, 2)?.pressure == 70)
        held.receive(control(64, 0, 1))
        #expect(held.held.map(\.key.note) == [67])
        // Without MPE, the wheel bends sustained notes.
        #expect(Voices(control(64, 127), on(60), off(60), bend(4096)).voice(60)?.bend == 1)
    }

    @Test func managerMessagesAffectTheWholeZone() {
        let played = [on(60, 2), on(62, 8), on(64, 9), on(65, 1)]
        #expect(voices(zone(1, 7), played, [control(123, 0, 1)]).pitches == [64])
        #expect(voices(zone(1, 7), played, [control(120, 0, 1)]).pitches == [64])
        #expect(voices(zone(1, 7), played, [control(123, 0, 2)]).pitches == [62, 64, 65])
        let reset = voices(zone(1, 7), [bend(1024, 2)], played, [bend(8191, 1), control(121, 0, 1)])
        #expect(reset.held.allSatisfy { $0.bend == 0 } && reset.held.count == 4)
        // Each zone has its own pedal.
        let sustained = voices(
            zone(1, 7), zone(16, 7), [control(64, 127, 1), on(60, 2), on(62, 15), off(60, 2), off(62, 15)])
        #expect(sustained.pitches == [60])
    }

    @Test func settingAZoneEndsItsNotesAndResetsItsControls() {
        let before = [on(60, 2), on(61, 9), on(62, 1), on(63, 16), bend(8191, 2)]
        var held = voices(before, zone(1, 7))
        #expect(held.pitches == [61, 63])
        held.receive(on(60, 2))
        #expect(held.voice(60, 2)?.bend == 0)
        // Channels that leave a zone are reset too, with a narrow bend range.
        held = voices(zone(1, 7), [on(60, 2), on(61, 8), on(62, 9)], zone(1, 3))
        #expect(held.pitches == [62])
        held.receive(on(60, 8))
        held.receive(bend(4096, 8))
        #expect(held.voice(60, 8)?.bend == 1)
        // The other zone continues.
        held = voices(zone(1, 7), [on(60, 2), on(61, 8)], zone(16, 8))
        #expect(held.pitches == [60] && members(held, 1) == Array(2...7))
    }
}

@Suite struct PortSetupTests {
    @Test("After the setup messages, the same notes sound the same on another instrument")
    func again() {
        let before: [MIDIMessage] =
            zone(1, 5) + zone(16, 3) + bendRange(24, 3) + bendRange(7, 9)
            + [
                // Seven semitones and 50 cents.
                .control(channel: 9, controller: 38, value: 50),
                bend(4096, 3), bend(-100, 9), bend(2048, 1), .control(channel: 9, controller: 64, value: 127),
                .control(channel: 4, controller: 64, value: 127), .control(channel: 4, controller: 64, value: 0),
            ]
        let after: [MIDIMessage] = (1...16).flatMap { channel in
            [.noteOn(channel: channel, note: 60, velocity: 9), .noteOff(channel: channel, note: 60, velocity: 9)]
                + [.noteOn(channel: channel, note: 62, velocity: 9)]
        }
        var first = Voices()
        for message in before { first.receive(message) }
        var second = Voices()
        for message in first.setup(ofPort: 0) { second.receive(message) }
        for message in after {
            first.receive(message)
            second.receive(message)
        }
        #expect(first.held == second.held)
        // A note on each channel, and two on the channel with the pedal down.
        #expect(first.held.count == 17)
        #expect(first.held.contains { $0.bend == 12.5 })
    }
}
