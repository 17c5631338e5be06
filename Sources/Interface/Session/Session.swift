import Answers
import Harmony
import Instruments

/// What all features share: the two chords and what is asked of them, the key the musician is in, how things are shown, and
/// what was said last.
struct Session: Sendable, Hashable {
    var equation = Equation()
    /// What stands in the fields in which the two chords are typed.
    var fields = Halves(lower: SymbolField(), upper: SymbolField())
    /// What stands in the field in which a result is asked for.
    var resultField = SymbolField()
    /// What the latest visit to a field has begun with. A symbol is typed letter by letter, and on the way to Dmi7 the D of
    /// anyone who asked for Dmi11 must cost nothing: so each letter is a choice in that equation, and not in the one that the
    /// letter before has made.
    var typedFrom = Equation()
    /// What was asked for until the latest choice did not go with it. Choosing by touch passes chords that are
    /// not meant: it is asked for again by the next choice that does, as long as the choice goes on.
    var wanted: Chord?
    /// What undo goes back to, the latest last.
    var past: [Equation] = []
    /// What redo goes on to, the next last.
    var future: [Equation] = []
    /// The key on the circle of fifths.
    var key = Key(NoteName(.c), .major)
    var settings = Settings()
    /// Whether the combiner takes what both hands play on an instrument as its two chords.
    var takesHands = false
    /// What the last action came to, where the screen itself does not show it.
    var notice = ""

    var presentation: Presentation {
        get { settings.presentation }
        set { settings.presentation = newValue }
    }

    /// What is known beside the notes, as far as it is to be weighed.
    var context: NamingContext { NamingContext(key: settings.weighsKey ? key : nil, hasBand: settings.hasBand) }

    /// How what is played is heard.
    var hearing: Hearing {
        Hearing(
            split: settings.split, vocabulary: presentation.vocabulary, context: context, reader: presentation.reader)
    }

    /// Both chords together, once both are chosen.
    var combination: Combination? { choices.combination(presentation) }

    /// Both chords as far as they are chosen. Setting them asks for no result; ``choose(_:_:)`` keeps to one.
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

    /// The two chords as an address names them.
    var pair: Address.Pair { Address.Pair(choices) }

    /// Whether nothing was done since `before` but trying how chords lie under the hands: that is to cost no graph, and no
    /// other part of a screen either.
    func isSame(as before: Session?) -> Bool {
        guard var before else { return false }
        before.settings.shapes = settings.shapes
        return before == self
    }

    /// Shows a message, and reads it aloud.
    mutating func tell(_ sentence: String) -> [Effect] {
        notice = sentence
        return [.speech(.announce(sentence))]
    }

    // MARK: Choosing

    /// Makes other choices, and lets the fields show them. What is asked for stays where one half is chosen, which the other
    /// can follow; two halves make what they make.
    mutating func choose(_ new: Choices) {
        let changed = Half.allCases.filter { new[$0] != choices[$0] }
        if changed.count == 1, new != Choices() { return choose(changed[0], new[changed[0]]) }
        if changed.count == 2 || new == Choices() { show(Equation(halves: new)) }
    }

    mutating func choose(_ half: Half, _ choice: ChordChoice) {
        if let asked = equation.asked ?? wanted {
            chooseAsking(half, choice, for: asked)
        } else {
            show(equation.choosing(half, choice))
        }
        self[half] = SymbolField(choices[half], presentation)
    }

