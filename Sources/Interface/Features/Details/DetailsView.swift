import Answers
import Harmony

/// A chord, two of them together, or a scale in detail.
@inline(never)  // second part
func detailsView(_ place: DetailsPlace, _ session: Session, to html: inout HTML) {
    switch place {
    case .combination: combinationView(session, to: &html)
    case .chord(let chord):
        let spelled = chord.spelled(in: session.presentation.vocabulary.vocabulary)
        chordView(spelled, session.presentation, to: &html)
    case .scale(let scale): scaleView(scale, session.presentation, to: &html)
    }
}

/// One chord in detail.
private func chordView(_ chord: Chord, _ presentation: Presentation, to html: inout HTML) {
    html.element("article class='page'") { page in
        page.element("section class='panel' aria-label='Chord'") { panel in
            panel.element("p class='place'", text: "Chord")
            panel.element("div class='title'") { title in
                title.element("div") { heading(chord, presentation, missing: "", to: &$0) }
                title.playButton(chord, presentation)
                title.boardLink(of: chord, as: .lower, presentation)
            }
            KeyboardPicture(of: chord).write(to: &panel, presentation)
            toneChips(chord.voicing, presentation, to: &panel)
            panel.waysLink(to: chord, presentation)
            shareMenu(Shareable(chord, presentation), to: &panel)
        }
        graphSection(chord, presentation, to: &page)
        chordSections(chord, presentation, to: &page)
    }
}

/// What two chords are together, in detail.
private func combinationView(_ session: Session, to html: inout HTML) {
    guard let combination = session.combination else { return }
    let presentation = session.presentation
    html.element("article class='page'") { page in
        page.element("section class='panel' aria-label='Result'") { panel in
            panel.element("p class='place'", text: kindName(combination.kind))
            resultHeading(session.choices, presentation, to: &panel)
            KeyboardPicture(of: combination).write(to: &panel, presentation)
            playButtons(combination, session.settings, to: &panel)
            noteChips(combination, presentation, to: &panel)
            if let result = combination.result { panel.waysLink(to: result, presentation) }
            shareMenu(Shareable(combination, presentation), to: &panel)
        }
        if let result = combination.result { graphSection(result, presentation, to: &page) }
        section("Component chords", to: &page) { section in
            for (half, chord) in [(Half.lower, combination.lower), (.upper, combination.upper)] {
                section.element("h4", text: half == .lower ? "Lower" : "Upper")
                section.playableLink(to: chord, presentation)
                toneChips(chord.voicing, presentation, to: &section)
            }
        }
        if let result = combination.result {
            chordSections(result, presentation, to: &page)
        } else {
            polychordSections(combination, presentation, to: &page)
        }
    }
}

/// A polychord has no root of its own: what can be said is the tension of all its keys, and what it almost is.
private func polychordSections(_ combination: Combination, _ presentation: Presentation, to html: inout HTML) {
    let tones = combination.notes.map { $0.tone }
    let tension = Tension(of: tones.map { $0.pitch }, root: combination.bass.pitchClass)
    section("Tension", to: &html) { tensionTables(tension, tones, root: combination.bass, presentation, to: &$0) }

    let notes = combination.lower.notes + combination.upper.notes
    let nearest = ChordFinder().nearestReadings(to: notes, most: 8)
    section("Nearest readings", to: &html) { section in
        section.element("ul class='list'") { list in
            for reading in nearest {
                list.element("li") { item in
                    item.playableLink(to: reading.chord, presentation)
                    item.element("span", text: difference(of: reading, notes: notes, presentation))
                }
            }
        }
    }
}

/// `with D, without G♭`: what is to be done to a chord to get what sounds.
private func difference(of reading: NearReading, notes: [NoteName], _ presentation: Presentation) -> String {
    func names(_ set: PitchClassSet, in notes: [NoteName]) -> String {
        presentation.names(set.map { pitchClass in
            notes.first { $0.pitchClass == pitchClass } ?? NoteName(pitchClass: pitchClass)
        })
    }
    var words: [String] = []
    if !reading.extra.isEmpty { words.append("with " + names(reading.extra, in: notes)) }
    if !reading.missing.isEmpty { words.append("without " + names(reading.missing, in: reading.chord.notes)) }
    return words.joined(separator: ", ")
}

