import Harmony

/// Reads a score measure by measure and keeps the parts of a lead sheet.
struct ScoreReader {
    private var scanner: XMLScanner
    private var tune = Tune()
    private var problems: [TuneProblem] = []

    /// The bars of the current part, with section names.
    private var bars: [(bar: Bar, label: String?)] = []
    private typealias Part = (
        tune: Tune, hasOpenMode: Bool, bars: [(bar: Bar, label: String?)], problems: [TuneProblem],
        soundJumps: [(bar: Int, start: Mark.Jump.Start)], codas: [Int]
    )
    /// The first part, for a score without chord symbols and for signs that only this part has.
    private var first: Part?
    /// Of the parts so far, the one with chords in the most bars, and the number of these bars.
    private var lead: (part: Part, chords: Int)?
    /// The first part with a melody that is not in the bass clef.
    private var singer: Part?
    /// Whether the part begins with a bass clef.
    private var isLow = false
    private var divisions = 1
    private var meter: Meter?
    /// The meter in which the last bar is written, which may be shorter or longer than the time signature.
    private var lastMeter: Meter?
    /// The key at the current measure.
    private var key: Key?
    /// Whether the first key is a signature without a mode.
    private var hasOpenMode = false
    /// The last chord, which a bass without a root continues.
    private var lastChord: Chord?
    /// From written to sounding pitch.
    private var transposition = ScoreTransposition()
    /// The bars whose jump is named by a sound element. Its goal follows from the signs of the score.
    private var soundJumps: [(bar: Int, start: Mark.Jump.Start)] = []
    /// The bars at whose end a coda sign without a name is printed: one before the first note is at the end of the bar
    /// before.
    private var codas: [Int] = []
    private var hasChords = false
    /// The number of bars that a repetition sign repeats; 0 if there is none.
    private var repeated = 0
    private var isRead = false
    /// Whether the score declares its notes not to be a melody.
    private var hasOtherNotes = false

    /// The font size of the title, if only its place on the page says that it is one.
    private var titleSize: Int?
    /// Whether a part has chords in bars where the lead sheet has others or none.
    private var hasOtherChords = false

    /// The maximum nesting depth.
    private static let maximumDepth = 40
    /// The maximum number of elements of a measure, including nested ones; more than a thousand notes need.
    private static let maximumElements = 20_000
    /// The number of elements left for the current element.
    private var elementsLeft = 0

    init(_ bytes: [UInt8]) {
        scanner = XMLScanner(bytes)
    }

    /// The supported elements outside measures.
    private enum Element: String {
        case workTitle = "work-title"
        case movementTitle = "movement-title"
        case creator, credit
        case miscellaneousField = "miscellaneous-field"
        case part, measure
    }

