import Harmony

/// One chord in detail.
func chordScreen(_ chord: Chord, _ links: Links, to html: inout HTML) {
    html.element("article", [("class", "page")]) { page in
        page.element("section", [("class", "panel"), ("aria-label", "Chord")]) { panel in
            panel.element("p", [("class", "place")], text: "Chord")
            panel.element("div", [("class", "title")]) { title in
                title.element("div") { heading(chord, missing: "", to: &$0) }
                title.playButton(chord.voicing, of: chord.shortName)
            }
            KeyboardPicture(of: chord).write(to: &panel)
            toneChips(chord.voicing, to: &panel)
        }
        chordSections(chord, links, to: &page)
    }
}

/// What two chords are together, in detail.
func detailsScreen(_ state: AppState, to html: inout HTML) {
    guard let combination = state.choices.combination else { return }
    html.element("article", [("class", "page")]) { page in
        page.element("section", [("class", "panel"), ("aria-label", "Result")]) { panel in
            panel.element("p", [("class", "place")], text: kindName(combination.kind))
            resultHeading(state.choices, to: &panel)
            KeyboardPicture(of: combination).write(to: &panel)
            playButtons(combination, to: &panel)
            noteChips(combination, to: &panel)
        }
        section("Component chords", to: &page) { section in
            for (half, chord) in [(Half.lower, combination.lower), (.upper, combination.upper)] {
                section.element("h4", text: half == .lower ? "Lower" : "Upper")
                section.playableLink(to: chord, state.links)
                toneChips(chord.voicing, to: &section)
            }
        }
        if let result = combination.result {
            chordSections(result, state.links, to: &page)
        } else {
            polychordSections(combination, state.links, to: &page)
        }
    }
}

/// A polychord has no root of its own: what can be said is the tension of all its keys, and what it almost is.
private func polychordSections(_ combination: Combination, _ links: Links, to html: inout HTML) {
    let tones = combination.notes.map { $0.tone }
    let tension = Tension(of: tones.map { $0.pitch }, root: combination.bass.pitchClass)
    section("Tension", to: &html) { tensionTables(tension, tones, root: combination.bass, to: &$0) }

    let notes = combination.lower.notes + combination.upper.notes
    let nearest = ChordFinder().nearestReadings(to: notes, most: 8)
    section("Nearest readings", to: &html) { section in
        section.element("ul", [("class", "list")]) { list in
            for reading in nearest {
                list.element("li") { item in
                    item.link(to: reading.chord, links)
                    item.element("span", text: difference(of: reading, notes: notes))
                }
            }
        }
    }
}

/// `with D, without G♭`: what is to be done to a chord to get what sounds.
private func difference(of reading: NearReading, notes: [NoteName]) -> String {
    func names(_ set: PitchClassSet, in notes: [NoteName]) -> String {
        set.map { pitchClass in (notes.first { $0.pitchClass == pitchClass } ?? NoteName(pitchClass: pitchClass)).text }
            .joined(separator: " ")
    }
    var words: [String] = []
    if !reading.extra.isEmpty { words.append("with " + names(reading.extra, in: notes)) }
    if !reading.missing.isEmpty { words.append("without " + names(reading.missing, in: reading.chord.notes)) }
    return words.joined(separator: ", ")
}

/// All that is said about a chord below its keyboard. Sections that would be empty are absent.
private func chordSections(_ chord: Chord, _ links: Links, to html: inout HTML) {
    let details = ChordDetails(of: chord)
    if let tension = details.tension {
        // The sum is that of the chord as it is stacked, whatever its bass.
        let tones = chord.inRootPosition.voicing
        section("Tension", to: &html) { tensionTables(tension, tones, root: chord.root, to: &$0) }
    }
    if let base = details.base {
        section("Base chord", to: &html) { section in
            section.playableLink(to: base, links)
            toneChips(base.voicing, to: &section)
        }
    }
    if !details.extensions.isEmpty {
        section("Extensions", to: &html) { section in
            toneChips(details.voicing.filter { $0.degree.map { details.extensions.contains($0) } == true }, to: &section)
        }
    }
    scaleSection("Primary scales", details.scales.primary, links, to: &html)
    scaleSection("Parent scales", details.scales.parent, links, to: &html)
    scaleSection("Pentatonic scales", details.scales.pentatonic, links, to: &html)
    chordSection("Equivalent chords", details.equivalents, links, to: &html)
}

private func scaleSection(_ title: String, _ scales: [Scale], _ links: Links, to html: inout HTML) {
    guard !scales.isEmpty else { return }
    section(title, to: &html) { section in
        section.element("div", [("class", "chips")]) { chips in for scale in scales { chips.link(to: scale, links) } }
    }
}

/// Chords by name, each a link to its own details.
func chordSection(_ title: String, _ chords: [Chord], _ links: Links, to html: inout HTML) {
    guard !chords.isEmpty else { return }
    section(title, to: &html) { section in
        section.element("div", [("class", "chips")]) { chips in for chord in chords { chips.link(to: chord, links) } }
    }
}

/// A part of a page under its own heading.
func section(_ title: String, to html: inout HTML, _ content: (inout HTML) -> Void) {
    html.element("section", [("class", "panel part"), ("aria-label", title)]) { section in
        section.element("h3", text: title)
        content(&section)
    }
}

/// Notes with their degrees as a row of small cards.
func toneChips(_ tones: [Tone], to html: inout HTML) {
    html.element("ol", [("class", "notes"), ("aria-label", "Notes and degrees, lowest first")]) { list in
        for tone in tones {
            list.element("li") { item in
                item.element("b", text: tone.name.text)
                item.element("span", [("class", "degree")], text: tone.degree?.name ?? "bass")
            }
        }
    }
}

// MARK: Tension

/// Both scores, and on demand what they are made of.
private func tensionTables(_ tension: Tension, _ tones: [Tone], root: NoteName, to html: inout HTML) {
    let pitchClasses = Array(PitchClassSet(tones.map { $0.pitch }).seen(from: root.pitchClass))
    // In the degree sum the root comes back as its own octave.
    let byDegree = (pitchClasses + [12]).map { name(of: ($0 + root.pitchClass) % 12, in: tones) }
    var ofDegrees: [CountedInterval] = []
    CountedInterval.each(ofDegrees: pitchClasses) { ofDegrees.append($0) }
    var ofVoicing: [CountedInterval] = []
    CountedInterval.each(ofVoicing: tones.map { $0.pitch }) { ofVoicing.append($0) }
    let voiced = tones.map { $0.name.text }
    score("Degrees", tension.degreeHundredths, tension.ambiguityHundredths, ofDegrees, byDegree, to: &html)
    score("Voicing", tension.voicingHundredths, tension.ambiguityHundredths, ofVoicing, voiced, to: &html)
}

private func name(of pitchClass: Int, in tones: [Tone]) -> String {
    (tones.first { $0.name.pitchClass == pitchClass }?.name ?? NoteName(pitchClass: pitchClass)).text
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
                    for cell in ["Notes", "Interval", "Weight"] { row.element("th", [("scope", "col")], text: cell) }
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
