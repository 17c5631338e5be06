import Answers
import Harmony

/// Everything the page knows: what all features share, and what each has for itself.
struct AppState: Sendable {
    var session = Session()
    var choosing = ChoosingState()
    @Boxed var ways = WaysState()
    var circle = CircleState()
    var help = HelpState()
    @Boxed var board = BoardState()
    @Boxed var hands = HandsState()
    @Boxed var play = PlayState()
    @Boxed var chordsets = ChordsetsState()
    @Boxed var tunes = TunesState()
    @Boxed var practise = PractiseState()
    @Boxed var ownShelf = OwnShelfState()

    var screen = Screen.combiner {
        didSet { if let new = screen.destination { destination = new } }
    }
    /// What the navigation leads to: the combiner, the circle, the tunes, what is played, what is practised, or the lights. From
    /// which of them a chord or a scale was opened.
    private(set) var destination = Screen.combiner
    /// Where Done leads from what lies over a screen.
    var origin = Screen.combiner

    init() {}

    /// What is behind a reference cannot be lent beside what stands next to it: so the session comes along by itself.
    @inline(never)
    mutating func lendingSession(_ act: (inout AppState, inout Session) -> [Effect]) -> [Effect] {
        var session = session
        defer { self.session = session }
        return act(&self, &session)
    }

    /// Whether nothing that is seen can have changed. What a feature has for itself counts as changed once it was touched.
    func isIdentical(to other: AppState) -> Bool {
        session == other.session && choosing == other.choosing && circle == other.circle && help == other.help && screen == other.screen
            && destination == other.destination && origin == other.origin
            && _ways.isIdentical(to: other._ways) && _board.isIdentical(to: other._board)
            && _hands.isIdentical(to: other._hands) && _play.isIdentical(to: other._play)
            && _chordsets.isIdentical(to: other._chordsets) && _tunes.isIdentical(to: other._tunes)
            && _practise.isIdentical(to: other._practise) && _ownShelf.isIdentical(to: other._ownShelf)
    }

    /// The address of what is seen.
    var address: Address { screen.address(session) }

    var title: String { screen.title(in: self) }

    /// Opens a screen from the one that is open. What is typed and half chosen stays as it is, unless the address names
    /// other chords.
    mutating func open(_ visit: Visit) {
        if !screen.isAside { origin = screen }
        if visit.pair == session.pair { screen = visit.screen } else { enter(visit) }
    }

    /// Goes where an address leads. Chords that it names are chosen.
    mutating func enter(_ visit: Visit) {
        if let pair = visit.pair { session.choose(pair) }
        if let key = visit.key { circle.choose(key, &session) }
        if let instrument = visit.instrument { session.settings.instrument = instrument }
        // One that cannot be read is explained on the main screen.
        screen = visit.screen.settled(session)
        if let place = screen.chordsetsPlace { chordsets.takeStage(at: place) }
        if let place = screen.tunesPlace { tunes.settleTune(at: place, session) }
    }

    /// The place in an exercise at the last visit.
    mutating func rememberSitting(_ text: String) { practise.former = Former(text) }

    /// Lays what the screen is about under the hands, if they are shown there.
    mutating func layHands() {
        let subject = screen.handsSubject(in: self)
        let shape = screen.handsPlace?.shape ?? subject.flatMap { session.settings.shape(of: $0) }
        hands.lay(subject, as: shape, for: session.settings.pianist)
        let held = screen.heldShape(session)
        if held != play.linnStrument.shape { play.linnStrument.shape = held }
    }
}
