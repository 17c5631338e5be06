import Chordsets
import Exchange
import Harmony
import Rendering
import Sync
import Tunes

/// Carries out an action on the chart.
func updateChart(
    _ state: inout TunesState, at place: inout TunesRoute?, _ session: inout Session, _ verb: ChartVerb
) -> [Effect] {
    guard let opened = state.opened else { return [] }
    let bars = opened.tune.bars
    switch verb {
    case .choose(let bar):
        guard bars.indices.contains(bar) else { return [] }
        state.choose(state.chosen == bar...bar ? nil : bar...bar)
        // The panel of the bar starts with the field of its chords.
        return state.chosen == nil ? [] : [.navigation(.focusToType(barFieldID)), .navigation(.reveal(barID(bar)))]
    case .chooseRange(let range):
        guard range.upperBound < bars.count else { return [] }
        state.choose(range)
        return [.navigation(.reveal(barID(range.upperBound)))]
    case .letGo:
        state.choose(nil)
        return []
    case .chord(let index):
        state.chosenChord = index
        return []
    case .showText:
        state.showsText.toggle()
        state.dropAppliedText()
        // On a phone it is below the options of the tune.
        if state.showsText { return [.navigation(.reveal(tuneTextID))] }
        guard let typed = state.typedText else { return [] }
        return session.notify(TunesText.textNotApplied(typed.errors))
    case .dropText:
        state.typedText = nil
        return []
    case .hands(let style): return state.set { $0.voicingStyle = style }
    case .sectionHands(let style):
        guard let bar = state.chosen?.lowerBound, let home = opened.tune.location(ofBar: bar) else { return [] }
        return state.set { $0.sectionStyles[home.section] = style }
    case .analysis: return state.set { $0.showsAnalysis.toggle() }
    case .pin:
        guard let index = state.chosenIndex else { return [] }
        let voicing = state.opened?.voicings?[index]
        return state.set { setup in
            setup.pins[index] = setup.pins[index] == nil ? voicing.map { TuneSetup.PinnedVoicing($0) } : nil
        }
    case .invert(let isUp):
        guard let index = state.chosenIndex, let voicing = state.opened?.voicings?[index],
            let next = Voicer(for: session.settings.pianist).step(.inversion, up: isUp, from: voicing)
        else { return [] }
        let playing = Playing(session.presentation.reader.reading(next).tones.map { $0.pitch })
        return state.set { $0.pins[index] = TuneSetup.PinnedVoicing(next) } + [
            session.settings.playEffect(for: playing)
        ]
    case .copy:
        guard let chosen = state.chosen else { return [] }
        state.copied = Array(bars[chosen])
        return session.notify(TunesText.barsCopied(chosen.count))
    default: break
    }
    if place?.isLinked == true { return session.notify(TunesText.saveFirst) }
    return edit(&state, opened, &session, verb)
}

/// The maximum number of bars after a paste.
private let maximumBars = 1000

