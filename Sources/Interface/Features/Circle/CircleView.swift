import Harmony
import Practice
import Rendering

/// The circle of fifths, and the major and minor keys of the chosen position, in one or two enharmonic spellings.
func circleView(_ state: CircleState, _ session: Session, to html: inout HTML) {
    let presentation = session.presentation
    let order = presentation.order
    let place = session.key.place
    html.element("div class='circle-screen'") { screen in
        screen.part("section class='panel'", id: "map", [("aria-label", CircleText.title)]) { panel in
            CircleSVG(place, turn: state.turn, session.choices.chords, presentation).write(to: &panel)
            circleLegend(session, to: &panel)
        }
        screen.part("div class='page'", id: "key") { page in
            signaturePanel(session, to: &page)
            for mode in session.key.shownModes {
                let keys = place.keys(mode, order)
                chords(of: keys, state, session, to: &page)
                borrowedChords(in: keys, session, to: &page)
            }
            relatives(of: session.key.written, presentation, to: &page)
            modes(place.keys(.major, order), presentation, to: &page)
        }
    }
}

// MARK: The map

/// The legend of the polygons, and a download button.
private func circleLegend(_ session: Session, to html: inout HTML) {
    html.element("div class='at-hand'") { line in
        if session.choices.first == nil {
            line.element("p class='caption'", text: CircleText.invitation)
        } else {
            legend(session.choices, session.presentation, to: &line)
        }
        line.element("button type='button' data-action='circle download'", text: CircleText.downloadSVG)
    }
}

private func legend(_ choices: Choices, _ presentation: Presentation, to html: inout HTML) {
    html.element("ul class='legend'") { list in
        func entry(_ part: Part, _ text: String) {
            list.element("li") { item in
                glyph(part, to: &item)
                item.element("span", text: text)
            }
        }
        if let lower = choices.lower.chord { entry(.lower, presentation.inSentences.shortName(lower)) }
        if let upper = choices.upper.chord { entry(.upper, presentation.inSentences.shortName(upper)) }
        guard let combination = choices.combination(presentation) else { return }
        let common = combination.lower.pitchClasses.intersection(combination.upper.pitchClasses)
        if !common.isEmpty { entry(.both, CircleText.both) }
        list.element("li") { item in
            item.link(to: .combine(Address.Pair(choices)), presentation, class: "chip", isName: true) {
                $0.write("= " + presentation.title(combination))
            }
        }
    }
}

// MARK: The keys

