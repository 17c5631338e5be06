import Foundation
import Harmony
import Interface
import Testing

/// The section of the voicing.
extension Visitor {
    fileprivate func hands() throws -> HTMLElement { try region("Voicing") }

    /// The offered styles, and the chosen one.
    fileprivate func styles() throws -> (all: [String], chosen: [String]) {
        let buttons = try hands().all().map { $0.element }.filter {
            $0["data-action"]?.hasPrefix("hands style ") == true
        }
        return (buttons.map { $0.text }, buttons.filter { $0["aria-pressed"] == "true" }.map { $0.text })
    }

    /// The lit keys of a color, lowest first.
    fileprivate func keys(_ color: Substring) throws -> [Int] {
        let keys = try hands().all().map { $0.element }.filter {
            $0.classes.contains("lit") && $0.classes.contains(color)
        }
        return keys.compactMap { $0["data-pitch"].flatMap { Int($0) } }.sorted()
    }

    /// The stored value of a setting.
    fileprivate func stored(_ setting: String) -> String? {
        guard let pairs = effect("settings"), let place = pairs.firstIndex(of: setting) else { return nil }
        return pairs[place + 1]
    }
}

/// The keys in the format of addresses.
private func text(_ voicing: Voicing) -> String {
    func listed(_ tones: [Tone]) -> String { tones.map { "\($0.pitch)" }.joined(separator: ".") }
    return listed(voicing.left) + "_" + listed(voicing.right)
}

private func offers(_ symbol: String, for pianist: Pianist = Pianist()) throws -> [Voicing] {
    Voicer(for: pianist).best(of: .chord(try Chord(symbol).spelled(in: .jazz)))
}

/// The label of a style's button: `Rootless A`.
private func label(_ style: VoicingStyle) -> String { style.title.prefix(1).uppercased() + style.title.dropFirst() }

