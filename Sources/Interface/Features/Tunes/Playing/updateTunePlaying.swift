import Answers
import Harmony
import JSONText
import Tunes

/// Updates the state when the open tune is played.
func updateTunePlaying(
    _ state: inout TunesState, at place: inout TunesPlace?, _ session: inout Session, _ verb: TunePlayVerb
) -> [Effect] {
    guard let opened = state.opened else { return [] }
    switch verb {
    case .toggle:
        if state.isPlaying {
            state.isPlaying = false
            return [.sound(.stopTune)]
        }
        let first = state.chosen?.lowerBound ?? opened.setup.loop?.lowerBound
        return state.start(at: first, session)
    case .from(let bar): return state.start(at: bar, session)
    case .lay:
        state.opened?.lay()
        return state.showingHands(session)
    case .ended:
        state.isPlaying = false
        return []
    case .tempo(let tempo): return state.setTempo(tempo)
    case .changeTempo(let difference): return state.setTempo(opened.tempo + difference)
    case .tap(let milliseconds):
        // After a pause of more than two seconds, tapping starts anew.
        if let last = state.taps.last, !(0...2000).contains(milliseconds - last) { state.taps = [] }
        state.taps = (state.taps + [milliseconds]).suffix(5)
        guard let first = state.taps.first, state.taps.count > 1, milliseconds > first else { return [] }
        let beats = state.taps.count - 1
        return state.setTempo((60_000 * beats + (milliseconds - first) / 2) / (milliseconds - first))
    case .choruses(let count):
        guard 1...99 ~= count else { return [] }
        return state.editTempo { $0.choruses = count }
    case .swing(let percent): return state.set(at: place) { $0.feel.swing = percent }
    case .bass(let bass): return state.set(at: place) { $0.feel.bass = bass }
    case .rhythm(let rhythm): return state.set(at: place) { $0.feel.rhythm = rhythm }
    case .click(let click): return state.set(at: place) { $0.feel.click = click }
    case .countIn: return state.set(at: place) { $0.countsIn.toggle() }
    case .mute(let part):
        return state.set(at: place) { setup in
            if setup.muted.contains(part) { setup.muted.remove(part) } else { setup.muted.insert(part) }
        }
    case .loop:
        let chosen = state.chosen
        return state.set(at: place) { $0.loop = $0.loop == chosen ? nil : chosen }
    case .loopRange(let bars):
        guard bars.upperBound < opened.tune.bars.count else { return [] }
        state.choose(bars)
        return state.set(at: place) { $0.loop = bars }
    // The app asks for the chordsets.
    case .unfold: return []
    case .lights(let id): return state.set(at: place) { $0.lights = id }
    }
}

extension OpenTune {
    /// Beats a minute; where the tune says nothing, what its style is mostly played at.
    var tempo: Int { setup.tempo ?? tune.tempo ?? 120 }

    /// The slowest and the fastest tempo.
    static let tempi = 30...300

    /// How many times the form is played.
    var choruses: Int { setup.choruses ?? tune.choruses ?? 1 }

    /// Where a bar is played first, as an index among those that are played.
    func turn(ofBar bar: Int) -> Int? { order.firstIndex(of: bar) }

    /// The bars of the loop as they follow each other in playing.
    var loopedTurns: ClosedRange<Int>? {
        guard let loop = setup.loop, let first = order.firstIndex(where: { loop.contains($0) }) else { return nil }
        let end = order[first...].firstIndex { !loop.contains($0) } ?? order.count
        return first...end - 1
    }

    /// All that the clock has to know, for the host.
    var plan: JSON {
        let accompaniment = accompaniment
        return .object([
            ("tempo", .int(tempo)), ("beat", .int(Accompaniment.beat)), ("choruses", .int(choruses)),
            ("countIn", .bars(setup.countsIn ? accompaniment.countIn : [])), ("bars", .bars(accompaniment.bars)),
            ("loop", loopedTurns.map { .array([.int($0.lowerBound), .int($0.upperBound)]) } ?? .null),
            ("muted", .array(Accompaniment.Part.allCases.enumerated().filter { setup.muted.contains($0.element) }.map { .int($0.offset) })),
        ])
    }
}

extension TunesState {
    /// - Parameter bar: as it is written; nil for the beginning.
    fileprivate mutating func start(at bar: Int?, _ session: Session) -> [Effect] {
        guard opened?.order.isEmpty == false else { return [] }
        opened?.lay()
        guard let opened else { return [] }
        let wasPlaying = isPlaying
        isPlaying = true
        let turn = bar.flatMap { opened.turn(ofBar: $0) } ?? 0
        let from = opened.loopedTurns.map { $0.contains(turn) ? turn : $0.lowerBound } ?? turn
        let stop: [Effect] = wasPlaying ? [.sound(.stopTune)] : []
        return stop + [.sound(.rehearse(opened.plan.text))] + showingHands(session) + [.sound(.startTune(turn: from))]
    }

    fileprivate mutating func setTempo(_ tempo: Int) -> [Effect] {
        let tempo = min(max(tempo, OpenTune.tempi.lowerBound), OpenTune.tempi.upperBound)
        return editTempo { $0.tempo = tempo }
    }

    fileprivate mutating func editTempo(_ change: (inout TuneSetup) -> Void) -> [Effect] { set(at: nil, change) }

    /// While a tune is played the clock is told of what has changed.
    /// - Parameter verb: what was done.
    mutating func following(_ verb: TunesVerb, _ session: Session) -> [Effect] {
        guard isPlaying else { return [] }
        switch verb {
        case .adopt, .list: return []
        case .play(let verb):
            switch verb {
            // That has been said, or changes nothing of it.
            case .toggle, .from, .lay, .ended, .unfold, .lights: return []
            default: return goingOn(session)
            }
        case .chart(let verb):
            switch verb {
            case .choose, .chooseRange, .letGo, .chord, .copy, .showText, .dropText, .analysis: return []
            default: return goingOn(session)
            }
        }
    }

    /// What the clock goes on with.
    mutating func goingOn(_ session: Session) -> [Effect] {
        guard isPlaying, let opened else { return [] }
        return [.sound(.rehearse(opened.plan.text))] + showingHands(session)
    }

    /// How the chords lie, unless the host has been told.
    fileprivate mutating func showingHands(_ session: Session) -> [Effect] {
        guard let opened, opened.voicings != nil, !opened.isShown else { return [] }
        self.opened?.isShown = true
        return [.sound(.showHands(opened.looks(session).text))]
    }

    /// Prepares playback when a tune is opened: it is usually played next.
    func preparingTune(since before: OpenTune?) -> [Effect] {
        guard let opened, opened.voicings == nil else { return [] }
        let isAsked = before?.kept.id == opened.kept.id && before?.voicings == nil
        return isAsked ? [] : [.sound(.prepareTune)]
    }

    /// Other settings, from this tab or another one: notes are called otherwise, or another instrument reads.
    mutating func followSettings(_ session: Session) -> [Effect] {
        opened?.isShown = false
        return goingOn(session)
    }
}
