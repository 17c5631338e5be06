import Harmony
import Instruments
import Rendering

/// State that all features share: the equation, the typed fields, the key, the settings, and the last message.
struct Session: Sendable, Equatable {
    @Boxed var equation = Equation()
    /// The text fields of the two chords.
    @Boxed var fields = Halves(lower: SymbolField(), upper: SymbolField())
    /// The text field of the result.
    @Boxed var resultField = SymbolField()
    /// The equation when the last field received focus.
    ///
    /// Each letter that is typed applies to this equation, not to the one after the letter before. So the D on the way
    /// to Dmi7 does not unpin a requested Dmi11.
    @Boxed var typedFrom = Equation()
    /// The result that the last choice has unpinned. Choosing by touch passes through other chords, so the next choice
    /// that fits requests it again.
    var droppedRequest: Chord?
    /// The undo stack, newest last.
    var past: [Equation] = []
    /// The redo stack, next step last.
    var future: [Equation] = []
    /// The key on the circle of fifths.
    var key = Key(NoteName(.c), .major)
    @Boxed var settings = Settings()
    /// Whether the combiner takes its chords from a MIDI keyboard.
    var followsKeyboard = false
    /// The message of the last action, if the screen does not show its result.
    var notice = ""
    /// Whether the message has a button that undoes what it says.
    var offersUndo = false

    var presentation: Presentation {
        get { settings.presentation }
        set { settings.presentation = newValue }
    }

    /// The context that influences the names of chords: key and bass player.
    var context: NamingContext {
        NamingContext(key: settings.namingKey == .circle ? key : nil, hasBassPlayer: settings.hasBassPlayer)
    }

    /// How played notes are interpreted.
    var recognition: RecognitionOptions {
        RecognitionOptions(
            split: settings.split, vocabulary: presentation.vocabulary, context: context, reader: presentation.reader,
            followsKey: settings.namingKey == .heard)
    }

    /// The combination; nil until both chords are complete.
    var combination: Combination? { choices.combination(presentation) }

    /// Both chords. Setting them removes a requested result; ``choose(_:_:)`` keeps it.
    var choices: Choices {
        get { equation.halves }
        set { if newValue != equation.halves { equation = Equation(halves: newValue) } }
    }

    subscript(half: Half) -> SymbolField {
        @inline(never) get { fields[half] }
        @inline(never) set { fields[half] = newValue }
    }

    subscript(term: Term) -> SymbolField {
        @inline(never) get { term.half.map { fields[$0] } ?? resultField }
        @inline(never) set {
            if let half = term.half { fields[half] = newValue } else { resultField = newValue }
        }
    }

    /// The two chords for an address.
    var pair: Address.Pair { Address.Pair(choices) }

    /// Whether nothing but the voicing has changed, so that the expensive parts of a screen need not be written again.
    func isSame(as before: Session?) -> Bool {
        guard var before else { return false }
        before.settings.shapes = settings.shapes
        return before == self
    }

    /// Shows a message, and reads it aloud.
    mutating func notify(_ sentence: String, offersUndo: Bool = false) -> [Effect] {
        notice = sentence
        self.offersUndo = offersUndo
        return [.speech(.announce(sentence))]
    }

    // MARK: Choosing

    /// Sets both halves and their fields. If only one has changed, a requested result stays and the other half is
    /// solved for.
    mutating func choose(_ new: Choices) {
        let changed = Half.allCases.filter { new[$0] != choices[$0] }
        if changed.count == 1, new != Choices() { return choose(changed[0], new[changed[0]]) }
        if changed.count == 2 || new == Choices() { show(Equation(halves: new)) }
    }

    mutating func choose(_ half: Half, _ choice: ChordChoice) {
        if let asked = equation.requested ?? droppedRequest {
            chooseForRequest(half, choice, for: asked)
        } else {
            show(equation.choosing(half, choice))
        }
        self[half] = SymbolField(choices[half], presentation)
    }

    /// Chooses the chords of an address.
    mutating func choose(_ pair: Address.Pair) {
        var halves = choices
        for half in Half.allCases {
            // An incomplete chord is in no address, and must survive following a link.
            if pair[half] == self.pair[half], self[half].message == nil { continue }
            self[half] = SymbolField()
            halves[half] = ChordChoice()
            guard let symbol = pair[half] else { continue }
            // Addresses use English note names in every language, and nothing is suggested.
            do throws(SymbolError) {
                halves[half] = ChordChoice(try Chord(symbol).spelled(in: presentation.vocabulary.vocabulary))
                self[half] = SymbolField(halves[half], presentation)
            } catch {
                self[half].text = symbol
                self[half].message = error.reason == .empty ? nil : error.message
            }
        }
        guard halves != choices else { return }
        equation.halves = halves
        // Going back restores a requested result as well.
        show(past.last { $0.halves == halves } ?? Equation(halves: halves))
    }

