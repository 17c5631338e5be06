import Answers
import Chordsets
import Harmony
import Tunes

/// What follows when something is done to the chart that is open.
func updateChart(
    _ state: inout TunesState, at place: inout TunesPlace?, _ session: inout Session, _ verb: ChartVerb
) -> [Effect] {
    guard let opened = state.opened else { return [] }
    let bars = opened.tune.bars
    switch verb {
    case .choose(let bar):
        guard bars.indices.contains(bar) else { return [] }
        let effects = state.tellUnread(&session)
        state.choose(state.chosen == bar...bar ? nil : bar...bar)
        // Below it stands what can be done with it, first of all other chords.
        return effects + (state.chosen == nil ? [] : [.navigation(.focusToType(barFieldID)), .navigation(.reveal(barID(bar)))])
    case .chooseRange(let range):
        guard range.upperBound < bars.count else { return [] }
        let effects = state.tellUnread(&session)
        state.choose(range)
        return effects + [.navigation(.reveal(barID(range.upperBound)))]
    case .letGo:
        let effects = state.tellUnread(&session)
        state.choose(nil)
        return effects
    case .chord(let index):
        state.chosenChord = index
        return []
    case .showText:
        state.showsText.toggle()
        state.endReadText()
        guard let typed = state.typedText, !state.showsText else { return [] }
        return session.tell(TunesText.textNotApplied(typed.troubles))
    case .dropText:
        state.typedText = nil
        return []
    case .hands(let hands): return state.set(at: place) { $0.hands = hands }
    case .sectionHands(let hands):
        guard let bar = state.chosen?.lowerBound, let home = opened.tune.home(ofBar: bar) else { return [] }
        return state.set(at: place) { $0.sections[home.section] = hands }
    case .analysis: return state.set(at: place) { $0.showsAnalysis.toggle() }
    case .pin:
        guard let index = state.chosenIndex else { return [] }
        let voicing = state.opened?.voicings?[index]
        return state.set(at: place) { setup in
            setup.pins[index] = setup.pins[index] == nil ? voicing.map { TuneSetup.HandsPin($0) } : nil
        }
    case .invert(let isUp):
        guard let index = state.chosenIndex, let voicing = state.opened?.voicings?[index],
            let next = Voicer(for: session.settings.pianist).step(.inversion, up: isUp, from: voicing)
        else { return [] }
        let playing = Playing(session.presentation.reader.reading(next).tones.map { $0.pitch })
        return state.set(at: place) { $0.pins[index] = TuneSetup.HandsPin(next) } + [session.settings.heard(playing)]
    case .copy:
        guard let chosen = state.chosen else { return [] }
        state.copied = Array(bars[chosen])
        return session.tell(TunesText.barsCopied(chosen.count))
    default: break
    }
    if case .linked = place { return session.tell(TunesText.saveFirst) }
    return edit(&state, opened, &session, verb)
}

/// The maximum number of bars after a paste.
private let mostBars = 1000

