import Exchange
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
            state.endPlayback()
            return [.sound(.stopTune)]
        }
        let first = state.chosen?.lowerBound ?? opened.setup.loop?.lowerBound
        return state.start(at: first, session)
    case .from(let bar): return state.start(at: bar, session)
    case .findVoicings:
        state.opened?.findVoicings()
        return state.showVoicings(session)
    case .ended:
        guard state.isPlaying else { return [] }
        state.endPlayback()
        return state.turn(by: 1, at: &place, plays: true)
    case .stopped(let isFailure):
        guard state.isPlaying else { return [] }
        state.endPlayback()
        return isFailure ? session.notify(SharedText.noPlayer) : []
    case .tempo(let tempo): return state.setTempo(tempo - state.rise)
    case .changeTempo(let difference): return state.setTempo(opened.tempo + difference)
    case .tap(let milliseconds):
        // After a pause of two seconds, tapping starts again.
        if let last = state.taps.last, !(0...2000).contains(milliseconds - last) { state.taps = [] }
        state.taps = (state.taps + [milliseconds]).suffix(5)
        guard let first = state.taps.first, state.taps.count > 1, milliseconds > first else { return [] }
        let beats = state.taps.count - 1
        let tapped = (60_000 * beats + (milliseconds - first) / 2) / (milliseconds - first)
        return state.setTempo(tapped - state.rise)
    case .set(let entry, let value): return state.set { $0.set(entry, value) }
    case .pass(let number):
        guard state.isPlaying else { return [] }
        state.pass = number
        state.shift = opened.shift(inPass: number)
        state.updateOpened(at: place, session)
        guard let opened = state.opened else { return [] }
        return [.sound(.setTunePlan(opened.plan(pass: number).text))] + state.showVoicings(session)
    case .mute(let part):
        if !state.onceMuted.contains(part) { state.onceMuted.append(part) }
        return state.set { setup in
            if let index = setup.muted.firstIndex(of: part) {
                setup.muted.remove(at: index)
            } else {
                setup.muted.append(part)
            }
        }
    case .solo(let part):
        let others = Accompaniment.Part.allCases.filter { $0 != part }
        return state.set { $0.muted = $0.muted == others ? [] : others }
    case .level(let part, let percent):
        return state.set { setup in
            setup.levels[Accompaniment.Part.allCases.firstIndex(of: part) ?? 0] = min(max(percent, 0), 100)
        }
    case .loop(let bars):
        if let bars, bars.upperBound >= opened.tune.bars.count { return [] }
        return state.set { $0.loop = bars }
    // The app loads the chordsets.
    case .unfold: return []
    case .lights(let id): return state.set { $0.lights = id }
    }
}

extension OpenTune {
    /// In beats per minute, as it is played. A tune may have another one.
    var tempo: Int {
        let range = OpenTune.tempoRange
        return min(max(setup.tempo ?? tune.tempo ?? 120, range.lowerBound), range.upperBound)
    }

    static let tempoRange = PerformedTune.tempi

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

    /// The loop in a pass.
    func loopedIndices(inPass number: Int) -> ClosedRange<Int>? {
        guard let loop = loopedIndices, setup.grows else { return loopedIndices }
        return Band.growing(loop, inPass: number)
    }

    /// The transposition in a pass, in semitones within a tritone.
    func shift(inPass number: Int) -> Int {
        let semitones = (setup.modulation * (number - 1) % 12 + 12) % 12
        return semitones > 6 ? semitones - 12 : semitones
    }

    /// The playback plan for the host's clock.
    /// - Parameters:
    ///   - number: the chorus, or the time through the loop, from 1.
    ///   - first: the index in playing order of the first bar to be played.
    func plan(pass number: Int, from first: Int = 0) -> JSON {
        let loop = loopedIndices(inPass: number)
        var pass = Band.Pass()
        pass.number = number
        pass.count = loop == nil ? choruses : nil
        pass.tempo = min(tempo + setup.rise * (number - 1), OpenTune.tempoRange.upperBound)
        pass.loop = loop
        pass.first = first
        let accompaniment = accompaniment(pass)
        let muted = Accompaniment.Part.allCases.indices.filter {
            setup.muted.contains(Accompaniment.Part.allCases[$0])
        }
        return .object([
            ("tempo", .int(pass.tempo)), ("beat", .int(Accompaniment.beat)),
            ("pass", .int(number)), ("passes", .int(choruses)),
            ("countIn", .bars(accompaniment.countIn)), ("bars", .bars(accompaniment.bars)),
            ("loop", loop.map { .array([.int($0.lowerBound), .int($0.upperBound)]) } ?? .null),
            ("muted", .array(muted.map { .int($0) })), ("levels", .array(setup.levels.map { .int($0) })),
            ("brushes", .bool(feel == .ballad)),
        ])
    }
}

extension TunesState {
    /// - Parameter bar: the index of the written bar; nil for the beginning.
    fileprivate mutating func start(at bar: Int?, _ session: Session) -> [Effect] {
        guard opened?.order.isEmpty == false else { return [] }
        let wasPlaying = isPlaying
        isPlaying = true
        pass = 1
        opened?.findVoicings()
        guard let opened else { return [] }
        let turn = bar.flatMap { opened.playingIndex(ofBar: $0) } ?? 0
        let from = opened.loopedIndices(inPass: 1).map { $0.contains(turn) ? turn : $0.lowerBound } ?? turn
        let stop: [Effect] = wasPlaying ? [.sound(.stopTune)] : []
        return stop + [.sound(.setTunePlan(opened.plan(pass: 1, from: from).text))] + showVoicings(session) + [
            .sound(.startTune(turn: from))
        ]
    }

    /// Begins to play the tune of a set list that has just been opened, if the one before was played.
    mutating func startNext(_ session: Session) -> [Effect] {
        guard startsNext else { return [] }
        startsNext = false
        return start(at: nil, session)
    }

    /// Shows the tune in its own key again.
    mutating func endPlayback() {
        isPlaying = false
        (pass, shift) = (1, 0)
    }

    fileprivate mutating func setTempo(_ tempo: Int) -> [Effect] {
        let tempo = min(max(tempo, OpenTune.tempoRange.lowerBound), OpenTune.tempoRange.upperBound)
        return set { $0.tempo = tempo }
    }

    /// Sends a new plan to the clock if an action has changed it during playback.
    /// - Parameter verb: the action that was carried out.
    mutating func playbackEffects(after verb: TunesVerb, _ session: Session) -> [Effect] {
        guard isPlaying else { return [] }
        switch verb {
        case .adopt, .log, .list, .set, .progression, .nextKey: return []
        case .play(let verb):
            switch verb {
            // These have sent it already, or do not change it.
            case .toggle, .from, .findVoicings, .ended, .pass, .unfold, .lights: return []
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
        return [.sound(.setTunePlan(opened.plan(pass: pass).text))] + showVoicings(session)
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
