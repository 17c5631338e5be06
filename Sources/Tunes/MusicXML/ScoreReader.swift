import Harmony

/// Reads a score measure by measure and keeps the parts of a lead sheet.
struct ScoreReader {
    private var scanner: XMLScanner
    private var tune = Tune()
    private var problems: [TuneProblem] = []

    /// The bars of the current part, with section names.
    private var bars: [(bar: Bar, label: String?)] = []
    /// The first part, for a score without chord symbols.
    private var first: (tune: Tune, bars: [(bar: Bar, label: String?)], problems: [TuneProblem])?
    private var divisions = 1
    private var meter: Meter?
    private var hasChords = false
    /// The number of bars that a repetition sign covers; 0 if there is none.
    private var repeated = 0
    private var isRead = false
    /// Whether the score declares its notes not to be a melody.
    private var hasOtherNotes = false

    /// The maximum nesting depth.
    private static let deepest = 40
    /// The maximum number of elements of a measure, including nested ones; more than a thousand notes need.
    private static let maximumElements = 20_000
    /// The number of elements left for the current element.
    private var elementsLeft = 0

    init(_ bytes: [UInt8]) {
        scanner = XMLScanner(bytes)
    }

    /// The supported elements outside measures.
    private enum Element: String {
        case scoreTimewise = "score-timewise"
        case workTitle = "work-title"
        case movementTitle = "movement-title"
        case creator
        case miscellaneousField = "miscellaneous-field"
        case part, measure
    }

    mutating func book() -> TuneBook {
        while let event = scanner.next() {
            guard case .start(let name, let attributes, let isEmpty) = event else { continue }
            switch Element(rawValue: name) {
            case .scoreTimewise:
                let problem = TuneProblem("The score is in timewise format. Save it as partwise MusicXML.")
                if problems.first != problem { problems.insert(problem, at: 0) }
            case .workTitle, .movementTitle:
                let title = tidied(content(of: name, attributes, isEmpty, 0).text)
                if tune.title.isEmpty { tune.title = title }
            case .creator:
                let creator = content(of: name, attributes, isEmpty, 0)
                if tune.composer.isEmpty, creator[attribute: "type"] ?? "composer" == "composer" {
                    tune.composer = tidied(creator.text)
                }
            case .miscellaneousField:
                let field = content(of: name, attributes, isEmpty, 0)
                switch field[attribute: "name"] {
                case "style": tune.style = tidied(field.text)
                case "groove": tune.groove = tidied(field.text)
                case MusicXML.notesField: hasOtherNotes = tidied(field.text) == MusicXML.voicings
                case "choruses":
                    tune.choruses = wholeNumber(field.text.utf8).flatMap { (1...99).contains($0) ? $0 : nil }
                default: break
                }
            case .part:
                // The first part with chord symbols is the lead sheet, otherwise the first part.
                if !hasChords { begin() }
                isRead = !hasChords
            case .measure:
                let measure = content(of: name, attributes, isEmpty, 0)
                if isRead, elementsLeft < 0 {
                    report(
                        "A measure can have at most \(ScoreReader.maximumElements) elements. The others were left out.")
                }
                if isRead { read(measure) }
            default: break
            }
        }
        return finished()
    }

    private mutating func begin() {
        if first == nil, !bars.isEmpty { first = (tune, bars, problems) }
        bars = []
        problems.removeAll { $0.bar != nil }
        divisions = 1
        meter = nil
        repeated = 0
    }

    /// The content of an element whose start tag was read.
    private mutating func content(
        of name: String, _ attributes: [(name: String, value: String)], _ isEmpty: Bool, _ depth: Int
    ) -> XMLNode {
        var node = XMLNode(name: name, attributes: attributes)
        if depth == 0 { elementsLeft = ScoreReader.maximumElements }
        guard !isEmpty else { return node }
        while let event = scanner.next() {
            switch event {
            case .text(let text): node.text += text
            case .end: return node
            case .start(let name, let attributes, let isEmpty):
                elementsLeft = max(elementsLeft - 1, -1)
                if depth < ScoreReader.deepest, elementsLeft >= 0 {
                    node.children.append(content(of: name, attributes, isEmpty, depth + 1))
                } else if !isEmpty {
                    skip()
                }
            }
        }
        return node
    }

