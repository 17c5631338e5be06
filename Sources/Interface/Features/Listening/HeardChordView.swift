import Harmony
import Instruments
import Rendering

/// Shows what the notes that were heard could be: at most three readings, marked as guesses.
/// - Parameter before: what was shown last; nil if that was another screen.
func heardChordView(
    _ state: ListeningState, _ session: Session, since before: (state: ListeningState, session: Session)?,
    to html: inout HTML
) {
    guard state.isOn else { return }
    let presentation = session.presentation
    let isTheSame =
        before?.state == state && before?.session.settings == session.settings && before?.session.key == session.key
    html.part(
        "section class='panel heard-chord'", id: "heard-chord", isKept: isTheSame,
        [("aria-label", ListeningText.couldBe)]
    ) { panel in
        let finding = state.finding(session)
        panel.element("p class='place'", text: ListeningText.couldBe)
        let readings = finding.notes.count < 3 ? [] : presentation.vocabulary.vocabulary.worthShowing(finding.readings)
        panel.element("div class='could-be' role='status'") { line in
            if state.notes.isEmpty { line.element("span class='name none'", text: ListeningText.playAChord) }
            for (place, reading) in readings.prefix(3).enumerated() {
                if place > 0 { line.write(" " + ListeningText.or + " ") }
                line.link(
                    to: .chord(reading.chord.inRootPosition, as: .lower), presentation, class: "name", isName: true
                ) {
                    $0.write(presentation.title(reading))
                }
            }
        }
        guard !state.notes.isEmpty else { return }
        let names = finding.notes.map { presentation.inSentences.name($0) }.joined(separator: " ")
        panel.element("p class='caption'", text: ListeningText.heard(names))
    }
}

extension ListeningState {
    /// The readings of the notes that were heard last, in the key that is chosen, or that the chords before show.
    fileprivate func finding(_ session: Session) -> Finding {
        let recognition = session.recognition
        var context = recognition.context
        context.key = recognition.key(hearing: row.key)
        return ChordFinder(vocabulary: recognition.vocabulary.vocabulary).find(
            pitches: notes.map { $0 + recognition.reader.semitones }, in: context)
    }
}
