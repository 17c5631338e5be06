import Harmony
import Rendering

/// The tension of a chord on a scale of all chords and, folded, the intervals that make up both scores.
func tensionSection(
    _ tension: Tension, _ tones: [Tone], root: NoteName, _ presentation: Presentation, to html: inout HTML
) {
    section(DetailsText.tension, folds: true, to: &html) { section in
        tensionBar(tension, presentation, to: &section)
        tensionTables(tension, tones, root: root, presentation, to: &section)
    }
}

/// A bar from the calmest to the tensest of all chords, darker from level to level, with a mark for this one. The
/// chords at both ends are links.
private func tensionBar(_ tension: Tension, _ presentation: Presentation, to html: inout HTML) {
    let (width, height, top) = (400, 14, 12)
    func x(_ thousandths: Int) -> Int { 6 + thousandths * (width - 12) / 1000 }
    func chord(_ suffix: String) -> Chord? { try? Chord("C" + suffix) }
    let (calmest, tensest) = (chord(Tension.calmest.suffix), chord(Tension.tensest.suffix))
    func name(_ chord: Chord?) -> String { chord.map { presentation.shortName($0) } ?? "" }
    html.element("p class='level'") { $0.element("b", text: SharedText.sentenceCase(tension.level.word)) }
    let label = DetailsText.tension(tension.level.word, calmest: name(calmest), tensest: name(tensest))
    html.element(
        "svg class='tension' role='img' viewBox=? aria-label=?",
        "0 0 \(width) \(top + height + 1)", label
    ) { svg in
        for level in Tension.Level.allCases {
            let start = x(Tension.thousandths(level.leastHundredths))
            let next = Tension.Level(rawValue: level.rawValue + 1)
            let end = next.map { x(Tension.thousandths($0.leastHundredths)) } ?? x(1000)
            svg.element(
                "rect class=? x=? y=? width=? height=? fill-opacity=?",
                level == tension.level ? "here" : nil, "\(start)", "\(top)", "\(end - start)", "\(height)",
                ".\(15 + 15 * level.rawValue)")
        }
        let place = x(tension.thousandths)
        svg.element("path class='mark' d=?", "M\(place - 6) 0h12l-6 10z")
        svg.element("path class='needle' d=?", "M\(place) \(top)v\(height)")
    }
    html.element("div class='ends'") { ends in
        for (title, chord) in [(DetailsText.calmest, calmest), (DetailsText.tensest, tensest)] {
            guard let chord else { continue }
            ends.element("div") { end in
                end.element("span class='caption'", text: title)
                end.playableLink(to: chord, presentation)
            }
        }
    }
}

/// Both scores as bars and, folded, the intervals that make them up.
private func tensionTables(
    _ tension: Tension, _ tones: [Tone], root: NoteName, _ presentation: Presentation, to html: inout HTML
) {
    let pitchClasses = Array(PitchClassSet(tones.map { $0.pitch }).seen(from: root.pitchClass))
    // The sum by degrees includes the octave of the root.
    let byDegree = (pitchClasses + [12]).map { presentation.name(noteName(of: ($0 + root.pitchClass) % 12, in: tones)) }
    var ofDegrees: [CountedInterval] = []
    CountedInterval.each(ofDegrees: pitchClasses) { ofDegrees.append($0) }
    var ofVoicing: [CountedInterval] = []
    CountedInterval.each(ofVoicing: tones.map { $0.pitch }) { ofVoicing.append($0) }
    let voiced = tones.map { presentation.name($0.name) }
    score(
        "details id='tension-Degrees'", DetailsText.byDegrees, tension.degreeHundredths, tension.ambiguityHundredths,
        ofDegrees, byDegree, to: &html)
    score(
        "details id='tension-Voicing'", DetailsText.asStacked, tension.voicingHundredths, tension.ambiguityHundredths,
        ofVoicing, voiced, to: &html)
}

private func noteName(of pitchClass: Int, in tones: [Tone]) -> NoteName {
    tones.first { $0.name.pitchClass == pitchClass }?.name ?? NoteName(pitchClass: pitchClass)
}

private func score(
    _ id: StaticString, _ title: String, _ hundredths: Int, _ ambiguity: Int, _ intervals: [CountedInterval],
    _ names: [String], to html: inout HTML
) {
    html.element(id) { details in
        details.element("summary") { summary in
            summary.element("b", text: title)
            bar(hundredths, of: Tension.tensest.hundredths, title, to: &summary)
        }
        details.element("table") { table in
            table.element("thead") { head in
                head.element("tr") { row in
                    for cell in [SharedText.notes, DetailsText.interval, DetailsText.share] {
                        row.element("th scope='col'", text: cell)
                    }
                }
            }
            table.element("tbody") { body in
                for interval in intervals {
                    let notes = names[interval.lower] + " – " + names[interval.upper]
                    row(notes, DetailsText.interval(interval.semitones), interval.hundredths, to: &body)
                }
                if ambiguity > 0 { row("", DetailsText.ambiguity, ambiguity, to: &body) }
            }
        }
    }
}

/// A row of the table. The maximum of an interval is that of the minor ninth, and the maximum ambiguity is 6.
private func row(_ notes: String, _ interval: String, _ hundredths: Int, to html: inout HTML) {
    html.element("tr") { row in
        row.element("td translate='no'", text: notes)
        row.element("td", text: interval)
        row.element("td") { bar(hundredths, of: 6_00, DetailsText.share, to: &$0) }
    }
}

/// A score as a bar: its number has no musical meaning.
private func bar(_ hundredths: Int, of most: Int, _ label: String, to html: inout HTML) {
    html.element("meter max=? value=? aria-label=?", "\(most)", "\(hundredths)", label)
}
