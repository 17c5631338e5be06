import Answers
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
        let visit = Visit(following: path)
        state = AppState()
        state.session.presentation.links = inFragment ? .inFragment : .inPath
        state.session.settings.recall(remembered)
        if let key = Session.key(in: remembered) { state.circle.choose(key, &state.session) }
        if visit?.namesChords != true { state.session.recall(remembered) }
        if let sitting = remembered.first(where: { $0.key == "sitting" }) { state.rememberSitting(sitting.value) }
        var effects = state.session.settings.sound
        let recalled = state.session.settings
        if let visit, visit.isOpen {
            // What is remembered is not overruled by an address that names nothing.
            state.screen = visit.screen.settled(state.session)
            if state.address.path != path { effects.append(.navigation(.replace(state.address))) }
        } else if let visit {
            state.enter(visit)
            // The two chords that an address names may be those of the last visit, with what was asked for.
            if visit.namesChords, Choices(record: remembered).map({ Address.Pair($0) }) == state.session.pair {
                state.session.recall(remembered)
            }
            if visit.namesChords { effects += state.session.remembering }
            if visit.key != nil { effects.append(state.session.rememberingKey) }
            if visit.instrument != nil { effects.append(state.session.rememberingSettings) }
            if visit.isFormer { effects.append(.navigation(.replace(state.address))) }
        } else {
            state.screen = .nowhere(path)
        }
        shown = []
        state.layHands()
        effects += state.opening()
        return handOut(narrowed(effects, since: recalled) + [.navigation(.title(state.title))])
    }

    /// - Parameters:
    ///   - action: the short string that an element carries; one that is not understood changes nothing.
    ///   - value: the text of the field where there is one; the name of a file.
    ///   - file: the bytes of a file that was opened; nil for other actions.
    public mutating func send(action text: String, value: String?, file: [UInt8]? = nil) -> Update {
        guard let action = Action(text, value: value, file: file) else { return Update(regions: [], effects: []) }
        let before = state
        var effects = update(&state, action)
        effects = narrowed(effects, since: before.session.settings)
        // A note that is played changes nothing that is seen, and waits for no screen to be drawn.
        var answer = state.isIdentical(to: before) ? Update(regions: [], effects: effects) : handOut(effects, since: before)
        answer.isUserInitiated = action.isUserInitiated
        return answer
    }

    /// Carries out an action that was carried out before: without its effects, and without showing what has come of it.
    public mutating func replay(action text: String, value: String?, file: [UInt8]? = nil) {
        if let action = Action(text, value: value, file: file) { _ = update(&state, action) }
    }

    /// Shows all that replaying has come to.
    public mutating func show() -> Update {
        shown = []
        return handOut([.navigation(.title(state.title))])
    }

    /// The picture on the canvas, as numbers for the host, which paints it: red, green and blue of the background (0…255), then for each
    /// shape x, y, size, sides, turn, thickness, red, green, blue and opacity, as ``Picture/Shape`` has them; nothing where
    /// the screen has no canvas.
    /// - Parameters:
    ///   - milliseconds: of the page's clock.
    ///   - isStill: whether less motion is wanted.
    public func picture(at milliseconds: Int, isStill: Bool) -> [Float] {
        state.chordsets.pictureNumbers(at: state.screen.chordsetsPlace, milliseconds: milliseconds, isStill: isStill)
    }

    /// Whether this is an action at all, which tests ask of every element.
    package static func understands(action text: String, value: String?, file: [UInt8]? = nil) -> Bool {
        Action(text, value: value, file: file) != nil
    }

    /// Whether a person starts this action; nil if it is none. Tests ask this of every element, too.
    package static func isUserInitiated(action text: String, value: String?, file: [UInt8]? = nil) -> Bool? {
        Action(text, value: value, file: file)?.isUserInitiated
    }

    /// Of the settings only those are written that were chosen: another tab may have chosen others meanwhile.
    private func narrowed(_ effects: [Effect], since before: Settings) -> [Effect] {
        var effects = effects
        for index in effects.indices {
            guard case .storage(.settings) = effects[index] else { continue }
            effects[index] = .storage(.settings(state.session.settings.record(since: before).flatMap { [$0.key, $0.value] }))
        }
        return effects
    }

    /// - Parameter before: the state that is shown.
    private mutating func handOut(_ effects: [Effect], since before: AppState? = nil) -> Update {
        let surfaces = view(state, since: before, shown.first { $0.id == screenID }?.html)
        var changed: [Region] = []
        for (index, surface) in surfaces.enumerated() {
            changed += surface.html.changes(from: shown.isEmpty ? nil : shown[index].html, whole: surface.id)
        }
        shown = surfaces
        return Update(regions: changed, effects: effects)
    }
}

/// What the host is to do: put these regions in place, then carry out these effects.
public struct Update {
    let regions: [Region]
    let effects: [Effect]
    /// Whether a person did what this answers: see `Action.isUserInitiated`.
    fileprivate(set) var isUserInitiated = false

    /// The message to the host:
    /// `{"regions":[[id, html], …],"late":[[id, html], …],"effects":[[name, argument, …], …],"isUserInitiated":true}`.
    public var json: String {
        JSON.object([
            ("regions", Update.json(regions.filter { !$0.isLate })),
            ("late", Update.json(regions.filter { $0.isLate })),
            ("effects", .array(effects.map { $0.json })),
            ("isUserInitiated", .bool(isUserInitiated)),
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

/// The whole picture of a state: the open screen and what stands above it.
/// - Parameters:
///   - before: the state that was pictured last, nil where there is none.
///   - shown: its screen.
func view(_ state: AppState, since before: AppState? = nil, _ shown: HTML? = nil) -> [Surface] {
    var tools = HTML()
    if !state.screen.isAside { toolbar(state, to: &tools) }
    var places = HTML()
    navigation(state, to: &places)
    var asides = HTML()
    asideLinks(state, to: &asides)
    let before = before.flatMap { $0.screen == state.screen ? $0 : nil }
    var screen = HTML(after: before == nil ? nil : shown)
    state.screen.view(of: state, since: before, to: &screen)
    var notice = HTML()
    notice.write(state.session.notice)
    return [
        Surface(id: "navigation", html: places), Surface(id: "asides", html: asides),
        Surface(id: "tools", html: tools), Surface(id: screenID, html: screen),
        Surface(id: "notice", html: notice),
    ]
}
