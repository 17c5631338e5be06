import Hummingbird

/// The resources under `/api/v1/shelf`.
enum ShelfResource: String, CaseIterable {
    case shelf = ""
    case key = "/key"
    case reader = "/reader"
    case export = "/export"

    static let root = "/api/v1/shelf"
    /// The paths as in `openapi.json`.
    static let paths = allCases.map { root + $0.rawValue }

    static func owns(_ path: String) -> Bool { path == root || path.hasPrefix(root + "/") }

    /// - Parameter path: the decoded path.
    init?(_ path: String) {
        guard path.hasPrefix(ShelfResource.root) else { return nil }
        self.init(rawValue: String(path.dropFirst(ShelfResource.root.count)))
    }

    var methods: [HTTPRequest.Method] {
        switch self {
        case .shelf: [.get, .head, .post, .patch, .delete]
        case .key: [.put]
        case .reader: [.put, .delete]
        case .export: [.get, .head]
        }
    }
}
