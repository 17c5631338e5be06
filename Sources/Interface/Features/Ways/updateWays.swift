import Answers
import Harmony

/// What follows when something is done with the ways to play a chord.
/// - Parameter place: the chord, and what is given of the two; nil when a way was taken, which the combiner shows.
func updateWays(
    _ state: inout WaysState, at place: inout WaysPlace?, _ session: inout Session, _ verb: WaysVerb
) -> [Effect] {
    guard let asked = place else { return [] }
    switch verb {
    case .ask(let wish):
        state.filter(waysTo: asked.chord) { $0.ask(for: wish) }
        return []
    case .open(let filter):
        state.filter(waysTo: asked.chord) { $0.open(filter) }
        return []
    case .openAll:
        state.filter(waysTo: asked.chord) { filters in for filter in WayFilter.allCases { filters.open(filter) } }
        return []
    case .more:
        let first = state.most
        let ways = WantedWays(at: asked, state.filters(for: asked.chord), hasBand: session.settings.hasBand).shown
        guard ways.indices.contains(first) else { return [] }
        state.most = ways.count - first <= WaysState.many ? ways.count : first + WaysState.many
        return [.navigation(.focus(rowID(ways[first].number)))]
    case .take(let number):
        let ways = Ways(at: asked, state.filters(for: asked.chord), hasBand: session.settings.hasBand).list
        guard ways.indices.contains(number) else { return [] }
        session.take(ways[number])
        place = nil
        return [.navigation(.focus(screenID))] + session.announcement()
    case .hands(let number):
        let ways = Ways(at: asked, state.filters(for: asked.chord), hasBand: session.settings.hasBand).list
        guard ways.indices.contains(number) else { return [] }
        let way = ways[number]
        let pair = session.presentation.combiner.combine(lower: way.lower, upper: way.upper)
        state.opened = state.opened?.number == number ? nil : WaysState.Opened(number: number, pair: pair)
        return []
    case .type, .pick, .key, .leave:
        // A suggestion is what it says.
        let typed = state.field?.highlighted == nil ? state.field?.text : nil
        guard let next = type(&state, at: asked, session, verb) else { return announcement(of: state, verb) }
        place = next
        if case .key("Enter") = verb, let typed { session.tellHowRead(typed) }
        return [.navigation(.focus(screenID)), .speech(.announce(WaysText.title(session.presentation.spoken(next.chord))))]
    }
}

/// Why what was typed is no chord.
private func announcement(of state: WaysState, _ verb: WaysVerb) -> [Effect] {
    if case .key("Enter") = verb, let message = state.field?.message { return [.speech(.announce(message))] }
    return []
}

/// - Returns: the place of the ways that are asked for now; nil while one types.
private func type(_ state: inout WaysState, at place: WaysPlace, _ session: Session, _ verb: WaysVerb) -> WaysPlace? {
    let presentation = session.presentation
    var field = state.field ?? SymbolField(ChordChoice(place.chord), presentation)
    state.field = nil
    switch verb {
    case .type(let text):
        _ = field.type(text, suggesting: Suggestions.results(for: text, presentation.notation.names), presentation)
        // What is half an equation is none yet.
        if SymbolField.mayBeMore(than: text, presentation.notation.names) { field.message = nil }
    case .pick(let index):
        if field.suggestions.indices.contains(index) { return place.asking(for: field.suggestions[index].spelled(in: .jazz)) }
    case .key(let pressed):
        let key = KeyboardKey(rawValue: pressed)
        switch key {
        case .down, .up:
            if field.suggestions.isEmpty { field.suggestions = Suggestions.results(for: field.text, presentation.notation.names) }
            field.highlight(next: key == .down)
        case .enter:
            if let index = field.highlighted { return place.asking(for: field.suggestions[index].spelled(in: .jazz)) }
            do throws(Refusal) {
                return try place.reading(.asked(field.text, in: presentation.notation.names), presentation.notation)
            } catch {
                field.rest()
                field.message = error.message
            }
        case .escape: field.rest()
        default: break
        }
    case .leave:
        field.rest()
        // Only Enter asks for another chord: leaving the field may be the way to a row of the list.
        if field.message == nil { return nil }
    default: break
    }
    state.field = field
    return nil
}
