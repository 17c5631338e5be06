import Harmony
import Rendering
import Tunes

/// The list of tunes, and the open tune.
struct TunesState: Sendable {
    var list = UndoableList(of: .tunes)
    /// Actions that wait until the list was delivered.
    var postponed: [TunesVerb] = []
    /// The text of the search field.
    var search = ""
    var order = TuneOrder.added
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
    /// The errors in the bar field.
    var typingErrors: [String] = []
    /// The copied bars.
    var copied: [Bar] = []
    var isPlaying = false
    /// The chorus, or the time through the loop, that is played, from 1.
    var pass = 1
    /// How many semitones higher than stored the tune is shown and played, because each pass has its own key.
    var shift = 0
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
    static let page = 100

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
        guard let stored = place.flatMap({ tune(at: $0) }) else {
            opened = nil
            return
        }
        let (pianist, reader) = (session.settings.pianist, session.presentation.reader)
        let link = place?.isLinked == true ? place : nil
        if let opened, opened.stored.id == stored.id, opened.link == link {
            if !opened.matches(stored, for: pianist, reader: reader, shift: shift) {
                self.opened = opened.updated(with: stored, for: pianist, reader: reader, shift: shift)
            }
        } else {
            (pass, shift) = (1, 0)
            opened = OpenTune(stored, for: pianist, reader: reader)
            opened?.link = link
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
        if case .list = place {
        } else if place?.needsHands == true || chosen != nil || isPlaying {
            opened?.findVoicings()
        }
    }

    /// Closes the open tune.
    mutating func close() {
        opened = nil
        chosen = nil
        showsText = false
        endTyping()
        stashText()
        typingErrors = []
        endPlayback()
        taps = []
        list.endStep()
    }

    /// The stored tunes that match the search, sorted.
    var listed: [StoredTune] {
        let words = folded(search).split(separator: " ").map { String($0) }
        var tunes = own.filter { $0.matches(words) }
        switch order {
        case .added: tunes.reverse()
        case .title: tunes = tunes.ordered(by: tunes.map { folded($0.title) })
        case .composer: tunes = tunes.ordered(by: tunes.map { folded($0.composer) })
        case .key: tunes = tunes.ordered(by: tunes.map { $0.key })
        }
        return tunes
    }

    /// The unchanged examples that match the search.
    var examples: [StoredTune] {
        let words = folded(search).split(separator: " ").map { String($0) }
        return TuneExamples.all.filter { list.tune($0.id)?.isExample != false && $0.matches(words) }
    }

    /// The ids of the stored tunes by title.
    var idsByTitle: [String: [String]] {
        var ids: [String: [String]] = [:]
        for tune in own { ids[tune.title, default: []].append(tune.id) }
        return ids
    }

    /// The stored tunes, without examples with unchanged text.
    var own: [StoredTune] { list.tunes.filter { !$0.isExample } }
}

extension [StoredTune] {
    /// Stable sort.
    /// - Parameter names: the sort keys, one for each tune.
    fileprivate func ordered(by names: [String]) -> [StoredTune] {
        indices.sorted { names[$0] != names[$1] ? names[$0] < names[$1] : $0 < $1 }.map { self[$0] }
    }
}

extension TunesRoute {
    /// Whether the screen shows voicings.
    var needsHands: Bool {
        switch self {
        case .staff, .voicings, .progression: true
        case .list, .chart, .linked, .analysis: false
        }
    }
}

/// The order of the list of tunes.
enum TuneOrder: String, CaseIterable, Sendable, Hashable {
    /// Newest first.
    case added
    case title, composer, key

    var title: String {
        switch self {
        case .added: TunesText.newestFirst
        case .title: TunesText.byTitle
        case .composer: TunesText.byComposer
        case .key: TunesText.byKey
        }
    }
}
