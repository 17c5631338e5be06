import Exchange
import Harmony
import JSONText
import Rendering
import Tunes

/// How the chosen chord lies, and which one follows.
func chosenHandsView(_ opened: OpenTune, _ state: TunesState, _ session: Session, to html: inout HTML) {
    guard opened.voicings != nil, let index = state.chosenIndex, index < opened.shownChords.count else { return }
    let presentation = session.presentation
    let symbol = opened.shownChords[index].symbol
    html.element("div class='tune-hands' data-dark") { hands in
        guard let voicing = opened.shownVoicing(index) else {
            hands.element("p class='caption'", text: OpenTune.excuse(for: symbol))
            return
        }
        hands.element("div class='tune-hands-head'") { head in
            head.element("h3 translate='no'") { if let symbol { $0.set(symbol, presentation) } }
            head.element("span class='caption'", text: voicing.style.title)
            guard let next = opened.chordFollowing(index), let following = opened.shownChords[next].symbol else { return }
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

/// Where it is seen how each chord lies while it sounds: one keyboard for the whole tune, so that the hands are seen to move
/// and not the keys. What is lit on it is the host's, chord by chord, from ``OpenTune/looks(_:)``: drawing all of it anew at
/// each chord would take longer than a picture lasts.
func soundingHandsView(_ opened: OpenTune, _ session: Session, to html: inout HTML) {
    let voicings = opened.chords.indices.compactMap { opened.shownVoicing($0) }
    html.element("div class='tune-hands' data-dark") { hands in
        hands.element("div class='tune-hands-head'") { head in
            // What says nothing yet is not there.
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
    /// How each chord is shown while it sounds, for the host: `looks`, each once, and of each of the ``chords`` the number of
    /// its look and of the next one that is another. The lit keys of a look are a pitch, 0 for the left hand and 1 for the
    /// right one, 1 where the name stands a row higher, and the name.
    func looks(_ session: Session) -> JSON {
        var known: [Subject: Int] = [:]
        var looks: [JSON] = []
        let numbers = shownChords.indices.map { index in
            let subject = Subject(symbol: shownChords[index].symbol, voicing: shownVoicing(index))
            if let number = known[subject] { return number }
            known[subject] = looks.count
            looks.append(look(of: subject, session))
            return looks.count - 1
        }
        let chords = numbers.indices.map { index in
            JSON.array([.int(numbers[index]), .int(chordFollowing(index).map { numbers[$0] } ?? -1)])
        }
        return .object([("looks", .array(looks)), ("chords", .array(chords))])
    }

    /// The next of the ``chords`` that is another one.
    fileprivate func chordFollowing(_ index: Int) -> Int? {
        let symbol = shownChords[index].symbol
        return shownChords.indices[(index + 1)...].first { shownChords[$0].symbol != nil && shownChords[$0].symbol != symbol }
    }

    /// Why nothing is held.
    fileprivate static func excuse(for symbol: ChordSymbol?) -> String {
        symbol == nil ? TunesText.noChordHere : TunesText.noVoicing
    }

    /// What makes two looks alike.
    private struct Subject: Hashable {
        let symbol: ChordSymbol?
        let voicing: Voicing?
    }

    private func look(of subject: Subject, _ session: Session) -> JSON {
        let presentation = session.presentation
        var name = HTML()
        if let symbol = subject.symbol { name.set(symbol, presentation) } else { name.write(TunesText.noChord) }
        guard let voicing = subject.voicing else {
            let excuse = OpenTune.excuse(for: subject.symbol)
            return .object([
                ("name", .string(name.text)), ("style", .string(excuse)), ("keys", .array([])), ("sentence", .string(excuse)),
                ("staff", .string("")),
            ])
        }
        let picture = KeyboardPicture(of: voicing)
        let keys = picture.labels(presentation).map { label in
            JSON.array([.int(label.pitch), .int(label.part == .lower ? 0 : 1), .int(label.isRaised ? 1 : 0), .string(label.name)])
        }
        var staff = HTML()
        if session.settings.showsStaff { StaffPicture(of: voicing).write(to: &staff, presentation) }
        return .object([
            ("name", .string(name.text)), ("style", .string(voicing.style.title)), ("keys", .array(keys)),
            ("sentence", .string(picture.sentence(presentation))), ("staff", .string(staff.text)),
        ])
    }
}
