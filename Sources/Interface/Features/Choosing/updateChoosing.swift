import Exchange
import Harmony
import Rendering

/// Carries out an action that chooses a chord.
func updateChoosing(_ state: inout ChoosingState, _ session: inout Session, _ verb: ChoosingVerb) -> [Effect] {
    switch verb {
    case .type(let half, let text):
        session.type(text, in: Term(half))
        return []
    case .take(let half, let index):
        return session.take(index, in: Term(half))
    case .key(let half, let key):
        return session.press(key, in: Term(half))
    case .leave(let half):
        return session.leave(Term(half))

    case .letter(let half, let letter):
        return pick(&session, half) { $0.letter = letter }
    case .accidental(let half, let index):
        return pick(&session, half) { $0.accidental = Accidental.choices[index] }
    case .chordType(let half, let index):
        return pick(&session, half) { $0.type = Vocabulary.classic.selectable[index] }
    case .walk(let half, let picker, let key):
        return walk(picker, key, &session, half, state.listing)
    case .hear(let offer, let manner):
        let pitches = heard(offer, session)
        return pitches.isEmpty ? [] : [session.settings.playEffect(for: Playing(pitches, manner))]
    case .show(let listing):
        state.listing = listing
        return []

    case .use(let half, let symbol):
        guard let chord = try? Chord(symbol) else { return [] }
        session.choose(half, ChordChoice(chord))
        return session.announcement(Term(half))
    case .swap:
        if session.choices == Choices() { return [] }
        session.swap()
        return session.announcement()
    case .clear:
        let wasEmpty = session.choices == Choices()
        session.choose(Choices())
        for term in Term.allCases { session[term] = SymbolField() }
        if wasEmpty, session.past.isEmpty { return [] }
        let spoken = session.notify(SessionText.bothCleared, offersUndo: true)
        // A second click keeps the message, and is not announced again.
        return wasEmpty ? [] : spoken
    }
}

/// Scrolls the chosen type into view.
func revealingType(of half: Half, _ session: Session) -> [Effect] {
    let type = session.choices[half].type.flatMap { Vocabulary.classic.selectable.firstIndex(of: $0) }
    return type.map { [.navigation(.reveal(typeTagID($0)))] } ?? []
}

// MARK: Picking

@inline(never)
private func pick(_ session: inout Session, _ half: Half, _ change: (inout ChordChoice) -> Void) -> [Effect] {
    var choice = session.choices[half]
    change(&choice)
    // A typed bass belongs to the former chord.
    choice.bass = nil
    session.choose(half, choice)
    return session.announcement(Term(half))
}

/// The pitches of the result as it is voiced for two hands; with a type of the picker, as if it were chosen. They are
/// found when they are heard, since each choice would wait for them otherwise.
private func heard(_ offer: ChoosingVerb.Offer?, _ session: Session) -> [Int] {
    var choices = session.choices
    if let offer {
        choices[offer.half].type = offer.type
        // As in pick().
        choices[offer.half].bass = nil
    }
    if let combination = choices.combination(session.presentation) {
        let voicing = Voicer(for: session.settings.pianist).first(of: .pair(combination))
        return voicing?.tones.map { $0.pitch } ?? combination.notes.map { $0.tone.pitch }
    }
    return offer.flatMap { choices[$0.half].chord?.voicing.map { $0.pitch } } ?? []
}

/// Arrow keys choose the next letter, accidental or type in the order on the screen. They stop at the ends.
private func walk(
    _ picker: ChoosingVerb.Picker, _ key: String, _ session: inout Session, _ half: Half, _ listing: TypeListing
) -> [Effect] {
    let choice = session.choices[half]
    let offers = picker == .type ? offerGroups(listing, half, session).flatMap { $0.offers } : []
    let (present, count): (Int?, Int) =
        switch picker {
        case .letter: (choice.letter?.rawValue, Letter.allCases.count)
        case .accidental: (Accidental.choices.firstIndex(of: choice.accidental), Accidental.choices.count)
        case .type: (offers.firstIndex { $0.type == choice.type }, offers.count)
        }
    let target: Int
    switch KeyboardKey(rawValue: key) {
    case .right, .down: target = min((present ?? -1) + 1, count - 1)
    case .left, .up: target = max((present ?? count) - 1, 0)
    case .home: target = 0
    case .end: target = count - 1
    default: return []
    }
    let effects: [Effect]
    let id: String
    switch picker {
    case .letter:
        effects = pick(&session, half) { $0.letter = Letter.allCases[target] }
        id = letterTagID(Letter.allCases[target])
    case .accidental:
        effects = pick(&session, half) { $0.accidental = Accidental.choices[target] }
        id = accidentalTagID(target)
    case .type:
        effects = pick(&session, half) { $0.type = offers[target].type }
        id = typeTagID(offers[target].index)
    }
    return effects + [.navigation(.focus(id))]
}
