import Harmony
import JSONText
import Rendering
import Tunes

extension Score {
    /// MusicXML 4.0: notes on two staves with chord symbols, or a lead sheet with a melody or slashes.
    ///
    /// With hands and a melody, the melody is a part of its own above them, with the symbols. A polychord that fills a
    /// bar has two symbols, the lower first, and its name as text above. In a tune it is one symbol of two chords.
    package var musicXML: String {
        let divisions = Score.ticksPerQuarter / commonTicks
        var xml = HTML()
        xml.element("score-partwise version='4.0'") { score in
            score.element("work") { $0.element("work-title", text: title) }
            if let tune { Score.identification(of: tune, hasVoicings: hasHands && !hasMelody, to: &score) }
            let parts = parts
            score.element("part-list") { list in
                for (number, part) in parts.enumerated() {
                    let name =
                        switch part {
                        case .hands: reader == .c ? "Piano" : "Instrument in " + reader.pitch.text
                        case .lead: hasHands ? "Melody" : "Lead sheet"
                        }
                    list.element("score-part id=?", "P\(number + 1)") { entry in
                        entry.element("part-name", text: name)
                        // MuseScore requires one.
                        entry.element("score-instrument id=?", "P\(number + 1)-I1") {
                            $0.element("instrument-name", text: name)
                        }
                    }
                }
            }
            for (number, kind) in parts.enumerated() {
                score.element("part id=?", "P\(number + 1)") { part in
                    for index in bars.indices {
                        part.element("measure number=?", "\(index + 1)") { measure in
                            write(index, of: kind, isFirst: number == 0, divisions, to: &measure)
                        }
                    }
                }
            }
        }
        let type = "-//Recordare//DTD MusicXML 4.0 Partwise//EN"
        return Drawing.declaration
            + "<!DOCTYPE score-partwise PUBLIC \"\(type)\" \"http://www.musicxml.org/dtds/partwise.dtd\">\n" + xml.text
    }

    /// The content of a part.
    private enum Part {
        /// Both hands.
        case hands
        /// A melody, or slashes.
        case lead
    }

    private var parts: [Part] { hasHands ? hasMelody ? [.lead, .hands] : [.hands] : [.lead] }

    private var hasHands: Bool { bars.isEmpty || bars.contains { !$0.stretches.isEmpty } }

    var hasMelody: Bool { bars.contains { !$0.melody.isEmpty } }

    /// The greatest common divisor of all times, in ticks.
    private var commonTicks: Int {
        var common = Score.ticksPerQuarter
        func include(_ ticks: Int) {
            var (one, other) = (common, ticks)
            while other != 0 { (one, other) = (other, one % other) }
            common = one
        }
        for bar in bars {
            include(bar.length)
            if !hasHands { include(Score.pulse(in: bar.meter)) }
            for note in WrittenMelody(bar.melody, in: bar.meter, signature).notes { include(note.value.ticks) }
            for stretch in bar.stretches { for value in NoteValue.tied(stretch.length) { include(value.ticks) } }
            for symbol in bar.symbols { include(symbol.start) }
        }
        return common
    }

    /// Facts without an element in MusicXML: the style, the number of choruses.
    private static func identification(of tune: Tune, hasVoicings: Bool, to score: inout HTML) {
        let fields = [
            ("style", tune.style), ("groove", tune.groove), ("choruses", tune.choruses.map { "\($0)" } ?? ""),
            (MusicXML.notesField, hasVoicings ? MusicXML.voicings : ""),
        ]
        .filter { !$0.1.isEmpty }
        guard !tune.composer.isEmpty || !fields.isEmpty else { return }
        score.element("identification") { identification in
            if !tune.composer.isEmpty { identification.element("creator type='composer'", text: tune.composer) }
            guard !fields.isEmpty else { return }
            identification.element("miscellaneous") { miscellaneous in
                for (name, value) in fields {
                    miscellaneous.element("miscellaneous-field name=?", name, text: value)
                }
            }
        }
    }

    // MARK: Bars

