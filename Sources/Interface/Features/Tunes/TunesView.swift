import Chordsets
import Exchange
import Harmony
import Practice
import Rendering
import Tunes

/// What the screens of tunes are made of.
typealias ShownTunes = (tunes: TunesState, chordsets: UndoableList, session: Session)

/// The screens of tunes.
/// - Parameters:
///   - chordsets: of which one can be played beside a tune.
///   - before: what was shown last of this very screen; nil where that was another.
///   - lights: the chordset that is played beside the open tune, where there is one.
func tunesView(
    _ place: TunesPlace, _ state: TunesState, chordsets: UndoableList, _ session: Session, since before: ShownTunes?,
    lights: (inout HTML) -> Void, to html: inout HTML
) {
    if case .list = place { return tuneListView(state, session.presentation, to: &html) }
    guard let opened = state.opened else {
        return html.element("div class='tunes'") { screen in
            screen.link(to: .tunes, session.presentation, class: "up") { $0.write(TunesText.title) }
            let text = state.list.keeping == nil ? TunesText.loading : TunesText.absent
            screen.element("p class='caption' role='status'", text: text)
        }
    }
    tuneView(opened, at: place, state, chordsets: chordsets, session, since: before, lights: lights, to: &html)
}

/// A tune that is open.
private func tuneView(
    _ opened: OpenTune, at place: TunesPlace, _ state: TunesState, chordsets: UndoableList, _ session: Session,
    since before: ShownTunes?, lights: (inout HTML) -> Void, to html: inout HTML
) {
    let presentation = session.presentation
    html.element("div class='tunes tune-screen'") { screen in
        screen.link(to: .tunes, presentation, class: "up") { $0.write(TunesText.title) }
        head(of: opened, at: place, presentation, to: &screen)
        conflict(state.list.entry(opened.kept.id), to: &screen)
        screen.element("div class='tune-body'") { body in
            let isShownAlike = before?.session.settings == session.settings
            let isWrittenAlike = before?.tunes.opened?.isWritten(as: opened) == true && before?.tunes.chosen == state.chosen
            let isLaidAlike = before?.tunes.opened?.voicings == opened.voicings
            let isKept = isShownAlike && isWrittenAlike && (isLaidAlike || !place.needsHands)
            body.part("div class='chart'", id: "tune-chart", isKept: isKept) { part in
                if let trouble = opened.trouble { part.element("p class='trouble' role='alert'", text: trouble) }
                switch place {
                case .list: break
                case .chart, .linked:
                    chartView(opened, chosen: state.chosen, looped: opened.setup.loop, presentation, to: &part)
                case .staff: tuneStaff(opened, presentation, to: &part)
                case .voicings: tuneVoicings(opened, presentation, to: &part)
                }
            }
            let isSideKept = isShownAlike && before?.tunes.showsSideAlike(state) == true
                && before?.chordsets.entries == chordsets.entries
            body.part("div class='tune-side'", id: "tune-side", isKept: isSideKept) { side in
                tuneSide(opened, state, session, lights: chordsets, isLinked: place.isLinked, to: &side)
            }
        }
        handingOn(opened, at: place, presentation, to: &screen)
        screen.element("div class='dock'") { dock in
            dock.part("div class='dock-bar'", id: "tune-dock") { part in
                guard let chosen = state.chosen, !state.isPlaying else { return }
                chosenBars(chosen, opened, state, presentation, isLinked: place.isLinked, to: &part)
            }
            dock.part("div class='dock-lights'", id: "tune-lights") { lights(&$0) }
            dock.part("div class='dock-hands'", id: "tune-now") { part in
                if state.isPlaying {
                    soundingHandsView(opened, session, to: &part)
                } else {
                    chosenHandsView(opened, state, session, to: &part)
                }
            }
            dock.part("div class='transport'", id: "tune-transport") { transportView(opened, state, to: &$0) }
        }
    }
}

private func head(of opened: OpenTune, at place: TunesPlace, _ presentation: Presentation, to html: inout HTML) {
    let tune = opened.shown
    html.element("div class='tune-head'") { head in
        head.element("h2 dir='auto'", text: opened.kept.shownTitle)
        head.element("p class='tune-about'") { about in
            if !tune.composer.isEmpty { about.element("span dir='auto'", text: tune.composer) }
            if !tune.style.isEmpty { about.element("span dir='auto'", text: tune.style) }
            if let key = tune.key { about.element("span translate='no'", text: presentation.name(key)) }
            about.element("span class='print-only'", text: TunesText.beatUnit(of: opened.tune.metre) + " = \(opened.tempo)")
            if presentation.reader != .c {
                about.element("span", text: TunesText.written(for: presentation.name(presentation.reader.pitch)))
            }
        }
        if place.isLinked {
            head.element("p class='caption'", text: TunesText.notSaved)
            head.element("button type='button' class='done' data-action='tunes keep {seed}'", text: TunesText.save)
        } else {
            head.element("div class='chips tune-views' role='group' aria-label=?", TunesText.view) { chips in
                for (other, title) in [
                    (TunesPlace.chart(opened.kept.id), TunesText.chart), (.staff(opened.kept.id), TunesText.grandStaff),
                    (.voicings(opened.kept.id), TunesText.keyboards),
                ] {
                    chips.link(to: other.address, presentation, class: "chip", isCurrent: other == place) { $0.write(title) }
                }
            }
        }
    }
}

/// What can be done with the tune as a whole.
private func handingOn(_ opened: OpenTune, at place: TunesPlace, _ presentation: Presentation, to html: inout HTML) {
    let id = opened.kept.id
    html.element("div class='chips tune-hand-on'") { chips in
        // The bars of the loop, where there is one.
        let bars = opened.setup.loop
        let row = opened.shownChords.filter { bars?.contains($0.bar) ?? true }.compactMap { $0.symbol?.toVoice }
        if !row.isEmpty {
            let exercise = Exercise(.row(Array(row.prefix(Thing.longestRow)), title: opened.kept.shownTitle))
            chips.practiseLink(exercise, presentation, of: opened.kept.shownTitle)
        }
        chips.element("button type='button' data-action='tunes print'", text: TunesText.print)
        chips.element("button type='button' data-action=?", "tunes copy-link " + id, text: TunesText.copyLink)
        for (format, title) in [
            ("text", TunesText.saveAsText), ("musicxml", TunesText.saveAsMusicXML), ("midi", TunesText.saveAsMIDI), ("ireal", TunesText.saveForIReal),
        ] {
            chips.element("button type='button' data-action=?", "tunes save " + id + " " + format, text: title)
        }
        guard !place.isLinked else { return }
        chips.element("button type='button' data-action=?", "tunes double " + id + " {seed}", text: TunesText.duplicate)
        if !opened.kept.isExample {
            chips.element("button type='button' data-action=?", "tunes delete " + id, text: TunesText.delete)
        }
    }
}

extension TunesPlace {
    var isLinked: Bool { if case .linked = self { true } else { false } }
}
