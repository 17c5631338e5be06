import Answers
import Chordsets
import Harmony
import Tunes

/// What stays at hand while a tune is played: start, tempo, loop.
func transportView(_ opened: OpenTune, _ state: TunesState, to html: inout HTML) {
    html.element("button type='button' class='start' data-hotkey='Space' data-action='tunes toggle' id='tune-start' aria-label=?",
        state.isPlaying ? "Stop the tune" : "Play the tune") { button in
        button.element("svg class='icon' viewBox='0 0 24 24' aria-hidden='true'") {
            $0.element("path d=?", state.isPlaying ? "M6 6h12v12H6z" : "M8 5l11 7l-11 7z")
        }
    }
    html.element("div class='tempo' role='group' aria-label='Tempo'") { tempo in
        tempo.element("button type='button' data-action='tunes faster -4' aria-label='Slower'", text: "−")
        tempo.element("label") { label in
            label.element("span class='spoken'", text: "Beats a minute")
            label.void("input type='text' inputmode='numeric' autocomplete='off' maxlength='3' id='tune-tempo' data-change='tunes tempo' value=?",
                "\(opened.tempo)")
        }
        tempo.element("button type='button' data-action='tunes faster 4' aria-label='Faster'", text: "+")
        tempo.element("button type='button' class='tap' data-action='tunes tap {now}'", text: "Tap")
    }
    let isLooping = opened.setup.loop != nil
    html.element("button type='button' data-action='tunes loop' aria-pressed=? aria-disabled=?",
        isLooping ? "true" : "false", isLooping || state.chosen != nil ? nil : "true", text: opened.setup.loop.map { "Loop \($0.lowerBound + 1)–\($0.upperBound + 1)" } ?? "Loop")
}

/// What is chosen about playing, behind a fold.
/// - Parameter lights: the chordsets of which one can be played beside the tune.
func playingChoices(_ opened: OpenTune, lights: UndoableList, to html: inout HTML) {
    let setup = opened.setup
    html.element("details id='tune-playing'") { fold in
        // Whoever looks here sees which chordsets there are.
        fold.element("summary data-action='tunes unfold'", text: "How it is played")
        fold.element("div class='tune-choices'") { choices in
            choices.choose("Bass", "tunes bass", setup.feel.bass.rawValue, Feel.Bass.allCases.map { ($0.rawValue, $0.title) })
            choices.choose("Hands play", "tunes rhythm", setup.feel.rhythm.rawValue, Feel.Rhythm.allCases.map { ($0.rawValue, $0.title) })
            choices.choose("Click", "tunes click", setup.feel.click.rawValue, Feel.Click.allCases.map { ($0.rawValue, $0.title) })
            let most = max(12, opened.choruses)
            choices.choose("Choruses", "tunes choruses", "\(opened.choruses)", (1...most).map { ("\($0)", "\($0)") })
            let linked = setup.lights.flatMap { lights.entry($0)?.id } ?? ""
            choices.choose("Lights", "tunes lights", linked, [("", "None")] + lights.chordsets.map { ($0.id, $0.shownTitle) })
            choices.element("label class='tune-choice'") { label in
                label.element("span", text: "Swing \(setup.feel.swing) %")
                label.void("input type='range' step='1' autocomplete='off' data-input='tunes swing' min=? max=? value=?",
                    "\(Feel.swings.lowerBound)", "\(Feel.swings.upperBound)", "\(setup.feel.swing)")
            }
        }
        fold.element("div class='chips' role='group' aria-label='Who plays'") { chips in
            for part in Accompaniment.Part.allCases where part != .click {
                chips.element("button type='button' data-action=? aria-pressed=?",
                    "tunes mute " + part.rawValue, setup.muted.contains(part) ? "false" : "true", text: part.title)
            }
            chips.element("button type='button' data-action='tunes count-in' aria-pressed=?",
                setup.countsIn ? "true" : "false", text: "Count-in")
        }
    }
}

extension Accompaniment.Part {
    fileprivate var title: String {
        switch self {
        case .left: "Left hand"
        case .right: "Right hand"
        case .bass: "Bass"
        case .click: "Click"
        }
    }
}

extension Feel.Bass {
    fileprivate var title: String {
        switch self {
        case .off: "None"
        case .roots: "Roots"
        case .fifths: "Root and fifth"
        case .walking: "Walking"
        }
    }
}

extension Feel.Rhythm {
    fileprivate var title: String {
        switch self {
        case .held: "Held"
        case .charleston: "Charleston"
        case .fours: "Four to the bar"
        }
    }
}

extension Feel.Click {
    fileprivate var title: String {
        switch self {
        case .off: "None"
        case .every: "Every beat"
        case .backbeat: "Two and four"
        }
    }
}