    /// - Parameter isFirst: whether this is the top part, which has everything above the staves.
    private func write(_ index: Int, of part: Part, isFirst: Bool, _ divisions: Int, to measure: inout HTML) {
        let bar = bars[index]
        let writer = TimeWriter(ticks: Score.ticksPerQuarter / divisions)
        if let frame = bar.frame { Score.leftLine(frame, to: &measure) }
        attributes(index, of: part, divisions, to: &measure)
        if isFirst {
            if let frame = bar.frame, let label = frame.label {
                Score.direction(to: &measure) { $0.element("rehearsal", text: label) }
            }
            if let bpm = newTempo(at: index) { Score.tempo(bpm, in: tune?.meter ?? .common, to: &measure) }
            if let frame = bar.frame { signs(frame.bar, atEnd: false, to: &measure) }
        }
        switch part {
        case .lead where hasMelody: melody(at: index, writer, to: &measure)
        case .lead: slashes(bar, writer, to: &measure)
        case .hands:
            notes(of: bar, isFirst ? bar.symbols : [], writer, to: &measure)
        }
        guard let frame = bar.frame else { return }
        if isFirst { signs(frame.bar, atEnd: true, to: &measure) }
        Score.rightLine(frame, to: &measure)
    }

    private func attributes(_ index: Int, of part: Part, _ divisions: Int, to measure: inout HTML) {
        let meter = newMeter(at: index)
        let isGrand = part == .hands
        let sign = isGrand || hasMelody ? nil : repeatSign(at: index)
        guard index == 0 || meter != nil || sign != nil else { return }
        measure.element("attributes") { attributes in
            if index == 0 {
                attributes.element("divisions", text: "\(divisions)")
                key(to: &attributes)
            }
            if let meter {
                attributes.element("time") { time in
                    time.element("beats", text: "\(meter.beats)")
                    time.element("beat-type", text: "\(meter.unit)")
                }
            }
            if index == 0 {
                if isGrand { attributes.element("staves", text: "2") }
                for (number, sign, line) in isGrand ? [("1", "G", "2"), ("2", "F", "4")] : [("1", "G", "2")] {
                    attributes.element("clef number=?", isGrand ? number : nil) { clef in
                        clef.element("sign", text: sign)
                        clef.element("line", text: line)
                    }
                }
                if reader != .c {
                    attributes.element("transpose") { transpose in
                        transpose.element("diatonic", text: "\(-reader.steps)")
                        transpose.element("chromatic", text: "\(-reader.semitones)")
                    }
                }
            }
            for (isStart, bars) in sign ?? [] {
                attributes.element("measure-style") { style in
                    style.element("measure-repeat type=?", isStart ? "start" : "stop", text: isStart ? "\(bars)" : "")
                }
            }
        }
    }

    private func key(to attributes: inout HTML) {
        // A tune without a key has no key signature.
        if let tune, tune.key == nil { return }
        attributes.element("key") { key in
            key.element("fifths", text: "\(signature?.fifths ?? 0)")
            if let mode = tune?.key?.mode { key.element("mode", text: mode.name.lowercasedASCII) }
        }
    }

    /// The repeat signs that stop and start at a bar, with the number of bars they stand for.
    private func repeatSign(at index: Int) -> [(isStart: Bool, bars: Int)]? {
        func sign(_ index: Int) -> Int {
            guard index >= 0, let frame = bars[index].frame else { return 0 }
            return frame.bar.content == .asLast ? 1 : frame.bar.content == .asTwoBefore ? 2 : 0
        }
        let (last, now) = (sign(index - 1), sign(index))
        guard last != now else { return nil }
        return (last > 0 ? [(false, last)] : []) + (now > 0 ? [(true, now)] : [])
    }

    // MARK: Around bars

    @inline(never)
    private static func direction(
        to measure: inout HTML, sound: [(StaticString, String?)] = [], _ type: (inout HTML) -> Void
    ) {
        measure.element("direction placement='above'") { direction in
            direction.element("direction-type", type)
            if !sound.isEmpty { direction.element("sound", sound) }
        }
    }

    private static func tempo(_ bpm: Double, in meter: Meter, to measure: inout HTML) {
        direction(to: &measure, sound: [("tempo", JSON.thousandths(bpm).text)]) { type in
            type.element("metronome") { metronome in
                let value = NoteValue(Score.pulse(in: meter))
                metronome.element("beat-unit", text: value?.name ?? "quarter")
                if value?.isDotted == true { metronome.void("beat-unit-dot/") }
                metronome.element(
                    "per-minute", text: JSON.thousandths(bpm * Double(meter.unit) / Double(4 * meter.unitsOfBeat)).text)
            }
        }
    }

