import Answers
import Harmony

/// How much a chord wants to move on: its place among all chords, and both scores, with what they are made of on demand.
func tensionSection(
    _ tension: Tension, _ tones: [Tone], root: NoteName, _ presentation: Presentation, to html: inout HTML
) {
    section("Tension", to: &html) { section in
        tensionBar(tension, presentation, to: &section)
        tensionTables(tension, tones, root: root, presentation, to: &section)
    }
}

/// A bar from the calmest of all chords to the tensest, darker from word to word, with a mark where this one stands. Both
/// ends can be opened and heard.
private func tensionBar(_ tension: Tension, _ presentation: Presentation, to html: inout HTML) {
    let (width, height, top) = (400, 14, 12)
    func x(_ thousandths: Int) -> Int { 6 + thousandths * (width - 12) / 1000 }
    func chord(_ suffix: String) -> Chord? { try? Chord("C" + suffix) }
    let (calmest, tensest) = (chord(Tension.calmest.suffix), chord(Tension.tensest.suffix))
    func name(_ chord: Chord?) -> String { chord.map { presentation.shortName($0) } ?? "" }
    let score = Tension.text(hundredths: tension.degreeHundredths)
    html.element("p class='level'") { line in
        line.element("b", text: tension.level.word)
        line.write(" " + score)
    }
    let label = "Tension \(score), \(tension.level.word): between " + Tension.text(hundredths: Tension.calmest.hundredths)
        + " of \(name(calmest)), the calmest of all chords, and " + Tension.text(hundredths: Tension.tensest.hundredths)
        + " of \(name(tensest)), the tensest"
    html.element("svg class='tension' role='img' viewBox=? aria-label=?",
        "0 0 \(width) \(top + height + 1)", label) { svg in
        for level in Tension.Level.allCases {
            let start = x(Tension.thousandths(level.leastHundredths))
            let next = Tension.Level(rawValue: level.rawValue + 1)
            let end = next.map { x(Tension.thousandths($0.leastHundredths)) } ?? x(1000)
            svg.element("rect class=? x=? y=? width=? height=? fill-opacity=?",
                level == tension.level ? "here" : nil, "\(start)", "\(top)", "\(end - start)", "\(height)",
                ".\(15 + 15 * level.rawValue)")
        }
        let place = x(tension.thousandths)
        svg.element("path class='mark' d=?", "M\(place - 6) 0h12l-6 10z")
        svg.element("path class='needle' d=?", "M\(place) \(top)v\(height)")
    }
    html.element("div class='ends'") { ends in
        for (title, chord) in [("calmest", calmest), ("tensest", tensest)] {
            guard let chord else { continue }
            ends.element("div") { end in
                end.element("span class='caption'", text: title)
                end.playableLink(to: chord, presentation)
            }
        }
    }
}

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
    html.element("details id=?", "tension-" + title) { details in
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
