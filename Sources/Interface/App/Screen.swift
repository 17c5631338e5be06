import Chordsets
import Harmony
import Input
import Rendering
import Sync

/// A screen of the page. This file has everything that differs between screens: address, parent, title, view, and
/// example addresses. ``Address`` has the syntax of addresses.
package indirect enum Screen: Sendable, Hashable {
    /// `/combine/Cma7/D`; `/` without chords
    case combiner
    /// The picker for one of the two chords: `/select/lower/Cma7/D`.
    case choosing(Half)
    /// `/details/Cma7/D`, `/chord/Cma13(♯11)`, `/graph/Cma9`, `/scale/C/Lydian_Dominant`
    case details(DetailsRoute)
    /// `/ways/C13(♭9)`, `/ways/C13(♭9)/C7/_`, `/ways/C13(♭9)/_/A`
    case ways(WaysRoute)
    /// `/circle/F♯`, `/circle/Am`; `/circle` for the last key
    case circle
    /// `/board/C7`, `/board/_/A`; `/board` for the current chord
    case board(BoardRoute)
    /// `/hands/C13(♭9)`, `/hands/C7/A/pair/48.52.55.58_61.64.69`: a chord for two hands.
    case hands(HandsRoute)
    /// `/play`, `/play/linnstrument`: notes played on an instrument;
    /// `/play/linnstrument/48.52.55.58_61.64.69/C7/A/pair`: only the pads of this voicing are lit.
    case play(HandsRoute?)
    /// `/lights`, `/lights/k3v9…/stage`, `/chordset/AQVCbHVl…`
    case chordsets(ChordsetsRoute)
    /// `/tunes`, `/tunes/k3v9…`, `/tune/VGl0bGU6…`
    case tunes(TunesRoute)
    /// `/practise`, `/practise/play_upper-structure_VI/fifths`, `/practise/course/shells`, `/practise/results`
    case practice(PracticeRoute)
    /// `/dictionary`, `/dictionary/F♯`: all kinds of chords on a root.
    case dictionary(NoteName?)
    /// `/more`: links to the places that are not in the navigation.
    case more
    case help
    case settings
    /// `/shelf`: all items that one person has on the server.
    case shelf
    /// No screen has this address. The text explains why, in one sentence.
    case missing(String)
}

// MARK: Addresses

