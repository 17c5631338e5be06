import Harmony
import Rendering
import Tunes

/// The details of a chord, a combination or a scale, or a graph.
/// - Parameters:
///   - before: the session when this screen was last written; nil if another screen was shown.
///   - voicing: the best voicing of a combination in MIDI numbers; empty if there is none.
///   - hands: writes the voicing.
func detailsView(
    _ place: DetailsRoute, _ session: Session, since before: Session?, voicing: [Int],
    hands: (inout HTML) -> Void, to html: inout HTML
) {
    let presentation = session.presentation
    let isKept = session.isSame(as: before)
    func spelled(_ chord: Chord) -> Chord { chord.spelled(in: presentation.vocabulary.vocabulary) }
    switch place {
    case .combination: combinationView(session, isKept: isKept, voicing, hands, to: &html)
    case .combinationGraph:
        guard let combination = session.combination, let graph = ShownGraph(of: combination, session) else { return }
        graphView(graph, presentation, to: &html)
    case .chord(let chord, let half): chordView(spelled(chord), as: half, session, isKept: isKept, hands, to: &html)
    case .graph(let chord, let half): graphView(ShownGraph(of: spelled(chord), as: half), presentation, to: &html)
    case .scale(let scale): scaleView(scale, presentation, to: &html)
    }
}

/// The details of a chord: chord pairs, notes, scales, related chords, tension, and graph.
private func chordView(
    _ chord: Chord, as half: Half, _ session: Session, isKept: Bool, _ hands: (inout HTML) -> Void, to html: inout HTML
) {
    let presentation = session.presentation
    let isUpper = half == .upper
    html.element("article class='page'") { page in
        let kind = isUpper ? "panel playing upper" : "panel playing"
        page.part(
            "section", id: "looked-at", isKept: isKept, [("aria-label", SharedText.chord), ("class", kind)]
        ) { panel in
            panel.element("div") { chosen in
                chosen.element("p class='place'", text: isUpper ? SharedText.upperChord : SharedText.chord)
                chosen.element("div class='title'") { title in
                    title.element("div") { heading(chord, presentation, missing: "", to: &$0) }
                    title.playButton(chord, presentation)
                    title.boardLink(of: chord, as: half, presentation)
                    title.practiceLink(.chord(chord), presentation)
                    title.link(to: .dictionary(chord.root), presentation, class: "chip") {
                        $0.write(SharedText.dictionary)
                    }
                }
                soundingLine(of: chord, presentation, to: &chosen)
                KeyboardPicture(of: chord, as: half, octaves: 2).write(to: &chosen, presentation)
            }
            bestWays(of: chord, session, to: &panel)
            panel.element("section class='degrees' aria-label=?", SharedText.notesAndDegrees) { notes in
                notes.element("h3", text: SharedText.notesAndDegrees)
                toneChips(chord.voicing, of: isUpper ? half : nil, presentation, to: &notes)
            }
            shareMenu(Shareable(chord, presentation), to: &panel)
        }
        page.part("div", id: shapeID) { hands(&$0) }
        page.part("div class='sections'", id: "sections", isKept: isKept) { rest in
            let details = ChordDetails(of: chord, in: presentation.vocabulary.vocabulary)
            chordSections(details, as: half, session, to: &rest)
            graphSection(ShownGraph(of: chord, as: half), presentation, to: &rest)
        }
    }
}

