import Chordsets
import Harmony

/// Everything the page knows.
struct AppState: Sendable, Hashable {
    var screen = Screen.combine {
        didSet {
            switch screen {
            case .circle, .linnStrument: instrument = screen
            case .chordsets, .sheet, .lightChord, .stage, .linked: instrument = .chordsets
            case .combine, .select, .details: instrument = .combine
            default: break
            }
        }
    }
    var choices = Choices()
    var fields = Halves(lower: SymbolField(), upper: SymbolField())
    var circle = CircleChoice()
    var playground = Playground()
    var shelf = Shelf()
    var editor = Editor()
    /// What is on the stage.
    var performance: Performance?
    /// What undo goes back to, the latest last.
    var past: [Choices] = []
    /// What redo goes on to, the next last.
    var future: [Choices] = []
    /// What the last action came to, where the screen itself does not show it.
    var notice = ""
    var presentation = Presentation()
    /// The combiner, the circle, the LinnStrument or the chordsets: from which of the instruments a chord or a scale was opened.
    private(set) var instrument = Screen.combine
    /// Where Done leads from the help and the settings.
    var origin = Screen.combine

    /// Which screen is open.
    enum Screen: Sendable, Hashable {
        case combine
        case select(Half)
        case details
        case chord(Chord)
        case scale(Scale)
        case circle
        case linnStrument
        case chordsets
        /// A chordset by its identity, as a practice sheet.
        case sheet(String)
        /// One of its chords by its position.
        case lightChord(String, Int)
        case stage(String)
        /// A chordset that came in a link, with the text of it.
        case linked(Chordset, text: String)
        case help
        case settings
        /// Nothing lives at this address; why, in a sentence.
        case missing(String)
    }

    init() {}

    subscript(half: Half) -> SymbolField {
        get { fields[half] }
        set { fields[half] = newValue }
    }

    /// The address of what is seen.
    var route: Route { route(of: screen) }

    func route(of screen: Screen) -> Route {
        let pair = Route.Pair(choices)
        return switch screen {
        case .combine, .missing: .combine(pair)
        case .select(let half): .select(half, pair)
        // Without two chords there are no details to go back to.
        case .details: choices.combination == nil ? .combine(pair) : .details(pair)
        case .chord(let chord): .chord(chord)
        case .scale(let scale): .scale(scale)
        case .circle: .circle(circle.key)
        case .linnStrument: .linnStrument
        case .chordsets: .chordsets
        case .sheet(let id): .sheet(id)
        case .lightChord(let id, let position): .lightChord(id, position)
        case .stage(let id): .stage(id)
        case .linked(_, let text): .linkedText(text)
        case .help: .help
        case .settings: .settings
        }
    }

    /// The graph that is seen.
    var graph: ChordGraph? {
        switch screen {
        case .chord(let chord): presentation.graph(of: chord)
        case .details: choices.combination?.result.map { presentation.graph(of: $0) }
        default: nil
        }
    }

    /// Whether something lies over the screen that it was opened from.
    var isAside: Bool { screen == .help || screen == .settings }

    var isMissing: Bool {
        if case .missing = screen { return true }
        return false
    }

    /// Makes it possible to come back to earlier choices.
    mutating func takeStep(from earlier: Choices) {
        past.append(earlier)
        future = []
    }

    /// Opens the screen of a route of ours. What is typed and half chosen stays as it is, unless the route names other
    /// chords.
    mutating func open(_ route: Route) {
        if !isAside { origin = screen }
        let present = Route.Pair(choices)
        switch route {
        case .combine(present): screen = .combine
        case .select(let half, present): screen = .select(half)
        case .details(present): screen = .details
        case .combine, .select, .details: visit(route)
        default: visit(route)
        }
    }