    /// Skips an element whose start tag was read.
    private mutating func skip() {
        var open = 1
        while open > 0, let event = scanner.next() {
            switch event {
            case .start(_, _, let isEmpty): open += isEmpty ? 0 : 1
            case .end: open -= 1
            case .text: break
            }
        }
    }

    private mutating func finished() -> TuneBook {
        if !hasChords, let first { (tune, bars, problems) = first }
        var book = TuneBook()
        book.problems = problems
        // A melody without chords is accepted too.
        if !hasChords, problems.isEmpty, bars.allSatisfy({ $0.bar.melody.isEmpty }) {
            book.problems.append(
                TuneProblem(
                    "The score has no chord symbols and no melody: expected harmony elements, or notes of one voice."))
        }
        guard !bars.isEmpty else { return book }
        var tune = tune
        for (bar, label) in bars {
            if label != nil || tune.sections.isEmpty { tune.sections.append(Tune.Section(label ?? "")) }
            tune.sections[tune.sections.count - 1].bars.append(bar)
        }
        for index in book.problems.indices where book.problems[index].bar != nil { book.problems[index].tune = 0 }
        book.tunes = [tune]
        return book
    }

    // MARK: A measure

    /// The supported elements of a measure.
    private enum MeasureElement: String {
        case attributes, note, backup, forward, harmony, direction, sound, barline
    }

    private mutating func read(_ measure: XMLNode) {
        var bar = Bar()
        var label: String?
        var chords: [BarChord] = []
        var line = MelodyLine()
        var now = 0, furthest = 0
        for child in measure.children {
            let time = min(max(0, child.number(of: "duration") ?? 0), ScoreReader.longest)
            switch MeasureElement(rawValue: child.name) {
            case .attributes: read(attributes: child, into: &bar)
            case .note:
                let isTogether = child.child("chord") != nil || child.child("grace") != nil
                line.take(child, at: now, lasting: time, divisions)
                if child.children.contains(where: { $0.name == "notations" && $0.child("fermata") != nil }) {
                    bar.add(.fermata)
                }
                if !isTogether { now = min(now + time, ScoreReader.longest) }
            case .backup: now = max(0, now - time)
            case .forward: now = min(now + time, ScoreReader.longest)
            case .harmony:
                let place = position(now + (child.number(of: "offset") ?? 0))
                if let sound = sound(child) {
                    let chord = BarChord(sound, at: place)
                    if child[attribute: "type"] == "alternate" {
                        bar.alternates.append(chord)
                    } else {
                        chords.append(chord)
                    }
                }
                hasChords = true
            case .direction, .sound: read(direction: child, into: &bar, &label)
            case .barline: read(barLine: child, into: &bar)
            default: break
            }
            furthest = max(furthest, now)
        }
        var melody = line.finished()
        // A pickup is moved to the end of its bar.
        let length = (meter ?? .common).melodyTicks
        let missing = length - MelodyLine.ticks(furthest, divisions)
        if bars.isEmpty, furthest > 0, missing > 0,
            measure[attribute: "implicit"] == "yes" || measure[attribute: "number"] == "0"
        {
            let later = 12 * missing * (meter ?? .common).unit / Melody.whole
            func move(_ chords: inout [BarChord]) {
                for index in chords.indices {
                    chords[index].position = position(twelfths: chords[index].position.twelfths + later)
                }
            }
            move(&chords)
            move(&bar.alternates)
            melody = melody.moved(by: missing)
        }
        var own: [BarChord] = []
        // Of two chords at one position the second is an alternate.
        for chord in chords.ordered(by: { $0.position < $1.position }) {
            if own.last?.position == chord.position { bar.alternates.append(chord) } else { own.append(chord) }
        }
        bar.sortAlternates()
        // With a melody, the sign is written above it instead of a chord.
        if !own.isEmpty || bar.content == .chords([]) {
            bar.content = repeated > 0 && own.isEmpty ? (repeated == 1 ? .asLast : .asTwoBefore) : .chords(own)
        }
        if !hasOtherNotes { bar.melody = melody.fitting(length) }
        // A score's repetition sign also repeats the melody.
        if repeated > 0, bar.melody.isEmpty, bars.count >= repeated {
            bar.melody = bars[bars.count - repeated].bar.melody.fitting(length)
        }
        if bars.count < Tune.maximumBars {
            bars.append((bar, label))
        } else if bars.count == Tune.maximumBars {
            isRead = false
            report("A tune can have at most \(Tune.maximumBars) bars. The others were left out.")
        }
    }