/// Carries out an action that changes the tune.
private func edit(
    _ state: inout TunesState, _ opened: OpenTune, _ session: inout Session, _ verb: ChartVerb
) -> [Effect] {
    var tune = opened.tune
    let chosen = state.chosen
    // The former index of each bar.
    var origins = tune.bars.indices.map { Optional($0) }
    // Typed bars fit their meter already.
    var typedBars = 0..<0
    var name: String?
    var effects: [Effect] = []
    // The transposition in semitones.
    var rise: Int?
    func takeTyped(_ typed: Tune) {
        tune = typed
        origins = TuneSetup.origins(of: tune.sounding, in: opened.tune.sounding)
    }
    switch verb {
    case .type(let text):
        guard let chosen else { return [] }
        state.typedBar = text
        // Typed chords are at written pitch, the tune at concert pitch.
        let reader = session.presentation.reader
        let over = state.barsBeforeTyping ?? Array(tune.bars[chosen])
        let before = chosen.lowerBound > 0 ? tune.meters[chosen.lowerBound - 1] : tune.meter
        var book = Tune.typed(text, in: over.first?.meter ?? before, session.presentation.notation.names)
        state.typingErrors = book.problems.map { $0.message }
        // Empty text gives bars without chords, in which the last chord continues.
        if text.bytes.allSatisfy({ $0 == 32 }) {
            var empty = Tune()
            empty.sections = [Tune.Section("", chosen.map { _ in Bar() })]
            book.tunes = [empty]
        }
        guard book.problems.isEmpty, var typed = book.tunes.first, !typed.bars.isEmpty else { return [] }
        if reader != .c { typed.replaceChords { $0.sounding(for: reader) } }
        state.barsBeforeTyping = over
        typed.inheritSigns(from: over)
        tune.replaceBars(chosen, with: typed.sections, under: over.map { $0.melody })
        state.chosen = chosen.lowerBound...chosen.lowerBound + typed.bars.count - 1
        let same = TuneSetup.origins(
            of: Array(tune.sounding[chosen.lowerBound..<chosen.lowerBound + typed.bars.count]),
            in: Array(opened.tune.sounding[chosen]))
        typedBars = chosen.lowerBound..<chosen.lowerBound + typed.bars.count
        origins.replaceSubrange(chosen, with: same.map { $0.map { $0 + chosen.lowerBound } })
        name = "bar \(chosen.lowerBound)"
    case .next:
        guard let chosen else { return [] }
        // A bar with errors is not left.
        if !state.typingErrors.isEmpty {
            return [.speech(.announce(state.typingErrors.joined(separator: " "))), .navigation(.focus(barFieldID))]
        }
        let next = chosen.upperBound + 1
        if next == tune.bars.count {
            tune.insert([Bar()], at: next)
            origins.append(nil)
        }
        state.choose(next...next)
        effects = [.navigation(.focus(barFieldID))]
    case .insert(let isBefore):
        guard let chosen else { return [] }
        let index = isBefore ? chosen.lowerBound : chosen.upperBound + 1
        // After the last bar of a section, the new bar belongs to that section.
        if isBefore || tune.location(ofBar: index)?.bar != 0 {
            tune.insert([Bar()], at: index)
        } else if let home = tune.location(ofBar: index - 1) {
            tune.sections[home.section].bars.append(Bar())
        }
        origins.insert(nil, at: index)
        state.choose(index...index)
        effects = [.navigation(.focus(barFieldID))]
    case .remove:
        guard let chosen else { return [] }
        guard chosen.count < tune.bars.count else { return session.notify(TunesText.atLeastOneBar) }
        tune.removeBars(chosen)
        origins.removeSubrange(chosen)
        let index = min(chosen.lowerBound, tune.bars.count - 1)
        state.choose(index...index)
    case .paste:
        guard let chosen, !state.copied.isEmpty else { return [] }
        guard tune.bars.count + state.copied.count <= maximumBars else {
            return session.notify(TunesText.tooManyBars(maximumBars))
        }
        tune.insert(state.copied, at: chosen.upperBound + 1)
        origins.insert(contentsOf: state.copied.map { _ in nil }, at: chosen.upperBound + 1)
        state.choose(chosen.upperBound + 1...chosen.upperBound + state.copied.count)
    case .move(let isBack):
        guard let chosen else { return [] }
        let target = isBack ? chosen.lowerBound - 1 : chosen.lowerBound + 1
        guard target >= 0, target + chosen.count <= tune.bars.count else { return [] }
        origins.removeSubrange(chosen)
        origins.insert(contentsOf: chosen.map { $0 }, at: target)
        tune.moveMusic(from: origins)
        state.choose(target...target + chosen.count - 1)
        name = "move"
    case .end(let end):
        guard let chosen else { return [] }
        tune.change(bar: chosen.upperBound) { $0.end = $0.end == end ? .single : end }
    case .startRepeat:
        guard let chosen else { return [] }
        tune.change(bar: chosen.lowerBound) { $0.startsRepeat.toggle() }
    case .ending(let number):
        guard let chosen else { return [] }
        tune.change(bar: chosen.lowerBound) { $0.ending = $0.ending == number ? nil : number }
    case .mark(let mark):
        guard let chosen else { return [] }
        tune.change(bar: chosen.lowerBound) { bar in
            if bar.marks.contains(mark) { bar.remove(mark) } else { bar.add(mark) }
        }
    case .label(let label):
        guard let chosen else { return [] }
        tune.setSection(label, atBar: chosen.lowerBound)
        name = "label \(chosen.lowerBound)"
    case .typeText(let text):
        let book = TuneText.read(text, in: session.presentation.notation.names)
        state.typedText = TunesState.TypedText(text, of: opened.stored.id, book)
        // The letters that are typed are one undo step.
        state.chosen = nil
        state.endTyping()
        guard !state.hasUnappliedText else { return [] }
        takeTyped(book.tunes[0])
        name = "text"
    case .splitText(let seed):
        guard let typed = state.typedText, typed.hasSeveralTunes else { return [] }
        let book = TuneText.read(typed.text, in: session.presentation.notation.names)
        takeTyped(book.tunes[0])
        var generator = SeededGenerator(seed: seed)
        state.list.add(book.tunes.dropFirst().map { .tune(StoredTune(id: ItemID.random(using: &generator), $0)) })
        state.typedText = nil
        effects = session.notify(TunesText.othersSaved(book.tunes.count - 1))
    case .head(let head, let value):
        switch head {
        case .title: tune.title = value
        case .composer: tune.composer = value
        case .style: tune.style = value
        case .time:
            guard let meter = Meter(value) else {
                return session.notify(TunesText.notATimeSignature(value))
            }
            tune.meter = meter
        }
        name = head.rawValue
    case .transpose(let semitones):
        guard let key = tune.keyOrLikely else { return [] }
        let target = (key.tonic.pitchClass + semitones + 12) % 12
        guard let tonic = key.mode.tonics.first(where: { $0.pitchClass == target }) else { return [] }
        tune.key = key
        tune = tune.transposed(to: tonic, .shorter)
        rise = key.rise(to: tonic)
        effects = [.speech(.announce(session.presentation.name(tune.key ?? key)))]
    case .key(let tonic):
        guard let key = tune.keyOrLikely else { return [] }
        tune.key = key
        let sounding = session.presentation.reader.soundingNote(tonic, key.mode)
        tune = tune.transposed(to: sounding)
        rise = key.rise(to: sounding)
    default: return []
    }
    if !verb.writesText { tune.respaceChords(from: opened.tune.meters, origins, except: typedBars) }
    guard tune != opened.tune else { return effects }
    if case .typeText = verb {} else { state.dropAppliedText() }
    if case .type = verb {} else { state.endTyping() }
    let setup =
        rise.map { opened.setup.transposed(by: $0) } ?? opened.setup.adapted(from: opened.tune, to: tune, origins)
    state.change(opened.stored.id, to: tune, setup, as: name)
    return effects
}