    /// Chooses what an address names.
    mutating func choose(_ pair: Address.Pair) {
        var halves = choices
        for half in Half.allCases {
            // What is half chosen stands in no address and must not get lost by going to another one.
            if pair[half] == self.pair[half], self[half].message == nil { continue }
            self[half] = SymbolField()
            halves[half] = ChordChoice()
            guard let symbol = pair[half] else { continue }
            // No one types it, and so nothing is suggested; and it is the same for readers of all names of notes.
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
        // Two chords come back with the result that was asked for.
        show(past.last { $0.halves == halves } ?? Equation(halves: halves))
    }

    /// Exchanges the two chords and what stands in their fields.
    mutating func swap() {
        var halves = choices
        halves.swap()
        equation = Equation(halves: halves)
        fields.swap()
        resultField = SymbolField()
        rest()
    }

    /// Puts an equation in the place of the present one, and lets the fields show what is new.
    /// - Parameter typed: the term whose field is being typed in, which shows what it shows.
    mutating func show(_ new: Equation, besides typed: Term? = nil) {
        let before = equation
        equation = new
        wanted = nil
        for half in Half.allCases where new.halves[half] != before.halves[half] && half != typed?.half {
            self[half] = SymbolField(new.halves[half], presentation)
        }
        // What could not be asked for of other halves is asked for no longer.
        let isOther = new.asked != before.asked || new.asked == nil && new.halves != before.halves
        if isOther, typed != .result {
            resultField = SymbolField(new.asked.map { ChordChoice($0) } ?? ChordChoice(), presentation)
        }
    }

    /// No one types any more.
    mutating func rest() {
        wanted = nil
        fields.lower.rest()
        fields.upper.rest()
        resultField.rest()
    }

    /// Makes it possible to come back to an earlier equation.
    mutating func takeStep(from earlier: Equation) {
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

    /// What there is to hear, after a change of one term or of several: why it cannot be read, or what came of it.
    func announcement(_ changed: Term? = nil) -> [Effect] {
        if let changed, let message = self[changed].message { return [.speech(.announce(message))] }
        if equation.asked != nil || !notice.isEmpty { return [.speech(.announce(spokenEquation()))] }
        if let combination { return [.speech(.announce(Spoken.combination(combination, presentation.notation.names)))] }
        for half in Half.allCases where changed?.half == nil || changed?.half == half {
            if let chord = choices[half].chord { return [.speech(.announce(SessionText.half(half) + presentation.spoken(chord)))] }
        }
        return []
    }

    // MARK: Settings

    mutating func set(_ setting: Setting, _ value: String) {
        var settings = settings
        settings[setting] = value
        // Moving the slider ends the muting.
        if setting == .volume { settings.isMuted = false }
        adopt(settings)
    }

    /// Shows everything so; what is written in another hand now is written anew.
    mutating func adopt(_ new: Settings) {
        let isOtherHand = new.presentation.notation != presentation.notation
        settings = new
        for half in Half.allCases {
            guard let chord = choices[half].chord else { continue }
            let spelled = chord.spelled(in: new.presentation.vocabulary.vocabulary)
            if spelled != chord { equation.halves[half] = ChordChoice(spelled) }
        }
        equation.asked = equation.asked?.spelled(in: new.presentation.vocabulary.vocabulary)
        if equation.asked != nil { equation.countWays(circumstances) }
        for half in Half.allCases where isOtherHand && choices[half].chord != nil && self[half].message == nil {
            self[half] = SymbolField(choices[half], presentation)
        }
        if isOtherHand, let asked = equation.asked, resultField.message == nil {
            resultField = SymbolField(ChordChoice(asked), presentation)
        }
    }

    // MARK: Memory

    /// Keeps what is chosen, unless something in its place cannot be read: a broken link must not cost what was kept before.
    var remembering: [Effect] {
        let isReadable = Half.allCases.allSatisfy { self[$0].message == nil }
        return isReadable ? [.storage(.remember(equation.record.flatMap { [$0.key, $0.value] }))] : []
    }

    /// Chooses what was chosen at the last visit; nothing, if anything in the record of the two chords is damaged.
    mutating func recall(_ record: [(key: String, value: String)]) {
        guard let halves = Choices(record: record) else { return }
        var remembered = Equation(halves: halves)
        if record.contains(where: { $0.key == Equation.askedName }) { remembered.askAgain(from: record, circumstances) }
        show(remembered)
    }

    /// Keeps how things are to be shown until the next visit.
    var rememberingSettings: Effect { .storage(.settings(settings.record.flatMap { [$0.key, $0.value] })) }

    private static let keyName = "key"

    /// Keeps the key until the next visit.
    var rememberingKey: Effect { .storage(.rememberKey([Session.keyName, Address.name(of: key)])) }

    /// The key of the last visit.
    static func key(in record: [(key: String, value: String)]) -> Key? {
        record.first { $0.key == keyName }.flatMap { try? Key($0.value) }
    }
}