    /// More divisions than any bar has, within the range of 32-bit integers.
    private static let longest = 100_000_000

    /// The position in the bar, given in divisions of a quarter note.
    private func position(_ divided: Int) -> Position {
        let unit = Int64((meter ?? .common).unit)
        let twelfths = (2 * 12 * Int64(max(0, divided)) * unit + 4 * Int64(divisions)) / (2 * 4 * Int64(divisions))
        return position(twelfths: Int(min(twelfths, 12 * Int64(Meter.most))))
    }

    private func position(twelfths: Int) -> Position {
        Position(twelfths: min(twelfths, 12 * (meter ?? .common).beats - 1))
    }

    private mutating func read(attributes: XMLNode, into bar: inout Bar) {
        if let count = attributes.number(of: "divisions"), (1...100_000).contains(count) { divisions = count }
        if tune.key == nil, let key = attributes.child("key"), let fifths = key.number(of: "fifths"), abs(fifths) <= 7 {
            let mode = key.text(of: "mode").flatMap { name in Mode.allCases.first { isSameWord($0.name, name) } }
            tune.key = Key(signature: fifths, mode ?? .major)
        }
        if let time = attributes.child("time"), let beats = time.number(of: "beats"),
            let unit = time.number(of: "beat-type")
        {
            guard let new = Meter(beats, unit) else {
                report("“\(beats)/\(unit)” is not a time signature.")
                return
            }
            if meter == nil, bars.isEmpty {
                tune.meter = new
            } else if new != meter {
                bar.meter = new
            }
            meter = new
        }
        for style in attributes.children where style.name == "measure-style" {
            guard let sign = style.child("measure-repeat") else { continue }
            let count = signedNumber(tidied(sign.text)) ?? 1
            repeated = sign[attribute: "type"] == "stop" ? 0 : count == 2 ? 2 : 1
        }
    }

    private mutating func report(_ message: String) {
        guard problems.count < TuneProblem.most else { return }
        problems.append(TuneProblem(tune: 0, bar: bars.count + 1, message))
    }

    /// The supported elements of a direction.
    private enum DirectionElement: String {
        case segno, coda, rehearsal, words, metronome
    }

    private mutating func read(direction: XMLNode, into bar: inout Bar, _ label: inout String?) {
        let hadCoda = bar.marks.contains(.coda)
        for type in direction.children where type.name == "direction-type" {
            for sign in type.children {
                switch DirectionElement(rawValue: sign.name) {
                case .segno: bar.add(.segno)
                case .coda: bar.add(.coda)
                case .rehearsal: label = tidied(sign.text)
                case .words:
                    let words = wordsOfBar(sign.text)
                    if words == MusicXML.asLast {
                        bar.content = .asLast
                    } else if words == MusicXML.asTwoBefore {
                        bar.content = .asTwoBefore
                    } else if let mark = Mark(words: words) {
                        bar.add(mark)
                    } else if !words.isEmpty {
                        bar.words.append(words)
                    }
                case .metronome:
                    if let tempo = sign.number(of: "per-minute") { set(tempo: tempo, of: sign) }
                default: break
                }
            }
        }
        let sound = direction.name == "sound" ? direction : direction.child("sound")
        guard let sound else { return }
        if let tempo = sound[attribute: "tempo"].flatMap({ signedNumber($0) }) { set(tempo: tempo, of: nil) }
        // The sound element does not repeat a jump that words already describe.
        if bar.jump == nil {
            if sound[attribute: "dacapo"] == "yes" { bar.add(.jump(.init(from: .beginning, to: .last))) }
            if sound[attribute: "dalsegno"] != nil { bar.add(.jump(.init(from: .segno, to: .last))) }
        }
        if sound[attribute: "tocoda"] != nil {
            // The “To Coda” sign looks like the coda sign.
            if !hadCoda || direction.name == "sound" { bar.remove(.coda) }
            bar.add(.toCoda)
        }
        if sound[attribute: "fine"] != nil { bar.add(.fine) }
    }

