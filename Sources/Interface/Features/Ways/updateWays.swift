import Harmony
import Input
import Rendering

/// Carries out an action of the screen of chord pairs.
/// - Parameter place: the chord and the given half. Becomes nil if a pair was taken, which opens the combiner.
func updateWays(
    _ state: inout WaysState, at place: inout WaysRoute?, _ session: inout Session, _ verb: WaysVerb
) -> [Effect] {
    guard let current = place else { return [] }
    switch verb {
    case .ask(let criterion):
        state.filter(waysTo: current.chord) { $0.add(criterion) }
        return []
    case .open(let filter):
        state.filter(waysTo: current.chord) { $0.clear(filter) }
        return []
    case .openAll:
        state.filter(waysTo: current.chord) { filters in for filter in WayFilter.allCases { filters.clear(filter) } }
        return []
    case .more:
        let first = state.shownCount
        let ways = FilteredWays(
            at: current, state.filters(for: current.chord), hasBassPlayer: session.settings.hasBassPlayer
        ).shown
        guard ways.indices.contains(first) else { return [] }
        state.shownCount = ways.count - first <= WaysState.stepCount ? ways.count : first + WaysState.stepCount
        return [.navigation(.focus(rowID(ways[first].number)))]
    case .take(let number):
        let ways = Ways(at: current, state.filters(for: current.chord), hasBassPlayer: session.settings.hasBassPlayer)
            .list
        guard ways.indices.contains(number) else { return [] }
        session.take(ways[number])
        place = nil
        return [.navigation(.focus(screenID))] + session.announcement()
    case .hands(let number):
        let ways = Ways(at: current, state.filters(for: current.chord), hasBassPlayer: session.settings.hasBassPlayer)
            .list
        guard ways.indices.contains(number) else { return [] }
        let way = ways[number]
        let pair = session.presentation.combiner.combine(lower: way.lower, upper: way.upper)
        state.opened = state.opened?.number == number ? nil : WaysState.Opened(number: number, pair: pair)
        return []
    case .type, .pick, .key, .leave:
        // A suggestion needs no note on how it was read.
        let typed = state.field?.highlighted == nil ? state.field?.text : nil
        guard let next = type(&state, at: current, session, verb) else { return announcement(of: state, verb) }
        place = next
        if case .key("Enter") = verb, let typed { session.addReadingNote(typed) }
        return [
            .navigation(.focus(screenID)), .speech(.announce(WaysText.title(session.presentation.spoken(next.chord)))),
        ]
    }
}

/// Announces the error of the field after Enter.
private func announcement(of state: WaysState, _ verb: WaysVerb) -> [Effect] {
    if case .key("Enter") = verb, let message = state.field?.message { return [.speech(.announce(message))] }
    return []
}

/// Updates the field.
/// - Returns: the place of another chord; nil while the user is typing.
private func type(_ state: inout WaysState, at place: WaysRoute, _ session: Session, _ verb: WaysVerb) -> WaysRoute? {
    let presentation = session.presentation
    var field = state.field ?? SymbolField(ChordChoice(place.chord), presentation)
    state.field = nil
    switch verb {
    case .type(let text):
        _ = field.type(text, suggesting: Suggestions.results(for: text, presentation.notation.names), presentation)
        // An incomplete equation is not an error.
        if SymbolField.mayBeEquation(text, presentation.notation.names) { field.message = nil }
    case .pick(let index):
        if field.suggestions.indices.contains(index) {
            return place.asking(for: field.suggestions[index].spelled(in: .jazz))
        }
    case .key(let pressed):
        let key = KeyboardKey(rawValue: pressed)
        switch key {
        case .down, .up:
            if field.suggestions.isEmpty {
                field.suggestions = Suggestions.results(for: field.text, presentation.notation.names)
            }
            field.highlight(next: key == .down)
        case .enter:
            if let index = field.highlighted { return place.asking(for: field.suggestions[index].spelled(in: .jazz)) }
            do throws(InputError) {
                return try place.reading(.parse(field.text, in: presentation.notation.names), presentation.notation)
            } catch {
                field.endEditing()
                field.message = error.message
            }
        case .escape: field.endEditing()
        default: break
        }
    case .leave:
        field.endEditing()
        // Only Enter opens another chord. The user may leave the field for a row of the list.
        if field.message == nil { return nil }
    default: break
    }
    state.field = field
    return nil
}
