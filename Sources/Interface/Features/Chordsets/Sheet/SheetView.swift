import Chordsets
import Exchange
import Harmony
import Rendering

/// The practice sheet of a chordset, with a card for each chord.
/// - Parameter pianist: decides the voicings.
func sheetView(
    _ id: String, _ chordsets: UndoableList, under pianist: Pianist, _ presentation: Presentation, to html: inout HTML
) {
    guard let chordset = chordsets.chordset(id) else { return missingChordset(chordsets, presentation, to: &html) }
    html.element("div class='chordsets'") { screen in
        screen.element("p class='place'", text: ChordsetsText.practiceSheet)
        screen.element("h2 dir='auto'", text: chordset.shownTitle)
        if presentation.reader != .c {
            screen.element(
                "p class='precise'", text: ChordsetsText.written(for: presentation.readersPitch))
        }
        if chordset.chords.allSatisfy({ $0.music == nil }) {
            screen.element("p class='caption'", text: ChordsetsText.nothingToPractice)
        }
        screen.element("div class='chips'") { chips in
            chips.link(to: .chordsets(.stage(id)), presentation, class: "chip", label: ChordsetsText.playChordset) {
                $0.write(ChordsetsText.play)
            }
            chips.link(to: .chordsets(.lightChord(id, 0)), presentation, class: "chip") { $0.write(ChordsetsText.edit) }
            chips.element("button type='button' data-action='sheet print'", text: ChordsetsText.print)
            chips.element("button type='button' data-action=?", "sheet copy-link " + id, text: ChordsetsText.copyLink)
            saveButtons(id, to: &chips)
        }
        cards(chordset, under: pianist, presentation, to: &screen)
    }
}

/// Buttons that save a chordset as a file.
func saveButtons(_ id: String, to html: inout HTML) {
    for (format, title) in [
        ("midi", ChordsetsText.saveAsMIDI), ("musicxml", ChordsetsText.saveAsMusicXML),
        ("json", ChordsetsText.saveAsFile),
    ] {
        html.element("button type='button' data-action=?", "sheet save " + id + " " + format, text: title)
    }
}

/// The chords on a staff, then a card for each chord.
private func cards(_ chordset: Chordset, under pianist: Pianist, _ presentation: Presentation, to html: inout HTML) {
    let sheet = PracticeSheet(chordset, for: presentation.reader, under: pianist)
    if chordset.chords.contains(where: { $0.music != nil }) {
        html.element("div class='panel sheet-staff'") { sheet.score.staff().write(to: &$0, presentation) }
    }
    html.element("ol class='cards'") { list in
        for (position, chord) in chordset.chords.enumerated() {
            list.element("li class='panel card'") { card in
                card.element("div class='strip'") { strip in
                    lightSwatch(chord, to: &strip)
                    strip.element("b", text: "\(position + 1)")
                }
                guard let music = chord.music else {
                    return card.element("p class='caption'", text: ChordsetsText.noChord)
                }
                card.element("div class='title'") { title in
                    title.element("h3 translate='no'", text: presentation.name(of: music))
                    let tones = sheet.voicings[position].map { $0.tones }
                    title.playButton(tones ?? music.stack(presentation), of: presentation.name(of: music))
                }
                let combination = music.combination(in: presentation.vocabulary)
                if let combination {
                    card.element("p class='precise' translate='no'", text: presentation.sum(combination))
                }
                let keys =
                    sheet.voicings[position].map { KeyboardPicture(of: $0) } ?? combination.map {
                        KeyboardPicture(of: $0)
                    }
                    ?? KeyboardPicture(of: music.lower, as: .lower, octaves: 3)
                keys.write(to: &card, presentation, isUsable: false)
                if let combination {
                    noteChips(combination, presentation, to: &card)
                } else {
                    card.element(
                        "p class='precise' translate='no'",
                        text: presentation.names(music.lower.voicing.map { $0.name }))
                }
            }
        }
    }
}

extension Music {
    /// All notes, for chords without a voicing because they have more notes than ten fingers.
    fileprivate func stack(_ presentation: Presentation) -> [Tone] {
        combination(in: presentation.vocabulary)?.notes.map { $0.tone } ?? lower.voicing
    }
}

/// The screen of a chordset that does not exist or was not loaded yet.
func missingChordset(_ chordsets: UndoableList, _ presentation: Presentation, to html: inout HTML) {
    html.element("div class='chordsets'") { screen in
        let text = chordsets.storage == nil ? ChordsetsText.loading : ChordsetsText.absent
        screen.element("p class='caption' role='status'", text: text)
    }
}

/// The chordset of a link.
func linkedView(_ chordset: Chordset, under pianist: Pianist, _ presentation: Presentation, to html: inout HTML) {
    html.element("div class='chordsets'") { screen in
        screen.element("p class='place'", text: ChordsetsText.fromLink)
        screen.element("h2 dir='auto'", text: chordset.shownTitle)
        screen.element("p class='caption'", text: ChordsetsText.notSaved)
        screen.element("div class='chips'") { chips in
            chips.element("button type='button' class='done' data-action='sheet keep {seed}'", text: ChordsetsText.save)
            saveButtons(chordset.id, to: &chips)
        }
        cards(chordset, under: pianist, presentation, to: &screen)
    }
}