@Suite struct VoicingScreens {
    @Test func voicingFollowsBothChordsOnTheCombiner() throws {
        var visitor = try Visitor("/combine/C7/A")
        #expect(try visitor.keys("lower").count >= 2 && visitor.keys("upper").count >= 2)
        #expect(try visitor.styles().chosen == ["As two chords"])
        // Further choices update the voicing.
        try visitor.choose(upper: "B♭")
        let pair = ChordCombiner().combine(lower: try Chord("C7"), upper: try Chord("B♭"))
        let best = try #require(Voicer().best(of: .pair(pair)).first)
        #expect(
            try visitor.keys("lower") == best.left.map { $0.pitch }
                && visitor.keys("upper") == best.right.map { $0.pitch })
        try visitor.press("Clear")
        #expect(try visitor.part("shape").text.isEmpty)
    }

    @Test(arguments: [
        "/chord/C13(♭9)", "/details/C7/A", "/details/Cma7/E", "/hands/C13(♭9)", "/hands/C7/A", "/hands/Cma7/E",
    ])
    func otherScreensShowTheVoicingAtOnce(path: String) throws {
        let visitor = try Visitor(path)
        #expect(try !visitor.keys("lower").isEmpty && !visitor.keys("upper").isEmpty)
        #expect(try visitor.styles().chosen.count == 1)
        #expect(Page(route: path).document(template: "<!--region screen--><!--end-->").contains("hands style"))
    }

    @Test func choosingAStyleChangesOnlyTheVoicing() throws {
        for path in ["/chord/C13(♭9)", "/details/C7/A", "/combine/C7/A"] {
            var visitor = try Visitor(path)
            let all = try visitor.styles().all
            #expect(all.count > 1 && Set(all).count == all.count)
            for title in all.reversed() {
                try visitor.press(title, in: "Voicing")
                #expect(try visitor.styles().chosen == [title])
                #expect(visitor.announced.hasPrefix(title + ", ") && visitor.changed == ["shape"])
                #expect(visitor.address == path)
            }
        }
    }

    /// For every quality: a choice for one root applies to others, and at the next visit.
    @Test func choiceIsRememberedForTheQuality() throws {
        var visitor = try Visitor("/hands/C13(♭9)")
        let other = try #require(visitor.styles().all.last)
        try visitor.press(other, in: "Voicing")
        let shapes = try #require(visitor.stored("shapes"))
        let keys = try visitor.keys("lower") + visitor.keys("upper")
        for (root, semitones) in [("C", 0), ("D", 2), ("A♭", 8)] {
            let later = try Visitor("/chord/\(root)13(♭9)", remembered: [("shapes", shapes)])
            #expect(try later.styles().chosen == [other])
            let laid = try later.keys("lower") + later.keys("upper")
            #expect(Set(zip(laid, keys).map { ($0 - $1 - semitones) % 12 }) == [0], "\(root)")
        }
        // Other qualities are not affected.
        let plain = try Visitor("/chord/C7", remembered: [("shapes", shapes)])
        #expect(try plain.styles().chosen == [label(offers("C7")[0].style)])
    }

    @Test(arguments: [
        "", ";", ":::", "ma7:close:60_64;;", "ma7:nothing:1_2", "ma7:close:-1_2", "ma7:close:999999999999999999999_2",
        "ma7:close",
        "ma7:close:_", "ma7:close:60", String(repeating: "x", count: 5000), "ma7:close:1.2.3.4.5.6.7.8.9.10.11_",
    ])
    func damagedRecordIsIgnored(shapes: String) throws {
        let visitor = try Visitor("/chord/Cma7", remembered: [("shapes", shapes)])
        #expect(try !visitor.styles().chosen.isEmpty)
    }

    /// Of too many qualities, the newest are stored.
    @Test func rememberedVoicingsAreLimited() throws {
        var visitor = try Visitor("/hands/C7")
        for type in Vocabulary.jazz.types {
            let path = "/hands/C" + type.suffix.replacing("/", with: "⁄").replacing(" ", with: ",")
            try visitor.go(to: path)
            guard let last = try visitor.styles().all.last else { continue }
            try visitor.press(last, in: "Voicing")
            if let shapes = visitor.stored("shapes") {
                #expect(
                    shapes.utf8.count <= 4000 && shapes.split(separator: ";").count <= 24 && !shapes.contains(" "),
                    "\(path)")
                #expect(shapes.hasPrefix(type.suffix.replacing(" ", with: ",") + ":"), "\(path)")
            }
        }
    }

    @Test func copiedLinkIsThatOfTheVoicing() throws {
        for path in ["/combine/E♭7/C", "/chord/Ami9", "/details/Cma7/D"] {
            var visitor = try Visitor(path)
            try visitor.press("Inversion up", in: "Voicing")
            let link = try #require(visitor.find { $0.tag == "a" && $0.text == "Open this voicing" }?["href"])
            try visitor.press("Copy link to this voicing", in: "Voicing")
            #expect(visitor.effect("copyLink") == [link], "\(path)")
        }
        #expect(try !Visitor("/hands/C7").has("Copy link to this voicing"))
    }

    @Test func linkOpensTheExactKeys() throws {
        for voicing in try offers("Dmi9") {
            let path = "/hands/Dmi9/\(voicing.style.rawValue)/\(text(voicing))"
            let visitor = try Visitor(path)
            #expect(
                try visitor.keys("lower") == voicing.left.map { $0.pitch }
                    && visitor.keys("upper") == voicing.right.map { $0.pitch })
            #expect(try visitor.styles().chosen == [label(voicing.style)])
        }
        let visitor = try Visitor("/chord/Dmi9")
        let link = try #require(visitor.find { $0.tag == "a" && $0.text == "Open this voicing" }?["href"])
        #expect(try link == "/hands/Dmi9/\(offers("Dmi9")[0].style.rawValue)/" + text(offers("Dmi9")[0]))
    }

    /// Players with smaller hands see the keys of the link. Impossible keys are replaced by the best of the style.
    @Test func linkOpensForOtherHandSettings() throws {
        for voicing in try offers("C13(♭9)") {
            let path = "/hands/C13(♭9)/\(voicing.style.rawValue)/\(text(voicing))"
            let visitor = try Visitor(
                path, remembered: [("left-reach", "octave"), ("right-reach", "octave"), ("register", "high")])
            #expect(
                try visitor.keys("lower") == voicing.left.map { $0.pitch }
                    && visitor.keys("upper") == voicing.right.map { $0.pitch })
        }
        // With a bass player the bass may be missing, which other settings would not offer.
        for voicing in try offers("C13", for: Pianist(hasBassPlayer: true)) {
            let visitor = try Visitor("/hands/C13/\(voicing.style.rawValue)/\(text(voicing))")
            #expect(
                try visitor.keys("lower") == voicing.left.map { $0.pitch }
                    && visitor.keys("upper") == voicing.right.map { $0.pitch })
        }
    }

    /// Keys that are not a voicing of the chord are not shown as those of the link.
    @Test(arguments: ["C13(♭9)/rootless-a/1_2", "C7/A/pair/48.52.55.58_61.64.70", "C7/A/pair/48_69"])
    func differentKeysThanInTheAddressAreExplained(path: String) throws {
        let visitor = try Visitor("/hands/" + path)
        #expect(
            visitor.find {
                $0.tag == "p"
                    && $0.text.hasPrefix("The keys in this link are not a voicing of the chord in the style “")
            } != nil)
        #expect(try visitor.styles().chosen.count == 1)
        let own = try Visitor("/hands/C7/A/pair/48.52.55.58_61.64.69")
        #expect(own.find { $0.tag == "p" && $0.text.hasPrefix("The keys") } == nil)
    }

    /// C°7 can be played as a triad over a shell, but the triad adds nothing, whatever the hands can span.
    @Test func aStyleThatIsNotOfferedSaysWhy() throws {
        let visitor = try Visitor("/hands/C°7/upper-structure")
        #expect(visitor.find { $0.tag == "p" && $0.text.contains("adds a tension") } != nil)
    }

    @Test func inversionReplacesTheAddress() throws {
        var visitor = try Visitor("/hands/Cma7/close")
        let first = try visitor.keys("lower") + visitor.keys("upper")
        try visitor.press("Inversion up", in: "Voicing")
        let next = try visitor.keys("lower") + visitor.keys("upper")
        #expect(next != first && visitor.effect("replace") != nil && visitor.effect("push") == nil)
        #expect(visitor.address.hasPrefix("/hands/Cma7/close/"))
        try visitor.press("Inversion down", in: "Voicing")
        #expect(try visitor.keys("lower") + visitor.keys("upper") == first)
    }

    @Test func eachHandCanBePlayed() throws {
        var visitor = try Visitor("/hands/C7/A")
        let (left, right) = (try visitor.keys("lower"), try visitor.keys("upper"))
        for (name, pitches) in [("Left hand", left), ("Right hand", right), ("Both hands", left + right)] {
            try visitor.press(name, in: "Voicing")
            #expect(visitor.effects == [["play", "pitches", pitches.map { "\($0)" }.joined(separator: ",")]])
        }
        try visitor.press("Arpeggio", in: "Voicing")
        #expect(visitor.effects[0][1] == "arpeggio" && visitor.played == left + right)
    }

    @Test func voicingOfAPairOpensAndCloses() throws {
        var visitor = try Visitor("/ways/C13(♭9)")
        #expect(visitor.find { $0["aria-label"] == "Voicing" } == nil)
        try visitor.press("Voicing of C7 + A")
        let row = try visitor.part("way-0")
        #expect(row.first { $0["aria-label"] == "Voicing" } != nil)
        try visitor.press("Voicing of C7 + A7")
        #expect(try visitor.part("way-0").first { $0["aria-label"] == "Voicing" } == nil)
        try visitor.press("Voicing of C7 + A7")
        #expect(visitor.find { $0["aria-label"] == "Voicing" } == nil)
    }

    @Test func reachOfHandsIsASetting() throws {
        for symbol in ["Cma7", "C13(♭9)", "Dmi9"] {
            var visitor = try Visitor("/chord/\(symbol)")
            try visitor.send("settings set left-reach octave")
            try visitor.send("settings set right-reach octave")
            for title in try visitor.styles().all {
                try visitor.press(title, in: "Voicing")
                for color in ["lower", "upper"] as [Substring] {
                    let keys = try visitor.keys(color)
                    #expect((keys.last ?? 0) - (keys.first ?? 0) <= 12, "\(symbol), \(title)")
                }
            }
        }
    }

    @Test(arguments: ["/hands", "/hands/C/D/close/60_64/1"]) func otherAddressesHaveNoScreen(path: String) {
        if case .missing(let reason)? = Visit(path)?.screen {
            #expect(reason.contains("60_64/1"))
        } else {
            #expect(Visit(path) == nil)
        }
    }

    @Test(arguments: [
        "/hands/H", "/hands/C7/H", "/hands/C7/A/foo", "/hands/C7/A/close/x", "/hands/C7/close/_",
        "/hands/C7/close/200_1",
    ])
    func unreadableAddressShowsAnError(path: String) throws {
        let reason = try #require(try Visitor(path).find { $0["role"] == "alert" }).text
        #expect(reason.contains("“") && !reason.contains("no screen"))
    }
}