extension TunesState.TypedText {
    /// - Parameter book: the parsed text. A form that cannot be played is not an error here.
    fileprivate init(_ text: String, of id: String, _ book: TuneBook) {
        (self.id, self.text) = (id, text)
        if !book.problems.isEmpty {
            errors = Answers.sentences(about: book)
        } else if !book.tunes.allSatisfy({ !$0.bars.isEmpty }) || book.tunes.isEmpty {
            errors = [TunesText.noBars]
        } else if book.tunes.count > 1 {
            errors = [TunesText.severalTunes(book.tunes.count)]
            hasSeveralTunes = true
        }
    }
}

extension ChartVerb {
    /// Whether all bars were typed, so that their chords must not be moved.
    fileprivate var writesText: Bool {
        switch self {
        case .typeText, .splitText: true
        default: false
        }
    }
}

extension TunesState {
    mutating func choose(_ bars: ClosedRange<Int>?) {
        chosen = bars
        chosenChord = 0
        endTyping()
        list.endStep()
    }

    /// Ends typing in the bar field.
    mutating func endTyping() {
        typedBar = nil
        typingErrors = []
        barsBeforeTyping = nil
    }

    /// Whether the edited text was not applied to the tune.
    var hasUnappliedText: Bool { typedText?.errors.isEmpty == false }