/// The details of a combination.
private func combinationView(
    _ session: Session, isKept: Bool, _ voicing: [Int], _ hands: (inout HTML) -> Void, to html: inout HTML
) {
    guard let combination = session.combination else { return }
    let presentation = session.presentation
    html.element("article class='page'") { page in
        page.part(
            "section class='panel playing'", id: "looked-at", isKept: isKept, [("aria-label", SharedText.result)]
        ) { panel in
            panel.element("div") { whole in
                whole.element("p class='place'", text: SharedText.kind(combination.kind))
                resultHeading(session.choices, presentation, to: &whole)
                soundingLine(session, to: &whole)
                KeyboardPicture(of: combination).write(to: &whole, presentation)
                playButtons(combination, voicing: voicing, session.settings, to: &whole)
            }
            if let result = combination.result { bestWays(of: result, besides: combination, session, to: &panel) }
            let title = combination.kind == .polychord ? SharedText.notes : SharedText.notesAndDegrees
            panel.element("section class='degrees' aria-label=?", title) { notes in
                notes.element("h3", text: title)
                noteChips(combination, presentation, to: &notes)
            }
            shareMenu(Shareable(combination, presentation), to: &panel)
        }
        page.part("div", id: shapeID) { hands(&$0) }
        page.part("div class='sections'", id: "sections", isKept: isKept) { rest in
            section(DetailsText.componentChords, folds: true, to: &rest) { section in
                for (half, chord) in [(Half.lower, combination.lower), (.upper, combination.upper)] {
                    section.element("h4", text: SharedText.half(half))
                    section.playableLink(to: chord, as: half, presentation)
                    toneChips(chord.voicing, of: half, presentation, to: &section)
                }
            }
            if let result = combination.result {
                let details = ChordDetails(of: result, in: presentation.vocabulary.vocabulary)
                chordSections(details, as: .lower, session, to: &rest)
            } else {
                polychordSections(combination, presentation, to: &rest)
            }
            if let graph = ShownGraph(of: combination, session) { graphSection(graph, presentation, to: &rest) }
        }
    }
}

// MARK: How to play it

/// The best chord pairs for a chord, and a link to all of them.
/// - Parameter combination: a pair that is shown already.
private func bestWays(
    of chord: Chord, besides combination: Combination? = nil, _ session: Session, to html: inout HTML
) {
    let presentation = session.presentation
    let asked = chord.spelled(in: .jazz)
    // `alt` leaves the alterations open, so pairs with some of them suffice.
    let ways = Ways(of: asked, playable: asked.isPlainAlt, hasBassPlayer: session.settings.hasBassPlayer, limit: 4)
    let others = ways.list.filter { combination?.lower != $0.lower || combination?.upper != $0.upper }
    let rows = others.prefix(3).map { (way: $0, picture: KeyboardPicture(of: $0)) }
    html.element("div class='best-ways'") { part in
        if !rows.isEmpty {
            part.element("h3", text: combination == nil ? SharedText.howToPlayWithTwoHands : DetailsText.otherVoicings)
            KeyboardPicture.writeSmallKeys(to: &part, octaves: rows.map { $0.picture.octaves }.max() ?? 3)
            part.element("ul") { list in
                for (way, picture) in rows {
                    list.element("li class='way'") { wayRow(way, picture, presentation, to: &$0) }
                }
            }
        }
        part.link(to: .ways(chord), presentation, class: "chip ways-link") {
            $0.write(ways.count > 1 ? SharedText.allChordPairs(ways.count) : SharedText.howToPlay)
        }
    }
}

// MARK: Scales and related chords

/// A polychord has no root, so only the closest chord names and the tension are shown.
private func polychordSections(_ combination: Combination, _ presentation: Presentation, to html: inout HTML) {
    let notes = combination.lower.notes + combination.upper.notes
    let nearest = ChordFinder().nearestReadings(to: notes, limit: 8)
    section(DetailsText.nearestNames, folds: true, to: &html) { section in
        section.element("ul class='list'") { list in
            for reading in nearest {
                list.element("li") { item in
                    item.playableLink(to: reading.chord, presentation)
                    item.element("span", text: difference(of: reading, notes: notes, presentation))
                }
            }
        }
    }
    let tones = combination.notes.map { $0.tone }
    let tension = Tension(of: tones.map { $0.pitch }, root: combination.bass.pitchClass)
    tensionSection(tension, tones, root: combination.bass, presentation, to: &html)
}