/// The content of an address: a screen and the chords, key and instrument to show there.
package struct Visit: Sendable, Hashable {
    package let screen: Screen
    /// The two chords; nil if the address has none, so the current chords stay.
    var pair: Address.Pair?
    /// The key on the circle; nil if the current key stays.
    var key: Key?
    /// The instrument to show; nil if the current one stays.
    var instrument: Settings.Instrument?
    /// Whether the screen is on the music stand.
    var isOnStand = false
    /// Whether the address is a former or damaged one, which is replaced by the current form.
    var isFormer = false

    /// Follows an address from outside. It may be escaped twice, or end with characters of the surrounding text.
    /// - Returns: nil if no screen has this address.
    init?(following text: String) {
        let path = Visit.readable(text)
        self.init(path)
        // Browsers would take the rest of an address after a # for a fragment.
        if path != text || text.utf8.contains(UInt8(ascii: "#")) && isWhole { isFormer = true }
    }

    /// The address if it can be read completely, otherwise its first repair that can be. If there is none, the address
    /// is unchanged.
    static func readable(_ text: String) -> String {
        func isWhole(_ text: String) -> Bool {
            Visit(text).map { $0.isWhole && !$0.screen.passesOver(endOf: text) } ?? false
        }
        if isWhole(text), text.withoutInvisible == text { return text }
        return Address.repairs(of: text).first { isWhole($0) } ?? text
    }

    /// Whether the address was read completely.
    private var isWhole: Bool {
        let isReadable = Half.allCases.allSatisfy { half in pair?[half].map { (try? Chord($0)) != nil } ?? true }
        switch screen {
        case .missing: return false
        case .chordsets(let place): return place.id.map { Chordset.isID($0) } ?? true
        // A tune from a link has a name of the same form as an ID.
        case .tunes(let place): return place.id.map { ItemID.isValid($0) } ?? true
        default: return isReadable
        }
    }

    /// Reads a path such as `/combine/Cma7/D`. If it cannot be read, the screen explains why.
    /// - Returns: nil if no screen has this address.
    package init?(_ path: String) {
        do throws(InputError) {
            guard let address = try Address(path: path) else { return nil }
            self.init(address)
            isFormer = Address.isOutdated(path)
        } catch {
            self.init(screen: .missing(error.message))
        }
    }

    private init(_ address: Address) {
        var pair: Address.Pair?
        var key: Key?
        var instrument: Settings.Instrument?
        var isOnStand = false
        let screen: Screen
        switch address {
        case .combine(let chosen): (screen, pair) = (.combiner, chosen)
        case .select(let half, let chosen): (screen, pair) = (.choosing(half), chosen)
        case .details(let chosen): (screen, pair) = (.details(.combination), chosen)
        case .combinationGraph(let chosen): (screen, pair) = (.details(.combinationGraph), chosen)
        case .chord(let chord, let half): screen = .details(.chord(chord, as: half))
        case .graph(let chord, let half): screen = .details(.graph(chord, as: half))
        case .scale(let scale): screen = .details(.scale(scale))
        case .ways(let chord, let given): screen = .ways(WaysRoute(chord: chord, given: given))
        case .circle(let chosen): (screen, key) = (.circle, chosen)
        case .board(let chord, let half): screen = .board(BoardRoute(chord, as: half))
        case .hands(let place): screen = .hands(place)
        case .play: (screen, instrument) = (.play(nil), .piano)
        case .linnStrument(let place): (screen, instrument) = (.play(place), .linnStrument)
        case .chordsets(let place): screen = .chordsets(place)
        case .tunes(let place): screen = .tunes(place)
        case .practice(let place): screen = .practice(place)
        case .dictionary(let root): screen = .dictionary(root)
        case .more: screen = .more
        case .help: screen = .help
        case .settings: screen = .settings
        case .shelf: screen = .shelf
        case .stand(let other): (screen, isOnStand) = (Visit(other).screen, true)
        }
        self.init(screen: screen, pair: pair, key: key, instrument: instrument)
        self.isOnStand = isOnStand
    }

    private init(screen: Screen, pair: Address.Pair? = nil, key: Key? = nil, instrument: Settings.Instrument? = nil) {
        self.screen = screen
        self.pair = pair
        self.key = key
        self.instrument = instrument
    }

    /// Whether it names at least one of the two chords.
    var namesChords: Bool { pair.map { $0 != Address.Pair() } ?? false }

    /// Whether the address names no content, so the screen shows the last choice.
    var isOpen: Bool {
        switch screen {
        case .board(let place): place.chord == nil
        // The piano has the plain address, which also opens other instruments.
        case .play(nil): instrument == .piano
        case .circle: key == nil
        default: pair == Address.Pair()
        }
    }
}

extension Screen {
    /// Whether punctuation at the end of an address was skipped as text after a chord symbol.
    fileprivate func passesOver(endOf text: String) -> Bool {
        switch self {
        case .details(.chord), .details(.graph), .ways, .board, .hands: Address.endsInPunctuation(text)
        default: false
        }
    }

    /// The address of the screen with its current content.
    func address(_ session: Session) -> Address {
        switch self {
        case .combiner, .missing: .combine(session.pair)
        case .choosing(let half): .select(half, session.pair)
        case .details(let place): place.address(session)
        case .ways(let place): place.address
        case .circle: .circle(session.key)
        case .board(let place): place.address
        case .hands(let place): .hands(place.addressed)
        case .play(let place?) where place.shape?.keys != nil: .linnStrument(place.addressed)
        case .play: session.settings.instrument.address
        case .chordsets(let place): .chordsets(place)
        case .tunes(let place): .tunes(place)
        case .practice(let place): .practice(place)
        case .dictionary(let root): .dictionary(root)
        case .more: .more
        case .help: .help
        case .settings: .settings
        case .shelf: .shelf
        }
    }