@Suite struct VoicingOnLinnStrument {
    private static let address = "/play/linnstrument/48.52.55.58_61.64.69/C7/A/pair"

    /// The notes of the pads that are lit for a hand.
    private func notes(_ hand: String, _ visitor: Visitor) -> [Int] {
        visitor.every { $0.classes.contains("pad") && $0.classes.contains(Substring(hand)) }
            .compactMap { $0["data-pad"]?.split(separator: " ").last.flatMap { Int($0) } }.sorted()
    }

    @Test func eachNoteHasExactlyOnePad() throws {
        var visitor = try Visitor(VoicingOnLinnStrument.address)
        #expect(visitor.address == VoicingOnLinnStrument.address)
        #expect(notes("left", visitor) == [48, 52, 55, 58] && notes("right", visitor) == [61, 64, 69])
        #expect(
            visitor.every {
                $0.classes.contains("pad") && ($0.classes.contains("main") || $0.classes.contains("accent"))
            }.isEmpty)
        try visitor.press("Show all pads")
        #expect(visitor.address == "/play/linnstrument" && notes("left", visitor).isEmpty)
        #expect(!visitor.every { $0.classes.contains("pad") && $0.classes.contains("main") }.isEmpty)
    }

    @Test func linkOpensTheExactShape() throws {
        var visitor = try Visitor("/hands/C7/A/pair/48.52.55.58_61.64.69")
        try visitor.press("Show on LinnStrument")
        #expect(visitor.address == VoicingOnLinnStrument.address)
        #expect(notes("left", visitor) == [48, 52, 55, 58] && notes("right", visitor) == [61, 64, 69])
    }

    @Test func pianoIgnoresTheShape() throws {
        var visitor = try Visitor(VoicingOnLinnStrument.address)
        try visitor.send("settings set instrument piano")
        #expect(visitor.address == "/play")
    }

    @Test(arguments: ["48_61/C7/pair/x", "x_y/C7/A/pair", "48_61/C7/A/nothing", "48_61/H9x/A/pair"])
    func invalidShapeIsRefused(path: String) throws {
        let visitor = try Visitor("/play/linnstrument/" + path)
        #expect(notes("left", visitor).isEmpty && notes("right", visitor).isEmpty)
    }

    @Test func noteWithoutAPadIsReported() throws {
        let visitor = try Visitor("/play/linnstrument/1_61/C7/A/pair")
        #expect(notes("right", visitor).isEmpty)
        #expect(visitor.find { $0.text.hasSuffix("some of the notes have no pad.") } != nil)
    }
}