/// How the notes differ from a chord: `with D, without G♭`.
private func difference(of reading: NearReading, notes: [NoteName], _ presentation: Presentation) -> String {
    func names(_ set: PitchClassSet, in notes: [NoteName]) -> String {
        presentation.inSentences.names(
            set.map { pitchClass in
                notes.first { $0.pitchClass == pitchClass } ?? NoteName(pitchClass: pitchClass)
            })
    }
    var words: [String] = []
    if !reading.extra.isEmpty { words.append(DetailsText.with(names(reading.extra, in: notes))) }
    if !reading.missing.isEmpty { words.append(DetailsText.without(names(reading.missing, in: reading.chord.notes))) }
    return words.joined(separator: ", ")
}

/// Scales, related chords and tension. Empty sections are left out.
/// - Parameter half: the half to which the chord belongs, which decides its color.
private func chordSections(
    _ details: ChordDetails, as half: Half, _ session: Session, to html: inout HTML
) {
    let presentation = session.presentation
    let chord = details.chord
    let color = half == .upper ? half : nil
    if !details.extensions.isEmpty {
        section(DetailsText.extensions, folds: true, to: &html) { section in
            let tones = details.voicing.filter { $0.degree.map { details.extensions.contains($0) } == true }
            toneChips(tones, of: color, presentation, to: &section)
        }
    }
    scaleSection(details, in: session.context.key, presentation, to: &html)
    if let near = details.nearestScale {
        section(DetailsText.nearestScale, folds: true, to: &html) { section in
            section.element("p") { line in
                line.link(to: near.scale, presentation)
                line.write(DetailsText.hasAllBut(presentation.inSentences.names(near.foreign)))
            }
        }
    }
    chordSection(DetailsText.equivalents, details.equivalents, as: half, presentation, to: &html)
    if let base = details.base {
        section(DetailsText.baseChord, folds: true, to: &html) { section in
            section.playableLink(to: base, as: half, presentation)
            toneChips(base.voicing, of: color, presentation, to: &section)
        }
    }
    let keys = chord.diatonicKeys()
    if !keys.isEmpty {
        section(DetailsText.diatonicIn, folds: true, to: &html) { section in
            section.element("div class='chips'") { chips in
                for (key, numeral) in keys {
                    let names = presentation.inSentences
                    chips.link(to: .circle(key), presentation, class: "chip") {
                        $0.write(DetailsText.numeral(names.notation.marked(numeral.text), in: names.name(key)))
                    }
                }
            }
        }
    }
    if let tension = details.tension {
        // The score is that of the chord in root position.
        tensionSection(tension, chord.inRootPosition.voicing, root: chord.root, presentation, to: &html)
    }
}

/// The scales over a chord as a teacher gives them and, folded, all scales that contain it.
/// - Parameter key: the key in which chords are named, if any; it shows the function.
private func scaleSection(
    _ details: ChordDetails, in key: Key?, _ presentation: Presentation, to html: inout HTML
) {
    let place = key.map { ChordInKey(details.chord, in: $0, after: nil, before: nil) }
    let taught = details.chord.scales(as: place?.function, in: key)
    let all = [
        (DetailsText.primaryScales, details.scales.primary), (DetailsText.parentScales, details.scales.parent),
        (DetailsText.pentatonicScales, details.scales.pentatonic),
    ].filter { !$0.1.isEmpty }
    guard !taught.isEmpty || !all.isEmpty else { return }
    section(SharedText.scales, folds: true, to: &html) { section in
        if let place { section.element("p") { chordFunction(place, presentation, to: &$0) } }
        chordScales(taught, presentation, to: &section)
        guard !all.isEmpty else { return }
        section.element("details id='all-scales'") { fold in
            fold.element("summary", text: DetailsText.allScales)
            for (title, scales) in all {
                fold.element("section aria-label=?", title) { part in
                    part.element("h4", text: title)
                    part.element("div class='chips'") { chips in
                        for scale in scales { chips.link(to: scale, presentation) }
                    }
                }
            }
        }
    }
}
