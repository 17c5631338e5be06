import Hummingbird

/// The resources under `/api/v1/tunes`.
enum TuneResource: Equatable {
    case reading
    case all
    case events
    case tune(id: String)
    case deleted(id: String)
    case sheet(id: String, TuneSheet)

    static let root = "/api/v1/tunes"
    /// The paths as in `openapi.json`.
    static let paths =
        ["", "/read", "/events", "/{id}", "/{id}/undelete"].map { root + $0 }
        + TuneSheet.allCases.map { root + "/{id}." + $0.rawValue }

    static func owns(_ path: String) -> Bool { path == root || path.hasPrefix(root + "/") }

    /// - Parameter path: the decoded path.
    init?(_ path: String) {
        guard TuneResource.owns(path) else { return nil }
        if path == TuneResource.root {
            self = .all
            return
        }
        let parts = path.dropFirst(TuneResource.root.count + 1).split(separator: "/", omittingEmptySubsequences: false)
        switch (parts.count, parts[0], parts.last) {
        case (1, "read", _): self = .reading
        case (1, "events", _): self = .events
        case (2, _, "undelete"): self = .deleted(id: String(parts[0]))
        case (1, _, _) where !parts[0].isEmpty:
            // An ID has no dots.
            let name = parts[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            guard name.count == 2 else {
                self = .tune(id: String(name[0]))
                return
            }
            guard let sheet = TuneSheet(rawValue: String(name[1])) else { return nil }
            self = .sheet(id: String(name[0]), sheet)
        default: return nil
        }
    }

    var methods: [HTTPRequest.Method] {
        switch self {
        case .reading, .deleted: [.post]
        case .all: [.get, .head, .post]
        case .events, .sheet: [.get, .head]
        case .tune: [.get, .head, .patch, .put, .delete]
        }
    }
}

/// File formats of tunes by extension.
enum TuneSheet: String, CaseIterable {
    case musicxml, mid, svg, txt

    var type: String {
        switch self {
        case .musicxml: "application/vnd.recordare.musicxml+xml; charset=utf-8"
        case .mid: "audio/midi"
        case .svg: "image/svg+xml; charset=utf-8"
        case .txt: "text/plain; charset=utf-8"
        }
    }
}
