import Foundation
import Testing

/// A visitor whose page listens to a piano.
private struct Pianist {
    var visitor: Visitor
    /// The words of all `listen` effects of the last action.
    var requests: [[String]] { visitor.effects.filter { $0[0] == "listen" }.map { Array($0.dropFirst()) } }

    init(_ route: String = "/practise/play_chord_ma7", remembered: [(key: String, value: String)] = []) throws {
        visitor = try Visitor(route, remembered: remembered)
        try visitor.send("practise adopt here {now} {date}", "")
        try visitor.send("practise look {now} {date}")
    }

    /// A pianist who has pressed “Listen” and allowed the microphone.
    static func listening(
        _ route: String = "/practise/play_chord_ma7", remembered: [(key: String, value: String)] = []
    ) throws -> Pianist {
        var pianist = try Pianist(route, remembered: remembered + [("listening", "4400 explained")])
        try pianist.visitor.send("listen ask")
        try pianist.visitor.send("listen on", "1 other Webcam\n2 chosen USB microphone")
        return pianist
    }

    /// The page hears a strike.
    mutating func hear(_ words: String, struck milliseconds: Int, at time: Int) throws {
        visitor.now = time
        try visitor.send("listen heard \(words) \(milliseconds) {now} {date}")
    }

    func verdict() throws -> String { try visitor.part("practise-verdict").text }
    func name() throws -> String { try visitor.part("practise-name").text }
    func sign() throws -> String { try visitor.part("listening").text }
}

@Suite struct ListeningToAPiano {
    /// Cma7 and Fma7 with the bits of the required and the allowed notes. The fifth may be missing.
    private static let cma7 = "classes \(1 << 0 | 1 << 4 | 1 << 11) \(1 << 0 | 1 << 4 | 1 << 7 | 1 << 11)"
    private static let fma7 = "classes \(1 << 5 | 1 << 9 | 1 << 4) \(1 << 5 | 1 << 9 | 1 << 0 | 1 << 4)"

    @Test func itIsExplainedOnceBeforeTheBrowserAsks() throws {
        var pianist = try Pianist()
        try pianist.visitor.press("Listen beta")
        #expect(pianist.requests.isEmpty)
        // Each of these buttons disappears, and takes the focus with it.
        #expect(pianist.visitor.effect("focus") == ["listening"])
        #expect(try pianist.visitor.part("listening")["tabindex"] == "-1")
        #expect(try pianist.sign().contains("an extra note is often not heard"))
        #expect(try pianist.sign().contains("Nothing is recorded or sent."))
        try pianist.visitor.press("Start listening")
        #expect(pianist.requests == [["headphones", "no"], ["start", "4400"]])
        #expect(pianist.visitor.effect("settings") == ["listening", "4400 explained"])
        #expect(pianist.visitor.effect("focus") == ["listening"])
        try pianist.visitor.send("listen on", "")
        #expect(try pianist.sign().contains("The page makes no sound while it waits for a chord."))
        try pianist.visitor.press("Stop")
        #expect(pianist.requests == [["stop"]])
        // In an exercise, Space would press a focused button instead of showing the answer.
        #expect(pianist.visitor.effect("focus") == nil)
        try pianist.visitor.press("Listen beta")
        #expect(pianist.requests.contains(["start", "4400"]))
        #expect(pianist.visitor.effect("focus") == ["listening"])
    }

    /// The exercise, when it comes, would push its button away from a finger.
    @Test func itIsNotOfferedBeforeThePracticeLogIsRead() throws {
        var visitor = try Visitor("/practise/play_chord_ma7")
        #expect(visitor.find { $0["data-action"] == "listen ask" } == nil)
        try visitor.send("practise adopt here {now} {date}", "")
        try visitor.send("practise look {now} {date}")
        #expect(visitor.find { $0["data-action"] == "listen ask" } != nil)
    }

    @Test func rightChordsLeadToTheNextQuestion() throws {
        var pianist = try Pianist.listening()
        #expect(pianist.requests == [["expect", Self.cma7]])
        // Struck three seconds after the question, and heard half a second later.
        try pianist.hear("right 900 - -", struck: 4000, at: 4500)
        #expect(try pianist.verdict().contains("Right."))
        #expect(pianist.visitor.effect("keepPractice")?[0].contains("3000") == true)
        // The next chord may be played before it is shown.
        #expect(pianist.requests == [["expect", Self.fma7]])
        try pianist.hear("not-yet 10 0 48", struck: 4600, at: 5000)
        #expect(try pianist.verdict().contains("Right."))
        pianist.visitor.now = 6000
        try pianist.visitor.send("practise look {now} {date}")
        #expect(try pianist.name() == "Fma7")
        try pianist.hear("right 900 - -", struck: 7000, at: 7500)
        #expect(try pianist.verdict().contains("Right."))
        try pianist.hear("right 900 - -", struck: 7600, at: 8000)
        #expect(try pianist.visitor.part("practise-marks").text.contains("B♭ma7"))
    }