    mutating func book() -> TuneBook {
        while let event = scanner.next() {
            guard case .start(let name, let attributes, let isEmpty) = event else { continue }
            switch Element(rawValue: name) {
            case .workTitle, .movementTitle:
                // The work may be the collection.
                let title = tidied(content(of: name, attributes, isEmpty, 0).text)
                if tune.title.isEmpty || name == Element.movementTitle.rawValue && !title.isEmpty { tune.title = title }
            case .creator:
                let creator = content(of: name, attributes, isEmpty, 0)
                if tune.composer.isEmpty, creator[attribute: "type"] ?? "composer" == "composer" {
                    tune.composer = tidied(creator.text)
                }
            case .credit:
                // What is printed on the first page, if nothing else names the tune.
                let credit = content(of: name, attributes, isEmpty, 0)
                let parts = credit.children.filter { $0.name == "credit-words" }
                let words = tidied(parts.map { $0.text }.joined(separator: " "))
                switch credit.text(of: "credit-type") {
                case "title" where tune.title.isEmpty: tune.title = words
                case "composer" where tune.composer.isEmpty: tune.composer = words
                case nil where credit[attribute: "page"] ?? "1" == "1":
                    if let style = parts.first { read(untyped: words, style) }
                default: break
                }
            case .miscellaneousField:
                let field = content(of: name, attributes, isEmpty, 0)
                switch field[attribute: "name"] {
                case "style": tune.style = tidied(field.text)
                case "groove": tune.groove = tidied(field.text)
                case MusicXML.notesField: hasOtherNotes = tidied(field.text) == MusicXML.voicings
                case "choruses":
                    tune.choruses = wholeNumber(field.text.bytes[...]).flatMap { (1...99).contains($0) ? $0 : nil }
                default: break
                }
            case .part:
                endPart()
                begin()
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

    /// Reads a credit of the first page without a type, as in MuseScore's frames: the largest words in the center are
    /// the title, words at the right the composer.
    private mutating func read(untyped words: String, _ style: XMLNode) {
        let size = style[attribute: "font-size"].flatMap { signedNumber($0) } ?? 0
        switch style[attribute: "justify"] ?? style[attribute: "halign"] {
        // A copyright is at the bottom.
        case "center" where style[attribute: "valign"] != "bottom":
            guard tune.title.isEmpty || size > titleSize ?? Int.max else { return }
            (tune.title, titleSize) = (words, size)
        case "right" where tune.composer.isEmpty: tune.composer = words
        default: break
        }
    }

    private static func hasMelody(_ bars: [(bar: Bar, label: String?)]) -> Bool {
        bars.contains { !$0.bar.melody.isEmpty }
    }

    /// Gives the chords the melody of another part with as many bars.
    private mutating func takeMelody(of others: [(bar: Bar, label: String?)]) {
        guard others.count == bars.count, !ScoreReader.hasMelody(bars) else { return }
        for index in bars.indices { bars[index].bar.melody = others[index].bar.melody }
    }

    /// Gives the chords the signs of the first part if it has as many bars. MuseScore writes jumps and rehearsal marks
    /// only there.
    private mutating func takeSigns(of part: Part) {
        guard part.bars.count == bars.count else { return }
        for (index, other) in part.bars.enumerated() {
            bars[index].label = bars[index].label ?? other.label
            bars[index].bar.takeSigns(of: other.bar)
        }
        soundJumps += part.soundJumps
        if codas.count < part.codas.count { codas = part.codas }
    }

    /// Keeps the part that was read if the lead sheet may consist of it.
    ///
    /// A part for a horn may have a few chord symbols for a solo, above a rhythm section that has all of them.
    private mutating func endPart() {
        guard !bars.isEmpty else { return }
        let part: Part = (tune, hasOpenMode, bars, problems, soundJumps, codas)
        if first == nil { first = part }
        let chords = bars.count { bar, _ in
            switch bar.content {
            case .asLast, .asTwoBefore: true
            case .chords(let chords): chords.contains { $0.symbol != nil }
            }
        }
        let isLead = lead.map { $0.chords < chords } ?? true
        if let lead, chords > 0 {
            let (kept, other) = isLead ? (bars, lead.part.bars) : (lead.part.bars, bars)
            hasOtherChords =
                hasOtherChords
                || zip(kept, other).contains { kept, other in
                    guard case .chords(let own) = kept.bar.content else { return false }
                    return !other.bar.chords.isEmpty && other.bar.chords != own
                }
        }
        if hasChords, isLead { lead = (part, chords) }
        if singer == nil, !isLow, ScoreReader.hasMelody(bars) { singer = part }
    }

    private mutating func begin() {
        isRead = true
        bars = []
        isLow = false
        problems.removeAll { $0.tune != nil }
        divisions = 1
        meter = nil
        lastMeter = nil
        lastChord = nil
        key = nil
        tune.key = nil
        hasOpenMode = false
        transposition = ScoreTransposition()
        soundJumps = []
        codas = []
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
                if depth < ScoreReader.maximumDepth, elementsLeft >= 0 {
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
        endPart()
        if let part = lead?.part ?? first { (tune, hasOpenMode, bars, problems, soundJumps, codas) = part }
        if tune.key == nil, let first { (tune.key, hasOpenMode) = (first.tune.key, first.hasOpenMode) }
        if hasOtherChords {
            problems.append(
                TuneProblem(tune: 0, "Another part has different chord symbols. They were left out."))
        }
        if let first { takeSigns(of: first) }
        aimJumps()
        if let first, hasChords, !hasOtherNotes {
            takeMelody(of: first.bars)
            if let singer { takeMelody(of: singer.bars) }
        }
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
        if hasOpenMode { tune.key = ScoreReader.minor(of: tune) ?? tune.key }
        for index in book.problems.indices where book.problems[index].bar != nil { book.problems[index].tune = 0 }
        book.tunes = [tune]
        return book
    }

    /// The minor key with the signature of a tune's major key, if its chords are in that key.
    ///
    /// The mode is optional in MusicXML, and some programs write none without sharps or flats.
    private static func minor(of tune: Tune) -> Key? {
        guard let signature = tune.key?.fifths else { return nil }
        var open = tune
        open.key = nil
        let minor = Key(signature: signature, .minor)
        guard let found = TuneAnalysis(of: open).key, found.mode == .minor else { return nil }
        return found.tonic.pitchClass == minor.tonic.pitchClass ? minor : nil
    }

    /// Sets the goals of jumps that a sound element names: with “To Coda” and a coda it is the coda, with “Fine” that.
    private mutating func aimJumps() {
        func has(_ mark: Mark) -> Bool { bars.contains { $0.bar.marks.contains(mark) } }
        // Of two signs without a name, the first leads to the coda.
        let signs = bars.indices.filter { bars[$0].bar.marks.contains(.coda) }
        if signs.count == 2, codas.count == 2, !has(.toCoda), codas[0] >= 0, codas[0] < signs[1] {
            bars[signs[0]].bar.remove(.coda)
            bars[codas[0]].bar.add(.toCoda)
        }
        let goal = has(.toCoda) && has(.coda) ? Mark.Jump.Goal.coda : has(.fine) ? .fine : .last
        for (index, start) in soundJumps where bars.indices.contains(index) && goal != .last {
            let mark = Mark.jump(.init(from: start, to: .last))
            guard bars[index].bar.marks.contains(mark) else { continue }
            bars[index].bar.remove(mark)
            bars[index].bar.add(.jump(.init(from: start, to: goal)))
        }
        soundJumps = []
    }

    // MARK: A measure

    /// The supported elements of a measure.
    private enum MeasureElement: String {
        case attributes, note, backup, forward, harmony, direction, sound, barline
    }

    /// A measure as far as it is read.
    private struct MeasureDraft {
        var bar = Bar()
        var label: String?
        var chords: [BarChord] = []
        // Chords that are not printed, and Roman numerals, which analyze chords. They sound, but a chord that is
        // printed, or not a numeral, replaces one.
        var hidden: [BarChord] = []
        var numerals: [BarChord] = []
        var line = MelodyLine()
        /// The current place, the end of the notes, and the last place of a chord, in divisions.
        var now = 0, furthest = 0, latest = 0
        /// Whether any note was read: “To Coda” and “Fine” before the first one belong to the bar before.
        var hasNotes: Bool
        /// A jump before the first note. It belongs to this bar, which would never be played otherwise.
        var earlyJump: Mark.Jump?
        /// Whether a rest fills the measure, whatever its duration says.
        var isWhole = false

        init(of measure: XMLNode) {
            hasNotes = !measure.children.contains { $0.name == "note" || $0.name == "forward" }
        }

        /// Adds the chords that are replaced only by others at the same position.
        mutating func addReplaceable() {
            for chord in hidden + numerals where !chords.contains(where: { $0.position == chord.position }) {
                chords.append(chord)
            }
        }

        mutating func moveChords(_ place: (Position) -> Position) {
            for index in chords.indices { chords[index].position = place(chords[index].position) }
            for index in bar.alternates.indices {
                bar.alternates[index].position = place(bar.alternates[index].position)
            }
        }
    }

    private mutating func read(_ measure: XMLNode) {
        var draft = MeasureDraft(of: measure)
        for child in measure.children { read(child, into: &draft) }
        if let jump = draft.earlyJump, draft.bar.marks.contains(.coda) { move(jump, toBarBefore: &draft.bar) }
        draft.addReplaceable()
        let isMarked = measure[attribute: "implicit"] == "yes" || measure[attribute: "number"] == "0"
        var melody = draft.line.finished()
        let length = fit(&draft, &melody, isMarkedPickup: isMarked)
        setChords(of: &draft)
        if !hasOtherNotes { draft.bar.melody = melody.fitting(length) }
        // A score's repetition sign also repeats the melody.
        if repeated > 0, draft.bar.melody.isEmpty, bars.count >= repeated {
            draft.bar.melody = bars[bars.count - repeated].bar.melody.fitting(length)
        }
        if bars.count < Tune.maximumBars {
            bars.append((draft.bar, draft.label))
        } else if bars.count == Tune.maximumBars {
            isRead = false
            report("A tune can have at most \(Tune.maximumBars) bars. The others were left out.")
        }
    }

    private mutating func read(_ child: XMLNode, into draft: inout MeasureDraft) {
        let time = min(max(0, child.number(of: "duration") ?? 0), ScoreReader.maximumDivisions)
        switch MeasureElement(rawValue: child.name) {
        case .attributes: read(attributes: child, into: &draft.bar)
        case .note:
            let isTogether = child.child("chord") != nil || child.child("grace") != nil
            draft.line.take(child, at: draft.now, lasting: time, divisions, transposition)
            draft.hasNotes = true
            draft.isWhole = draft.isWhole || child.child("rest")?[attribute: "measure"] == "yes"
            if child.children.contains(where: { $0.name == "notations" && $0.child("fermata") != nil }) {
                draft.bar.add(.fermata)
            }
            if !isTogether { draft.now = min(draft.now + time, ScoreReader.maximumDivisions) }
        case .backup: draft.now = max(0, draft.now - time)
        case .forward:
            draft.now = min(draft.now + time, ScoreReader.maximumDivisions)
            draft.hasNotes = true
        case .harmony: read(harmony: child, into: &draft)
        case .direction, .sound:
            let offset = child.number(of: "offset") ?? 0
            let isAtStart = !draft.hasNotes && draft.now == 0 && offset <= 0 && !bars.isEmpty
            let jump = draft.bar.jump
            read(direction: child, into: &draft.bar, &draft.label, isAtStart: isAtStart)
            if isAtStart, draft.bar.jump != jump { draft.earlyJump = draft.bar.jump }
        case .barline: read(barLine: child, into: &draft.bar)
        default: break
        }
        draft.furthest = max(draft.furthest, draft.now)
    }

    /// Moves a jump at the beginning of the coda, which is after the jump, to the bar before.
    private mutating func move(_ jump: Mark.Jump, toBarBefore bar: inout Bar) {
        bar.remove(.jump(jump))
        bars[bars.count - 1].bar.add(.jump(jump))
        if let last = soundJumps.indices.last, soundJumps[last].bar == bars.count { soundJumps[last].bar -= 1 }
    }

    private mutating func read(harmony: XMLNode, into draft: inout MeasureDraft) {
        hasChords = true
        let most = ScoreReader.maximumDivisions
        let start = draft.now + min(max(harmony.number(of: "offset") ?? 0, -most), most)
        draft.latest = max(draft.latest, start)
        guard let sound = sound(harmony, in: &draft.bar) else { return }
        let isAlternate = harmony[attribute: "type"] == "alternate"
        if !isAlternate, case .chord(.chord(let chord)) = sound { lastChord = chord }
        let chord = BarChord(sound, at: position(start))
        if start < 0, addToBarBefore(sound, -start) { return }
        if harmony.child("function") != nil {
            draft.numerals.append(chord)
        } else if harmony[attribute: "print-object"] == "no" {
            draft.hidden.append(chord)
        } else if isAlternate {
            draft.bar.alternates.append(chord)
        } else {
            draft.chords.append(chord)
        }
    }

    /// Fits a measure that is shorter or longer than its time signature: a pickup is moved to the end of its bar, any
    /// other has a meter of its own.
    /// - Parameter isMarkedPickup: whether the score says that it is a pickup.
    /// - Returns: the length of the bar in ticks of the melody.
    private mutating func fit(
        _ draft: inout MeasureDraft, _ melody: inout Melody, isMarkedPickup: Bool
    ) -> Int {
        let usual = meter ?? .common
        let missing = usual.melodyTicks - MelodyLine.ticks(draft.furthest, divisions)
        if bars.isEmpty, draft.furthest > draft.latest, missing > 0, !draft.isWhole, meter != nil || isMarkedPickup {
            let later = 12 * missing * usual.unit / Melody.whole
            draft.moveChords { ScoreReader.position(twelfths: $0.twelfths + later, in: usual) }
            melody = melody.moved(by: missing)
            return usual.melodyTicks
        }
        let own = (draft.isWhole ? nil : ownMeter(of: draft.furthest, draft.latest)) ?? usual
        if own != lastMeter ?? tune.meter { draft.bar.meter = own }
        lastMeter = own
        // Positions count its units, which may be smaller.
        draft.moveChords { ScoreReader.position(twelfths: $0.twelfths * (own.unit / usual.unit), in: own) }
        return own.melodyTicks
    }

    /// Sets the content of the bar. Of two chords at one position the second is an alternate, unless both are equal, as
    /// above the staves of a piano.
    private func setChords(of draft: inout MeasureDraft) {
        var own: [BarChord] = []
        for chord in draft.chords.ordered(by: { $0.position < $1.position }) {
            if own.last?.position != chord.position {
                own.append(chord)
            } else if own.last != chord {
                draft.bar.alternates.append(chord)
            }
        }
        draft.bar.sortAlternates()
        // With a melody, the sign is written above it instead of a chord.
        if !own.isEmpty || draft.bar.content == .chords([]) {
            draft.bar.content = own.isEmpty ? repeatedContent : .chords(own)
        }
    }

    /// The content of a measure without chords. For more than two bars there is no sign, so the chords are copied.
    private var repeatedContent: Bar.Content {
        switch repeated {
        case 0: return .chords([])
        case 1: return .asLast
        case 2: return .asTwoBefore
        default:
            var index = bars.count - repeated
            while index >= 0 {
                switch bars[index].bar.content {
                case .asLast: index -= 1
                case .asTwoBefore: index -= 2
                case .chords(var chords):
                    let start = Position(twelfths: 0)
                    // A chord that is held from the bar before the copied ones.
                    if chords.first?.position != start, let held = lastSound(before: index),
                        held != lastSound(before: bars.count)
                    {
                        chords.insert(BarChord(held, at: start), at: 0)
                    }
                    let length = 12 * (lastMeter ?? .common).beats
                    return .chords(chords.filter { $0.position.twelfths < length })
                }
            }
            return .chords([])
        }
    }

    /// The chord that sounds at the end of the bars before an index. The search ends where no sign reaches, because a
    /// damaged score may have thousands of bars without a chord.
    private func lastSound(before end: Int) -> Sound? {
        var index = end - 1
        while index >= max(0, end - Bar.maximumTimes) {
            if case .chords(let chords) = bars[index].bar.content, let last = chords.last { return last.sound }
            index -= bars[index].bar.content == .asTwoBefore ? 2 : 1
        }
        return nil
    }

    /// The meter of a measure that is shorter or longer than its time signature, such as one of two around a repeat
    /// sign. It lasts as long as its notes.
    /// - Parameters:
    ///   - divided: the end of its notes, in divisions.
    ///   - latest: where its last chord begins.
    /// - Returns: nil for a measure of the usual length, without notes, or of no whole number of 32nds.
    private func ownMeter(of divided: Int, _ latest: Int) -> Meter? {
        guard let meter, divided > latest, divided / divisions <= Meter.maximumBeats, 8 * divided % divisions == 0
        else { return nil }
        var (beats, unit) = (8 * divided / divisions, 32)
        if beats * meter.unit == meter.beats * unit { return nil }
        while unit > meter.unit, beats % 2 == 0 { (beats, unit) = (beats / 2, unit / 2) }
        return Meter(beats, unit)
    }

    /// Adds a chord that a negative offset puts before its bar line.
    /// - Parameter divided: the distance from the bar line, in divisions.
    private mutating func addToBarBefore(_ sound: Sound, _ divided: Int) -> Bool {
        guard let last = bars.indices.last, case .chords(var chords) = bars[last].bar.content else { return false }
        let meter = lastMeter ?? meter ?? .common
        let unit = Int64(meter.unit)
        let distance = (2 * 12 * Int64(divided) * unit + 4 * Int64(divisions)) / (2 * 4 * Int64(divisions))
        let place = 12 * Int64(meter.beats) - distance
        guard place >= 0, !chords.contains(where: { $0.position.twelfths == Int(place) }) else { return false }
        chords.append(BarChord(sound, at: Position(twelfths: Int(place))))
        bars[last].bar.content = .chords(chords.ordered { $0.position < $1.position })
        return true
    }

    /// More divisions than any bar has, within the range of 32-bit integers.
    private static let maximumDivisions = 100_000_000

    /// The position in the bar, given in divisions of a quarter note.
    private func position(_ divided: Int) -> Position {
        let unit = Int64((meter ?? .common).unit)
        let twelfths = (2 * 12 * Int64(max(0, divided)) * unit + 4 * Int64(divisions)) / (2 * 4 * Int64(divisions))
        return Position(twelfths: Int(min(twelfths, 12 * Int64(Meter.maximumBeats))))
    }

    /// A chord after the end of its measure is on the last beat.
    private static func position(twelfths: Int, in meter: Meter) -> Position {
        Position(twelfths: twelfths < 12 * meter.beats ? twelfths : 12 * (meter.beats - 1))
    }

    private mutating func read(attributes: XMLNode, into bar: inout Bar) {
        if let count = attributes.number(of: "divisions"), (1...100_000).contains(count) { divisions = count }
        if bars.isEmpty, attributes.child("clef")?.text(of: "sign") == "F" { isLow = true }
        if let transpose = attributes.child("transpose") {
            transposition = ScoreTransposition(transpose)
            if let name = transposition.instrument {
                let problem = TuneProblem(
                    tune: 0, "The part is written for an instrument in \(name). It was read as it sounds.")
                if !problems.contains(problem) { problems.append(problem) }
            }
        }
        if let child = attributes.child("key"), let fifths = child.number(of: "fifths"), abs(fifths) <= 7 {
            let mode = ScoreReader.mode(child.text(of: "mode") ?? "")
            key = transposition.sounding(Key(signature: fifths, mode ?? .major))
            if tune.key == nil {
                tune.key = key
                hasOpenMode = mode == nil
            }
        }
        if let time = attributes.child("time"), let new = read(time: time) {
            if meter == nil, bars.isEmpty {
                tune.meter = new
                lastMeter = new
            }
            meter = new
        }
        for style in attributes.children where style.name == "measure-style" {
            guard let sign = style.child("measure-repeat") else { continue }
            let count = signedNumber(tidied(sign.text)) ?? 1
            repeated = sign[attribute: "type"] == "stop" ? 0 : 1...Bar.maximumTimes ~= count ? count : 1
        }
    }

    private static func mode(_ name: String) -> Mode? { Mode.allCases.first { isSameWord($0.name, name) } }

    /// A time signature. Beats may be a sum, 3+2, and several signatures side by side are added.
    private mutating func read(time: XMLNode) -> Meter? {
        var sum: Meter?
        var beats: String?
        var text = ""
        for child in time.children {
            if child.name == "beats" {
                beats = tidied(child.text)
            } else if child.name == "beat-type", let count = beats {
                text += (text.isEmpty ? "" : "+") + count + "/" + tidied(child.text)
                guard let unit = signedNumber(tidied(child.text)), let next = Meter(beats: count, unit) else {
                    report("“\(text)” is not a time signature.", text: text)
                    return nil
                }
                sum = sum.map { $0.adding(next) ?? $0 } ?? next
                beats = nil
            }
        }
        return sum
    }

    private mutating func report(_ message: String, text: String? = nil) {
        guard problems.count < TuneProblem.maximumCount else { return }
        problems.append(TuneProblem(tune: 0, bar: bars.count + 1, text: text, message))
    }

    /// The supported elements of a direction.
    private enum DirectionElement: String {
        case segno, coda, rehearsal, words, metronome
    }

    /// - Parameter isAtStart: whether it stands before the first note of the bar, and another bar before it.
    private mutating func read(
        direction: XMLNode, into bar: inout Bar, _ label: inout String?, isAtStart: Bool
    ) {
        let hadCoda = bar.marks.contains(.coda)
        let sound = direction.name == "sound" ? direction : direction.child("sound")
        // A sign of a music font in words: the sound beside it says what it is.
        let named: Mark? =
            sound?[attribute: "segno"] != nil ? .segno : sound?[attribute: "coda"] != nil ? .coda : nil
        if let named { bar.add(named) }
        // The jump that its words name.
        var said: Mark.Jump?
        func add(_ mark: Mark) {
            bar.add(mark)
            if case .jump(let jump) = mark { said = jump }
        }
        let signs = direction.children.filter { $0.name == "direction-type" }.flatMap { $0.children }
        let whole = signs.count > 1 ? ScoreReader.mark(ofParts: signs) : nil
        if let whole { add(whole) }
        for sign in signs {
            switch DirectionElement(rawValue: sign.name) {
            case .segno where whole == nil: bar.add(.segno)
            case .coda where whole == nil:
                bar.add(.coda)
                if named != .coda { codas.append(isAtStart ? bars.count - 1 : bars.count) }
            case .rehearsal: label = tidied(sign.text)
            case .words where whole == nil:
                let words = wordsOfBar(sign.text)
                if named != nil, words.unicodeScalars.count < 3 {
                    continue
                } else if words == MusicXML.asLast {
                    bar.content = .asLast
                } else if words == MusicXML.asTwoBefore {
                    bar.content = .asTwoBefore
                } else if let mark = Mark(words: words) {
                    add(mark)
                } else if !words.isEmpty {
                    bar.words.append(words)
                }
            case .metronome:
                // Some write “c. 80”.
                let digits = (sign.text(of: "per-minute") ?? "").scalars.drop { !("0"..."9" ~= $0) }
                if let tempo = signedNumber(String(scalars: digits)) { set(tempo: tempo, of: sign) }
            default: break
            }
        }
        guard let sound else { return }
        if let tempo = sound[attribute: "tempo"].flatMap({ signedNumber($0) }) { set(tempo: tempo, of: nil) }
        // The sound element does not repeat a jump that words already describe.
        func place(_ mark: Mark) {
            bar.remove(mark)
            if isAtStart { bars[bars.count - 1].bar.add(mark) } else { bar.add(mark) }
        }
        let start: Mark.Jump.Start? =
            sound[attribute: "dacapo"] == "yes" ? .beginning : sound[attribute: "dalsegno"] != nil ? .segno : nil
        if let start {
            let jump = said ?? bar.jump(from: start) ?? bar.jump ?? .init(from: start, to: .last)
            bar.add(.jump(jump))
            if jump.goal == .last { soundJumps.append((bars.count, jump.start)) }
        }
        if sound[attribute: "tocoda"] != nil {
            // The “To Coda” sign looks like the coda sign.
            if !hadCoda || direction.name == "sound" { bar.remove(.coda) }
            place(.toCoda)
        }
        if sound[attribute: "fine"] != nil { place(.fine) }
    }

    /// “To Coda” or a jump, if all words and signs of a direction are one together: “To Coda” beside a coda sign, or
    /// “D.S. al” and “Coda” in different fonts.
    private static func mark(ofParts signs: [XMLNode]) -> Mark? {
        let words = signs.map { sign in
            switch DirectionElement(rawValue: sign.name) {
            case .segno: "𝄋"
            case .coda: "𝄌"
            default: sign.text
            }
        }
        let mark = Mark(words: wordsOfBar(words.joined(separator: " ")))
        if case .jump? = mark { return mark }
        return mark == .toCoda ? mark : nil
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
        case "light-light" where line[attribute: "location"] == "left":
            if let last = bars.indices.last, bars[last].bar.end == .single { bars[last].bar.end = .double }
        case "light-light": bar.end = .double
        default: break
        }
        if line.child("segno") != nil { bar.add(.segno) }
        if line.child("coda") != nil { bar.add(.coda) }
        if line.child("fermata") != nil { bar.add(.fermata) }
        if let ending = line.child("ending"), ending[attribute: "type"] == "start" {
            bar.endings = ScoreReader.passes(ending[attribute: "number"] ?? "1")
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

    /// The passes of an ending: `1, 3` or `1-3`; 1 if they cannot be read.
    private static func passes(_ text: String) -> [Int] {
        var passes: [Int] = []
        var isRange = false
        for part in text.bytes.split(whereSeparator: { $0 == 32 || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ".") })
        {
            for (index, number) in part.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
                .enumerated()
            {
                if index > 0 { isRange = true }
                guard let value = wholeNumber(number), 1...Bar.maximumTimes ~= value else { continue }
                let last = passes.last ?? 0
                if value > last { passes += (isRange && last > 0 ? last + 1 : value)...value }
                isRange = false
            }
        }
        return passes.isEmpty ? [1] : passes
    }

    // MARK: Chords

    /// Whether a displayed text says that no chord is played: `N.C.`, `(no chord)`.
    /// - Parameter isNone: whether the kind says so. Then signs such as a dash do, too.
    private static func saysNoChord(_ text: String, of isNone: Bool) -> Bool {
        var words = text.scalars[...]
        if let last = words.last, "([".scalars.contains(words.first ?? last), ")]".scalars.contains(last) {
            words = words.dropFirst().dropLast()
        }
        let bare = String(scalars: words)
        let isSign = words.allSatisfy { $0.isOne(of: "-–—−/×*.") }
        return isNone && isSign || (Sound.wordsForNoChord + ["no chord", "tacet"]).contains { isSameWord($0, bare) }
    }

    /// The chord of a harmony element. What cannot be read is kept as text, among the words of the bar if it does not
    /// look like a chord.
    private mutating func sound(_ harmony: XMLNode, in bar: inout Bar) -> Sound? {
        var chords: [Chord] = []
        func written(_ last: [String]) -> String {
            (chords.map { ASCIISymbol.text(of: $0.name) } + last).joined(separator: "/")
        }
        for group in HarmonyGroup.all(in: harmony) {
            if let sound = soundWithoutRoot(group) { return sound }
            let root = root(group)
            let shown = chordsShown(by: group, on: root)
            if !shown.isEmpty {
                chords += shown
                continue
            }
            do throws(KindError) {
                chords.append(try chord(of: group, on: root))
            } catch {
                let isChord = !group.isNone || !chords.isEmpty
                return keep(written([group.displayed(on: root)]), isChord: isChord, error.message, in: &bar)
            }
        }
        switch chords.count {
        case 0:
            report("A chord symbol without a root cannot be read.")
            return nil
        case 1: return .chord(.chord(chords[0]))
        case 2: return .chord(.polychord(upper: chords[0], lower: chords[1]))
        default:
            let all = written([])
            let message = "“\(all)” has \(chords.count) chords, of which a chart can have two."
            return keep(all, isChord: true, message, in: &bar)
        }
    }

    /// Reports a text that cannot be read, and keeps it in place of a chord or among the words of the bar.
    private mutating func keep(_ text: String, isChord: Bool, _ message: String, in bar: inout Bar) -> Sound? {
        report(message, text: text)
        if isChord, let unread = Sound(unread: text) { return unread }
        if !text.isEmpty { bar.words.append(wordsOfBar(text)) }
        return nil
    }

    /// No chord, or the last chord over the only note that is displayed; nil for a chord.
    private func soundWithoutRoot(_ group: HarmonyGroup) -> Sound? {
        if let bass = bass(of: group), let lastChord, group.shown.isEmpty,
            group.isNone || group.kind?[attribute: "text"] != nil, ScoreReader.isHidden(group.elements.first)
        {
            return .chord(.chord(Chord(lastChord.root, lastChord.type, bass: bass)))
        }
        guard group.isNone || group.kindName.isEmpty, group.function == nil,
            ScoreReader.saysNoChord(group.shown, of: group.isNone)
        else { return nil }
        return .noChord
    }

    private func bass(of group: HarmonyGroup) -> NoteName? {
        ScoreReader.note(group.first("bass"), "bass-step", "bass-alter").map { transposition.sounding($0) }
    }

    /// The chords that the text of a group without a kind names: a degree as in Nashville, a suffix after the root, or
    /// a symbol; empty if it names none, or is the suffix of a numeral.
    private func chordsShown(by group: HarmonyGroup, on root: NoteName?) -> [Chord] {
        guard group.hasNoKind, group.function == nil || root == nil || !group.isSuffix else { return [] }
        func sounding(_ chord: Chord) -> Chord {
            Chord(
                transposition.sounding(chord.root), chord.type, bass: chord.bass.map { transposition.sounding($0) })
        }
        let key = key ?? Key(NoteName(fifths: 0), .major)
        if let function = group.function, key.root(onNumeral: function) == nil,
            case .chord(let chord)? = key.chord(onDegree: function + group.shown)
        {
            return [chord]
        }
        // Programs write a root that is not displayed with texts that they cannot read.
        let written = group.first("root")
        let note = ScoreReader.isHidden(written) ? nil : ScoreReader.note(written, "root-step", "root-alter")
        switch note.flatMap({ HarmonyKinds.symbol($0.text, group.shown) }) ?? (try? ChordSymbol(group.shown)) {
        case .chord(let chord)?: return [sounding(chord)]
        case .polychord(let upper, let lower)?: return [sounding(upper), sounding(lower)]
        case nil: return []
        }
    }

    /// The chord of a kind, or of a numeral without one.
    private mutating func chord(of group: HarmonyGroup, on root: NoteName?) throws(KindError) -> Chord {
        guard let root else { throw KindError(message: "A chord without a root cannot be read.") }
        var text = group.shown
        if group.hasNoKind {
            guard let numeral = group.function else {
                throw KindError(message: "“\(group.shown)” is not a chord symbol.")
            }
            if text.isEmpty || group.isNone && !group.isSuffix { text = ScoreReader.suffix(ofNumeral: numeral) }
        }
        let (type, problems) = try HarmonyKinds.type(
            group.isNone ? "" : group.kindName, text: text, isWhole: group.kind?[attribute: "use-symbols"] != "yes",
            degrees: group.elements.filter { $0.name == "degree" })
        for problem in problems { report(problem.message, text: group.displayed(on: root)) }
        let inversion = group.first("inversion").flatMap { signedNumber(tidied($0.text)) }
        let lowest = inversion.flatMap { HarmonyKinds.lowest(of: type, inversion: $0) }
        return Chord(root, type, bass: bass(of: group) ?? lowest.map { root.adding($0) })
    }

    /// Whether a root is not displayed.
    private static func isHidden(_ root: XMLNode?) -> Bool { root?.child("root-step")?[attribute: "text"] == "" }

    /// The sounding root of a chord: a note, a degree of the key or of the numeral's own key, or a Roman numeral.
    private func root(_ group: HarmonyGroup) -> NoteName? {
        if let root = group.first("root") {
            return ScoreReader.note(root, "root-step", "root-alter").map { transposition.sounding($0) }
        }
        let key = key ?? Key(NoteName(fifths: 0), .major)
        if let numeral = group.first("numeral"), let number = numeral.number(of: "numeral-root") {
            var home = key
            if let own = numeral.child("numeral-key"), let fifths = own.number(of: "numeral-fifths"), abs(fifths) <= 7 {
                let mode = own.text(of: "numeral-mode") ?? "major"
                home = transposition.sounding(
                    Key(
                        signature: fifths,
                        isSameWord(mode, "natural minor") ? .minor : ScoreReader.mode(mode) ?? .major))
            }
            return home.root(on: number, altered: numeral.number(of: "numeral-alter") ?? 0)
        }
        return group.function.flatMap { key.root(onNumeral: $0) }
    }

    /// The suffix that a Roman numeral implies without a kind: `ii` is minor, `viio7` diminished. Other figures than 7
    /// name inversions.
    private static func suffix(ofNumeral text: String) -> String {
        let signs = text.scalars.prefix { $0 != "/" }
        func has(_ sign: Unicode.Scalar) -> Bool { signs.contains(sign) }
        let seventh = has("7") ? "7" : ""
        if has("o") || has("°") { return "dim" + seventh }
        if has("ø") { return "m7b5" }
        return (has("i") || has("v") ? "m" : has("+") ? "+" : "") + seventh
    }

    /// A note from the named letter and accidental elements.
    static func note(_ node: XMLNode?, _ step: String, _ alter: String) -> NoteName? {
        guard let node, let step = node.text(of: step),
            let letter = Letter.allCases.first(where: { isSameWord($0.name, step) }),
            let alter = Optional(node.number(of: alter) ?? 0), abs(alter) <= 2
        else { return nil }
        return NoteName(letter, Accidental(semitones: alter))
    }
}

extension Bar {
    /// Adds the signs of the same bar in another part.
    fileprivate mutating func takeSigns(of other: Bar) {
        for mark in other.marks {
            // Of two jumps only one can be meant.
            if case .jump = mark, jump != nil { continue }
            add(mark)
        }
        if endings.isEmpty { endings = other.endings }
        startsRepeat = startsRepeat || other.startsRepeat
        if end == .single { end = other.end }
    }
}