    private func signs(_ bar: Tunes.Bar, atEnd isAtEnd: Bool, to measure: inout HTML) {
        for mark in bar.marks {
            let text: (inout HTML) -> Void = { $0.element("words", text: mark.words) }
            switch mark {
            case .segno where !isAtEnd:
                Score.direction(to: &measure, sound: [("segno", "segno")]) { $0.element("segno") }
            case .coda where !isAtEnd: Score.direction(to: &measure, sound: [("coda", "coda")]) { $0.element("coda") }
            case .toCoda where isAtEnd: Score.direction(to: &measure, sound: [("tocoda", "coda")], text)
            case .fine where isAtEnd: Score.direction(to: &measure, sound: [("fine", "yes")], text)
            case .end where isAtEnd: Score.direction(to: &measure, text)
            // Played to the last bar, it passes the signs: then only words say so.
            case .jump(let jump) where isAtEnd && jump.goal == .last && hasGoals: Score.direction(to: &measure, text)
            case .jump(let jump) where isAtEnd:
                Score.direction(
                    to: &measure, sound: [jump.start == .segno ? ("dalsegno", "segno") : ("dacapo", "yes")], text)
            // The fermata is on the bar line.
            case .fermata, .segno, .coda, .toCoda, .fine, .end, .jump: break
            }
        }
        guard !isAtEnd else { return }
        for words in bar.words { Score.direction(to: &measure) { $0.element("words", text: words) } }
    }

    private static func leftLine(_ frame: Frame, to measure: inout HTML) {
        guard frame.bar.startsRepeat || frame.beginning != nil else { return }
        measure.element("barline location='left'") { line in
            line.element("bar-style", text: frame.bar.startsRepeat ? "heavy-light" : "regular")
            if let ending = frame.beginning { line.element("ending number=? type=?", ending.numbers, "start") }
            if frame.bar.startsRepeat { line.element("repeat direction='forward'") }
        }
    }

    private static func rightLine(_ frame: Frame, to measure: inout HTML) {
        let hasFermata = frame.bar.marks.contains(.fermata)
        guard frame.bar.end != .single || frame.ending != nil || hasFermata else { return }
        measure.element("barline location='right'") { line in
            var times: Int?
            switch frame.bar.end {
            case .single: line.element("bar-style", text: "regular")
            case .double: line.element("bar-style", text: "light-light")
            case .final: line.element("bar-style", text: "light-heavy")
            case .repeated(let count):
                line.element("bar-style", text: "light-heavy")
                times = count
            }
            if hasFermata { line.element("fermata") }
            if let ending = frame.ending {
                line.element("ending number=? type=?", ending.numbers, times == nil ? "discontinue" : "stop")
            }
            if let times { line.element("repeat direction='backward' times=?", times == 2 ? nil : "\(times)") }
        }
    }

    // MARK: Symbols

    /// Converts ticks to the divisions of a document.
    private struct TimeWriter {
        /// Ticks per division.
        let ticks: Int

        func text(_ time: Int) -> String { "\(time / ticks)" }

        func duration(_ time: Int, to html: inout HTML) { html.element("duration", text: text(time)) }
    }

    /// - Parameter time: the written position in ticks from the beginning of the bar.
    private static func write(_ symbol: Symbol, after time: Int, _ writer: TimeWriter, to measure: inout HTML) {
        let offset = symbol.start == time ? nil : writer.text(symbol.start - time)
        switch symbol.kind {
        case .named(.pair(let pair)) where pair.result == nil:
            direction(to: &measure) { $0.element("words", text: pair.title) }
            harmony([pair.lower], symbol, offset, to: &measure)
            harmony([pair.upper], symbol, offset, to: &measure)
        case .named(let subject): harmony([subject.chord], symbol, offset, to: &measure)
        case .written(.chord(let chord)): harmony([chord], symbol, offset, to: &measure)
        case .written(.polychord(let upper, let lower)): harmony([upper, lower], symbol, offset, to: &measure)
        case .noChord:
            measure.element("harmony") { harmony in
                // A kind needs a root, which is not shown here.
                harmony.element("root") { $0.element("root-step text=''", text: "C") }
                harmony.element("kind text='N.C.'", text: "none")
                if let offset { harmony.element("offset", text: offset) }
            }
        }
    }