    /// Exchanges the two chords and their fields.
    mutating func swap() {
        var halves = choices
        halves.swap()
        equation = Equation(halves: halves)
        fields.swap()
        resultField = SymbolField()
        endEditing()
    }

    /// Replaces the equation and updates the fields of the terms that have changed.
    /// - Parameter typed: the term that is being typed, whose field stays.
    mutating func show(_ new: Equation, except typed: Term? = nil) {
        let before = equation
        equation = new
        droppedRequest = nil
        for half in Half.allCases where new.halves[half] != before.halves[half] && half != typed?.half {
            self[half] = SymbolField(new.halves[half], presentation)
        }
        // Text that could not be solved for with the former halves is removed.
        let isOther = new.requested != before.requested || new.requested == nil && new.halves != before.halves
        if isOther, typed != .result {
            resultField = SymbolField(new.requested.map { ChordChoice($0) } ?? ChordChoice(), presentation)
        }
    }

    /// Ends the editing of all fields.
    mutating func endEditing() {
        droppedRequest = nil
        fields.lower.endEditing()
        fields.upper.endEditing()
        resultField.endEditing()
    }

    /// Adds an undo step.
    mutating func recordStep(from earlier: Equation) {
        past.append(earlier)
        future = []
    }

    mutating func undo() -> [Effect] {
        guard let last = past.popLast() else { return [] }
        future.append(equation)
        show(last)
        return announcement()
    }

    mutating func redo() -> [Effect] {
        guard let next = future.popLast() else { return [] }
        past.append(equation)
        show(next)
        return announcement()
    }

    /// The announcement for screen readers after a change: an error, or the result.
    /// - Parameter changed: the term that has changed; nil if there may be several.
    func announcement(_ changed: Term? = nil) -> [Effect] {
        if let changed, let message = self[changed].message { return [.speech(.announce(message))] }
        if equation.requested != nil || !notice.isEmpty { return [.speech(.announce(spokenEquation()))] }
        if let combination { return [.speech(.announce(Spoken.combination(combination, presentation.notation.names)))] }
        for half in Half.allCases where changed?.half == nil || changed?.half == half {
            if let chord = choices[half].chord {
                return [.speech(.announce(SessionText.half(half) + presentation.spoken(chord)))]
            }
        }
        return []
    }

    // MARK: Settings

    mutating func set(_ setting: Setting, _ value: String) {
        var settings = settings
        settings[setting] = value
        // Moving the slider unmutes.
        if setting == .volume { settings.isMuted = false }
        adopt(settings)
    }

    /// Replaces the settings, and writes the fields again if the notation has changed.
    mutating func adopt(_ new: Settings) {
        let isOtherHand = new.presentation.notation != presentation.notation
        settings = new
        for half in Half.allCases {
            guard let chord = choices[half].chord else { continue }
            let spelled = chord.spelled(in: new.presentation.vocabulary.vocabulary)
            if spelled != chord { equation.halves[half] = ChordChoice(spelled) }
        }
        equation.requested = equation.requested?.spelled(in: new.presentation.vocabulary.vocabulary)
        if equation.requested != nil { equation.updateWayCount(solvingContext) }
        for half in Half.allCases where isOtherHand && choices[half].chord != nil && self[half].message == nil {
            self[half] = SymbolField(choices[half], presentation)
        }
        if isOtherHand, let asked = equation.requested, resultField.message == nil {
            resultField = SymbolField(ChordChoice(asked), presentation)
        }
    }

    // MARK: Memory

    /// Stores the equation, unless a field has an error: a broken link must not overwrite what was stored.
    var remembering: [Effect] {
        let isReadable = Half.allCases.allSatisfy { self[$0].message == nil }
        return isReadable ? [.storage(.remember(equation.record.flatMap { [$0.key, $0.value] }))] : []
    }

    /// Restores the equation of the last visit, unless the record is damaged.
    mutating func recall(_ record: [(key: String, value: String)]) {
        guard let halves = Choices(record: record) else { return }
        var remembered = Equation(halves: halves)
        if record.contains(where: { $0.key == Equation.requestedName }) {
            remembered.restoreRequest(from: record, solvingContext)
        }
        show(remembered)
    }

    /// Stores the settings.
    var rememberingSettings: Effect { .storage(.settings(settings.record.flatMap { [$0.key, $0.value] })) }

    private static let keyName = "key"

    /// Stores the key.
    var rememberingKey: Effect { .storage(.rememberKey([Session.keyName, Address.name(of: key)])) }

    /// The stored key.
    static func key(in record: [(key: String, value: String)]) -> Key? {
        record.first { $0.key == keyName }.flatMap { try? Key($0.value) }
    }
}
