import Answers
import Harmony
import Instruments

/// What all features share: the two chords, the key the musician is in, how things are shown, and what was said last.
struct Session: Sendable, Hashable {
    var choices = Choices()
    /// What stands in the fields in which the two are typed.
    var fields = Halves(lower: SymbolField(), upper: SymbolField())
    /// What undo goes back to, the latest last.
    var past: [Choices] = []
    /// What redo goes on to, the next last.
    var future: [Choices] = []
    /// The key on the circle of fifths.
    var key = Key(NoteName(.c), .major)
    var settings = Settings()
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
        Hearing(split: settings.split, vocabulary: presentation.vocabulary, context: context)
    }

    /// Both chords together, once both are chosen.
    var combination: Combination? { choices.combination(presentation) }

    subscript(half: Half) -> SymbolField {
        get { fields[half] }
        set { fields[half] = newValue }
    }

    /// The two chords as an address names them.
    var pair: Address.Pair { Address.Pair(choices) }

    /// Tells the reader, and whoever listens.
    mutating func tell(_ sentence: String) -> [Effect] {
        notice = sentence
        return [.announce(sentence)]
    }

    // MARK: Choosing

    /// Makes other choices, and lets the fields show them.
    mutating func choose(_ new: Choices) {
        for half in Half.allCases where new[half] != choices[half] { choose(half, new[half]) }
    }

    mutating func choose(_ half: Half, _ choice: ChordChoice) {
        choices[half] = choice
        self[half] = SymbolField(choice, presentation)
    }

    /// Chooses what an address names.
    mutating func choose(_ pair: Address.Pair) {
        for half in Half.allCases {
            // What is half chosen stands in no address and must not get lost by going to another one.
            if pair[half] == self.pair[half], self[half].message == nil { continue }
            self[half] = SymbolField()
            choices[half] = ChordChoice()
            guard let symbol = pair[half] else { continue }
            // Nobody types it, and so nothing is suggested.
            self[half].text = symbol
            choices[half] = (try? self[half].chord(presentation)).map { ChordChoice($0) } ?? ChordChoice()
            self[half].close(presentation)
        }
    }

    /// Exchanges the two chords and what stands in their fields.
    mutating func swap() {
        choices.swap()
        fields.swap()
        for half in Half.allCases { self[half].rest() }
    }

    /// Makes it possible to come back to earlier choices.
    mutating func takeStep(from earlier: Choices) {
        past.append(earlier)
        future = []
    }

    mutating func undo() -> [Effect] {
        guard let last = past.popLast() else { return [] }
        future.append(choices)
        choose(last)
        return announcement()
    }

    mutating func redo() -> [Effect] {
        guard let next = future.popLast() else { return [] }
        past.append(choices)
        choose(next)
        return announcement()
    }

    /// What there is to hear, after a change of one chord or of both: why it cannot be read, or what came of it.
    func announcement(_ changed: Half? = nil) -> [Effect] {
        if let changed, let message = self[changed].message { return [.announce(message)] }
        if let combination { return [.announce(Spoken.combination(combination))] }
        for half in Half.allCases where changed == nil || changed == half {
            if let chord = choices[half].chord { return [.announce("\(half.rawValue) chord " + Spoken.chord(chord))] }
        }
        return []
    }

    // MARK: Settings

    mutating func set(_ setting: Setting, _ value: String) {
        var settings = settings
        settings[setting] = value
        // Whoever moves the slider wants to hear it.
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
            if spelled != chord { choices[half] = ChordChoice(spelled) }
        }
        for half in Half.allCases where isOtherHand && choices[half].chord != nil && self[half].message == nil {
            self[half] = SymbolField(choices[half], presentation)
        }
    }

    // MARK: Memory

    /// Keeps what is chosen, unless something in its place cannot be read: a broken link must not cost what was kept before.
    var remembering: [Effect] {
        let isReadable = Half.allCases.allSatisfy { self[$0].message == nil }
        return isReadable ? [.remember(choices.record.flatMap { [$0.key, $0.value] })] : []
    }

    /// Chooses what was chosen at the last visit; nothing, if anything in the record is damaged.
    mutating func recall(_ record: [(key: String, value: String)]) {
        if let remembered = Choices(record: record) { choose(remembered) }
    }

    private static let keyName = "key"

    /// Keeps the key until the next visit.
    var rememberingKey: Effect { .rememberKey([Session.keyName, Address.name(of: key)]) }

    /// The key of the last visit.
    static func key(in record: [(key: String, value: String)]) -> Key? {
        record.first { $0.key == keyName }.flatMap { try? Key($0.value) }
    }
}
