import Chordsets
import Harmony
import Input
import Rendering

// Only documents have summaries, so the engine does not contain them.
extension Screen {
    /// What the screen is about, in one sentence.
    func summary(in state: AppState) -> String {
        let words = titleWords(in: state)
        let title = words.first { !$0.isEmpty } ?? ""
        // Whether it has no title, because it is stored in a browser: the first word then is that of the screen.
        let isUnknown = words.first == ""
        let summary: String =
            switch self {
            case .missing: SummaryText.missing
            case .combiner where state.session.choices.first == nil: SummaryText.start
            case .combiner where state.session.combination == nil: SummaryText.oneChord(title)
            case .combiner: SummaryText.combination(title)
            case .choosing(let half): SummaryText.choosing(half)
            case .details(.combination): SummaryText.detailsOfPair(title)
            case .details(.chord): SummaryText.details(of: title)
            case .details(.combinationGraph), .details(.graph): SummaryText.graph(of: title)
            case .details(.scale): SummaryText.scale(title)
            case .ways(let place):
                place.given.lower == nil && place.given.upper == nil
                    ? SummaryText.pairs(title) : SummaryText.solved(title)
            case .circle: SummaryText.circle(title)
            case .board: SummaryText.board(title)
            case .hands: SummaryText.voicings(title)
            case .play(_?): SummaryText.pads(title)
            case .play(nil):
                state.session.settings.instrument == .linnStrument ? SummaryText.linnStrument : SummaryText.piano
            case .chordsets(.list): SummaryText.lights
            case .chordsets(.sheet) where isUnknown, .chordsets(.lightChord) where isUnknown,
                .chordsets(.stage) where isUnknown:
                SummaryText.lights
            case .chordsets(.sheet): SummaryText.practiceSheet(title)
            case .chordsets(.lightChord(_, let position)): SummaryText.lightChord(position + 1, of: title)
            case .chordsets(.stage): SummaryText.stage(title)
            case .chordsets(.linked): SummaryText.linkedChordset
            case .tunes(.list): SummaryText.tunes
            case .tunes(.sets): SummaryText.setLists
            case .tunes(.chart) where isUnknown, .tunes(.inSet) where isUnknown, .tunes(.staff) where isUnknown,
                .tunes(.voicings) where isUnknown, .tunes(.analysis) where isUnknown:
                SummaryText.tunes
            case .tunes(.set): SummaryText.setList(title)
            case .tunes(.chart): SummaryText.chart(title)
            case .tunes(.inSet): SummaryText.inSet(title)
            case .tunes(.staff): SummaryText.grandStaff(title)
            case .tunes(.voicings): SummaryText.keyboards(title)
            case .tunes(.analysis): SummaryText.analysis(title)
            case .tunes(.linked):
                state.tunes.opened?.isLinkedSet == true
                    ? SummaryText.linkedSet(title) : SummaryText.linkedTune(title)
            case .tunes(.progression(let place)):
                SummaryText.progression(title, state.session.presentation.name(place.key))
            case .practice(.home): SummaryText.practice
            case .practice(.exercise): SummaryText.exercise(title)
            case .practice(.review): SummaryText.due
            case .practice(.today(let minutes, let hasInstrument)):
                SummaryText.today(minutes, hasInstrument: hasInstrument)
            case .practice(.ten(let isOfDay, _)): isOfDay ? SummaryText.chordOfTheDay : SummaryText.tenChords
            case .practice(.assignment): SummaryText.assignment
            case .practice(.course): SummaryText.course(title)
            case .practice(.results): SummaryText.progress
            case .dictionary(let root):
                SummaryText.dictionary(state.session.presentation.name(root ?? NoteName(.c)))
            case .more: SummaryText.more
            case .help: SummaryText.help
            case .settings: SummaryText.settings
            case .shelf: SummaryText.shelf
            }
        return state.isOnStand ? SummaryText.onStand(summary) : summary
    }
}
