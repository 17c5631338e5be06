import Chordsets
import Harmony
import Input
import Practice
import Rendering
import Tunes

/// The data of the tune screens.
typealias TunesContent = (tunes: TunesState, chordsets: UndoableList, session: Session)

/// The tune screens.
/// - Parameters:
///   - chordsets: those whose lights can accompany a tune.
///   - before: the data with which this screen was last written; nil if another screen was shown.
///   - lights: writes the lights that accompany the open tune.
func tunesView(
    _ place: TunesRoute, _ state: TunesState, chordsets: UndoableList, _ session: Session, since before: TunesContent?,
    lights: (inout HTML) -> Void, to html: inout HTML
) {
    switch place {
    case .list: return tuneListView(state, session.presentation, to: &html)
    case .sets: return tuneSetsView(state, session.presentation, to: &html)
    case .set(let id): return tuneSetView(id, state, session.presentation, to: &html)
    default: break
    }
    guard let opened = state.opened else {
        return html.element("div class='tunes'") { screen in
            let text = state.list.storage == nil ? TunesText.loading : TunesText.absent
            screen.element("p class='caption' role='status'", text: text)
        }
    }
    if opened.isLinkedSet { return linkedSetView(opened, session.presentation, to: &html) }
    tuneView(opened, at: place, state, chordsets: chordsets, session, since: before, lights: lights, to: &html)
}

/// The open tune.
private func tuneView(
    _ opened: OpenTune, at place: TunesRoute, _ state: TunesState, chordsets: UndoableList, _ session: Session,
    since before: TunesContent?, lights: (inout HTML) -> Void, to html: inout HTML
) {
    let presentation = session.presentation
    html.element("div class='tunes tune-screen'") { screen in
        head(of: opened, at: place, presentation, to: &screen)
        screen.part("div", id: "tune-set") { setBar(place, state, to: &$0) }
        conflict(state.list.entry(opened.stored.id), to: &screen)
        screen.element("div class='tune-body'") { body in
            let hasSameSettings = before?.session.settings == session.settings
            let hasSameChart =
                before?.tunes.opened?.hasSameChart(as: opened) == true && before?.tunes.chosen == state.chosen
            let hasSameVoicings = before?.tunes.opened?.voicings == opened.voicings
            let isKept = hasSameSettings && hasSameChart && (hasSameVoicings || !place.needsHands)
            let swipe = place.isProgression ? "tunes next-key" : nil
            body.part("div class='chart'", id: "tune-chart", isKept: isKept, [("data-swipe", swipe)]) { part in
                if let message = opened.errorMessage { part.element("p class='trouble' role='alert'", text: message) }
                switch place {
                case .list, .sets, .set: break
                case .chart, .inSet, .linked, .analysis:
                    let isAnalysis = if case .analysis = place { true } else { false }
                    let analysis = isAnalysis || opened.setup.showsAnalysis ? TuneAnalysis(of: opened.shown) : nil
                    chartView(opened, chosen: state.chosen, analysis, presentation, to: &part)
                    if isAnalysis, let analysis { tuneAnalysis(analysis, presentation, to: &part) }
                case .staff: tuneStaff(opened, presentation, to: &part)
                case .voicings: tuneVoicings(opened, presentation, to: &part)
                case .progression(let progression): progressionView(progression, opened, session, to: &part)
                }
            }
            if case .progression(let progression) = place, state.printed == place {
                let isKept = hasSameSettings && before?.tunes.printed == place
                body.part("div", id: "tune-sheet", isKept: isKept) {
                    progressionSheet(progression, opened.setup, session, to: &$0)
                }
            }
            let isSideKept =
                hasSameSettings && before?.tunes.hasSameSide(state) == true
                && before?.chordsets.entries == chordsets.entries
            body.part("div class='tune-side'", id: "tune-side", isKept: isSideKept) { side in
                tuneSide(opened, state, session, lights: chordsets, isLinked: place.isLinked, to: &side)
            }
        }
        tuneActions(opened, at: place, state, presentation, to: &screen)
        screen.element("div class='dock'") { dock in
            dock.part("div class='dock-bar'", id: "tune-dock") { part in
                guard let chosen = state.chosen, !state.isPlaying else { return }
                chosenBars(chosen, opened, state, presentation, isLinked: place.isLinked, to: &part)
            }
            dock.part("div class='dock-lights'", id: "tune-lights") { lights(&$0) }
            dock.part("div class='dock-hands'", id: "tune-now") { part in
                if state.isPlaying {
                    soundingVoicingView(opened, session, to: &part)
                } else {
                    chosenVoicingView(opened, state, session, to: &part)
                }
            }
            dock.part("div class='transport'", id: "tune-transport") { transportView(opened, state, to: &$0) }
        }
    }
}