    /// One chord, or one over another, the upper one first.
    private static func harmony(_ chords: [Chord], _ symbol: Symbol, _ offset: String?, to measure: inout HTML) {
        measure.element(
            "harmony arrangement=? type=?",
            chords.count > 1 ? "vertical" : nil, symbol.isAlternate ? "alternate" : nil
        ) { harmony in
            for chord in chords {
                let kind = HarmonyKind(of: chord.type)
                let suffix = chord.type.shortSuffix
                harmony.element("root") { note(chord.root, "root-step", "root-alter", to: &$0) }
                harmony.element("kind text=?", suffix.isEmpty ? nil : suffix, text: kind.name)
                if let bass = chord.bass { harmony.element("bass") { note(bass, "bass-step", "bass-alter", to: &$0) } }
                for change in kind.changes {
                    // The text of the kind contains it already.
                    harmony.element("degree print-object='no'") { degree in
                        degree.element("degree-value", text: "\(change.degree.number)")
                        degree.element("degree-alter", text: "\(change.alteration)")
                        degree.element("degree-type", text: change.manner.rawValue)
                    }
                }
            }
            if let offset { harmony.element("offset", text: offset) }
        }
    }

    private static func note(
        _ name: NoteName, _ step: StaticString, _ alter: StaticString, to html: inout HTML
    ) {
        html.element(step, text: name.letter.name)
        if name.accidental.semitones != 0 { html.element(alter, text: "\(name.accidental.semitones)") }
    }

    // MARK: Melody

    /// The melody with the symbols above it, and rests in bars without melody. A word shows repeated chords, because
    /// the repeat sign would repeat the melody too.
    private func melody(at index: Int, _ writer: TimeWriter, to measure: inout HTML) {
        let bar = bars[index]
        switch bar.frame?.bar.content {
        case .asLast where bar.symbols.allSatisfy { $0.isAlternate }:
            Score.direction(to: &measure) { $0.element("words", text: MusicXML.asLast) }
        case .asTwoBefore where bar.symbols.allSatisfy { $0.isAlternate }:
            Score.direction(to: &measure) { $0.element("words", text: MusicXML.asTwoBefore) }
        default: break
        }
        let tied = index > 0 && bars[index - 1].melody.isTied ? bars[index - 1].melody.notes.last?.tone : nil
        let written = WrittenMelody(bar.melody, in: bar.meter, signature, after: tied)
        if written.notes.isEmpty {
            for symbol in bar.symbols { Score.write(symbol, after: 0, writer, to: &measure) }
            Score.rest(bar.length, isBar: true, voice: "1", staff: nil, below: bar.symbols, writer, to: &measure)
        }
        for note in written.notes {
            let symbols = bar.symbols.filter { (note.start..<note.end).contains($0.start) }
            for symbol in symbols { Score.write(symbol, after: note.start, writer, to: &measure) }
            Score.write(note, symbols, writer, to: &measure)
        }
    }

    private static func write(
        _ note: WrittenMelody.Note, _ symbols: [Symbol], _ writer: TimeWriter, to measure: inout HTML
    ) {
        let ties = (note.isContinued ? ["stop"] : []) + (note.continues ? ["start"] : [])
        measure.element("note") { element in
            if let tone = note.tone { pitch(of: tone, to: &element) } else { element.element("rest") }
            writer.duration(note.value.ticks, to: &element)
            for tie in ties { element.element("tie type=?", tie) }
            element.element("voice", text: "1")
            type(note.value, accidental: note.accidental, to: &element)
            if !ties.isEmpty || note.beginsTuplet || note.endsTuplet {
                element.element("notations") { notations in
                    for tie in ties { notations.element("tied type=?", tie) }
                    if note.beginsTuplet { notations.element("tuplet type='start'") }
                    if note.endsTuplet { notations.element("tuplet type='stop'") }
                }
            }
            numerals(of: symbols, to: &element)
        }
    }

    /// The numerals of the chords over a note, as its lyric. Directions would be read as words of the bar.
    private static func numerals(of symbols: [Symbol], to note: inout HTML) {
        let numerals = symbols.compactMap { $0.numeral }
        guard !numerals.isEmpty else { return }
        note.element("lyric") { lyric in
            lyric.element("syllabic", text: "single")
            lyric.element("text", text: numerals.joined(separator: " "))
        }
    }

    // MARK: Slashes

    /// The time between two slashes: a beat.
    static func pulse(in meter: Meter) -> Int {
        beat(in: meter) * meter.unitsOfBeat
    }

