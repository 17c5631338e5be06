import Harmony
import JSONText
import Rendering
import Tunes

/// The voicing of the chosen chord, and the name of the next chord.
func chosenVoicingView(_ opened: OpenTune, _ state: TunesState, _ session: Session, to html: inout HTML) {
    guard opened.voicings != nil, let index = state.chosenIndex, index < opened.shownChords.count else { return }
    let presentation = session.presentation
    let symbol = opened.shownChords[index].symbol
    html.element("div class='tune-hands' data-dark") { hands in
        guard let voicing = opened.shownVoicing(index) else {
            hands.element("p class='caption'", text: OpenTune.noVoicingReason(for: symbol))
            return
        }
        hands.element("div class='tune-hands-head'") { head in
            head.element("h3 translate='no'") { if let symbol { $0.set(symbol, presentation) } }
            head.element("span class='caption'", text: voicing.style.title)
            guard let next = opened.chordFollowing(index), let following = opened.shownChords[next].symbol else {
                return
            }
            head.element("span class='tune-next'") { next in
                next.write(TunesText.next)
                next.set(following, presentation)
            }
        }
        KeyboardPicture(of: voicing).write(to: &hands, presentation)
        if session.settings.showsStaff {
            hands.element("div class='tune-hands-staff'") { StaffPicture(of: voicing).write(to: &$0, presentation) }
        }
    }
}

/// The keyboard that shows the voicings during playback. Its range covers the whole tune.
///
/// The host lights the keys from ``OpenTune/looks(_:)``, because writing the keyboard at each chord would take longer
/// than a frame.
func soundingVoicingView(_ opened: OpenTune, _ session: Session, to html: inout HTML) {
    let voicings = opened.chords.indices.compactMap { opened.shownVoicing($0) }
    html.element("div class='tune-hands' data-dark") { hands in
        hands.element("div class='tune-hands-head'") { head in
            // Empty elements are hidden.
            head.element("h3 data-look='name' hidden") { _ in }
            head.element("span class='caption' data-look='style'") { _ in }
            head.element("span class='tune-next' hidden") { next in
                next.write(TunesText.next)
                next.element("span data-look='next'") { _ in }
            }
        }
        KeyboardPicture(under: voicings).write(to: &hands, session.presentation, isUsable: false)
        if session.settings.showsStaff { hands.element("div class='tune-hands-staff' data-look='staff'") { _ in } }
    }
}

extension OpenTune {
    /// How the host shows each chord during playback.
    ///
    /// `looks` has each distinct display once. `chords` has, for each of the ``chords``, the index of its look and that
    /// of the next different chord. A lit key is `[pitch, hand, isRaised, name]`, with 0 for the left hand and 1 for
    /// the right one. `isRaised` is 1 if the name is in the upper row.
    func looks(_ session: Session) -> JSON {
        var known: [Subject] = []
        var looks: [JSON] = []
        let numbers = shownChords.indices.map { index in
            let subject = Subject(symbol: shownChords[index].symbol, voicing: shownVoicing(index))
            if let number = known.firstIndex(of: subject) { return number }
            known.append(subject)
            looks.append(look(of: subject, session))
            return looks.count - 1
        }
        let chords = numbers.indices.map { index in
            JSON.array([.int(numbers[index]), .int(chordFollowing(index).map { numbers[$0] } ?? -1)])
        }
        return .object([("looks", .array(looks)), ("chords", .array(chords))])
    }

    /// The index of the next different chord.
    fileprivate func chordFollowing(_ index: Int) -> Int? {
        let symbol = shownChords[index].symbol
        return shownChords.indices[(index + 1)...].first {
            shownChords[$0].symbol != nil && shownChords[$0].symbol != symbol
        }
    }

    /// Why there is no voicing.
    fileprivate static func noVoicingReason(for symbol: ChordSymbol?) -> String {
        symbol == nil ? TunesText.noChordHere : TunesText.noVoicing
    }

    /// The key by which looks are deduplicated.
    private struct Subject: Hashable {
        let symbol: ChordSymbol?
        let voicing: Voicing?
    }

    private func look(of subject: Subject, _ session: Session) -> JSON {
        let presentation = session.presentation
        var name = HTML()
        if let symbol = subject.symbol { name.set(symbol, presentation) } else { name.write(TunesText.noChord) }
        guard let voicing = subject.voicing else {
            let excuse = OpenTune.noVoicingReason(for: subject.symbol)
            return .object([
                ("name", .string(name.text)), ("style", .string(excuse)), ("keys", .array([])),
                ("sentence", .string(excuse)),
                ("staff", .string("")),
            ])
        }
        let picture = KeyboardPicture(of: voicing)
        let keys = picture.labels(presentation).map { label in
            JSON.array([
                .int(label.pitch), .int(label.part == .lower ? 0 : 1), .int(label.isRaised ? 1 : 0),
                .string(label.name),
            ])
        }
        var staff = HTML()
        if session.settings.showsStaff { StaffPicture(of: voicing).write(to: &staff, presentation) }
        return .object([
            ("name", .string(name.text)), ("style", .string(voicing.style.title)), ("keys", .array(keys)),
            ("sentence", .string(picture.sentence(presentation))), ("staff", .string(staff.text)),
        ])
    }
}