    /// Goes where an address leads. Chords that it names are chosen; a screen about something else leaves them alone.
    mutating func visit(_ route: Route) {
        switch route {
        case .combine(let pair):
            choose(pair)
            screen = .combine
        case .select(let half, let pair):
            choose(pair)
            screen = .select(half)
        case .details(let pair):
            choose(pair)
            // Two chords make details; one that cannot be read is explained on the main screen.
            screen = choices.combination == nil ? .combine : .details
        case .chord(let symbol):
            do throws(SymbolError) {
                screen = .chord(try Chord(symbol))
            } catch {
                screen = .missing(error.message)
            }
        case .scale(let root, let name):
            do throws(Refusal) {
                screen = .scale(try .asked(root: root, name: name))
            } catch {
                screen = .missing(error.message)
            }
        case .circle(let name):
            do throws(KeyError) {
                if let name { circle.choose(try Key(name)) }
                screen = .circle
            } catch {
                screen = .missing(error.message)
            }
        case .linnStrument: screen = .linnStrument
        case .chordsets, .sheet, .lightChord, .stage, .linkedText: visitChordsets(route)
        case .help: screen = .help
        case .settings: screen = .settings
        }
    }

    private mutating func choose(_ pair: Route.Pair) {
        for half in Half.allCases {
            // What is half chosen stands in no address and must not get lost by going to another one.
            if pair[half] == Route.Pair(choices)[half], self[half].message == nil { continue }
            self[half] = SymbolField()
            choices[half] = ChordChoice()
            guard let symbol = pair[half] else { continue }
            choices[half] = self[half].type(symbol, choice: ChordChoice())
            self[half].close(presentation)
        }
    }

    /// Makes other choices, and lets the fields show them.
    mutating func choose(_ new: Choices) {
        for half in Half.allCases where new[half] != choices[half] { choose(half, new[half]) }
    }

    /// Exchanges the two chords and what stands in their fields.
    mutating func swap() {
        choices.swap()
        fields.swap()
        for half in Half.allCases { self[half].rest() }
    }

    mutating func choose(_ half: Half, _ choice: ChordChoice) {
        choices[half] = choice
        self[half] = SymbolField(choice, presentation)
    }

    mutating func set(_ setting: Setting, _ value: String) {
        var settings = presentation.settings
        settings[setting] = value
        // Whoever moves the slider wants to hear it.
        if setting == .volume { settings.isMuted = false }
        adopt(settings)
    }

    /// Shows everything so; what is written in another hand now is written anew.
    mutating func adopt(_ settings: Settings) {
        let isOtherHand = settings.notation != presentation.settings.notation
        presentation.settings = settings
        for half in Half.allCases where isOtherHand && choices[half].chord != nil && self[half].message == nil {
            self[half] = SymbolField(choices[half], presentation)
        }
    }

    // MARK: Memory

    /// What is kept when the page is closed.
    var record: [(key: String, value: String)] {
        var record: [(key: String, value: String)] = []
        for half in Half.allCases {
            let choice = choices[half]
            let name = half.rawValue
            if let chord = choice.chord {
                record.append((name, Route.symbol(for: chord)))
            } else if !choice.isEmpty {
                if let letter = choice.letter { record.append((name + "Letter", letter.name)) }
                record.append((name + "Accidental", choice.accidental.sign))
                if let type = choice.type { record.append((name + "Type", type.suffix)) }
            }
        }
        return record
    }

    /// Chooses what was chosen at the last visit; nothing, if anything in the record is damaged.
    mutating func recall(_ record: [(key: String, value: String)]) {
        var remembered = Choices()
        for half in Half.allCases {
            guard let choice = AppState.choice(half.rawValue, in: record) else { return }
            remembered[half] = choice
        }
        choose(remembered)
    }

    /// - Returns: nil where the record says something that cannot be.
    private static func choice(_ name: String, in record: [(key: String, value: String)]) -> ChordChoice? {
        func value(_ key: String) -> String? { record.first { $0.key == name + key }?.value }
        if let symbol = value("") { return (try? Chord(symbol)).map { ChordChoice($0) } }
        var choice = ChordChoice()
        if let letter = value("Letter") {
            choice.letter = Letter.allCases.first { $0.name == letter }
            if choice.letter == nil { return nil }
        }
        if let sign = value("Accidental") {
            guard let accidental = Accidental.choices.first(where: { $0.sign == sign }) else { return nil }
            choice.accidental = accidental
        }
        if let suffix = value("Type") {
            choice.type = Vocabulary.core.types.first { $0.suffix == suffix }
            if choice.type == nil { return nil }
        }
        return choice
    }
}