    @Test func missingAndForeignNotesAreNamed() throws {
        var pianist = try Pianist.listening()
        try pianist.hear("not-yet 20 4 -", struck: 2000, at: 2500)
        #expect(try pianist.verdict().contains("Not yet: I do not hear the E."))
        try pianist.hear("not-yet 20 4,11 51,63", struck: 3000, at: 3500)
        #expect(try pianist.verdict().contains("Not yet: I do not hear the E or the B, but I hear E♭."))
        try pianist.hear("not-yet 20 - 62", struck: 4000, at: 4500)
        #expect(try pianist.verdict().contains("Not yet: I also hear D."))
        try pianist.hear("not-yet 0 0,4,7 62", struck: 5000, at: 5500)
        #expect(try pianist.verdict().contains("Not yet: that sounds like another chord."))
        // One of ♭9, ♯9 and others is missing.
        try pianist.hear("not-yet 20 - -", struck: 5200, at: 5700)
        #expect(try pianist.verdict().contains("Not yet: a note is missing."))
        #expect(pianist.visitor.effect("keepPractice") == nil)
        // A strike from before the question says nothing about it.
        try pianist.visitor.press("Skip")
        try pianist.hear("not-yet 20 4 -", struck: 5400, at: 5900)
        #expect(try !pianist.verdict().contains("Not yet"))
    }

    @Test func unsureChordsMayBePlayedAgainWithoutAFault() throws {
        var pianist = try Pianist.listening()
        try pianist.hear("unsure 450 - -", struck: 2000, at: 2500)
        #expect(try pianist.verdict().contains("Not sure. Play it once more."))
        try pianist.hear("unsure 450 - -", struck: 3000, at: 3500)
        #expect(try pianist.verdict().contains("Still not sure."))
        try pianist.hear("right 900 - -", struck: 3800, at: 4300)
        // The mark of a chord that was right at once.
        #expect(try pianist.visitor.part("practise-marks").text.contains("right"))
    }

    @Test func readersInBFlatArePromptedInBFlat() throws {
        var pianist = try Pianist.listening(remembered: [("for", "Bb")])
        // They read Cma7, which sounds as B♭ma7.
        let sounding = "classes \(1 << 10 | 1 << 2 | 1 << 9) \(1 << 10 | 1 << 2 | 1 << 5 | 1 << 9)"
        #expect(try pianist.name() == "Cma7")
        #expect(pianist.requests == [["expect", sounding]])
        // The sounding D is the written E.
        try pianist.hear("not-yet 20 2 -", struck: 2000, at: 2500)
        #expect(try pianist.verdict().contains("I do not hear the E."))
    }

    @Test(arguments: [
        "denied", "none", "busy", "insecure", "unsupported", "missing", "slow", "lost", "silent", "hidden",
    ])
    func problemsAreExplained(_ problem: String) throws {
        var pianist = try Pianist.listening()
        try pianist.visitor.send("listen off \(problem)")
        #expect(try pianist.sign().contains("."))
        #expect(pianist.requests.isEmpty || pianist.requests == [["expect", ""]])
        try pianist.visitor.press("Try again")
        #expect(pianist.requests.last?[0] == "start")
        try pianist.visitor.press("Stop")
        #expect(pianist.visitor.has("Listen beta"))
    }

    @Test func leavingPracticeStops() throws {
        var pianist = try Pianist.listening()
        try pianist.visitor.send("app go", "/practise")
        #expect(pianist.requests.isEmpty || !pianist.requests.contains(["stop"]))
        #expect(try pianist.sign().contains("Listening"))
        try pianist.visitor.send("app go", "/circle")
        #expect(pianist.requests.contains(["stop"]))
        // A new engine does not know of a microphone that is open.
        try pianist.hear("right 900 - -", struck: 4000, at: 4500)
        #expect(pianist.requests == [["stop"]])
    }

