import Testing

@Suite struct MIDIDevices {
    private func panel(_ visitor: Visitor) throws -> HTMLElement { try visitor.part("midi") }

    private func played(_ keys: [Int], _ visitor: inout Visitor) throws {
        let hex = keys.map { "90" + String($0, radix: 16) + "50" }.joined()
        try visitor.send("play midi \(visitor.now)", "\(visitor.now) 1 \(hex)")
        visitor.now += 400
        try visitor.send("play look \(visitor.now)")
    }

    @Test func eachKeyboardIsAskedForItsSound() throws {
        var visitor = try Visitor("/play")
        try visitor.send("play access", "granted\nin 1 Stage piano\nin 2 Keys\nown 2 no")
        let groups = try panel(visitor).every { $0["aria-label"]?.hasSuffix("have its own sound?") == true }
        #expect(groups.map { $0["aria-label"] } == [
            "Does “Stage piano” have its own sound?", "Does “Keys” have its own sound?",
        ])
        let pressed = groups.map { group in group.every { $0["aria-pressed"] == "true" }.map { $0.text } }
        #expect(pressed == [[], ["No, play it here"]])
        try visitor.send("play arrange own 1 yes")
        #expect(visitor.effect("arrangeMIDI") == ["own", "1", "yes"])
    }

    @Test func outputAndChannelAreChosen() throws {
        var visitor = try Visitor("/play")
        try visitor.send("play access", "granted\nin 1 Keys\nout 1 Keys\nout 3 Synth")
        func chosen(_ id: String) throws -> String? {
            try panel(visitor).first { $0["id"] == id }?.first { $0["selected"] != nil }?.text
        }
        #expect(try chosen("midi-through") == "This device’s sound" && chosen("midi-channel") == nil)
        try visitor.send("play arrange through", "3")
        #expect(visitor.effect("arrangeMIDI") == ["through", "3"])
        try visitor.send("play access", "granted\nin 1 Keys\nout 1 Keys\nout 3 Synth\nto 3 12")
        #expect(try chosen("midi-through") == "Synth" && chosen("midi-channel") == "12")
        try visitor.send("play access", "granted\nin 1 Keys")
        #expect(try chosen("midi-through") == nil)
    }

    @Test(arguments: [
        ("missing", "Chrome, Edge, Firefox or Opera"), ("ios", "Web MIDI Browser"), ("safari", "Chrome or Firefox"),
        ("insecure", "https"), ("refused", "not allowed"), ("unsupported", "does not respond"),
        ("granted", "no instrument is connected"),
    ]) func reasonWhyThereIsNoMIDI(_ word: String, _ reason: String) throws {
        var visitor = try Visitor("/play")
        try visitor.send("play access", word)
        let message = try panel(visitor).first { $0["role"] == "alert" }?.text
        #expect(message?.contains(reason) == true)
        #expect(word == "granted" || message?.contains("by touch") == true)
    }

    @Test func whatWasPlayedIsOffered() throws {
        var visitor = try Visitor("/play")
        func buttons() throws -> [String] {
            try visitor.part("recording").every { $0["data-action"]?.hasPrefix("play history") == true }.map { $0.text }
        }
        #expect(try buttons() == [])
        try visitor.send("play kept none")
        #expect(try buttons() == ["Stop keeping"])
        try visitor.send("play kept some")
        #expect(try buttons() == ["What was that?", "Delete what I played", "Stop keeping"])
        try visitor.press("What was that?")
        #expect(visitor.effect("arrangeMIDI") == ["history", "show", "What you played"])
        try visitor.send("play kept off")
        #expect(try buttons() == ["Keep what I play"])
    }

    /// Files have drums on channel 10.
    @Test(arguments: [("yes", "903c50"), ("no", "993c50")])
    func notesOnChannelTenAreRecordedAsNotes(_ setting: String, _ strike: String) throws {
        var visitor = try Visitor("/play")
        try visitor.send("play access", "granted\nin 1 Keys")
        try visitor.send("settings set channel-10 " + setting)
        try visitor.send("play record 1000")
        try visitor.send("play midi 1100", "1100 1 993c50")
        try visitor.send("play midi 1500", "1500 1 893c40")
        try visitor.send("play stop-recording 2000")
        let file = try #require(visitor.effect("keepRecording"))[0]
        #expect(["903c50", "993c50"].filter { file.contains($0) } == [strike])
    }

    // MARK: LinnStruments

    private func status(_ visitor: Visitor) throws -> String? {
        try panel(visitor).every { $0["role"] == "status" }.last?.text
    }

    /// What a LinnStrument answers: a parameter, in six messages.
    private func answer(_ number: Int, _ value: Int, port: Int, _ visitor: inout Visitor) throws {
        let data = [(99, number >> 7), (98, number & 127), (6, value >> 7), (38, value & 127), (101, 127), (100, 127)]
        func hex(_ byte: Int) -> String { String(String(256 + byte, radix: 16).dropFirst()) }
        let text = data.map { "b0" + hex($0) + hex($1) }.joined()
        try visitor.send("play midi \(visitor.now)", "\(visitor.now) \(port) \(text)")
    }

    @Test func unpluggingEndsTheReadingOfSettings() throws {
        var visitor = try Visitor("/play/linnstrument")
        try visitor.send("play access", "granted\nin 1 LinnStrument\nin 2 Piano\nout 1 LinnStrument\nout 2 Piano")
        try visitor.press("Read its settings")
        #expect(visitor.effect("sendMIDI")?.first == "1")
        // Another device does not answer for it.
        try answer(0, 2, port: 2, &visitor)
        #expect(visitor.effect("sendMIDI") == nil)
        try answer(0, 2, port: 1, &visitor)
        #expect(visitor.effect("sendMIDI")?.first == "1")
        try visitor.send("play access", "granted\nin 2 Piano\nout 2 Piano")
        #expect(visitor.effect("sendMIDI") == nil)
        #expect(try status(visitor)?.contains("“LinnStrument” was unplugged") == true)
        try visitor.send("play unanswered 1")
        #expect(visitor.effect("sendMIDI") == nil)
        #expect(try status(visitor)?.contains("have been read") == false)
        let channels = try visitor.part("linn-channels").first { $0["selected"] != nil }
        #expect(channels?["value"] == "any")
        #expect(visitor.isEnabled("Read its settings"))
    }

    /// Some systems number devices of the same name.
    @Test(arguments: ["2- LinnStrument MIDI", "LinnStrument MIDI"])
    func chosenLinnStrumentIsReadAndLit(_ second: String) throws {
        var visitor = try Visitor("/play/linnstrument")
        try visitor.send(
            "play access",
            "granted\nin 1 LinnStrument MIDI\nin 2 \(second)\nout 3 LinnStrument MIDI\nout 4 \(second)")
        for (input, output) in [("1", "3"), ("2", "4"), ("all", "3")] {
            try visitor.send("play listen-to " + input)
            try visitor.press("Read its settings")
            #expect(visitor.effect("sendMIDI")?.first == output)
            for question in 0...1 { try visitor.send("play unanswered \(question)") }
        }
    }

    /// A player may listen to a piano and look at the LinnStrument.
    @Test func chosenPianoIsNotTakenForTheLinnStrument() throws {
        var visitor = try Visitor("/play/linnstrument")
        try visitor.send("play access", "granted\nin 1 Piano\nin 2 LinnStrument\nout 1 Piano\nout 2 LinnStrument")
        try visitor.send("play listen-to 1")
        try visitor.press("Read its settings")
        #expect(visitor.effect("sendMIDI")?.first == "2")
    }

    /// Browsers may give a port another id when it is plugged in again.
    @Test func buttonForLightsIsPressedOnlyWhileTheInstrumentIsThere() throws {
        var visitor = try Visitor("/combine/C/D")
        try visitor.go(to: "/play/linnstrument")
        try visitor.send("play access", "granted\nin 1 LinnStrument\nout 1 LinnStrument")
        func isPressed() throws -> String? {
            try panel(visitor).first { $0.text == "Light the chords’ pads" }?["aria-pressed"]
        }
        try visitor.press("Light the chords’ pads")
        #expect(try isPressed() == "true" && visitor.effect("sendMIDI")?.first == "1")
        try visitor.send("play access", "granted\nin 2 LinnStrument\nout 2 LinnStrument")
        #expect(try isPressed() == "false")
        try visitor.press("Light the chords’ pads")
        #expect(try isPressed() == "true" && visitor.effect("sendMIDI")?.first == "2")
    }

    @Test(arguments: [("12", "Octave"), ("guitar", "Guitar"), ("28.35.40.45.50.55.59.64", "Custom")])
    func menuShowsTheTuning(_ offset: String, _ label: String) throws {
        let visitor = try Visitor("/play/linnstrument", remembered: [("linn-offset", offset)])
        #expect(try visitor.part("linn-offset").every { $0["selected"] != nil }.map { $0.text } == [label])
    }

    /// C major, from the circle by the notes that sound, from a preset as on the instrument.
    @Test(arguments: [("key", 0), ("major", 2)])
    func lightsFollowTheTransposition(_ lights: String, _ tonic: Int) throws {
        let visitor = try Visitor(
            "/play/linnstrument", remembered: [("linn-lights", lights), ("linn-transpose", "2")])
        let pads = visitor.every { $0["class"]?.hasPrefix("pad ") == true }
        #expect(pads.count == 200)
        for pad in pads {
            let note = try #require(pad["data-pad"]?.split(separator: " ").last.flatMap { Int($0) })
            let degree = (note + 12 - tonic) % 12
            let light = degree == 0 ? "accent" : [2, 4, 5, 7, 9, 11].contains(degree) ? "main" : "dark"
            #expect(pad["class"] == "pad " + light)
        }
    }

    @Test func chordThatStandsStaysInItsHand() throws {
        var visitor = try Visitor("/play")
        try visitor.send("play access", "granted\nin 1 Keys")
        try played([48, 52, 55, 59, 62, 66, 69], &visitor)
        #expect(try visitor.part("naming").text.contains("Use Cma7 as lower chord"))
        var other = try Visitor("/play")
        try other.send("play access", "granted\nin 1 Keys")
        try played([48, 52, 55], &other)
        try played([59, 62, 66, 69], &other)
        #expect(try other.part("naming").text.contains("Use C as lower chord"))
        #expect(try other.part("naming").text.contains("Use Bmi7 as upper chord"))
    }

    @Test func staffShowsWhatIsPlayed() throws {
        var visitor = try Visitor("/play")
        try visitor.send("play access", "granted\nin 1 Keys")
        let empty = try #require(try visitor.part("piano").first { $0["class"] == "played-staff" })
        #expect(empty.first { $0["aria-label"] != nil }?["aria-label"] == "Treble and bass staff")
        try played([53, 57, 60, 63], &visitor)
        let staff = try #require(try visitor.part("piano").first { $0["class"] == "played-staff" })
        let label = staff.first { $0["aria-label"] != nil }?["aria-label"] ?? ""
        #expect(label.contains("F3 A3 C4 E flat 4"), "\(label)")
    }
}

extension HTMLElement {
    fileprivate func every(_ predicate: (HTMLElement) -> Bool) -> [HTMLElement] {
        all().map { $0.element }.filter(predicate)
    }
}
