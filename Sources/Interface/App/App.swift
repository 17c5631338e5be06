import JSONText
import Rendering

/// The engine of the page: takes actions, and returns changed regions and effects.
public struct App {
    private(set) var state = AppState()
    /// The surfaces of the last update.
    private var lastSurfaces: [Surface] = []

    public init() {}

    /// Starts with the state of an address. Chords that it does not name are restored from the last visit.
    /// - Parameters:
    ///   - path: the address, decoded: `/combine/Cma7/D`.
    ///   - inFragment: whether addresses are in the fragment, as in a static copy of the page.
    ///   - remembered: the record of the last visit; empty if there is none.
    public mutating func start(
        route path: String, inFragment: Bool, remembered: [(key: String, value: String)]
    ) -> Update {
        let visit = Visit(following: path)
        state = AppState()
        state.session.presentation.links = inFragment ? .inFragment : .inPath
        state.session.settings.recall(remembered)
        if let key = Session.key(in: remembered) { state.circle.choose(key, &state.session) }
        if visit?.namesChords != true { state.session.recall(remembered) }
        if let practice = remembered.first(where: { $0.key == "sitting" }) { state.restorePractice(practice.value) }
        var effects = state.session.settings.sound
        let recalled = state.session.settings
        if let visit, visit.isOpen {
            // An address without chords does not replace the remembered ones.
            state.screen = visit.screen.settled(state.session)
            if state.address.path != path { effects.append(.navigation(.replace(state.address))) }
        } else if let visit {
            state.enter(visit)
            // If the address has the chords of the last visit, the requested result is restored as well.
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
        lastSurfaces = []
        state.refreshHands()
        effects += state.opening()
        return makeUpdate(withChangedSettingsOnly(effects, since: recalled) + [.navigation(.title(state.title))])
    }

    /// Carries out an action.
    /// - Parameters:
    ///   - action: the text of an action. An unknown one changes nothing.
    ///   - value: the value of the field, data from the host, or the name of a file.
    ///   - file: the bytes of an opened file; nil for other actions.
    public mutating func send(action text: String, value: String?, file: [UInt8]? = nil) -> Update {
        guard let action = Action(text, value: value, file: file) else { return Update(regions: [], effects: []) }
        let before = state
        var effects = update(&state, action)
        effects = withChangedSettingsOnly(effects, since: before.session.settings)
        // A played note changes nothing on the screen, so it does not wait for one.
        var answer =
            state.isIdentical(to: before) ? Update(regions: [], effects: effects) : makeUpdate(effects, since: before)
        answer.isUserInitiated = action.isUserInitiated
        return answer
    }

    /// Repeats an action without its effects and without an update of the screen.
    public mutating func replay(action text: String, value: String?, file: [UInt8]? = nil) {
        if let action = Action(text, value: value, file: file) { _ = update(&state, action) }
    }

    /// The whole screen, after actions were replayed.
    public mutating func show() -> Update {
        lastSurfaces = []
        return makeUpdate([.navigation(.title(state.title))])
    }

    /// The picture for the canvas, as numbers for the host; empty if the screen has no canvas.
    ///
    /// First red, green and blue of the background (0…255), then for each shape x, y, size, sides, turn, thickness,
    /// red, green, blue and opacity, as in ``Picture/Shape``.
    /// - Parameters:
    ///   - milliseconds: the time of the page's clock.
    ///   - isStill: whether the user prefers reduced motion.
    public func picture(at milliseconds: Int, isStill: Bool) -> [Float] {
        state.chordsets.pictureNumbers(at: state.screen.chordsetsRoute, milliseconds: milliseconds, isStill: isStill)
    }

    /// Whether this is an action. Tests check it for every element.
    package static func understands(action text: String, value: String?, file: [UInt8]? = nil) -> Bool {
        Action(text, value: value, file: file) != nil
    }

    /// Whether the user starts this action; nil if it is not an action. Tests check it for every element.
    package static func isUserInitiated(action text: String, value: String?, file: [UInt8]? = nil) -> Bool? {
        Action(text, value: value, file: file)?.isUserInitiated
    }

    /// Stores only the settings that have changed, because another tab may have changed others.
    private func withChangedSettingsOnly(_ effects: [Effect], since before: Settings) -> [Effect] {
        var effects = effects
        for index in effects.indices {
            guard case .storage(.settings) = effects[index] else { continue }
            effects[index] = .storage(
                .settings(state.session.settings.record(since: before).flatMap { [$0.key, $0.value] }))
        }
        return effects
    }

    /// - Parameter before: the state of the last update.
    private mutating func makeUpdate(_ effects: [Effect], since before: AppState? = nil) -> Update {
        let surfaces = view(state, since: before, lastSurfaces)
        var changed: [Region] = []
        for (index, surface) in surfaces.enumerated() {
            changed += surface.html.changes(
                from: lastSurfaces.isEmpty ? nil : lastSurfaces[index].html, whole: surface.id)
        }
        lastSurfaces = surfaces
        return Update(regions: changed, effects: effects)
    }
}

/// Regions that the host has to replace, and effects that it has to carry out afterwards.
public struct Update {
    let regions: [Region]
    let effects: [Effect]
    /// See `Action.isUserInitiated`.
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

/// An element of the document that the engine fills.
struct Surface {
    /// The id of the element.
    let id: String
    let html: HTML
}

/// Writes all surfaces: the open screen, and navigation, tools and message around it.
/// - Parameters:
///   - before: the state that was written last, if any.
///   - shown: the surfaces that were written for it.
func view(_ state: AppState, since before: AppState? = nil, _ shown: [Surface] = []) -> [Surface] {
    let before = before.flatMap { $0.screen == state.screen && $0.isOnStand == state.isOnStand ? $0 : nil }
    let earlier = before == nil ? nil : shown.first { $0.id == screenID }
    // A played note changes nothing around the screen, and waits for its mark.
    let isFrameKept = earlier != nil && before?.hasSameFrame(as: state) == true
    let frame = isFrameKept ? shown.filter { frameIDs.contains($0.id) } : viewFrame(state)
    var screen = HTML(after: earlier?.html)
    if state.isOnStand { standLine(state, to: &screen) } else { backLink(state, to: &screen) }
    state.screen.view(of: state, since: before, to: &screen)
    var notice = HTML()
    notice.write(state.session.notice)
    if state.session.offersUndo {
        notice.element("button type='button' data-action='app undo'", text: SharedText.undo)
    }
    return frame + [Surface(id: screenID, html: screen), Surface(id: "notice", html: notice)]
}

/// The ids of what ``viewFrame(_:)`` writes.
private let frameIDs = ["navigation", "asides", "tools"]

/// Writes the surfaces around the screen: see ``AppState/hasSameFrame(as:)``.
private func viewFrame(_ state: AppState) -> [Surface] {
    var tools = HTML()
    if !state.screen.isAside { toolbar(state, to: &tools) }
    var places = HTML()
    navigation(state, to: &places)
    var asides = HTML()
    asideLinks(state, to: &asides)
    return zip(frameIDs, [places, asides, tools]).map { Surface(id: $0, html: $1) }
}
