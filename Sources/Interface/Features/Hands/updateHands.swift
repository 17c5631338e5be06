import Harmony
import Rendering

/// Carries out an action on the voicing. The choice is remembered for all chords of the same quality.
/// - Parameter place: the screen of the voicing, whose address follows the choice; nil on other screens.
func updateHands(
    _ state: inout HandsState, at place: inout HandsRoute?, _ session: inout Session, _ verb: HandsVerb
) -> [Effect] {
    let next: Voicing? =
        switch verb {
        case .copyLink: nil
        case .style(let style): state.best.first { $0.style == style }
        case .step(let isUp): isUp ? state.above : state.below
        }
    if case .copyLink = verb {
        return state.voicing.map { [.sharing(.copyLink(.hands(HandsRoute($0.subject, shape: HandShape($0)))))] } ?? []
    }
    guard let next else { return [] }
    state.choose(next)
    session.settings.remember(next)
    place = place?.showing(next)
    let presentation = session.presentation
    var announcement = SharedText.sentenceCase(next.style.title) + ", " + KeyboardPicture(of: next).hands(presentation)
    // The lowest pitch distinguishes octaves.
    if let lowest = next.tones.first { announcement += HandsText.from(presentation.name(pitch: lowest.pitch)) }
    return [session.rememberingSettings, .speech(.announce(announcement))]
}