    /// A slash for each beat, as rhythm sections read it; rests without chords, and below a repeat sign.
    private func slashes(_ bar: Bar, _ writer: TimeWriter, to measure: inout HTML) {
        var isSilent =
            bar.symbols.first.map { symbol in
                if case .noChord = symbol.kind { symbol.start == 0 && bar.symbols.count == 1 } else { false }
            } ?? false
        if let content = bar.frame?.bar.content, content == .asLast || content == .asTwoBefore { isSilent = true }
        if isSilent {
            for symbol in bar.symbols { Score.write(symbol, after: 0, writer, to: &measure) }
            Score.rest(bar.length, isBar: true, voice: "1", staff: nil, below: [], writer, to: &measure)
            return
        }
        let pulse = Score.pulse(in: bar.meter)
        for start in stride(from: 0, to: bar.length, by: pulse) {
            let symbols = bar.symbols.filter { (start..<start + pulse).contains($0.start) }
            for part in Score.parts(from: start, lasting: pulse, at: symbols.map { $0.start }) {
                let symbols = symbols.filter { part.contains($0.start) }
                for symbol in symbols { Score.write(symbol, after: part.lowerBound, writer, to: &measure) }
                Score.slash(part.count, symbols, writer, to: &measure)
            }
        }
    }

    /// A slash for each chord within a beat, because some programs drop a symbol that is not on a note. If no note
    /// value fits, there is one slash all the same.
    private static func parts(from start: Int, lasting pulse: Int, at places: [Int]) -> [Range<Int>] {
        let bounds = Set(places + [start]).sorted() + [start + pulse]
        let parts = zip(bounds, bounds.dropFirst()).map { $0..<$1 }
        return parts.allSatisfy { NoteValue($0.count) != nil } ? parts : [start..<start + pulse]
    }

    private static func slash(_ time: Int, _ symbols: [Symbol], _ writer: TimeWriter, to measure: inout HTML) {
        measure.element("note") { note in
            // On the middle line.
            note.element("pitch") { pitch in
                pitch.element("step", text: "B")
                pitch.element("octave", text: "4")
            }
            writer.duration(time, to: &note)
            note.element("voice", text: "1")
            if let value = NoteValue(time) {
                note.element("type", text: value.name)
                if value.isDotted { note.element("dot") }
            }
            note.element("stem", text: "none")
            note.element("notehead", text: "slash")
            numerals(of: symbols, to: &note)
        }
    }

    // MARK: Notes

    /// Notes on the same staves as in the drawing, each hand in its own voice; rests on an empty staff.
    private func notes(of bar: Bar, _ symbols: [Symbol], _ writer: TimeWriter, to measure: inout HTML) {
        var columns: [StaffLayout.Column] = []
        for stretch in bar.stretches {
            columns.append(StaffLayout.Column(stretch.column, in: signature, after: columns))
        }
        for clef in KeySignature.Clef.allCases {
            if clef == .bass { Score.back(bar.length, writer, to: &measure) }
            // The usual hand of the staff comes first.
            let own: Hand = clef == .treble ? .right : .left
            for (stretch, column) in zip(bar.stretches, columns) {
                let end = stretch.start + stretch.length
                let above = clef == .bass ? [] : symbols.filter { stretch.start <= $0.start && $0.start < end }
                for symbol in above { Score.write(symbol, after: stretch.start, writer, to: &measure) }
                let octaves = column.octaves(clef)
                if octaves != 0 { Score.octaveShift(octaves, clef, isStart: true, to: &measure) }
                var firstHand: Hand?
                for hand in [own, own.other] {
                    let heads = column.heads.filter { $0.clef == clef && $0.note.hand == hand }
                    guard !heads.isEmpty else { continue }
                    if firstHand != nil { Score.back(stretch.length, writer, to: &measure) }
                    firstHand = firstHand ?? hand
                    let values = NoteValue.tied(stretch.length)
                    for (part, value) in values.enumerated() {
                        for (place, head) in heads.enumerated() {
                            note(
                                head, value, isAbove: place > 0, isContinued: part > 0,
                                continues: part + 1 < values.count,
                                hand == firstHand && place == 0 && part == 0 ? above : [], writer, to: &measure)
                        }
                    }
                }
                if firstHand == nil {
                    Score.rest(
                        stretch.length, isBar: stretch.length == bar.length, voice: Score.voice(own, clef),
                        staff: Score.staff(clef), below: above, writer, to: &measure)
                }
                if octaves != 0 { Score.octaveShift(octaves, clef, isStart: false, to: &measure) }
            }
        }
    }

