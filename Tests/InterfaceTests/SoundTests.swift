import Foundation
import Harmony
import Interface
import Testing

/// The effects of an update.
private func effects(_ update: Update) throws -> [[String]] {
    let message = try #require(JSONSerialization.jsonObject(with: Data(update.json.utf8)) as? [String: Any])
    return try #require(message["effects"] as? [[String]])
}

private func screen(_ update: Update) throws -> String {
    let message = try #require(JSONSerialization.jsonObject(with: Data(update.json.utf8)) as? [String: Any])
    let regions = try #require(message["regions"] as? [[String]])
    return regions.map { $0[1] }.joined()
}

private func started(_ route: String, _ remembered: [(key: String, value: String)] = []) -> (app: App, first: Update) {
    var app = App()
    let first = app.start(route: route, inFragment: false, remembered: remembered)
    return (app, first)
}

/// The pitches of each play button, by its name.
private func playing(_ html: String, _ manner: String = "data-action=\"sound pitches ") -> [String: [Int]] {
    var found: [String: [Int]] = [:]
    for part in html.components(separatedBy: "<button").dropFirst() {
        let button = part.components(separatedBy: "</button>")[0]
        guard let start = button.range(of: manner) else { continue }
        let pitches = button[start.upperBound...].prefix { $0 != "\"" }.split(separator: ",").compactMap { Int($0) }
        let label = button.range(of: "aria-label=\"").map { String(button[$0.upperBound...].prefix { $0 != "\"" }) }
        found[label ?? String(button.split(separator: ">").last ?? "")] = pitches
    }
    return found
}

