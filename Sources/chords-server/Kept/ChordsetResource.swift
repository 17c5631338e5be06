import Chordsets
import Hummingbird

/// The resources under `/api/v1/chordsets`, and the readiness check.
enum ChordsetResource: Equatable {
    case readiness
    case all
    case profile
    case events
    case chordset(id: String)
    case deleted(id: String)
    case chord(id: String, position: Int)
    case lumis(id: String, position: Int)
    case lumi(id: String, position: Int, place: Int)

    static let root = "/api/v1/chordsets"
    /// The paths as in `openapi.json`.
    static let paths =
        [
            "", "/profile", "/events", "/{id}", "/{id}/undelete", "/{id}/chords/{position}",
            "/{id}/chords/{position}/lumis",
            "/{id}/chords/{position}/lumis/{place}",
        ].map { root + $0 } + [readinessPath]
    private static let readinessPath = "/readyz"

    static func owns(_ path: String) -> Bool { path == root || path.hasPrefix(root + "/") || path == readinessPath }

    /// - Parameter path: the decoded path.
    init?(_ path: String) {
        guard ChordsetResource.owns(path) else { return nil }
        if path == ChordsetResource.readinessPath {
            self = .readiness
            return
        }
        if path == ChordsetResource.root {
            self = .all
            return
        }
        let parts = path.dropFirst(ChordsetResource.root.count + 1).split(
            separator: "/", omittingEmptySubsequences: false)
        func number(_ part: Int) -> Int? { Int(parts[part]).flatMap { String($0) == parts[part] ? $0 : nil } }
        func position(_ part: Int) -> Int? { number(part).flatMap { 0..<Chordset.size ~= $0 ? $0 : nil } }
        let id = String(parts[0])
        switch (parts.count, parts.dropFirst().first, parts.dropFirst(3).first) {
        case (1, _, _) where id == "profile": self = .profile
        case (1, _, _) where id == "events": self = .events
        case (1, _, _) where !id.isEmpty: self = .chordset(id: id)
        case (2, "undelete", _): self = .deleted(id: id)
        case (3, "chords", _):
            guard let position = position(2) else { return nil }
            self = .chord(id: id, position: position)
        case (4, "chords", "lumis"):
            guard let position = position(2) else { return nil }
            self = .lumis(id: id, position: position)
        case (5, "chords", "lumis"):
            guard let position = position(2), let place = number(4) else { return nil }
            self = .lumi(id: id, position: position, place: place)
        default: return nil
        }
    }

    var methods: [HTTPRequest.Method] {
        switch self {
        case .all: [.get, .head, .post]
        case .readiness, .profile, .events: [.get, .head]
        case .chordset: [.get, .head, .patch, .put, .delete]
        case .deleted: [.post]
        case .chord: [.get, .head, .put]
        case .lumis: [.get, .head, .post]
        case .lumi: [.get, .head, .put, .delete]
        }
    }
}
