import Answers
import Harmony

/// What follows when a chord is laid otherwise: it is remembered for all chords of its quality and, where the hands have a
/// screen to themselves, is in its address.
/// - Parameter place: the hands' own screen; nil on those of other features.
func updateHands(
    _ state: inout HandsState, at place: inout HandsPlace?, _ session: inout Session, _ verb: HandsVerb
) -> [Effect] {
    let next: Voicing? =
        switch verb {
        case .copyLink: nil
        case .style(let style): state.best.first { $0.style == style }
        case .step(let isUp): isUp ? state.above : state.below
        }
    if case .copyLink = verb { return state.voicing.map { [.sharing(.copyLink(.hands($0.subject, shape: HandShape($0).path)))] } ?? [] }
    guard let next else { return [] }
    state.take(next)
    session.settings.remember(next)
    place = place?.showing(next)
    let presentation = session.presentation
    var told = SharedText.sentenceCase(next.style.title) + ", " + KeyboardPicture(of: next).hands(presentation)
    // An octave higher all names are the same.
    if let lowest = next.tones.first { told += HandsText.from(presentation.name(pitch: lowest.pitch)) }
    return [session.rememberingSettings, .speech(.announce(told))]
}
