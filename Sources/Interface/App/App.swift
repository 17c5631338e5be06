import JSONText

/// The page's loop: a state, the actions that change it, and the regions of the screen that follow.
public struct App {
    private(set) var state = AppState()
    /// What each region held when it was last handed out.
    private var shown: [Surface] = []

    public init() {}

    /// Begins with what the address says; where it says nothing of chords, with what was remembered.
    /// - Parameters:
    ///   - path: the address, decoded: `/combine/Cma7/D`.
    ///   - inFragment: whether addresses stand in the fragment, as in a static copy of the page.
    ///   - remembered: the record of the last visit, empty where there is none.
    public mutating func start(
        route path: String, inFragment: Bool, remembered: [(key: String, value: String)]
    ) -> Update {
        let route = Route(path: path)
        state = AppState()
        state.presentation.links = inFragment ? .inFragment : .inPath
        state.presentation.settings.recall(remembered)
        state.circle.recall(remembered)
        if route?.hasChords != true { state.recall(remembered) }
        var effects: [Effect] = [.volume(state.presentation.settings.loudness)]
        switch route {
        case .home:
            if state.route != .home { effects.append(.replace(state.route)) }
        case .select(let half, Route.Pair()):
            // Chords that are remembered are not overruled by an address that names none.
            state.screen = .select(half)
            effects.append(.replace(state.route))
        case .circle(nil):
            state.screen = .circle
            effects.append(.replace(state.route))
        case let route?:
            state.visit(route)
            if route.hasChords { effects += remembering(state) }
            if state.screen == .circle { effects.append(.rememberKey(state.circle.record)) }
        case nil:
            state.screen = .missing("There is no screen at the address \(path).")
        }
        shown = []
        effects += openingChordsets(&state)
        return handOut(effects + [.title(documentTitle(of: state))] + revealing(state))
    }

    /// - Parameters:
    ///   - action: the short string that an element carries; one that is not understood changes nothing.
    ///   - value: the text of the field where there is one.
    public mutating func send(action text: String, value: String?) -> Update {
        guard let action = Action(text, value: value) else { return Update(regions: [], effects: []) }
        let before = state
        let effects = update(&state, action)
        // A note that is played changes nothing that is seen, and waits for no screen to be drawn.
        return state == before ? Update(regions: [], effects: effects) : handOut(effects, since: before)
    }

    /// - Parameter before: the state that is shown.
    private mutating func handOut(_ effects: [Effect], since before: AppState? = nil) -> Update {
        let surfaces = view(state, since: before, shown.first { $0.id == "screen" }?.html)
        var changed: [Region] = []
        for (index, surface) in surfaces.enumerated() {
            changed += surface.html.changes(from: shown.isEmpty ? nil : shown[index].html, whole: surface.id)
        }
        shown = surfaces
        return Update(regions: changed, effects: effects)
    }
}

extension Route {
    /// Whether the address names chords to be combined.
    fileprivate var hasChords: Bool {
        switch self {
        case .combine(let pair), .select(_, let pair), .details(let pair): pair != Pair()
        case .chord, .scale, .circle, .linnStrument, .help, .settings: false
        case .chordsets, .sheet, .lightChord, .stage, .linkedText: false
        }
    }
}

/// What the host is to do: put these regions in place, then carry out these effects.
public struct Update {
    let regions: [Region]
    let effects: [Effect]

    /// The message to the host: `{"regions":[[id, html], …],"late":[[id, html], …],"effects":[[name, argument, …], …]}`.
    public var json: String {
        JSON.object([
            ("regions", Update.json(regions.filter { !$0.isLate })),
            ("late", Update.json(regions.filter { $0.isLate })),
            ("effects", .array(effects.map { $0.json })),
        ]).text
    }

    private static func json(_ regions: [Region]) -> JSON { .array(regions.map { .strings([$0.id, $0.html]) }) }
}

/// A place of the document and all that stands in it.
struct Surface {
    /// The id of the element whose content it is.
    let id: String
    let html: HTML
}

/// New content for an element.
struct Region: Sendable, Hashable {
    /// The id of the element whose content it is.
    let id: String
    let html: String
    /// Whether the rest may be painted first.
    var isLate = false
}

/// The whole picture of a state: the open screen and what stands above it.
/// - Parameters:
///   - before: the state that was pictured last, nil where there is none.
///   - shown: its screen.
func view(_ state: AppState, since before: AppState? = nil, _ shown: HTML? = nil) -> [Surface] {
    var tools = HTML()
    if !state.isAside { toolbar(state, to: &tools) }
    var instruments = HTML()
    instrumentLinks(state, to: &instruments)
    var asides = HTML()
    asideLinks(state, to: &asides)
    var screen = HTML(after: before?.screen == state.screen ? shown : nil)
    switch state.screen {
    case .combine: combineScreen(state, to: &screen)
    case .select(let half): selectScreen(state, half, to: &screen)
    case .details: detailsScreen(state, to: &screen)
    case .chord(let chord): chordScreen(chord, state.presentation, to: &screen)
    case .scale(let scale): scaleScreen(scale, state.presentation, to: &screen)
    case .circle: circleScreen(state, to: &screen)
    case .linnStrument: linnStrumentScreen(state, since: before, to: &screen)
    case .chordsets: chordsetsScreen(state, to: &screen)
    case .sheet(let id): sheetScreen(id, state, to: &screen)
    case .lightChord(let id, let position): lightChordScreen(id, position, state, to: &screen)
    case .stage(let id): stageScreen(id, state, to: &screen)
    case .linked(let chordset, _): linkedScreen(chordset, state, to: &screen)
    case .help: helpScreen(state, to: &screen)
    case .settings: settingsScreen(state, to: &screen)
    case .missing(let reason):
        // The main screen is as good a place as any to go on from.
        screen.element("p class='trouble' role='alert'", text: reason)
        combineScreen(state, to: &screen)
    }
    var notice = HTML()
    notice.write(state.notice)
    return [
        Surface(id: "instruments", html: instruments), Surface(id: "asides", html: asides),
        Surface(id: "tools", html: tools), Surface(id: "screen", html: screen),
        Surface(id: "notice", html: notice),
    ]
}