    /// Addresses of every kind of screen, with names for tests. `{id}` is replaced by the ID of a stored chordset.
    static let examples: [(name: String, path: String)] = [
        ("start", "/"),
        ("combination", "/combine/Cma7/D"),
        ("polychord", "/combine/Cma7/E"),
        ("one chord", "/combine/Cma7"),
        ("select lower", "/select/lower/Cma7/D"),
        ("select upper", "/select/upper"),
        ("details", "/details/Cma7/D"),
        ("details of a polychord", "/details/Cma7/E"),
        ("graph of a combination", "/details/Cma7/D/graph"),
        ("chord", "/chord/Cma13(♯11)"),
        ("upper chord", "/chord/_/D"),
        ("graph", "/graph/Cma9"),
        ("graph over a bass", "/graph/C⁄E"),
        ("largest chord", "/chord/C°11(♭13addΔ7)"),
        ("scale", "/scale/C/Lydian_Dominant"),
        ("scale of double sharps", "/scale/B♯/Diminished"),
        ("ways", "/ways/C13(♭9)"),
        ("upper chord sought", "/ways/C7(♯9♭13)/C7/_"),
        ("lower chord sought", "/ways/Cma13(♯11)/_/D"),
        ("way that is none", "/ways/C7/F♯/_"),
        ("chord without ways", "/ways/C5"),
        ("circle", "/circle/F♯"),
        ("circle in minor", "/circle/Am"),
        ("board", "/board/C7"),
        ("board of an upper chord", "/board/_/A"),
        ("hands", "/hands/C7/A"),
        ("hands in a style", "/hands/C13(♭9)/rootless-a"),
        ("hands of a polychord", "/hands/C°11(♭13addΔ7)/F♯ma7(♯11)"),
        ("play", "/play"),
        ("linnstrument", "/play/linnstrument"),
        ("linnstrument with a shape", "/play/linnstrument/48.52.55.58_61.64.69/C7/A/pair"),
        ("chordsets", "/lights"),
        ("sheet", "/lights/{id}"),
        ("editor", "/lights/{id}/3"),
        ("stage", "/lights/{id}/stage"),
        ("linked chordset", Address.chordsets(.exampleLink).path),
        ("tunes", "/tunes"),
        ("set lists", "/tunes/sets"),
        ("set list that is not here", "/tunes/sets/none"),
        ("tune of a set list", "/tunes/sets/none/blues"),
        ("linked set list", Address.tunes(.exampleSetLink).path),
        ("tune", "/tunes/blues"),
        ("tune with endings", "/tunes/late-october"),
        ("tune on a grand staff", "/tunes/minor-blues/staff"),
        ("keyboards of a tune", "/tunes/round-the-circle/voicings"),
        ("analysis of a tune", "/tunes/minor-blues/analysis"),
        ("tune on the stand", "/tunes/blues/stand"),
        ("linked tune", Address.tunes(.exampleLink).path),
        ("progression", "/progressions/E♭/rootless/two-five-one"),
        ("typed progression", "/progressions/Cm/shell/i_iv_V"),
        ("practise", "/practise"),
        ("exercise", "/practise/play_upper-structure_VI/fifths"),
        ("exercise with two chords", "/practise/complete_way_C7_+_Ama_=_C13(♭9)"),
        ("exercise by eye", "/practise/name_voicing_mi7_rootless-a"),
        ("exercise by ear", "/practise/hear_chord_7/voiced_with-bass"),
        ("exercise in time", "/practise/play_cadence_major/in_time_90_beats_4"),
        ("exercise over a row", "/practise/play_row_Dmi7_G7_Cma7/in_time_90_beats_4/bass_band_with-band"),
        ("due", "/practise/due"),
        ("today", "/practise/today/10"),
        ("today with cards", "/practise/today/5/cards"),
        ("ten chords", "/practise/ten"),
        ("chord of the day with cards", "/practise/chord-of-the-day/cards"),
        ("assignment", "/practise/assignment/good_90_by_2026-12-05/play_chord_7/then/play_cadence_major"),
        ("course", "/practise/course/shells"),
        ("results", "/practise/results"),
        ("dictionary", "/dictionary"),
        ("dictionary of another root", "/dictionary/F♯"),
        ("more", "/more"),
        ("help", "/help"),
        ("settings", "/settings"),
        ("shelf", "/shelf"),
        ("missing", "/nowhere"),
    ]

