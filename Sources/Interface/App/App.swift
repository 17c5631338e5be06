/// The page's loop: a state, the actions that change it, and the regions of the screen that follow.
public struct App {
    private var state = AppState()
    /// What each region held when it was last handed out.
    private var shown: [String] = []

    public init() {}

    /// Begins with what the address says; where it says nothing, with what was remembered.
    /// - Parameters:
    ///   - route: the address, decoded: `/combine/Cma7/D`.
    ///   - remembered: the record of the last visit, empty where there is none.
    public mutating func start(route path: String, remembered: [(key: String, value: String)]) -> Update {
        let route = Route(path: path) ?? Route()
        state = AppState(route)
        var effects: [Effect] = []
        if route == Route() {
            state = AppState(remembered: remembered)
            if state.route != route { effects.append(.replace(state.route)) }
        } else if state.lower.message == nil, state.upper.message == nil {
            effects += remembering(state)
        }
        shown = []
        return handOut(effects + [.title(documentTitle(of: state))])
    }

    /// - Parameters:
    ///   - action: the short string that an element carries; one that is not understood changes nothing.
    ///   - value: the text of the field where there is one.
    public mutating func send(action text: String, value: String?) -> Update {
        guard let action = Action(text, value: value) else { return Update(regions: [], effects: []) }
        return handOut(update(&state, action))
    }

    private mutating func handOut(_ effects: [Effect]) -> Update {
        let regions = combineScreen(state)
        let isFresh = shown.isEmpty
        var changed: [Region] = []
        for (index, region) in regions.enumerated() where isFresh || shown[index] != region.html {
            changed.append(region)
        }
        shown = regions.map { $0.html }
        return Update(regions: changed, effects: effects)
    }
}

/// What the host is to do: put these regions in place, then carry out these effects.
public struct Update {
    let regions: [Region]
    let effects: [Effect]

    /// The message to the host: `{"regions":[[id, html], …],"effects":[[name, argument, …], …]}`.
    public var json: String {
        JSON.object([
            ("regions", .array(regions.map { .strings([$0.id, $0.html]) })),
            ("effects", .array(effects.map { $0.json })),
        ]).text
    }
}

/// A part of the screen that is replaced as a whole.
struct Region: Sendable, Hashable {
    /// The id of the element whose content it is.
    let id: String
    let html: String
}
