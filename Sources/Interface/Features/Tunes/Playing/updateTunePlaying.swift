import Harmony
import JSONText
import Rendering
import Tunes

/// Carries out an action on the playback of the open tune.
func updateTunePlaying(
    _ state: inout TunesState, at place: inout TunesRoute?, _ session: inout Session, _ verb: TunePlayVerb
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
    case .findVoicings:
        state.opened?.findVoicings()
        return state.showVoicings(session)
    case .ended:
        state.isPlaying = false
        return []
    case .tempo(let tempo): return state.setTempo(tempo)
    case .changeTempo(let difference): return state.setTempo(opened.tempo + difference)
    case .tap(let milliseconds):
        // After a pause of two seconds, tapping starts again.
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
            if let index = setup.muted.firstIndex(of: part) {
                setup.muted.remove(at: index)
            } else {
                setup.muted.append(part)
            }
        }
    case .loop(let bars):
        if let bars, bars.upperBound >= opened.tune.bars.count { return [] }
        return state.set(at: place) { $0.loop = bars }
    // The app loads the chordsets.
    case .unfold: return []
    case .lights(let id): return state.set(at: place) { $0.lights = id }
    }
}

extension OpenTune {
    /// In beats per minute.
    var tempo: Int { setup.tempo ?? tune.tempo ?? 120 }

    static let tempoRange = 30...300

    /// How many times the form is played.
    var choruses: Int { setup.choruses ?? tune.choruses ?? 1 }

    /// The first index of a bar in playing order.
    func playingIndex(ofBar bar: Int) -> Int? { order.firstIndex(of: bar) }

    /// The loop in playing order.
    var loopedIndices: ClosedRange<Int>? {
        guard let loop = setup.loop, let first = order.firstIndex(where: { loop.contains($0) }) else { return nil }
        let end = order[first...].firstIndex { !loop.contains($0) } ?? order.count
        return first...end - 1
    }

    /// The playback plan for the host's clock.
    var plan: JSON {
        let accompaniment = accompaniment
        return .object([
            ("tempo", .int(tempo)), ("beat", .int(Accompaniment.beat)),
            // The order of a tune with an outro has all choruses.
            ("choruses", .int(tune.hasOutro ? 1 : choruses)),
            ("countIn", .bars(setup.countsIn ? accompaniment.countIn : [])), ("bars", .bars(accompaniment.bars)),
            ("loop", loopedIndices.map { .array([.int($0.lowerBound), .int($0.upperBound)]) } ?? .null),
            (
                "muted",
                .array(
                    Accompaniment.Part.allCases.enumerated().filter { setup.muted.contains($0.element) }.map {
                        .int($0.offset)
                    })
            ),
        ])
    }
}

extension TunesState {
    /// - Parameter bar: the index of the written bar; nil for the beginning.
    fileprivate mutating func start(at bar: Int?, _ session: Session) -> [Effect] {
        guard opened?.order.isEmpty == false else { return [] }
        opened?.findVoicings()
        guard let opened else { return [] }
        let wasPlaying = isPlaying
        isPlaying = true
        let turn = bar.flatMap { opened.playingIndex(ofBar: $0) } ?? 0
        let from = opened.loopedIndices.map { $0.contains(turn) ? turn : $0.lowerBound } ?? turn
        let stop: [Effect] = wasPlaying ? [.sound(.stopTune)] : []
        return stop + [.sound(.setTunePlan(opened.plan.text))] + showVoicings(session) + [
            .sound(.startTune(turn: from))
        ]
    }

    fileprivate mutating func setTempo(_ tempo: Int) -> [Effect] {
        let tempo = min(max(tempo, OpenTune.tempoRange.lowerBound), OpenTune.tempoRange.upperBound)
        return editTempo { $0.tempo = tempo }
    }

    fileprivate mutating func editTempo(_ change: (inout TuneSetup) -> Void) -> [Effect] { set(at: nil, change) }

    /// Sends a new plan to the clock if an action has changed it during playback.
    /// - Parameter verb: the action that was carried out.
    mutating func playbackEffects(after verb: TunesVerb, _ session: Session) -> [Effect] {
        guard isPlaying else { return [] }
        switch verb {
        case .adopt, .list: return []
        case .play(let verb):
            switch verb {
            // These have sent it already, or do not change it.
            case .toggle, .from, .findVoicings, .ended, .unfold, .lights: return []
            default: return continuePlayback(session)
            }
        case .chart(let verb):
            switch verb {
            case .choose, .chooseRange, .letGo, .chord, .copy, .showText, .dropText, .analysis: return []
            default: return continuePlayback(session)
            }
        }
    }

    /// Continues playback with a new plan.
    mutating func continuePlayback(_ session: Session) -> [Effect] {
        guard isPlaying, let opened else { return [] }
        return [.sound(.setTunePlan(opened.plan.text))] + showVoicings(session)
    }

    /// Sends the voicings to the host, unless it has them.
    fileprivate mutating func showVoicings(_ session: Session) -> [Effect] {
        guard let opened, opened.voicings != nil, !opened.isShown else { return [] }
        self.opened?.isShown = true
        return [.sound(.showVoicings(opened.looks(session).text))]
    }

    /// Prepares playback when a tune is opened: it is usually played next.
    func preparePlayback(since before: OpenTune?) -> [Effect] {
        guard let opened, opened.voicings == nil else { return [] }
        let isAsked = before?.stored.id == opened.stored.id && before?.voicings == nil
        return isAsked ? [] : [.sound(.prepareTune)]
    }

    /// Applies changed settings, such as note names, to the playback.
    mutating func applySettings(_ session: Session) -> [Effect] {
        opened?.isShown = false
        return continuePlayback(session)
    }
}