    /// The screen for an unknown address.
    static func nowhere(_ path: String) -> Screen { .missing(AppText.noScreen(path)) }

    var isMissing: Bool { if case .missing = self { true } else { false } }

    // MARK: Navigation

    /// Whether the screen is temporary and returns to the screen from which it was opened.
    var isAside: Bool {
        switch self {
        case .help, .settings, .shelf: true
        default: false
        }
    }

    /// Whether it has a link back to its parent above it. Main screens have no need of it, and the picker and the stage
    /// have their own.
    var hasBackLink: Bool {
        switch self {
        case .combiner, .circle, .tunes(.list), .play(nil), .practice(.home), .more: false
        case .choosing, .chordsets(.stage), .missing: false
        default: true
        }
    }

    /// The name of the screen in a link that leads back to it.
    var backTitle: String {
        switch self {
        case .details: AppText.details
        case .circle: AppText.circle
        case .tunes(.sets): TunesText.setLists
        case .tunes(.set): SessionText.setList
        case .tunes: AppText.tunes
        case .play: AppText.play
        case .practice: SharedText.practice
        case .chordsets: SharedText.lights
        case .more: SharedText.more
        case .board: BoardText.title
        case .dictionary: SharedText.dictionary
        case .hands: SharedText.voicing
        case .ways: SharedText.chordPairs
        default: SharedText.combine
        }
    }

    /// The entry of the navigation; nil if it stays that of the screen from which this one was opened.
    var destination: Screen? {
        switch self {
        case .combiner, .choosing, .details(.combination), .details(.combinationGraph), .ways, .board, .hands: .combiner
        case .circle, .more: self
        case .dictionary: .more
        case .play: .play(nil)
        case .chordsets: .chordsets(.list)
        case .tunes: .tunes(.list)
        case .practice: .practice(.home)
        default: nil
        }
    }

    /// The parent screen; nil at the top.
    func parent(in state: AppState) -> Screen? {
        switch self {
        case .combiner: nil
        case .help, .settings, .shelf: state.origin
        case .details(let place) where place.ofGraph != nil: place.ofGraph.map { .details($0) }
        case .details(.chord), .details(.scale): state.destination
        case .chordsets(let place): place == .list ? .more : .chordsets(.list)
        case .tunes(let place) where place != .list: .tunes(place.parent)
        case .practice(let place) where place != .home: .practice(.home)
        case .dictionary: .more
        default: .combiner
        }
    }

    /// The screen to show if the content of this one does not exist.
    func settled(_ session: Session) -> Screen {
        if case .board(let place) = self { return .board(place.atHand(session.choices)) }
        if case .details(let place) = self { return place.settled(session).map { .details($0) } ?? .combiner }
        // A piano has no pads.
        if case .play(_?) = self, session.settings.instrument != .linnStrument { return .play(nil) }
        return self
    }

    var chordsetsRoute: ChordsetsRoute? { if case .chordsets(let place) = self { place } else { nil } }
    var tunesRoute: TunesRoute? { if case .tunes(let place) = self { place } else { nil } }
    var practiceRoute: PracticeRoute? { if case .practice(let place) = self { place } else { nil } }
    /// What the page listens for through a microphone; nil if it does not.
    var listeningPurpose: ListeningState.Purpose? {
        switch self {
        case .practice: .exercise
        case .play: .anyChord
        default: nil
        }
    }
    /// Whether the keys of a MIDI file that plays light up here.
    var showsMIDIFile: Bool {
        switch self {
        case .combiner, .play: true
        default: false
        }
    }
    var waysRoute: WaysRoute? { if case .ways(let place) = self { place } else { nil } }
    var handsRoute: HandsRoute? { if case .hands(let place) = self { place } else { nil } }
    var detailsRoute: DetailsRoute? { if case .details(let place) = self { place } else { nil } }

