import Harmony
import JSONText

extension Score {
    /// As MusicXML 4.0: whole notes on two staves with their chord symbols. A polychord has two of them, the lower first, and
    /// its name as text above.
    package var musicXML: String {
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
                        if let bpm = newTempo(at: index) { Score.tempo(bpm, to: &measure) }
                        if let subject = bar.column.subject { Score.symbols(of: subject, to: &measure) }
                        notes(of: bar, to: &measure)
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
            attributes.element("key") { $0.element("fifths", text: "\(signature?.fifths ?? 0)") }
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
    private static func symbols(of subject: ChordToVoice, to measure: inout HTML) {
        guard case .pair(let pair) = subject, pair.result == nil else { return symbol(subject.chord, to: &measure) }
        measure.element("direction placement='above'") { direction in
            direction.element("direction-type") { $0.element("words", text: pair.title) }
        }
        symbol(pair.lower, to: &measure)
        symbol(pair.upper, to: &measure)
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

    // MARK: Notes

    /// Whole notes where they stand in the drawing, each hand in a voice of its own; a whole rest on a staff without any.
    private func notes(of bar: Bar, to measure: inout HTML) {
        let column = StaffLayout.Column(bar.column, in: signature)
        for clef in KeySignature.Clef.allCases {
            if clef == .bass { Score.back(to: &measure) }
            let octaves = column.octaves(clef)
            if octaves != 0 { Score.octaveShift(octaves, clef, isStart: true, to: &measure) }
            // The hand that is at home there comes first.
            let own: Hand = clef == .treble ? .right : .left
            var isFirst = true
            for hand in [own, own.other] {
                let heads = column.heads.filter { $0.clef == clef && $0.note.hand == hand }
                guard !heads.isEmpty else { continue }
                if !isFirst { Score.back(to: &measure) }
                isFirst = false
                for (place, head) in heads.enumerated() { note(head, isAbove: place > 0, to: &measure) }
            }
            if isFirst {
                measure.element("note") { rest in
                    rest.element("rest", [("measure", "yes")])
                    rest.element("duration", text: "4")
                    rest.element("voice", text: Score.voice(own, clef))
                    rest.element("staff", text: Score.staff(clef))
                }
            }
            if octaves != 0 { Score.octaveShift(octaves, clef, isStart: false, to: &measure) }
        }
    }

    private static func back(to measure: inout HTML) {
        measure.element("backup") { $0.element("duration", text: "4") }
    }

    private static func staff(_ clef: KeySignature.Clef) -> String { clef == .treble ? "1" : "2" }

    /// As programs number them: from 1 on the upper staff, from 5 on the lower one.
    private static func voice(_ hand: Hand, _ clef: KeySignature.Clef) -> String {
        clef == .treble ? hand == .right ? "1" : "2" : hand == .left ? "5" : "6"
    }

    /// - Parameter isAbove: whether it sounds together with the one before.
    private func note(_ head: StaffLayout.Column.Head, isAbove: Bool, to measure: inout HTML) {
        let tone = head.note.tone
        measure.element("note") { note in
            if isAbove { note.element("chord") }
            note.element("pitch") { pitch in
                pitch.element("step", text: tone.name.letter.name)
                let alter = tone.name.accidental.semitones
                if alter != 0 { pitch.element("alter", text: "\(alter)") }
                pitch.element("octave", text: "\(tone.octave)")
            }
            note.element("duration", text: "4")
            note.element("voice", text: Score.voice(head.note.hand, head.clef))
            note.element("type", text: "whole")
            if head.hasSign { note.element("accidental", text: Score.word(for: tone.name.accidental)) }
            note.element("staff", text: Score.staff(head.clef))
            guard let finger = head.note.finger else { return }
            note.element("notations") { $0.element("technical") { $0.element("fingering", text: "\(finger)") } }
        }
    }

    private static func word(for accidental: Accidental) -> String {
        switch accidental.semitones {
        case 1: "sharp"
        case 2: "double-sharp"
        case -1: "flat"
        case -2: "flat-flat"
        default: "natural"
        }
    }

    /// - Parameter octaves: how much higher than written the notes sound, which are given as they sound.
    private static func octaveShift(
        _ octaves: Int, _ clef: KeySignature.Clef, isStart: Bool, to measure: inout HTML
    ) {
        measure.element("direction") { direction in
            direction.element("direction-type") { type in
                type.element("octave-shift", [
                    ("type", isStart ? octaves > 0 ? "down" : "up" : "stop"), ("size", "\(7 * abs(octaves) + 1)"),
                ])
            }
            direction.element("staff", text: staff(clef))
        }
    }
}