    @Test func twelveNotesGiveTheTuning() throws {
        var pianist = try Pianist.listening()
        try pianist.visitor.press("Set up")
        #expect(try pianist.sign().contains("A = 440.0 Hz"))
        #expect(try pianist.sign().contains("USB microphone"))
        try pianist.visitor.press("Measure tuning (12 notes)")
        for note in 60..<72 {
            #expect(pianist.requests.last == ["expect", "tune \(note)"])
            #expect(try pianist.sign().contains("(\(note - 59) of 12)"))
            if note == 65 {
                try pianist.hear("tuned -", struck: 900, at: 1000)
                #expect(try pianist.sign().contains("I did not hear it clearly."))
            }
            // One note is far out of tune, which must not change the result.
            try pianist.hear("tuned \(note == 64 ? 900 : -200)", struck: 900, at: 1000)
        }
        // 20 cents below 440 Hz: 440 · 2^(−20/1200) = 434.946.
        #expect(pianist.requests.contains(["tuning", "4349"]))
        #expect(pianist.visitor.effect("settings") == ["listening", "4349 explained"])
        #expect(try pianist.sign().contains("A = 434.9 Hz"))
        // The exercise goes on.
        #expect(pianist.requests.last == ["expect", Self.cma7])
        try pianist.visitor.press("Use 440 Hz")
        #expect(pianist.requests == [["tuning", "4400"]])
    }

    @Test func onThePlayScreenItSaysWhatAChordCouldBe() throws {
        var pianist = try Pianist.listening("/play")
        #expect(pianist.requests == [["expect", "notes"]])
        #expect(try pianist.visitor.part("heard-chord").text.contains("Play a chord"))
        // C E B♭ D♭ A, and what else has these notes.
        try pianist.hear("notes 48,52,58,61,64,69", struck: 2000, at: 2500)
        let guess = try pianist.visitor.part("heard-chord").text
        #expect(guess.contains("C13(♭9)"))
        #expect(guess.contains("Heard: C E B♭ D♭ A."))
        // One or two notes are no chord, and what is no number is no note.
        try pianist.hear("notes 60,x,900", struck: 3000, at: 3500)
        #expect(try pianist.visitor.part("heard-chord").text.contains("Heard: C."))
        // Nothing was chosen by it.
        #expect(try !pianist.visitor.part("played").text.contains("C13"))
        try pianist.visitor.press("Stop")
        #expect(pianist.visitor.find { $0["id"] == "heard-chord" } == nil)
    }

    @Test func theKeyOfWhatWasHeardDecidesBetweenReadings() throws {
        var pianist = try Pianist.listening("/play", remembered: [("naming-key", "follow")])
        let flat = ["51,54,58,61", "44,54,60,63", "49,53,56,60", "54,58,61"]
        let sharp = ["49,52,56,59", "42,52,58,61", "47,51,54,58", "54,58,61"]
        // G♭ B♭ D♭ after E♭mi7 A♭7 D♭ma7, and F♯ A♯ C♯ after C♯mi7 F♯7 Bma7.
        for (chords, name) in [(flat, "G♭"), (sharp, "F♯")] {
            for (second, notes) in chords.enumerated() {
                try pianist.hear("notes \(notes)", struck: 1000 * second + 1000, at: 1000 * second + 1500)
            }
            #expect(try pianist.visitor.part("heard-chord").text.contains("Could be\(name)"))
            try pianist.visitor.press("Stop")
            try pianist.visitor.press("Listen beta")
            try pianist.visitor.send("listen on", "")
        }
    }

    @Test func aQuestionByEarIsOnlyListenedToWithHeadphones() throws {
        for (record, isHeard) in [("4400 explained", false), ("4400 headphones explained", true)] {
            var pianist = try Pianist("/practise/echo_chord_ma7", remembered: [("listening", record)])
            try pianist.visitor.send("listen ask")
            try pianist.visitor.send("listen on", "")
            #expect(pianist.requests.contains { $0[0] == "expect" && $0[1] != "" } == isHeard)
        }
    }

    /// In time, a MIDI keyboard is judged, and the band would be silent.
    @Test func exercisesInTimeEndListening() throws {
        var pianist = try Pianist.listening()
        try pianist.visitor.send("app go", "/practise/play_row_Dmi7_G7/in_time_120_beats_4")
        #expect(pianist.requests.contains(["stop"]))
        try pianist.visitor.send("practise look {now} {date}")
        #expect(pianist.visitor.has("Start") && !pianist.visitor.has("Listen beta"))
    }

    @Test func betweenPracticeAndPlayTheMicrophoneStops() throws {
        var pianist = try Pianist.listening()
        try pianist.visitor.send("app go", "/play")
        #expect(pianist.requests.contains(["stop"]))
        #expect(pianist.visitor.has("Listen beta"))
    }

    @Test(arguments: [
        ("", "4400", "no"), ("9999 x", "4400", "no"), ("440", "4400", "no"), ("4150 headphones", "4150", "yes"),
        ("headphones", "4400", "yes"),
    ])
    func tuningAndHeadphonesAreRemembered(_ record: String, _ tuning: String, _ headphones: String) throws {
        var pianist = try Pianist(remembered: [("listening", record)])
        try pianist.visitor.press("Listen beta")
        try pianist.visitor.press("Start listening")
        #expect(pianist.requests == [["headphones", headphones], ["start", tuning]])
    }
}