private func head(of opened: OpenTune, at place: TunesRoute, _ presentation: Presentation, to html: inout HTML) {
    let tune = opened.shown
    html.element("div class='tune-head'") { head in
        head.element("h2 dir='auto'", text: opened.stored.shownTitle)
        head.element("p class='tune-about'") { about in
            if !tune.composer.isEmpty { about.element("span dir='auto'", text: tune.composer) }
            if !tune.style.isEmpty { about.element("span dir='auto'", text: tune.style) }
            if let key = tune.key { about.element("span translate='no'", text: presentation.name(key)) }
            about.element(
                "span class='print-only'", text: TunesText.beatUnit(of: opened.tune.meter) + " = \(opened.tempo)")
            if presentation.reader != .c {
                about.element("span", text: TunesText.written(for: presentation.readersPitch))
            }
        }
        if place.isLinked {
            if case .linked = place { head.element("p class='caption'", text: TunesText.notSaved) }
            head.element("button type='button' class='done' data-action='tunes keep {seed}'", text: TunesText.save)
        } else {
            head.element("div class='chips tune-views' role='group' aria-label=?", TunesText.view) { chips in
                for (other, title) in [
                    (TunesRoute.chart(opened.stored.id), TunesText.chart),
                    (.staff(opened.stored.id), TunesText.grandStaff),
                    (.voicings(opened.stored.id), TunesText.keyboards),
                    (.analysis(opened.stored.id), TunesText.analysis),
                ] {
                    let isCurrent = other == place || other == .chart(place.id ?? "") && place.setID != nil
                    chips.link(to: .tunes(other), presentation, class: "chip", isCurrent: isCurrent) {
                        $0.write(title)
                    }
                }
            }
        }
    }
}

/// Practice, print, share, save, duplicate and delete.
private func tuneActions(
    _ opened: OpenTune, at place: TunesRoute, _ state: TunesState, _ presentation: Presentation, to html: inout HTML
) {
    let id = opened.stored.id
    html.element("div class='chips tune-hand-on'") { chips in
        if !place.isLinked { tuneUse(opened, state.log[id], presentation, to: &chips) }
        let row = opened.practicedChords.map { $0.subject }
        if !row.isEmpty {
            let title = opened.stored.shownTitle
            let chords = Array(row.prefix(PracticeMaterial.maximumRowLength))
            chips.practiceLink(place.exercise(on: chords, title), presentation, of: title)
        }
        chips.element(
            "button type='button' data-action='tunes print'",
            text: place.isProgression ? TunesText.printKeys : TunesText.print)
        chips.element("button type='button' data-action=?", "tunes copy-link " + id, text: TunesText.copyLink)
        for format in [TuneListVerb.Format.text, .musicxml, .midi, .ireal] {
            chips.element(
                "button type='button' data-action=?", "tunes save " + id + " " + format.rawValue, text: format.title)
        }
        guard !place.isLinked else { return }
        chips.element("button type='button' data-action=?", "tunes double " + id + " {seed}", text: TunesText.duplicate)
        if !opened.stored.isExample {
            chips.element("button type='button' data-action=?", "tunes delete " + id, text: TunesText.delete)
        }
        setMenu(state.index, to: &chips)
    }
}

/// Whether the tune is a favorite, and when it was played.
private func tuneUse(_ opened: OpenTune, _ use: TuneUse, _ presentation: Presentation, to html: inout HTML) {
    html.element("div class='tune-use'") { line in
        star(opened.stored, use, id: nil, to: &line)
        guard use.count > 0 else { return }
        let date = use.last.map { SharedText.date($0.day(orElse: 0), from: nil) }
        let key = (try? Key(use.key)).map { presentation.inSentences.name(presentation.reader.reading($0)) } ?? ""
        line.element("span class='caption'", text: TunesText.lastPlayed(use.count, date, use.tempo, key))
    }
}

extension TunesRoute {
    /// Whether the address itself contains the tune.
    var isLinked: Bool {
        switch self {
        case .linked, .progression: true
        default: false
        }
    }

    /// The exercise on the chords of a tune, or of a progression in its voicing style.
    fileprivate func exercise(on chords: [ChordToVoice], _ title: String) -> Exercise {
        guard case .progression(let place) = self, let styles = try? Leading.Styles.parse(place.style) else {
            return Exercise(.row(chords, title: title))
        }
        return switch StandardProgression(rawValue: place.text)?.version(in: place.key) {
        case .twoFiveOne: Exercise(.cadence(.major, styles), from: place.key.tonic)
        case .minorTwoFiveOne: Exercise(.cadence(.minor, styles), from: place.key.tonic)
        default: Exercise(.row(chords, title: title, in: styles))
        }
    }
}
