import Chordsets
import Harmony
import Rendering
import Tunes

/// The transport controls: start, tempo, loop, and the parts that are muted.
func transportView(_ opened: OpenTune, _ state: TunesState, to html: inout HTML) {
    html.element(
        """
        button type='button' class='start' data-hotkey='Space' data-action='tunes toggle' id='tune-start' \
        aria-label=?
        """,
        state.isPlaying ? TunesText.stop : TunesText.start
    ) { button in
        button.element("svg class='icon' viewBox='0 0 24 24' aria-hidden='true'") {
            $0.element("path d=?", state.isPlaying ? "M6 6h12v12H6z" : "M8 5l11 7l-11 7z")
        }
    }
    html.element("div class='tempo' role='group' aria-label=?", TunesText.tempo) { tempo in
        tempo.element("button type='button' data-action='tunes faster -4' aria-label=?", TunesText.slower, text: "−")
        tempo.element("label") { label in
            label.element("span class='spoken'", text: TunesText.tempo)
            label.void(
                """
                input type='text' inputmode='numeric' autocomplete='off' maxlength='3' id='tune-tempo' \
                data-change='tunes tempo' value=?
                """,
                "\(min(opened.tempo + state.rise, OpenTune.tempoRange.upperBound))")
        }
        tempo.element("button type='button' data-action='tunes faster 4' aria-label=?", TunesText.faster, text: "+")
        tempo.element("button type='button' class='tap' data-action='tunes tap {now}'", text: TunesText.tap)
    }
    loopChoice(opened, chosen: state.chosen, to: &html)
    // A part must not be silent without a reason that can be seen. When it is heard again its button stays, which may
    // have the focus.
    for part in Accompaniment.Part.allCases {
        let isMuted = opened.setup.muted.contains(part)
        if isMuted || state.onceMuted.contains(part) { muteButton(part, isHeard: !isMuted, to: &html) }
    }
    if opened.source.isBassist { bassistButton(opened, to: &html) }
}

/// Who plays the bass is a setting of the whole page.
private func bassistButton(_ opened: OpenTune, to html: inout HTML) {
    html.toggle(
        Setting.ownBass.title, "settings set own-bass " + (opened.source.isBassist ? "no" : "yes"),
        isOn: opened.source.isBassist)
}

/// The chosen bars, a section or the whole tune, to be repeated until Stop.
private func loopChoice(_ opened: OpenTune, chosen: ClosedRange<Int>?, to html: inout HTML) {
    var options: [(value: String, label: String)] = [("", TunesText.noLoop)]
    func add(_ bars: ClosedRange<Int>, _ title: String) {
        let text = TuneSetup.text(ofBars: bars)
        if !options.contains(where: { $0.value == text }) { options.append((text, title)) }
    }
    let tune = opened.tune
    add(0...max(tune.bars.count - 1, 0), TunesText.wholeTune)
    for (section, bars) in zip(tune.sections, tune.sectionBars) where !section.label.isEmpty && !bars.isEmpty {
        let bars = bars.lowerBound...bars.upperBound - 1
        let isOnly = tune.sections.filter { $0.label == section.label }.count == 1
        add(bars, isOnly ? TunesText.section(section.label) : TunesText.section(section.label, bars))
    }
    let loop = opened.setup.loop
    if let chosen {
        add(chosen, TunesText.bars(chosen))
        // A line: one touch chooses one bar.
        let line = chosen.lowerBound...min(chosen.lowerBound + 3, tune.bars.count - 1)
        add(line, TunesText.bars(line))
    }
    if let loop { add(loop, TunesText.bars(loop)) }
    html.choose(TunesText.loop, "tunes loop", loop.map { TuneSetup.text(ofBars: $0) } ?? "", options)
}

private func muteButton(_ part: Accompaniment.Part, isHeard: Bool, to html: inout HTML) {
    html.toggle(part.title, "tunes mute " + part.rawValue, isOn: isHeard)
}

