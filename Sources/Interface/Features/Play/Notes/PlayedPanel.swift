import Harmony
import Instruments
import Rendering

/// Shows the name of what is played.
/// - Parameters:
///   - named: the notes that were held long enough to be named.
///   - harmony: their harmony.
///   - chords: the chords that were played last, named together.
func playedPanel(
    _ named: [Int], _ harmony: LiveHarmony, _ chords: [ChordInRow], _ session: Session, to html: inout HTML
) {
    let presentation = session.presentation
    html.element("p class='place'", text: PlayText.youPlayed)
    html.element("div class='title'") { title in
        let name = named.isEmpty ? PlayText.playSomeNotes : presentation.name(of: harmony)
        title.element(
            "h2 class=? translate=?",
            named.isEmpty ? "name none" : "name", named.isEmpty ? nil : "no", text: name)
        if let chord = harmony.whole { title.shortWaysLink(to: chord, presentation) }
    }
    if !named.isEmpty, let chord = harmony.whole { soundingLine(of: chord, presentation, to: &html) }
    if !chords.isEmpty {
        html.element("ol class='row' aria-label=?", PlayText.lastChords) { list in
            for chord in chords.joined(last: ChordRow.maximumShown) {
                list.element("li") { name(of: chord, presentation, to: &$0) }
            }
        }
    }
}

/// Sets how chords are named, and uses what was played.
/// - Parameters:
///   - harmony: the harmony of the notes that were named last.
///   - row: the chords that were played last, with the key that they show.
func namingPanel(_ harmony: LiveHarmony, _ row: ChordRow, _ session: Session, to html: inout HTML) {
    let presentation = session.presentation
    html.element("div class='chips' role='group' aria-label=?", PlayText.naming) { chips in
        let choice = session.settings.namingKey
        let band = session.settings.hasBassPlayer ? "no" : "yes"
        chips.toggle(PlayText.withBassPlayer, "settings set band " + band, isOn: session.settings.hasBassPlayer)
        chips.toggle(
            PlayText.inKey(presentation.inSentences.name(session.key)),
            "settings set naming-key " + (choice == .circle ? "no" : "yes"), isOn: choice == .circle)
        chips.toggle(
            SessionText.heardKey, "settings set naming-key " + (choice == .heard ? "no" : "follow"),
            isOn: choice == .heard)
    }
    html.element("p class='caption'", text: heardKey(row, presentation))
    html.element("div class='chips' role='group' aria-label=?", PlayText.useChords) { chips in
        for half in [Half.lower, .upper] {
            let chord = harmony.chord(for: half)
            let name = chord.map { presentation.inSentences.shortName($0) }
            take(half.rawValue, PlayText.use(name, as: half), isEnabled: chord != nil, to: &chips)
        }
        take("both", PlayText.useBoth, isEnabled: harmony.combination != nil, to: &chips)
        chips.element("button type='button' data-action='play panic {now}'", text: PlayText.allNotesOff)
    }
}

/// The key of the chords that were played, and how sure it is.
private func heardKey(_ row: ChordRow, _ presentation: Presentation) -> String {
    row.key.map {
        PlayText.heardKey(presentation.inSentences.name(presentation.reader.reading($0)), percent: row.confidence)
    } ?? PlayText.noKeyHeard
}

/// Shows the name of a chord. If the chords around it have corrected the name, shows the name that it has by itself,
/// too.
func name(of chord: ChordInRow, _ presentation: Presentation, to html: inout HTML) {
    html.element("b translate='no'", text: presentation.name(of: chord.harmony))
    guard let alone = chord.alone else { return }
    html.element("small") { small in
        small.element("span class='spoken'", text: PlayText.onItsOwn)
        small.element("s translate='no'", text: presentation.title(alone))
    }
}

private func take(_ what: String, _ title: String, isEnabled: Bool, to html: inout HTML) {
    html.element(
        "button type='button'", [("data-action", "play take " + what), ("aria-disabled", isEnabled ? nil : "true")],
        text: title)
}