    private static func back(_ time: Int, _ writer: TimeWriter, to measure: inout HTML) {
        measure.element("backup") { writer.duration(time, to: &$0) }
    }

    private static func rest(
        _ time: Int, isBar: Bool, voice: String, staff: String?, below symbols: [Symbol], _ writer: TimeWriter,
        to measure: inout HTML
    ) {
        // A whole-bar rest has no note value.
        for (part, value) in (isBar ? [nil] : NoteValue.tied(time).map { Optional($0) }).enumerated() {
            measure.element("note") { rest in
                rest.element("rest measure=?", isBar ? "yes" : nil)
                writer.duration(value?.ticks ?? time, to: &rest)
                rest.element("voice", text: voice)
                if let value { Score.type(value, to: &rest) }
                if let staff { rest.element("staff", text: staff) }
                if part == 0 { numerals(of: symbols, to: &rest) }
            }
        }
    }

    private static func staff(_ clef: KeySignature.Clef) -> String { clef == .treble ? "1" : "2" }

    /// The usual numbers of voices: from 1 on the upper staff, from 5 on the lower one.
    private static func voice(_ hand: Hand, _ clef: KeySignature.Clef) -> String {
        clef == .treble ? hand == .right ? "1" : "2" : hand == .left ? "5" : "6"
    }

    /// The written duration without the time between that and its position.
    private static func type(_ value: NoteValue, accidental: Accidental? = nil, to note: inout HTML) {
        note.element("type", text: value.name)
        if value.isDotted { note.element("dot") }
        if let accidental { note.element("accidental", text: word(for: accidental)) }
        guard let tuplet = value.tuplet else { return }
        note.element("time-modification") { modification in
            modification.element("actual-notes", text: "\(tuplet.actual)")
            modification.element("normal-notes", text: "\(tuplet.normal)")
        }
    }

    /// - Parameters:
    ///   - isAbove: whether it sounds together with the previous note.
    ///   - isContinued: whether it is tied to an earlier note.
    ///   - continues: whether it is tied to a later note.
    ///   - symbols: the chords whose numerals are below it.
    private func note(
        _ head: StaffLayout.Column.Head, _ value: NoteValue, isAbove: Bool, isContinued: Bool, continues: Bool,
        _ symbols: [Symbol], _ writer: TimeWriter, to measure: inout HTML
    ) {
        let tone = head.note.tone
        let ties = (isContinued ? ["stop"] : []) + (continues ? ["start"] : [])
        let finger = isContinued ? nil : head.note.finger
        measure.element("note") { note in
            if isAbove { note.element("chord") }
            Score.pitch(of: tone, to: &note)
            writer.duration(value.ticks, to: &note)
            for tie in ties { note.element("tie type=?", tie) }
            note.element("voice", text: Score.voice(head.note.hand, head.clef))
            Score.type(value, accidental: head.hasSign && !isContinued ? tone.name.accidental : nil, to: &note)
            note.element("staff", text: Score.staff(head.clef))
            if finger != nil || !ties.isEmpty {
                note.element("notations") { notations in
                    for tie in ties { notations.element("tied type=?", tie) }
                    if let finger { notations.element("technical") { $0.element("fingering", text: "\(finger)") } }
                }
            }
            Score.numerals(of: symbols, to: &note)
        }
    }

    private static func pitch(of tone: Tone, to note: inout HTML) {
        note.element("pitch") { pitch in
            Score.note(tone.name, "step", "alter", to: &pitch)
            pitch.element("octave", text: "\(tone.octave)")
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

    /// - Parameter octaves: how many octaves the notes sound above their written pitch. The notes have sounding pitch.
    private static func octaveShift(
        _ octaves: Int, _ clef: KeySignature.Clef, isStart: Bool, to measure: inout HTML
    ) {
        measure.element("direction") { direction in
            direction.element("direction-type") { type in
                type.element(
                    "octave-shift type=? size=?",
                    isStart ? octaves > 0 ? "down" : "up" : "stop", "\(7 * abs(octaves) + 1)")
            }
            direction.element("staff", text: staff(clef))
        }
    }
}

extension Tune.WrittenEnding {
    /// `1, 2`
    fileprivate var numbers: String { times.map { "\($0)" }.joined(separator: ", ") }
}

extension String {
    /// The name of the mode in MusicXML.
    fileprivate var lowercasedASCII: String {
        var small = ""
        for scalar in unicodeScalars {
            small.unicodeScalars.append(
                ("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar)
        }
        return small
    }
}