/// The folded playback options.
/// - Parameter lights: the chordsets whose lights can accompany the tune.
func playingChoices(_ opened: OpenTune, lights: UndoableList, to html: inout HTML) {
    let setup = opened.setup
    html.element("details id='tune-playing'") { fold in
        // Unfolding loads the list of chordsets.
        fold.element("summary data-action='tunes unfold'", text: TunesText.playback)
        fold.element("div class='tune-choices'") { choices in
            choices.choose(
                TunesText.feel, "tunes set feel", setup.feel?.rawValue ?? "",
                [("", TunesText.feelOfTune(Feel(of: opened.tune).title))]
                    + Feel.allCases.map { ($0.rawValue, $0.title) })
            choices.choose(
                TunesText.bass, "tunes set bass", setup.band.bass.rawValue,
                Band.Bass.allCases.map { ($0.rawValue, $0.title) })
            choices.choose(
                TunesText.comping, "tunes set rhythm", setup.band.comping.rawValue,
                Band.Comping.allCases.map { ($0.rawValue, $0.title) })
            choices.choose(
                TunesText.swing, "tunes set swing", setup.band.swing.map { "\($0)" } ?? "", TunesText.swings)
            choices.choose(
                TunesText.countIn, "tunes set count", setup.countIn, TunesText.countIns)
            choices.choose(
                TunesText.click, "tunes set click", setup.band.click.rawValue,
                Band.Click.allCases.map { ($0.rawValue, $0.title) })
            let most = max(12, opened.choruses)
            choices.choose(
                TunesText.choruses, "tunes set choruses", "\(opened.choruses)", (1...most).map { ("\($0)", "\($0)") })
            choices.choose(
                TunesText.variation, "tunes set vary", setup.band.isSteady ? "no" : "", TunesText.variations)
            choices.choose(
                TunesText.rise, "tunes set rise", "\(setup.rise)",
                TuneSetup.rises.map { ("\($0)", TunesText.rise($0)) })
            choices.choose(
                TunesText.modulation, "tunes set keys", "\(setup.modulation)",
                TuneSetup.modulations.map { ("\($0)", TunesText.modulation($0)) })
            choices.choose(TunesText.loopLength, "tunes set grow", setup.grows ? "yes" : "no", TunesText.loopLengths)
            let linked = setup.lights.flatMap { lights.entry($0)?.id } ?? ""
            choices.choose(
                TunesText.lights, "tunes lights", linked,
                [("", TunesText.none)] + lights.chordsets.map { ($0.id, $0.shownTitle) })
        }
        mixer(setup, to: &fold)
        bassistButton(opened, to: &fold)
    }
}

/// A row for each part: heard or muted, alone, and its level.
private func mixer(_ setup: TuneSetup, to html: inout HTML) {
    html.element("div class='tune-mixer' role='group' aria-label=?", TunesText.mixer) { mixer in
        for (index, part) in Accompaniment.Part.allCases.enumerated() {
            let isHeard = !setup.muted.contains(part)
            let isAlone = isHeard && setup.muted.count == Accompaniment.Part.allCases.count - 1
            mixer.element("div") { row in
                muteButton(part, isHeard: isHeard, to: &row)
                row.element(
                    "button type='button' data-action=? aria-pressed=? aria-label=?", "tunes solo " + part.rawValue,
                    isAlone ? "true" : "false", TunesText.solo(part.title), text: TunesText.solo)
                row.void(
                    """
                    input type='range' min='0' max='100' step='5' autocomplete='off' data-input=? aria-label=? \
                    value=?
                    """,
                    "tunes level " + part.rawValue, TunesText.level(part.title), "\(setup.levels[index])")
            }
        }
    }
}

extension Accompaniment.Part {
    fileprivate var title: String {
        switch self {
        case .left: TunesText.leftHand
        case .right: TunesText.rightHand
        case .bass: TunesText.bass
        case .drums: TunesText.drums
        case .click: TunesText.click
        }
    }
}

extension Feel {
    fileprivate var title: String {
        switch self {
        case .swing: TunesText.mediumSwing
        case .up: TunesText.upSwing
        case .ballad: TunesText.ballad
        case .bossa: TunesText.bossa
        case .waltz: TunesText.waltz
        case .straight: TunesText.straight
        case .latin: TunesText.latin
        }
    }
}

extension Band.Bass {
    fileprivate var title: String {
        switch self {
        case .feel: TunesText.byFeel
        case .off: TunesText.none
        case .roots: TunesText.roots
        case .twoFeel: TunesText.twoFeel
        case .walking: TunesText.walking
        case .bossa: TunesText.bossa
        case .tumbao: TunesText.tumbao
        case .pedal: TunesText.pedal
        }
    }
}

extension Band.Comping {
    fileprivate var title: String {
        switch self {
        case .feel: TunesText.byFeel
        case .held: TunesText.sustained
        case .charleston: TunesText.charleston
        case .fours: TunesText.fours
        }
    }
}

extension Band.Click {
    fileprivate var title: String {
        switch self {
        case .off: TunesText.none
        case .every: TunesText.everyBeat
        case .backbeat: TunesText.backbeat
        }
    }
}
