import Harmony
import Rendering
import Tunes

/// The list of tunes, and the open tune.
struct TunesState: Sendable {
    var list = UndoableList(of: .tunes)
    /// Actions that wait until the list was delivered.
    var postponed: [TunesVerb] = []
    /// What the list shows.
    var query = TuneQuery()
    /// The stored tunes as the list shows them.
    private(set) var index = TuneIndex()
    /// How the tunes were used on this device.
    var log = TuneLog()
    /// Whether the filters are open.
    var showsFilters = false
    /// The ids of the selected tunes; nil if a tap opens a tune.
    var selected: [String]?
    /// Tunes that are being written to a file.
    var export: TuneExport?
    /// The text of the field that finds tunes for a set list.
    var setSearch = ""
    /// Whether the open tune of a set list begins to play, because the one before has ended.
    var startsNext = false
    /// How many rows of the list are shown.
    var shownCount = TunesState.page
    /// The setups of examples and linked tunes, by id, while these are not stored.
    var exampleSetups: [String: String] = [:]
    /// The problems of the last import.
    var problems: [String] = []
    /// How many tunes it had that are new.
    var importedCount = 0
    /// How many of them have a melody.
    var melodyCount = 0
    /// Its tunes that exist already, with the ids of those, until the user chooses what to do with them.
    var repeated: [(tune: StoredTune, id: String)] = []

    @Boxed var opened: OpenTune? = nil
    /// The chosen bars, as indices of written bars.
    var chosen: ClosedRange<Int>?
    /// The index of the chosen chord in the first chosen bar.
    var chosenChord = 0
    /// The progression that was printed last. It is written in twelve keys then.
    var printed: TunesRoute?
    /// Whether the tune is also shown as text.
    var showsText = false
    /// The text of the tune while it is edited and differs from the stored one.
    var typedText: TypedText?
    /// Texts with errors of tunes that were closed.
    var unappliedTexts: [TypedText] = []
    /// The text of the bar field during typing.
    var typedBar: String?
    /// The chosen bars before typing began. Their melody and signs survive incomplete input.
    var barsBeforeTyping: [Bar]?
    /// The errors in ``typedBar``.
    var typingErrors: [String] = []
    /// The copied bars.
    var copied: [Bar] = []
    var isPlaying = false
    /// The chorus, or the time through the loop, that is played, from 1.
    var pass = 1
    /// How much faster this chorus is than the first one.
    var rise: Int { (opened?.setup.rise ?? 0) * (pass - 1) }
    /// How many semitones higher than stored the tune is shown and played, because each pass has its own key.
    var shift = 0
    /// The parts that were muted, or heard again, while the tune is open.
    var onceMuted: [Accompaniment.Part] = []
    /// When the tempo was tapped, in milliseconds of the page's clock.
    var taps: [Int] = []

    /// The text of a whole tune that is being edited.
    struct TypedText: Sendable, Hashable {
        /// The id of the tune.
        let id: String
        let text: String
        /// Why the text was not applied: errors, or more than one tune.
        var errors: [String] = []
        var hasSeveralTunes = false
    }

    /// How many further rows “more” shows.
    static let page = 30
    /// How many rows a search shows at once.
    static let firstRows = 12

    var canUndo: Bool { !list.past.isEmpty }
    var canRedo: Bool { !list.future.isEmpty }

    /// Requests the tunes from the host when a screen needs them first.
    mutating func open(_ session: Session) -> [Effect] {
        guard !list.isOpen else { return [] }
        list.isOpen = true
        return [.storage(.openKept(.tunes, isAlone: session.presentation.links == .inFragment))]
    }

    /// A stored tune or an unchanged example, by id.
    func tune(_ id: String) -> StoredTune? {
        if let stored = list.tune(id) { return stored }
        guard var example = TuneExamples.tune(id) else { return nil }
        example.setup = exampleSetups[id] ?? ""
        return example
    }

    /// The tune of a screen. A linked tune is parsed only once.
    private func tune(at place: TunesRoute) -> StoredTune? {
        guard let id = place.id else { return nil }
        if let stored = list.tune(id) { return stored }
        let isOpen = place.isLinked ? opened?.link == place : opened?.isExample == true && opened?.stored.id == id
        guard isOpen, var same = opened?.stored else {
            var linked = place.isLinked ? place.linkedTune : tune(id)
            linked?.setup = place.setup(exampleSetups[id] ?? "")
            return linked
        }
        same.setup = place.setup(exampleSetups[id] ?? "")
        return same
    }

    /// Updates the open tune after a change of the screen, the list or the settings.
    mutating func updateOpened(at place: TunesRoute?, _ session: Session) {
        if case .progression = place, let id = place?.id, opened?.link != place, let text = exampleSetups[id] {
            // Locked voicings and loops belong to the chords before.
            var setup = TuneSetup(text)
            setup.pins = SortedDictionary()
            setup.loop = nil
            exampleSetups[id] = setup.text
        }
        if place?.hasTune == false || place?.setID != nil || index.count == 0 { refreshIndex() }
        guard let stored = place.flatMap({ tune(at: $0) }) else {
            (opened, chosen) = (nil, nil)
            return
        }
        let link = place?.isLinked == true ? place : nil
        if let opened, opened.stored.id == stored.id, opened.link == link {
            let source = OpenTune.Source(stored, session.settings, shift: shift)
            if opened.source != source { self.opened = opened.updated(with: source) }
        } else {
            (pass, shift) = (1, 0)
            opened = OpenTune(OpenTune.Source(stored, session.settings))
            opened?.link = link
            opened?.linkedSet = link?.linkedSet ?? []
            stashText()
            if let left = unappliedTexts.firstIndex(where: { $0.id == stored.id }) {
                typedText = unappliedTexts.remove(at: left)
                showsText = true
            }
        }
        let isExample = list.tune(stored.id) == nil
        opened?.isExample = isExample
        if let chosen, let count = opened?.tune.bars.count, chosen.upperBound >= count {
            self.chosen = count > 0 ? min(chosen.lowerBound, count - 1)...count - 1 : nil
        }
        if place?.needsHands == true || chosen != nil || isPlaying { opened?.findVoicings() }
    }

    /// Closes the open tune.
    mutating func close() {
        opened = nil
        chosen = nil
        showsText = false
        endTyping()
        stashText()
        endPlayback()
        onceMuted = []
        taps = []
        list.endStep()
    }

    /// Lists the tunes anew if something has changed.
    mutating func refreshIndex() { index.update(list, query, log, needsOptions: showsFilters) }

    /// The ids of the stored tunes by title.
    var idsByTitle: [String: [String]] {
        var ids: [String: [String]] = [:]
        for tune in own { ids[tune.title, default: []].append(tune.id) }
        return ids
    }

    /// The stored tunes, without examples with unchanged text and without set lists.
    var own: [StoredTune] { list.tunes.filter { !$0.isExample && !$0.isSetList } }
}

extension TunesRoute {
    /// Whether the screen shows voicings.
    var needsHands: Bool {
        switch self {
        case .staff, .voicings, .progression: true
        case .list, .sets, .set, .inSet, .chart, .linked, .analysis: false
        }
    }
}
