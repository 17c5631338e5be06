import Chordsets
import Harmony
import JSONText

extension PracticeSheet {
    /// As MusicXML 4.0: whole notes with their chord symbols. A polychord has two of them, the lower first, and its name as
    /// text above.
    public var musicXML: String {
        var xml = HTML()
        xml.element("score-partwise version='4.0'") { score in
            score.element("work") { $0.element("work-title", text: title) }
            score.element("part-list") { list in
                list.element("score-part id='P1'") { $0.element("part-name", text: reader == .c ? "Piano" : "Instrument in " + reader.pitch.text) }
            }
            score.element("part id='P1'") { part in
                for (index, bar) in bars.enumerated() {
                    part.element("measure", [("number", "\(index + 1)")]) { measure in
                        if index == 0 { attributes(to: &measure) }
                        if index == 0 || bar.bpm != bars[index - 1].bpm { PracticeSheet.tempo(bar.bpm, to: &measure) }
                        PracticeSheet.symbols(bar.music, to: &measure)
                        PracticeSheet.notes(bar.tones, to: &measure)
                    }
                }
            }
        }
        let type = "-//Recordare//DTD MusicXML 4.0 Partwise//EN"
        return Drawing.declaration
            + "<!DOCTYPE score-partwise PUBLIC \"\(type)\" \"http://www.musicxml.org/dtds/partwise.dtd\">\n" + xml.text
    }

    private func attributes(to measure: inout HTML) {
        measure.element("attributes") { attributes in
            attributes.element("divisions", text: "1")
            attributes.element("key") { $0.element("fifths", text: "0") }
            attributes.element("time") { time in
                time.element("beats", text: "4")
                time.element("beat-type", text: "4")
            }
            attributes.element("staves", text: "2")
            for (number, sign, line) in [("1", "G", "2"), ("2", "F", "4")] {
                attributes.element("clef", [("number", number)]) { clef in
                    clef.element("sign", text: sign)
                    clef.element("line", text: line)
                }
            }
            guard reader != .c else { return }
            attributes.element("transpose") { transpose in
                transpose.element("diatonic", text: "\(-reader.steps)")
                transpose.element("chromatic", text: "\(-reader.semitones)")
            }
        }
    }

    private static func tempo(_ bpm: Double, to measure: inout HTML) {
        let tempo = JSON.thousandths(bpm).text
        measure.element("direction placement='above'") { direction in
            direction.element("direction-type") { type in
                type.element("metronome") { metronome in
                    metronome.element("beat-unit", text: "quarter")
                    metronome.element("per-minute", text: tempo)
                }
            }
            direction.element("sound", [("tempo", tempo)])
        }
    }

    /// The chord's symbol; of a polychord both, and a text that says how they lie.
    private static func symbols(_ music: Music?, to measure: inout HTML) {
        guard let music else { return }
        if let combination = music.combination(), combination.result == nil {
            measure.element("direction placement='above'") { direction in
                direction.element("direction-type") { $0.element("words", text: combination.title) }
            }
            symbol(combination.lower, to: &measure)
            symbol(combination.upper, to: &measure)
        } else {
            symbol(music.combination()?.result ?? music.lower, to: &measure)
        }
    }

    private static func symbol(_ chord: Chord, to measure: inout HTML) {
        let kind = HarmonyKind(of: chord.type)
        let suffix = chord.type.shortSuffix
        measure.element("harmony") { harmony in
            harmony.element("root") { note(chord.root, "root-step", "root-alter", to: &$0) }
            harmony.element("kind", [("text", suffix.isEmpty ? nil : suffix)], text: kind.name)
            if let bass = chord.bass { harmony.element("bass") { note(bass, "bass-step", "bass-alter", to: &$0) } }
            for change in kind.changes {
                // The kind's text says it already.
                harmony.element("degree print-object='no'") { degree in
                    degree.element("degree-value", text: "\(change.degree.number)")
                    degree.element("degree-alter", text: "\(change.alteration)")
                    degree.element("degree-type", text: change.manner.rawValue)
                }
            }
        }
    }

    private static func note(
        _ name: NoteName, _ step: StaticString, _ alter: StaticString, to html: inout HTML
    ) {
        html.element(step, text: name.letter.name)
        if name.accidental.semitones != 0 { html.element(alter, text: "\(name.accidental.semitones)") }
    }