/// What changes the tune itself.
private func edit(
    _ state: inout TunesState, _ opened: OpenTune, _ session: inout Session, _ verb: ChartVerb
) -> [Effect] {
    var tune = opened.tune
    let chosen = state.chosen
    // Which bars they were.
    var origins = tune.bars.indices.map { Optional($0) }
    // What was read in its metre.
    var typedBars = 0..<0
    var name: String?
    var effects: [Effect] = []
    // How many semitones all of it goes up.
    var rise: Int?
    func takeTyped(_ typed: Tune) {
        tune = typed
        origins = TuneSetup.origins(of: tune.sounding, in: opened.tune.sounding)
    }
    switch verb {
    case .type(let text):
        guard let chosen else { return [] }
        state.typedBar = text
        // What is written for a transposing instrument sounds otherwise.
        let reader = session.presentation.reader
        let over = state.typedOver ?? Array(tune.bars[chosen])
        let before = chosen.lowerBound > 0 ? tune.metres[chosen.lowerBound - 1] : tune.metre
        var book = Tune.typed(text, in: over.first?.metre ?? before, session.presentation.notation.names)
        state.typingTroubles = book.problems.map { $0.message }
        // Bars without chords: the one before goes on.
        if text.utf8.allSatisfy({ $0 == 32 }) {
            var empty = Tune()
            empty.sections = [Tune.Section("", chosen.map { _ in Bar() })]
            book.tunes = [empty]
        }
        guard book.problems.isEmpty, var typed = book.tunes.first, !typed.bars.isEmpty else { return [] }
        if reader != .c { typed.replaceChords { $0.sounding(for: reader) } }
        state.typedOver = over
        typed.takeSigns(of: over)
        tune.replaceBars(chosen, with: typed.sections, under: over.map { $0.melody })
        state.chosen = chosen.lowerBound...chosen.lowerBound + typed.bars.count - 1
        let same = TuneSetup.origins(
            of: Array(tune.sounding[chosen.lowerBound..<chosen.lowerBound + typed.bars.count]), in: Array(opened.tune.sounding[chosen]))
        typedBars = chosen.lowerBound..<chosen.lowerBound + typed.bars.count
        origins.replaceSubrange(chosen, with: same.map { $0.map { $0 + chosen.lowerBound } })
        name = "bar \(chosen.lowerBound)"
    case .next:
        guard let chosen else { return [] }
        // What cannot be read is not left behind.
        if state.unread != nil { return [.speech(.announce(state.typingTroubles.joined(separator: " "))), .navigation(.focus(barFieldID))] }
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
        // Behind the last bar of a section it belongs to that section.
        if isBefore || tune.home(ofBar: index)?.bar != 0 {
            tune.insert([Bar()], at: index)
        } else if let home = tune.home(ofBar: index - 1) {
            tune.sections[home.section].bars.append(Bar())
        }
        origins.insert(nil, at: index)
        state.choose(index...index)
        effects = [.navigation(.focus(barFieldID))]
    case .remove:
        guard let chosen else { return [] }
        guard chosen.count < tune.bars.count else { return session.tell(TunesText.atLeastOneBar) }
        tune.removeBars(chosen)
        origins.removeSubrange(chosen)
        let index = min(chosen.lowerBound, tune.bars.count - 1)
        state.choose(index...index)
    case .paste:
        guard let chosen, !state.copied.isEmpty else { return [] }
        guard tune.bars.count + state.copied.count <= mostBars else {
            return session.tell(TunesText.tooManyBars(mostBars))
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
        tune.takeMusic(from: origins)
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
        tune.begin(label, withBar: chosen.lowerBound)
        name = "label \(chosen.lowerBound)"
    case .typeText(let text):
        let book = TuneText.read(text, in: session.presentation.notation.names)
        state.typedText = TunesState.TypedText(text, of: opened.kept.id, book)
        // A letter that is typed is no step by itself.
        state.chosen = nil
        guard !state.hasUnreadText else { return [] }
        takeTyped(book.tunes[0])
        name = "text"
    case .splitText(let seed):
        guard let typed = state.typedText, typed.holdsSeveral else { return [] }
        let book = TuneText.read(typed.text, in: session.presentation.notation.names)
        takeTyped(book.tunes[0])
        var generator = SeededGenerator(seed: seed)
        state.list.add(book.tunes.dropFirst().map { .tune(KeptTune(id: Chordset.newID(using: &generator), $0)) })
        state.typedText = nil
        effects = session.tell(TunesText.othersSaved(book.tunes.count - 1))
    case .head(let head, let value):
        switch head {
        case .title: tune.title = value
        case .composer: tune.composer = value
        case .style: tune.style = value
        case .time:
            guard let metre = Metre(value) else {
                return session.tell(TunesText.notATimeSignature(value))
            }
            tune.metre = metre
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
    if !verb.writesText { tune.fitChords(from: opened.tune.metres, origins, but: typedBars) }
    guard tune != opened.tune else { return effects }
    if case .typeText = verb {} else { state.endReadText() }
    if case .type = verb {} else { state.endTyping() }
    let setup = rise.map { opened.setup.transposed(by: $0) } ?? opened.setup.following(from: opened.tune, to: tune, origins)
    state.change(opened.kept.id, to: tune, setup, as: name)
    return effects
}

extension TunesState.TypedText {
    /// - Parameter book: what was read of it. A form that leads nowhere is written down all the same.
    fileprivate init(_ text: String, of id: String, _ book: TuneBook) {
        (self.id, self.text) = (id, text)
        if !book.problems.isEmpty {
            troubles = Answers.sentences(about: book)
        } else if !book.tunes.allSatisfy({ !$0.bars.isEmpty }) || book.tunes.isEmpty {
            troubles = [TunesText.noBars]
        } else if book.tunes.count > 1 {
            troubles = [TunesText.severalTunes(book.tunes.count)]
            holdsSeveral = true
        }
    }
}

extension ChartVerb {
    /// Whether all bars are as they are written.
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
        typingTroubles = []
        list.endStep()
    }

    /// Typing in the field of the selected bars is over.
    mutating func endTyping() {
        typedBar = nil
        typedOver = nil
    }

    /// Whether a text is typed that is not in the tune.
    var hasUnreadText: Bool { typedText?.troubles.isEmpty == false }

    /// A text that could not be read is there again when the tune is reopened.
    mutating func leaveText() {
        if let typed = typedText, hasUnreadText { leftTexts[typed.id] = typed }
        typedText = nil
    }

    /// The tune says itself what it is from now on. What is not in it yet stays until it is, or is given up.
    mutating func endReadText() {
        if !hasUnreadText { typedText = nil }
    }

    /// What stands in the field of the chosen bars and is not in them, because some of it cannot be read.
    fileprivate var unread: String? { typingTroubles.isEmpty ? nil : typedBar }

    /// Leaving a bar reports the text that was not put into it.
    fileprivate func tellUnread(_ session: inout Session) -> [Effect] {
        guard let unread else { return [] }
        return session.tell(TunesText.notApplied(unread, typingTroubles))
    }

    /// Stores a changed tune. An example that is changed becomes one of the own tunes.
    /// - Parameter setup: how it is played then.
    mutating func change(_ id: String, to tune: Tune, _ setup: TuneSetup, as name: String?) {
        guard var kept = self.tune(id) else { return }
        kept.take(tune)
        if setup != TuneSetup(kept.setup) { kept.setup = setup.text }
        if list.tune(id) == nil { list.add([.tune(kept)]) } else { list.replace(with: .tune(kept), as: name) }
    }

    /// Plays the open tune otherwise.
    @inline(never)
    mutating func set(at place: TunesPlace?, _ change: (inout TuneSetup) -> Void) -> [Effect] {
        guard let opened else { return [] }
        var setup = opened.setup
        change(&setup)
        let (id, text) = (opened.kept.id, setup.text)
        if var kept = list.tune(id) {
            kept.setup = text
            list.replace(with: .tune(kept), as: "setup")
        } else if list.keeping != nil, var example = TuneExamples.tune(id) {
            guard text != opened.kept.setup else { return [] }
            example.setup = text
            list.add([.tune(example)])
        } else {
            exampleSetups[id] = text
        }
        return []
    }

    /// The chord that is looked at, as an index among ``OpenTune/chords``.
    var chosenIndex: Int? {
        guard let opened, let bar = chosen?.lowerBound else { return nil }
        let inBar = opened.chords.indices.filter { opened.chords[$0].bar == bar }
        return inBar.isEmpty ? nil : inBar[min(chosenChord, inBar.count - 1)]
    }
}

extension Mode {
    /// Notes on which a key of this mode is written with few signs, a fifth apart.
    var tonics: [NoteName] {
        let mode: Mode = degrees.contains(3) ? .major : .minor
        return CirclePlace.all.map { $0.keys(mode, .fewer)[0].tonic }
    }
}

extension Key {
    /// The shorter way to a note, in semitones.
    fileprivate func rise(to other: NoteName) -> Int { (other.pitchClass - tonic.pitchClass + 17) % 12 - 5 }
}

extension TransposingInstrument {
    /// What sounds where a key on this note is read.
    func soundingNote(_ tonic: NoteName, _ mode: Mode) -> NoteName { sounding(Key(tonic, mode)).tonic }
}

extension ChordSymbol {
    /// What sounds where this is read.
    fileprivate func sounding(for reader: TransposingInstrument) -> ChordSymbol {
        switch self {
        case .chord(let chord): .chord(reader.sounding(chord))
        case .polychord(let upper, let lower):
            .polychord(upper: reader.sounding(upper), lower: reader.sounding(lower))
        }
    }
}