    /// Whether the scroll position stays when an action leads from the other screen to this one.
    func isSameKind(as other: Screen) -> Bool {
        switch (self, other) {
        case (.combiner, .missing), (.missing, .combiner), (.missing, .missing), (.choosing, .choosing),
            (.details, .details),
            (.ways, .ways), (.board, .board), (.hands, .hands), (.play, .play), (.chordsets, .chordsets),
            (.tunes, .tunes),
            (.practice, .practice), (.dictionary, .dictionary):
            true
        default: self == other
        }
    }

    /// The voicing whose pads are lit on the LinnStrument; nil if all pads are shown.
    func heldShape(_ session: Session) -> HeldShape? {
        guard case .play(let place?) = self, session.settings.instrument == .linnStrument else { return nil }
        guard let shape = place.shape, let keys = shape.keys else { return nil }
        let presentation = session.presentation
        return HeldShape(
            title: place.subject(presentation).title(in: presentation.notation) + ", " + shape.style.title,
            left: keys.left, right: keys.right, transposition: presentation.reader.semitones)
    }

    /// The chord or pair in the Voicing panel; nil if there is none.
    func handsSubject(in state: AppState) -> ChordToVoice? {
        let session = state.session
        switch self {
        case .combiner, .missing, .details(.combination):
            return session.combination.map { .pair($0) } ?? session.choices.first.map { .chord($0) }
        case .board: return session.combination.map { .pair($0) }
        case .details(.chord(let chord, _)):
            return .chord(chord.spelled(in: session.presentation.vocabulary.vocabulary))
        case .ways: return state.ways.opened.map { .pair($0.pair) }
        case .hands(let place): return place.subject(session.presentation)
        default: return nil
        }
    }

    /// The effects of opening the screen.
    func opening(_ session: Session) -> [Effect] {
        if case .choosing(let half) = self { revealingType(of: half, session) } else { [] }
    }

    // MARK: Content