    /// Whole notes on two staves, which part at middle C; a whole rest where there are none.
    private static func notes(_ tones: [Tone], to measure: inout HTML) {
        let staves = [tones.filter { $0.pitch >= 60 }, tones.filter { $0.pitch < 60 }]
        for (index, tones) in staves.enumerated() {
            if index == 1 { measure.element("backup") { $0.element("duration", text: "4") } }
            if tones.isEmpty {
                measure.element("note") { rest in
                    rest.element("rest", [("measure", "yes")])
                    length(staff: index + 1, isRest: true, to: &rest)
                }
            }
            for (place, tone) in tones.enumerated() {
                measure.element("note") { note in
                    if place > 0 { note.element("chord") }
                    note.element("pitch") { pitch in
                        pitch.element("step", text: tone.name.letter.name)
                        let alter = tone.name.accidental.semitones
                        if alter != 0 { pitch.element("alter", text: "\(alter)") }
                        // B♯ is written an octave below the C that it sounds like, C♭ above the B.
                        pitch.element("octave", text: "\((tone.pitch - alter) / 12 - 1)")
                    }
                    length(staff: index + 1, isRest: false, to: &note)
                }
            }
        }
    }

    private static func length(staff: Int, isRest: Bool, to note: inout HTML) {
        note.element("duration", text: "4")
        note.element("voice", text: "\(staff)")
        if !isRest { note.element("type", text: "whole") }
        note.element("staff", text: "\(staff)")
    }
}

/// A chord type as MusicXML says it: one of its kinds, and what is other than in that.
struct HarmonyKind: Sendable {
    struct Change: Sendable, Hashable {
        enum Manner: String, Sendable { case add, alter, subtract }

        let manner: Manner
        let degree: Degree
        /// Semitones: of an added degree from that of the major scale, of an altered one from that of the kind.
        let alteration: Int
    }

    let name: String
    let changes: [Change]

    /// MusicXML's own kinds by their degrees. Those with a ninth or more say less than degrees that are added.
    private static let kinds = [
        ("major", "1 3 5"), ("minor", "1 ♭3 5"), ("augmented", "1 3 ♯5"), ("diminished", "1 ♭3 ♭5"),
        ("dominant", "1 3 5 ♭7"), ("major-seventh", "1 3 5 7"), ("minor-seventh", "1 ♭3 5 ♭7"),
        ("diminished-seventh", "1 ♭3 ♭5 °7"), ("augmented-seventh", "1 3 ♯5 ♭7"), ("half-diminished", "1 ♭3 ♭5 ♭7"),
        ("major-minor", "1 ♭3 5 7"), ("major-sixth", "1 3 5 6"), ("minor-sixth", "1 ♭3 5 6"),
        ("suspended-second", "1 2 5"), ("suspended-fourth", "1 4 5"), ("power", "1 5"),
    ].compactMap { kind in DegreeSet(kind.1).map { (name: kind.0, degrees: $0) } }

    /// The kind from which the fewest changes lead to the type; of several the first.
    init(of type: ChordType) {
        var best: (name: String, changes: [Change])?
        for kind in HarmonyKind.kinds {
            let changes = HarmonyKind.changes(from: kind.degrees, to: type.degrees)
            if best == nil || changes.count < best!.changes.count { best = (kind.name, changes) }
        }
        name = best?.name ?? "other"
        changes = best?.changes ?? []
    }

    private static func changes(from kind: DegreeSet, to wanted: DegreeSet) -> [Change] {
        var added = Array(wanted.subtracting(kind))
        var changes: [Change] = []
        for missing in kind.subtracting(wanted) {
            // Only fifths are called altered; a third that is another makes another kind.
            if missing.number == 5, let index = added.firstIndex(where: { $0.number == 5 }) {
                let other = added.remove(at: index)
                changes.append(Change(manner: .alter, degree: missing, alteration: other.alteration - missing.alteration))
            } else {
                changes.append(Change(manner: .subtract, degree: missing, alteration: 0))
            }
        }
        return changes + added.map { Change(manner: .add, degree: $0, alteration: $0.alteration) }
    }
}