    /// Keeps a text that was not applied until the tune is reopened.
    mutating func stashText() {
        if let typed = typedText, hasUnappliedText {
            unappliedTexts.removeAll { $0.id == typed.id }
            unappliedTexts.append(typed)
        }
        typedText = nil
    }

    /// Drops the edited text, unless it was not applied.
    mutating func dropAppliedText() {
        if !hasUnappliedText { typedText = nil }
    }

    /// The message if an action removes the text of the bar field; nil if that was read.
    var lossOfTypedBar: String? {
        typingErrors.isEmpty ? nil : typedBar.map { TunesText.notApplied($0, typingErrors) }
    }

    /// Stores a changed tune. A changed example becomes one of the user's tunes.
    mutating func change(_ id: String, to tune: Tune, _ setup: TuneSetup, as name: String?) {
        guard var stored = self.tune(id), let opened else { return }
        stored.take(opened.inStoredKey(tune))
        let setup = setup.transposed(by: -shift)
        if setup != TuneSetup(stored.setup) { stored.setup = setup.text }
        if list.tune(id) == nil { list.add([.tune(stored)]) } else { list.replace(with: .tune(stored), as: name) }
    }

    /// Changes the setup of the open tune.
    @inline(never)
    mutating func set(_ change: (inout TuneSetup) -> Void) -> [Effect] {
        guard let opened else { return [] }
        var setup = opened.setup
        change(&setup)
        setup = setup.transposed(by: -shift)
        let (id, text) = (opened.stored.id, setup.text)
        if var stored = list.tune(id) {
            stored.setup = text
            list.replace(with: .tune(stored), as: "setup")
        } else if list.storage != nil, var example = TuneExamples.tune(id) {
            guard text != opened.stored.setup else { return [] }
            example.setup = text
            list.add([.tune(example)])
        } else {
            exampleSetups[id] = text
        }
        return []
    }

    /// The index of the chosen chord in ``OpenTune/chords``.
    var chosenIndex: Int? {
        guard let opened, let bar = chosen?.lowerBound else { return nil }
        let inBar = opened.chords.indices.filter { opened.chords[$0].bar == bar }
        return inBar.isEmpty ? nil : inBar[min(chosenChord, inBar.count - 1)]
    }
}

extension Mode {
    /// Tonics for keys of this mode with few accidentals, in the order of fifths.
    var tonics: [NoteName] {
        let mode: Mode = degrees.contains(3) ? .major : .minor
        return CirclePlace.all.map { $0.plainKey(mode).tonic }
    }
}

extension Key {
    /// The smaller interval to another tonic, in semitones.
    fileprivate func rise(to other: NoteName) -> Int { (other.pitchClass - tonic.pitchClass + 17) % 12 - 5 }
}

extension TransposingInstrument {
    /// The concert pitch of a written tonic.
    func soundingNote(_ tonic: NoteName, _ mode: Mode) -> NoteName { sounding(Key(tonic, mode)).tonic }
}

extension ChordSymbol {
    /// Converts a written symbol to concert pitch.
    fileprivate func sounding(for reader: TransposingInstrument) -> ChordSymbol {
        switch self {
        case .chord(let chord): .chord(reader.sounding(chord))
        case .polychord(let upper, let lower):
            .polychord(upper: reader.sounding(upper), lower: reader.sounding(lower))
        }
    }
}