/// Names, key signatures, scales and cadences.
private func signaturePanel(_ session: Session, to html: inout HTML) {
    let presentation = session.presentation
    let (place, order) = (session.key.place, presentation.order)
    html.element("section class='panel' aria-label=?", CircleText.key) { panel in
        panel.element("p class='place'", text: CircleText.key)
        let shown = session.key.shownModes.map { mode in
            let keys = place.keys(mode, order)
            let cadence = Leading(chorale: keys[0].cadence, for: session.settings.pianist).voicings
            return (mode, keys, cadence, staff: StaffPicture(row: cadence, signature: keys[0].signature))
        }
        for (mode, keys, cadence, staff) in shown {
            let name = names(keys, presentation)
            let title = names(keys, presentation.inSentences)
            panel.element("div class='title'") { head in
                if mode == session.key.shownModes[0] {
                    head.element("h2 class='name'", text: title)
                } else {
                    head.element("p class='second-name'", text: title)
                }
                head.element("div") { buttons in
                    let scale = keys[0].scale.tones(octaves: 1).map { $0.pitch }
                    buttons.playButton(Playing(scale, .scale), CircleText.scale, label: CircleText.playScale(name))
                    buttons.playButton(
                        Playing(progression: cadence.map { $0.tones.map { $0.pitch } }), CircleText.cadence,
                        label: CircleText.playCadence(name))
                    buttons.link(to: .progressions(in: keys[0]), presentation, class: "chip") {
                        $0.write(SharedText.progressions)
                        $0.element("span class='spoken'", text: CircleText.inKey(title))
                    }
                    let cadences = Exercise(.cadence(mode, PracticeMaterial.plain), from: keys[0].tonic)
                    buttons.link(to: .practice(.exercise(cadences)), presentation, class: "chip") { link in
                        link.element("span") { words in
                            words.write(SharedText.practice + " ")
                            words.name(CircleText.twoFiveOne(mode))
                            words.element("span class='spoken'", text: CircleText.inKey(title))
                        }
                    }
                    let alone = Exercise(.scale(keys[0].scale.type), order: .asWritten, from: keys[0].tonic)
                    buttons.link(to: .practice(.exercise(alone)), presentation, class: "chip") {
                        $0.write(CircleText.practiceScale)
                        $0.element("span class='spoken'", text: CircleText.inKey(title))
                    }
                }
            }
            panel.element("div class='cadence'") {
                staff.write(to: &$0, presentation, asWideAs: shown.map { $0.staff })
            }
        }
        let key = session.key
        let written = presentation.inSentences
        soundingLine(of: key, presentation, to: &panel)
        if key.isTheoretical, let usual = key.enharmonic {
            panel.element(
                "p class='precise'",
                text: CircleText.theoretical(
                    written.name(key), presentation.words(key.signature), written.name(usual)))
        } else if !session.key.shownModes.contains(key.mode) {
            let signature = presentation.words(key.signature)
            panel.element("p class='precise'", text: CircleText.signature(written.name(key), signature))
        }
        panel.element("div class='signatures'") { signatures in
            for signature in place.signatures(order) {
                signatures.element("figure") { figure in
                    StaffPicture(signature: signature).write(to: &figure, presentation)
                    let names = signature.count == 0 ? "" : ": " + written.names(signature.names)
                    figure.element("figcaption", text: presentation.words(signature) + names)
                }
            }
        }
        shareMenu(Shareable(key, presentation), to: &panel)
    }
}

/// `F♯ / G♭ major`.
private func names(_ keys: [Key], _ presentation: Presentation) -> String {
    distinct(keys).map { presentation.name($0.tonic) }.joined(separator: " / ") + " " + keys[0].mode.name
}

private func distinct<Value: Hashable>(_ values: [Value]) -> [Value] {
    var distinct: [Value] = []
    for value in values where !distinct.contains(value) { distinct.append(value) }
    return distinct
}

/// The seven chords of a key, in each enharmonic spelling.
private func chords(of keys: [Key], _ state: CircleState, _ session: Session, to html: inout HTML) {
    let sevenths = state.showsSevenths
    let spellings = keys.map { sevenths ? $0.sevenths : $0.triads }
    // Two spellings of each chord would be two screens of a phone.
    let isShown = keys[0].mode == session.key.shownModes[0] && distinct(keys).count == 1
    let title = CircleText.chords(names(keys, session.presentation.inSentences))
    section(title, folds: !isShown, to: &html) { section in
        section.element("div class='group' role='group' aria-label=?", CircleText.kindOfChords) { group in
            for (title, kind, isChosen) in [
                (CircleText.triads, "triads", !sevenths), (CircleText.sevenths, "sevenths", sevenths),
            ] {
                group.toggle(title, "circle chords " + kind, isOn: isChosen)
            }
        }
        rows(
            spellings.map { chords in chords.map { ($0.numeral.text, $0.chord) } }, session, showsQuality: true,
            to: &section)
    }
}

/// Secondary dominants, and chords borrowed from the parallel key.
private func borrowedChords(in keys: [Key], _ session: Session, to html: inout HTML) {
    let presentation = session.presentation.inSentences
    let name = names(keys, presentation)
    section(CircleText.secondaryDominants(name), folds: true, to: &html) { section in
        rows(
            keys.map { key in
                key.secondaryDominants.map { (CircleText.dominant(of: $0.target.text), $0.chord) }
            }, session, to: &section)
    }
    let parallel = names(keys.map { $0.parallel.written }, presentation)
    section(CircleText.borrowed(parallel), folds: true, to: &html) { section in
        rows(keys.map { key in key.borrowed.map { ($0.numeral.text, $0.chord) } }, session, to: &section)
    }
}