    /// The title of the browser tab. The content comes first, because tabs are narrow.
    func title(in state: AppState) -> String {
        (titleWords(in: state) + [SharedText.appName]).filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// The parts of the title before the name of the page; empty ones are left out.
    func titleWords(in state: AppState) -> [String] {
        let presentation = state.session.presentation
        let choices = state.session.choices
        var words: [String] =
            switch self {
            case .combiner, .details(.combination):
                if let combination = choices.combination(presentation) {
                    [
                        presentation.title(combination, in: state.session.equation) + " = "
                            + presentation.sum(combination)
                    ]
                } else {
                    choices.first.map { [presentation.shortName($0)] } ?? []
                }
            case .choosing(let half): [SharedText.select(half)]
            case .missing: [AppText.notFound]
            case .details(let place): place.title(state.session)
            case .ways(let place): [place.title(presentation)]
            case .circle: [presentation.name(state.session.key), AppText.circleOfFifths]
            case .board(let place): [place.boardTitle(presentation)]
            case .hands(let place): place.handsTitle(presentation)
            case .play(let place?): [place.handsTitle(presentation)[0], SharedText.linnStrument]
            case .play(nil):
                [state.session.settings.instrument == .linnStrument ? SharedText.linnStrument : "", AppText.play]
            case .chordsets(.linked(let chordset, _)):
                [Chordset.shown(chordset.title), SharedText.fromLink, SharedText.lights]
            case .chordsets(let place):
                [
                    place.id.flatMap { state.chordsets.list.chordset($0) }.map { Chordset.shown($0.title) } ?? "",
                    place.viewTitle, SharedText.lights,
                ]
            case .tunes(.progression(let place)):
                [state.tunes.opened?.stored.shownTitle ?? "", presentation.name(place.key), place.styleTitle]
            case .tunes(.set(let id)):
                [state.tunes.set(id)?.name ?? "", SessionText.setList, AppText.tunes]
            case .tunes(let place): [state.tunes.opened?.stored.shownTitle ?? "", place.viewTitle, AppText.tunes]
            case .practice(let place): place.practiceTitle(state.practice, presentation)
            case .dictionary(let root): [root.map { presentation.name($0) } ?? "", SharedText.dictionary]
            case .more: [SharedText.more]
            case .help: [SharedText.help]
            case .settings: [SharedText.settings]
            case .shelf: [state.shelf.title]
            }
        if self == .details(.combination) { words.append(AppText.details) }
        if state.isOnStand { words.append(AppText.musicStand) }
        return words
    }

    /// - Parameter before: the state that is pictured on this very screen; nil where there is none.
    func view(of state: AppState, since before: AppState?, to html: inout HTML) {
        let session = state.session
        switch self {
        case .combiner: combinerScreen(state, since: before, to: &html)
        case .choosing(let half): choosingView(half, state.choosing, session, to: &html)
        case .missing(let reason):
            // The main screen is as good a place as any to go on from.
            html.element("p class='trouble' role='alert'", text: reason)
            combinerScreen(state, since: before, to: &html)
        case .details(let place):
            detailsView(
                place, session, since: before?.session, voicing: state.hands.bestPitches,
                hands: { handsSection(state.hands, session, to: &$0) }, to: &html)
        case .ways(let place):
            waysView(place, state.ways, session, hands: { handsSection(state.hands, session, to: &$0) }, to: &html)
        case .circle: circleView(state.circle, session, to: &html)
        case .board(let place):
            boardView(place, state.board, session, since: before.map { ($0.board, $0.session) }, to: &html)
        case .hands(let place): handsView(place, state.hands, session, to: &html)
        case .play:
            listening(.anyChord, state, since: before, to: &html)
            heardChordView(
                state.listening, session, since: before.map { ($0.listening, $0.session) }, to: &html)
            playView(
                state.play, session, offersListening: state.listening.isOff,
                since: before.map { ($0.play, $0.session) }, to: &html)
        case .chordsets(let place):
            chordsetsView(
                place, state.chordsets, session, played: state.play.chords.row,
                hasMIDI: state.play.instruments.access.isGranted,
                since: before.map { ($0.chordsets.list, $0.session) }, to: &html)
        case .tunes(let place):
            tunesView(
                place, state.tunes, chordsets: state.chordsets.list, session,
                since: before.map { ($0.tunes, $0.chordsets.list, $0.session) },
                lights: { accompanyingLights(state.chordsets, session.presentation, to: &$0) }, to: &html)
        case .practice(let place):
            listening(.exercise, state, since: before, to: &html)
            practiceView(
                place, state.practice, MIDIStatus(state), session,
                since: before.map { ($0.practice, MIDIStatus($0), $0.session) }, to: &html)
        case .more: moreView(session, to: &html)
        case .dictionary(let root):
            dictionaryView(root ?? NoteName(.c), matching: state.search, state.dictionaryFilter, session, to: &html)
        case .help: helpView(state.search, session, to: &html)
        case .settings: settingsView(session, matching: state.search, to: &html)
        case .shelf:
            shelfView(state.shelf, state.localItems, session.presentation, to: &html)
        }
    }

    private func listening(
        _ purpose: ListeningState.Purpose, _ state: AppState, since before: AppState?, to html: inout HTML
    ) {
        listeningView(
            state.listening, state.session.settings.listening, state.session.presentation, purpose,
            since: before.map { ($0.listening, $0.session.settings.listening) }, to: &html)
    }

    @inline(never)
    private func combinerScreen(_ state: AppState, since before: AppState?, to html: inout HTML) {
        combinerView(
            state.session, since: before?.session, listening: { handsLine(state.play, to: &$0) },
            voicing: state.hands.bestPitches, hands: { handsSection(state.hands, state.session, to: &$0) }, to: &html)
    }
}

extension MIDIStatus {
    fileprivate init(_ state: AppState) {
        let access = state.play.instruments.access
        self.init(
            hasInstrument: access.hasInputs || state.listening.isOn, hasKeys: access.hasInputs,
            isAllowed: access.isGranted, offersListening: state.listening.isOff, errorMessage: access.message)
    }
}