@Suite struct Sound {
    @Test func requestedSoundIsPlayed() throws {
        var (app, first) = started("/combine/Cma7/D")
        #expect(try effects(first).allSatisfy { $0[0] != "play" }, "nothing sounds by itself")
        #expect(try effects(app.send(action: "sound pitches 60", value: nil)) == [["play", "pitches", "60"]])
        #expect(
            try effects(app.send(action: "sound arpeggio 60,64,67", value: nil)) == [["play", "arpeggio", "60,64,67"]])
        #expect(try effects(app.send(action: "sound pitches 0,127", value: nil)) == [["play", "pitches", "0,127"]])
    }

    @Test(arguments: [
        "sound", "sound pitches", "sound pitches ,", "sound pitches 60,", "sound pitches 144", "sound pitches -1",
        "sound pitches C", "sound pitches 60 64", "sound chord 60", "sound pitches 99999999999999999999",
    ])
    func invalidSoundIsNotPlayed(action: String) throws {
        var (app, _) = started("/combine/Cma7/D")
        #expect(try effects(app.send(action: action, value: nil)).isEmpty)
    }

    /// For all pairs: the parts are those of the theory, as two hands play them or as the keyboard shows them.
    @Test func partsOfEveryCombinationArePlayed() throws {
        let roots = ["C", "B♭"]
        for type in Vocabulary.classic.selectable {
            for other in Vocabulary.classic.selectable.prefix(5) {
                for root in roots {
                    let lower = try Chord("C" + type.suffix)
                    let upper = try Chord(root + other.suffix)
                    let combination = ChordCombiner().combine(lower: lower, upper: upper)
                    let shown = combination.notes.map { $0.tone.pitch }
                    let voicing = try #require(Voicer().best(of: .pair(combination)).first).tones.map { $0.pitch }
                    let html = try screen(started("/combine/\(lower.name)/\(upper.name)").first)
                    let parts = playing(html)
                    func classes(_ name: String) -> Set<Int> { Set((parts[name] ?? []).map { $0 % 12 }) }
                    let below = Set(lower.notes.map { $0.pitchClass })
                    let above = Set(upper.notes.map { $0.pitchClass })
                    #expect(parts["Both"] == voicing)
                    #expect(classes("Lower") == below && classes("Upper") == above)
                    #expect(classes("Tensions") == above.subtracting(below), "\(lower.name) + \(upper.name)")
                    for part in ["Lower", "Upper", "Tensions"] {
                        let played = Set(parts[part] ?? [])
                        #expect(played.isSubset(of: voicing) || played.isSubset(of: shown), "\(part) of \(voicing)")
                    }
                    #expect(playing(html, "data-alternate=\"sound arpeggio ")["Both"] == voicing)
                }
            }
        }
    }

    @Test func everyChordIsPlayedOnItsDetails() throws {
        for type in Vocabulary.classic.types {
            let chord = Chord(NoteName(.e, .flat), type)
            let html = try screen(started("/chord/" + chord.name.replacingOccurrences(of: "/", with: "⁄")).first)
            #expect(playing(html).values.contains(chord.spelled(in: .jazz).voicing.map { $0.pitch }), "\(chord.name)")
        }
    }

    @Test func openingAnotherScreenStopsTheSound() throws {
        var (app, _) = started("/combine/Cma7/D")
        for action in [
            "app visit /chord/Cma7", "app visit /chord/D", "app shortcut Escape", "app visit /select/lower",
            "app shortcut ?",
        ] {
            #expect(try effects(app.send(action: action, value: nil)).contains(["silence"]), "\(action)")
        }
        #expect(try effects(app.send(action: "app go", value: "/scale/C/Lydian")).contains(["silence"]))
        _ = app.send(action: "app visit /combine", value: nil)
        for action in ["choosing swap", "sound pitches 60", "app undo"] {
            #expect(try !effects(app.send(action: action, value: nil)).contains(["silence"]), "\(action)")
        }
    }

    @Test func volumeAndMuteAreStored() throws {
        var (app, first) = started("/combine/Cma7/D")
        #expect(try effects(first).contains(["volume", "80"]))
        func setting(_ action: String, _ value: String? = nil) throws -> (volume: String?, stored: [String]) {
            let effects = try effects(app.send(action: action, value: value))
            return (effects.first { $0[0] == "volume" }?[1], effects.first { $0[0] == "settings" } ?? [])
        }
        var answer = try setting("settings set volume", "35")
        #expect(answer.volume == "35" && answer.stored.contains("35"))
        answer = try setting("settings set muted yes")
        // Only the changed setting is stored, because another tab may have changed others.
        #expect(answer.volume == "0" && answer.stored == ["settings", "muted", "yes"])
        #expect(try setting("settings set muted no").volume == "35")
        _ = try setting("settings set muted yes")
        #expect(try setting("settings set volume", "60").volume == "60", "moving the slider unmutes")
        for damaged in ["101", "-1", "", "loud", "3.5"] {
            #expect(try setting("settings set volume", damaged).volume == nil)
        }
    }

    /// Chords are played as chosen. Keys, scales and cadences have their own manner.
    @Test func holdAndArpeggioApplyToTheNextSound() throws {
        var (app, first) = started("/combine/Cma7/D")
        func effectsOf(_ action: String) throws -> [[String]] { try effects(app.send(action: action, value: nil)) }
        func isPressed(_ title: String, in update: Update) throws -> Bool? {
            let parts = try screen(update).components(separatedBy: "<button").filter {
                $0.contains("<span>\(title)</span>")
            }
            return parts.isEmpty ? nil : parts.allSatisfy { $0.contains("aria-pressed=\"true\"") }
        }
        #expect(try isPressed("Hold", in: first) == false && isPressed("Arpeggio", in: first) == false)
        #expect(try isPressed("Arpeggio", in: app.send(action: "settings set arpeggio yes", value: nil)) == true)
        #expect(try effectsOf("sound pitches 60,64,67") == [["play", "arpeggio", "60,64,67"]])
        #expect(try effectsOf("sound pitches 60") == [["play", "pitches", "60"]])
        #expect(try isPressed("Hold", in: app.send(action: "settings set hold yes", value: nil)) == true)
        #expect(try effectsOf("sound pitches 60,64,67") == [["hold", "arpeggio", "60,64,67"]])
        #expect(try !effectsOf("settings set arpeggio no").contains(["silence"]))
        #expect(try effectsOf("sound pitches 60,64,67") == [["hold", "pitches", "60,64,67"]])
        #expect(try effectsOf("sound arpeggio 60,62,64") == [["play", "arpeggio", "60,62,64"]])
        #expect(try effectsOf("sound progression 60,64;59,65") == [["play", "progression", "60,64", "59,65"]])
        #expect(try effectsOf("settings set hold no").contains(["silence"]), "nothing would end the held note")
        #expect(try effectsOf("sound pitches 60,64,67") == [["play", "pitches", "60,64,67"]])
        var next = started("/combine/Cma7/D", [("hold", "yes")]).app
        #expect(try effects(next.send(action: "sound pitches 60,64", value: nil)) == [["hold", "pitches", "60,64"]])
    }

    /// ▶ finds a voicing when it is pressed, since each choice would wait for it otherwise.
    @Test func thePickerSoundsAsItIsVoicedForTwoHands() throws {
        var (app, first) = started("/select/lower/Cma7/D")
        func effectsOf(_ action: String) throws -> [[String]] { try effects(app.send(action: action, value: nil)) }
        func voiced(_ lower: Chord) throws -> String {
            let pair = ChordCombiner().combine(lower: lower, upper: try Chord("D"))
            return try #require(Voicer().first(of: .pair(pair))).tones.map { "\($0.pitch)" }.joined(separator: ",")
        }
        #expect(try screen(first).contains("data-action=\"choosing hear pitches\""))
        #expect(try effectsOf("choosing hear pitches") == [["play", "pitches", voiced(Chord("Cma7"))]])
        #expect(try effectsOf("choosing hear arpeggio") == [["play", "arpeggio", voiced(Chord("Cma7"))]])
        // Each type as if it were chosen.
        for (index, type) in Vocabulary.classic.selectable.enumerated() {
            let action = "choosing hear lower \(index) "
            #expect(try screen(first).contains("=\"\(action)pitches\" data-alternate=\"\(action)arpeggio\""))
            let chord = Chord(try Chord("C").root, type)
            #expect(try effectsOf(action + "pitches") == [["play", "pitches", voiced(chord)]], "\(chord)")
        }
        for wrong in ["", " progression", " scale", " lower 28 pitches", " lower -1 pitches", " lower 0 scale"] {
            #expect(try effectsOf("choosing hear" + wrong).isEmpty, "\(wrong)")
        }
        // Without the other chord, a type sounds alone.
        (app, first) = started("/select/lower/Cma7")
        #expect(try !screen(first).contains("choosing hear pitches") && effectsOf("choosing hear pitches").isEmpty)
        #expect(try effectsOf("choosing hear lower 0 pitches") == [["play", "pitches", "60,64,67"]])
        // Nor does anything without a letter.
        (app, first) = started("/select/lower")
        #expect(try !screen(first).contains("choosing hear") && effectsOf("choosing hear lower 0 pitches").isEmpty)
    }

    @Test func timbreIsStored() throws {
        var (app, first) = started("/combine/Cma7/D")
        #expect(try effects(first).contains(["timbre", "piano"]))
        for timbre in ["electric-piano", "organ", "soft-synth", "piano"] {
            let sent = try effects(app.send(action: "settings set timbre " + timbre, value: nil))
            #expect(sent.contains(["timbre", timbre]) && sent.contains { $0[0] == "settings" && $0.contains(timbre) })
        }
        #expect(try effects(app.send(action: "settings set timbre trumpet", value: nil)).isEmpty)
        #expect(try effects(app.send(action: "settings follow", value: "timbre organ")).contains(["timbre", "organ"]))
        #expect(try effects(started("/", [("timbre", "soft-synth")]).first).contains(["timbre", "soft-synth"]))
    }

    @Test func timbreThatCannotBeLoadedIsReverted() throws {
        var (app, _) = started("/combine/Cma7/D", [("timbre", "organ")])
        _ = app.send(action: "settings set timbre electric-piano", value: nil)
        let answer = app.send(action: "settings unfetched electric-piano", value: "organ")
        let sent = try effects(answer)
        #expect(sent.contains(["timbre", "organ"]) && sent.contains { $0[0] == "settings" && $0.contains("organ") })
        #expect(try screen(answer).contains("“Electric piano” could not be loaded"))
        // Another timbre was chosen meanwhile.
        #expect(try effects(app.send(action: "settings unfetched electric-piano", value: "piano")).isEmpty)
        #expect(try effects(app.send(action: "settings unfetched trumpet", value: "piano")).isEmpty)
    }

    @Test(arguments: ["/", "/combine/F/G", "/chord/C13", "/nowhere"])
    func soundSettingsAreRestoredAtEveryAddress(route: String) throws {
        #expect(try effects(started(route, [("volume", "35")]).first).contains(["volume", "35"]))
        #expect(try effects(started(route, [("volume", "35"), ("muted", "yes")]).first).contains(["volume", "0"]))
        #expect(
            try effects(started(route, [("volume", "350"), ("muted", "perhaps")]).first).contains(["volume", "80"]))
    }

    @Test func keysPlayUnlessTheyAreInALink() throws {
        let html = try screen(started("/combine/Cma7/D").first)
        // The keyboards of both chords link to the pickers.
        for id in ["lower", "upper"] {
            let half = try #require(html.components(separatedBy: "id=\"\(id)\"").last).components(
                separatedBy: "</section>")[0]
            #expect(half.contains("data-pitch=") && !half.contains("data-press="))
        }
        // Three octaves for the result.
        let result = try #require(html.components(separatedBy: "id=\"result\"").last).components(
            separatedBy: "</section>")[0]
        #expect(result.components(separatedBy: "data-press=").count - 1 == 36)
        for part in html.components(separatedBy: "<a ").dropFirst() {
            #expect(!part.components(separatedBy: "</a>")[0].contains("data-press"))
        }
    }
}