/// All that is said about a chord below its keyboard. Sections that would be empty are absent.
private func chordSections(_ chord: Chord, _ presentation: Presentation, to html: inout HTML) {
    let details = ChordDetails(of: chord, in: presentation.vocabulary.vocabulary)
    if let tension = details.tension {
        // The sum is that of the chord as it is stacked, whatever its bass.
        let tones = chord.inRootPosition.voicing
        section("Tension", to: &html) { tensionTables(tension, tones, root: chord.root, presentation, to: &$0) }
    }
    if let base = details.base {
        section("Base chord", to: &html) { section in
            section.playableLink(to: base, presentation)
            toneChips(base.voicing, presentation, to: &section)
        }
    }
    if !details.extensions.isEmpty {
        section("Extensions", to: &html) { section in
            let tones = details.voicing.filter { $0.degree.map { details.extensions.contains($0) } == true }
            toneChips(tones, presentation, to: &section)
        }
    }
    scaleSection("Primary scales", details.scales.primary, presentation, to: &html)
    scaleSection("Parent scales", details.scales.parent, presentation, to: &html)
    scaleSection("Pentatonic scales", details.scales.pentatonic, presentation, to: &html)
    if let near = details.nearestScale {
        section("Nearest scale", to: &html) { section in
            section.element("p") { line in
                line.link(to: near.scale, presentation)
                line.write(" has all but " + presentation.names(near.foreign))
            }
        }
    }
    chordSection("Equivalent chords", details.equivalents, presentation, to: &html)
    let keys = chord.diatonicKeys()
    guard !keys.isEmpty else { return }
    section("Keys", to: &html) { section in
        section.element("div class='chips'") { chips in
            for (key, numeral) in keys {
                chips.link(to: .circle(key), presentation, class: "chip") {
                    $0.write(numeral.text + " in " + presentation.name(key))
                }
            }
        }
    }
}

private func scaleSection(_ title: String, _ scales: [Scale], _ presentation: Presentation, to html: inout HTML) {
    guard !scales.isEmpty else { return }
    section(title, to: &html) { section in
        section.element("div class='chips'") { chips in for scale in scales { chips.link(to: scale, presentation) } }
    }
}

// MARK: Tension

/// Both scores, and on demand what they are made of.
private func tensionTables(
    _ tension: Tension, _ tones: [Tone], root: NoteName, _ presentation: Presentation, to html: inout HTML
) {
    let pitchClasses = Array(PitchClassSet(tones.map { $0.pitch }).seen(from: root.pitchClass))
    // In the degree sum the root comes back as its own octave.
    let byDegree = (pitchClasses + [12]).map { presentation.name(noteName(of: ($0 + root.pitchClass) % 12, in: tones)) }
    var ofDegrees: [CountedInterval] = []
    CountedInterval.each(ofDegrees: pitchClasses) { ofDegrees.append($0) }
    var ofVoicing: [CountedInterval] = []
    CountedInterval.each(ofVoicing: tones.map { $0.pitch }) { ofVoicing.append($0) }
    let voiced = tones.map { presentation.name($0.name) }
    score("Degrees", tension.degreeHundredths, tension.ambiguityHundredths, ofDegrees, byDegree, to: &html)
    score("Voicing", tension.voicingHundredths, tension.ambiguityHundredths, ofVoicing, voiced, to: &html)
}

private func noteName(of pitchClass: Int, in tones: [Tone]) -> NoteName {
    tones.first { $0.name.pitchClass == pitchClass }?.name ?? NoteName(pitchClass: pitchClass)
}

private func score(
    _ title: String, _ hundredths: Int, _ ambiguity: Int, _ intervals: [CountedInterval], _ names: [String],
    to html: inout HTML
) {
    html.element("details", [("id", "tension-" + title)]) { details in
        details.element("summary") { summary in
            summary.element("b", text: title)
            summary.write(" " + Tension.text(hundredths: hundredths))
        }
        details.element("table") { table in
            table.element("thead") { head in
                head.element("tr") { row in
                    for cell in ["Notes", "Interval", "Weight"] { row.element("th scope='col'", text: cell) }
                }
            }
            table.element("tbody") { body in
                for interval in intervals {
                    let notes = names[interval.lower] + " – " + names[interval.upper]
                    row([notes, intervalName(interval.semitones), Tension.text(hundredths: interval.hundredths)], to: &body)
                }
                if ambiguity > 0 { row(["", "ambiguity of the base chord", Tension.text(hundredths: ambiguity)], to: &body) }
            }
        }
    }
}

private func row(_ cells: [String], to html: inout HTML) {
    html.element("tr") { row in for cell in cells { row.element("td", text: cell) } }
}

/// An interval by its name: `minor 2nd`; beyond a ninth with the octaves in it.
private func intervalName(_ semitones: Int) -> String {
    let names = [
        "unison", "minor 2nd", "major 2nd", "minor 3rd", "major 3rd", "4th", "tritone", "5th", "minor 6th", "major 6th",
        "minor 7th", "major 7th", "octave", "minor 9th", "major 9th",
    ]
    if semitones < names.count { return names[semitones] }
    let octaves = semitones / 12
    return names[semitones % 12] + (octaves == 1 ? " and an octave" : " and \(octaves) octaves")
}
