import Harmony
import Rendering

/// The concert pitch of the result, for readers of transposed parts.
func soundingLine(_ session: Session, to html: inout HTML) {
    let (choices, presentation) = (session.choices, session.presentation)
    if let combination = session.combination {
        let sounding = presentation.combiner.combine(
            lower: presentation.reader.sounding(combination.lower),
            upper: presentation.reader.sounding(combination.upper))
        write(presentation.title(sounding), presentation, to: &html)
    } else if let chord = choices.first {
        soundingLine(of: chord, presentation, to: &html)
    }
}

/// The concert pitch of a chord.
func soundingLine(of chord: Chord, _ presentation: Presentation, to html: inout HTML) {
    write(presentation.title(presentation.reader.sounding(chord)), presentation, to: &html)
}

/// The concert pitch of a scale.
func soundingLine(of scale: Scale, _ presentation: Presentation, to html: inout HTML) {
    write(presentation.name(presentation.reader.sounding(scale)), presentation, to: &html)
}

/// The concert pitch of a key.
func soundingLine(of key: Key, _ presentation: Presentation, to html: inout HTML) {
    write(presentation.name(presentation.reader.sounding(key)), presentation, to: &html)
}

extension Presentation {
    /// The pitch of the reader's instrument, for sentences: `B♭`.
    var readersPitch: String { inSentences.name(reader.pitch) }
}

private func write(_ name: String, _ presentation: Presentation, to html: inout HTML) {
    guard presentation.reader != .c else { return }
    html.element("p class='precise sounds'") { line in
        line.write(SharedText.writtenFor(presentation.readersPitch))
        line.element("b translate='no'") { $0.write(symbol: name) }
    }
}
