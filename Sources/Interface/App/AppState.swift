import Harmony
import Rendering

/// The state of the page: the session, and the state of each feature.
struct AppState: Sendable {
    var session = Session()
    var choosing = ChoosingState()
    @Boxed var ways = WaysState()
    var circle = CircleState()
    /// The text in the search field of help, settings or the dictionary.
    var search = ""
    var dictionaryFilter = DictionaryFilter()
    @Boxed var board = BoardState()
    @Boxed var hands = HandsState()
    @Boxed var play = PlayState()
    @Boxed var chordsets = ChordsetsState()
    @Boxed var tunes = TunesState()
    @Boxed var practice = PracticeState()
    @Boxed var listening = ListeningState()
    @Boxed var shelf = ShelfState()

    var screen = Screen.combiner {
        didSet { if let new = screen.destination { destination = new } }
    }
    /// The current entry of the navigation. Chords and scales belong to the entry from which they were opened.
    private(set) var destination = Screen.combiner
    /// Whether the screen is on the music stand, where it fills the window.
    var isOnStand = false
    /// The screen to which help, settings and shelf lead back.
    private(set) var origin = Screen.combiner
    /// Whether that was on the music stand.
    private var isOriginOnStand = false

    init() {}

    /// Passes the session separately, because a boxed feature and the session cannot be `inout` at the same time.
    @inline(never)
    mutating func withSession(_ act: (inout AppState, inout Session) -> [Effect]) -> [Effect] {
        var session = session
        defer { self.session = session }
        return act(&self, &session)
    }

    /// Whether nothing on the screen can have changed. The state of a feature counts as changed after any write.
    func isIdentical(to other: AppState) -> Bool {
        hasSamePlace(as: other) && choosing == other.choosing && circle == other.circle && search == other.search
            && dictionaryFilter == other.dictionaryFilter
            && _listening.isIdentical(to: other._listening) && origin == other.origin
            && isOriginOnStand == other.isOriginOnStand
            && _ways.isIdentical(to: other._ways) && _board.isIdentical(to: other._board)
            && _hands.isIdentical(to: other._hands) && _play.isIdentical(to: other._play)
            && _chordsets.isIdentical(to: other._chordsets) && _tunes.isIdentical(to: other._tunes)
            && _practice.isIdentical(to: other._practice) && _shelf.isIdentical(to: other._shelf)
    }

    /// Whether screen and session are the same, on which the address depends.
    @inline(never)
    func hasSamePlace(as other: AppState) -> Bool {
        screen == other.screen && isOnStand == other.isOnStand && destination == other.destination
            && session == other.session
    }

    /// Whether navigation, tools and sound controls are the same. Undo is among the tools.
    func hasSameFrame(as other: AppState) -> Bool {
        hasSamePlace(as: other) && _chordsets.isIdentical(to: other._chordsets)
            && _tunes.isIdentical(to: other._tunes)
    }

    /// The address of the screen.
    var address: Address { isOnStand ? .stand(screen.address(session)) : screen.address(session) }

    var title: String { screen.title(in: self) }

    /// Whether the parent screen has to be on the music stand.
    var isParentOnStand: Bool { screen.isAside && isOriginOnStand }

    /// Keeps the way back before help, settings or shelf is opened.
    mutating func keepOrigin() {
        if !screen.isAside { (origin, isOriginOnStand) = (screen, isOnStand) }
    }

    /// Follows a link of the page. Typed text and incomplete chords stay, unless the address names other chords.
    mutating func open(_ visit: Visit) {
        keepOrigin()
        isOnStand = visit.isOnStand
        if visit.pair == session.pair { screen = visit.screen } else { enter(visit) }
    }

    /// Opens an address and chooses the chords that it names.
    mutating func enter(_ visit: Visit) {
        isOnStand = visit.isOnStand
        if let pair = visit.pair { session.choose(pair) }
        if let key = visit.key { circle.choose(key, &session) }
        if let instrument = visit.instrument { session.settings.instrument = instrument }
        // The main screen shows why an address cannot be read.
        screen = visit.screen.settled(session)
        if let place = screen.chordsetsRoute { chordsets.openStage(at: place) }
        if let place = screen.tunesRoute { tunes.updateOpened(at: place, session) }
    }

    /// Restores the progress in an exercise of the last visit.
    mutating func restorePractice(_ text: String) { practice.stored = StoredProgress(text) }

    /// Updates the voicing that the screen shows.
    mutating func refreshHands() {
        let subject = screen.handsSubject(in: self)
        let shape = screen.handsRoute?.shape ?? subject.flatMap { session.settings.shape(of: $0) }
        hands.show(subject, as: shape, for: session.settings.pianist)
        let held = screen.heldShape(session)
        if held != play.linnStrument.shape { play.linnStrument.shape = held }
    }
}
