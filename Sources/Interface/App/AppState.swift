import Harmony

/// Everything the page knows.
struct AppState: Sendable, Hashable {
    var lower = ChordField()
    var upper = ChordField()

    init() {}

    init(_ route: Route) {
        lower = ChordField(symbol: route.lower)
        upper = ChordField(symbol: route.upper)
    }

    subscript(half: Half) -> ChordField {
        get { half == .lower ? lower : upper }
        set {
            switch half {
            case .lower: lower = newValue
            case .upper: upper = newValue
            }
        }
    }

    /// Both chords together, once both are chosen.
    var combination: Combination? {
        guard let lower = lower.chord, let upper = upper.chord else { return nil }
        return ChordCombiner().combine(lower: lower, upper: upper)
    }

    var route: Route {
        Route(lower: lower.chord.map(Route.symbol(for:)), upper: upper.chord.map(Route.symbol(for:)))
    }

    /// What is kept when the page is closed.
    var record: [(key: String, value: String)] {
        Half.allCases.compactMap { half in
            self[half].chord.map { (half.rawValue, Route.symbol(for: $0)) }
        }
    }

    init(remembered: [(key: String, value: String)]) {
        for (key, value) in remembered {
            guard let half = Half(rawValue: key) else { continue }
            let field = ChordField(symbol: value)
            // A damaged record is no reason to greet anybody with an error.
            if field.chord != nil { self[half] = field }
        }
    }
}

/// A chord that is chosen by typing its symbol.
struct ChordField: Sendable, Hashable {
    /// What stands in the field.
    var text = ""
    /// The chord that was last understood. While something unreadable is typed it stays, so that nothing is lost.
    var chord: Chord?
    /// Why the text cannot be read.
    var message: String?
    var suggestions: [Chord] = []
    /// Index of the suggestion that Enter would take.
    var highlighted: Int?
    /// Whether the present visit to the field already has its step in the browser's history.
    var hasHistoryStep = false

    init() {}

    init(symbol: String?) {
        guard let symbol else { return }
        type(symbol)
        close()
    }

    /// The text has changed under the typist's hands.
    mutating func type(_ newText: String) {
        text = newText
        highlighted = nil
        message = nil
        suggestions = Suggestions.chords(for: newText)
        do throws(SymbolError) {
            chord = try Chord(newText)
        } catch {
            if error.reason == .empty {
                chord = nil
            } else if suggestions.isEmpty, error.reason != .incomplete {
                // As long as something can still come of it, a half-typed symbol is not an error.
                message = error.message
            }
        }
    }

    mutating func choose(_ chord: Chord) {
        self = ChordField()
        self.chord = chord
        text = ChordField.text(for: chord)
    }

    /// The typist is done: the text becomes the chord's own name, or the reason why it has none is told.
    mutating func close() {
        suggestions = []
        highlighted = nil
        hasHistoryStep = false
        do throws(SymbolError) {
            choose(try Chord(text))
        } catch {
            message = error.reason == .empty ? nil : error.message
        }
    }

    mutating func highlight(next: Bool) {
        guard !suggestions.isEmpty else { return }
        let count = suggestions.count
        guard let highlighted else {
            self.highlighted = next ? 0 : count - 1
            return
        }
        self.highlighted = (highlighted + (next ? 1 : count - 1)) % count
    }

    private static func text(for chord: Chord) -> String {
        chord.type.suffix == "ma" ? chord.shortName : chord.name
    }
}