    /// Sets the tune's tempo from the first one, in beats of its meter.
    /// - Parameter metronome: the counted notes; nil for quarter notes.
    private mutating func set(tempo: Int, of metronome: XMLNode?) {
        guard tune.tempo == nil, (1...999).contains(tempo) else { return }
        // In eighths of a whole note, half as much again if dotted.
        let part = metronome.flatMap { $0.text(of: "beat-unit") }.flatMap { MelodyLine.part($0) } ?? 4
        var unit = 2 * (part > 32 ? 8 : 32 / part)
        if metronome?.child("beat-unit-dot") != nil { unit += unit / 2 }
        // Rounded, because converted beats need not be whole numbers.
        let beat = 64 * tune.meter.unitsOfBeat
        let beats = (2 * tempo * unit * tune.meter.unit + beat) / (2 * beat)
        if (1...999).contains(beats) { tune.tempo = beats }
    }

    private mutating func read(barLine line: XMLNode, into bar: inout Bar) {
        switch line.text(of: "bar-style") {
        case "light-heavy": bar.end = .final
        case "light-light" where line[attribute: "location"] != "left": bar.end = .double
        default: break
        }
        if line.child("segno") != nil { bar.add(.segno) }
        if line.child("coda") != nil { bar.add(.coda) }
        if line.child("fermata") != nil { bar.add(.fermata) }
        if let ending = line.child("ending"), ending[attribute: "type"] == "start" {
            // “1, 2” applies until the next ending.
            let number = (ending[attribute: "number"] ?? "1").utf8.drop { $0 == 32 }.prefix { (48...57).contains($0) }
            bar.ending = wholeNumber(number).map { max(1, $0) } ?? 1
        }
        if let sign = line.child("repeat") {
            if sign[attribute: "direction"] == "forward" {
                bar.startsRepeat = true
            } else {
                let times = sign[attribute: "times"].flatMap { signedNumber($0) } ?? 2
                bar.end = .repeated(min(max(times, 2), Bar.maximumTimes))
            }
        }
    }

    // MARK: Chords

    private mutating func sound(_ harmony: XMLNode) -> Sound? {
        var chords: [Chord] = []
        var children = harmony.children[...]
        while let index = children.firstIndex(where: { $0.name == "root" || $0.name == "kind" }) {
            let start = children[index].name == "root" ? index + 1 : index
            let next = children[start...].firstIndex { $0.name == "root" } ?? children.endIndex
            let group = children[index..<next]
            children = children[next...]
            guard let kind = group.first(where: { $0.name == "kind" }) else { continue }
            let name = tidied(kind.text)
            if name == "none" { return .noChord }
            do throws(KindError) {
                guard let root = ScoreReader.note(group.first { $0.name == "root" }, "root-step", "root-alter") else {
                    throw KindError(message: "A chord without a root cannot be read.")
                }
                let bass = ScoreReader.note(group.first { $0.name == "bass" }, "bass-step", "bass-alter")
                let type = try HarmonyKinds.type(
                    name, text: kind[attribute: "text"] ?? "", degrees: group.filter { $0.name == "degree" })
                chords.append(Chord(root, type, bass: bass))
            } catch {
                report(error.message)
                return nil
            }
        }
        switch chords.count {
        case 0:
            report("A chord symbol without a kind cannot be read.")
            return nil
        case 1: return .chord(.chord(chords[0]))
        default: return .chord(.polychord(upper: chords[0], lower: chords[1]))
        }
    }

    /// A note from the named letter and accidental elements.
    static func note(_ node: XMLNode?, _ step: String, _ alter: String) -> NoteName? {
        guard let node, let step = node.text(of: step), step.utf8.count == 1,
            let letter = Letter.allCases.first(where: { $0.name == step }),
            let alter = Optional(node.number(of: alter) ?? 0), abs(alter) <= 2
        else { return nil }
        return NoteName(letter, Accidental(semitones: alter))
    }
}