/// A list of chords with their roles in the key, in each enharmonic spelling. They are played with smooth voice
/// leading.
private func rows(
    _ spellings: [[(role: String, chord: Chord)]], _ session: Session, showsQuality: Bool = false, to html: inout HTML
) {
    let led = Leading(chorale: spellings[0].map { $0.chord }, for: session.settings.pianist).voicings
    html.element("ol class='list chords'") { list in
        for index in spellings[0].indices {
            list.element("li") { row in
                row.element("b class='roman' translate='no'", text: spellings[0][index].role)
                row.element("div") { names in
                    for chord in distinct(spellings.map { $0[index].chord }) {
                        names.chordTools(chord, playedAs: led[index].tones, session)
                    }
                }
                if showsQuality { row.element("span", text: spellings[0][index].chord.type.qualityName) }
            }
        }
    }
}

extension HTML {
    /// A chord with its link, ▶, and buttons that send it to the combiner.
    fileprivate mutating func chordTools(_ chord: Chord, playedAs tones: [Tone], _ session: Session) {
        let presentation = session.presentation
        element("div class=?", "playable") { tools in
            tools.link(to: chord, presentation)
            tools.playButton(tones, of: presentation.listName(chord))
            for half in Half.allCases {
                tools.element(
                    "button type='button' class=? data-action=? aria-pressed=? aria-label=?",
                    "send " + half.rawValue, "choosing use " + half.rawValue + " " + Address.symbol(for: chord),
                    session.choices[half].chord == chord ? "true" : "false",
                    CircleText.use(presentation.listName(chord), isLower: half == .lower), text: SharedText.half(half))
            }
            tools.shortWaysLink(to: chord, presentation)
        }
    }

    fileprivate mutating func link(to key: Key, _ presentation: Presentation) {
        link(to: .circle(key), presentation, class: "chip", isName: true) { $0.write(presentation.name(key)) }
    }
}

/// Related keys, and how many notes they share with the key.
private func relatives(of key: Key, _ presentation: Presentation, to html: inout HTML) {
    section(CircleText.relatedKeys, folds: true, to: &html) { section in
        section.element("ul class='list'") { list in
            let others = [
                (CircleText.relative, key.relative), (CircleText.dominant, key.dominant), ("", key.dominant.relative),
                (CircleText.subdominant, key.subdominant), ("", key.subdominant.relative),
                (CircleText.parallel, key.parallel),
                (CircleText.opposite, key.tritonePole),
            ]
            for (role, other) in others {
                list.element("li") { item in
                    item.link(to: other.written, presentation)
                    let count = key.commonNotes(with: other).count
                    item.element("span", text: CircleText.related(role, count))
                }
            }
        }
    }
}

/// The seven modes on the tonic, from the brightest to the darkest.
private func modes(_ keys: [Key], _ presentation: Presentation, to html: inout HTML) {
    for key in keys {
        section(CircleText.modes(presentation.inSentences.name(key.tonic)), folds: true, to: &html) { section in
            section.element("ul class='list'") { list in
                for mode in Mode.ofMajor.ordered(by: { $0.brightness > $1.brightness }) {
                    let key = Key(key.tonic, mode)
                    list.element("li") { item in
                        item.element("div class='playable'") { pair in
                            pair.link(to: key.scale, presentation)
                            let tones = key.scale.tones(octaves: 1)
                            pair.playButton(rising: tones.map { $0.pitch }, of: presentation.name(key.scale))
                        }
                        let signature = presentation.words(key.signature)
                        item.element("span", text: key.isTheoretical ? CircleText.theoretical(signature) : signature)
                    }
                }
            }
        }
    }
}
