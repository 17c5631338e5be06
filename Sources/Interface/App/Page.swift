import Chordsets
import Exchange
import Rendering

/// A screen as a whole document, for the server and for the page that is built ahead: the same views as in the browser,
/// so that something can be read before, and without, any script.
public struct Page: Sendable {
    private let state: AppState
    /// False where no screen lives at the address.
    public let isKnown: Bool

    /// - Parameters:
    ///   - path: the address, decoded: `/combine/Cma7/D`.
    ///   - inFragment: whether links lead to addresses in the fragment, as in a static copy of the page.
    ///   - chordsets: of those that are kept the first ``mostChordsets``, in their order, and the one that the address
    ///     names, with how many are kept in all; nil where that is not known.
    public init(route path: String, inFragment: Bool = false, chordsets: (shown: [Chordset], count: Int)? = nil) {
        var state = AppState()
        if let chordsets { state.chordsets.list = UndoableList(sent: chordsets.shown, of: chordsets.count) }
        state.session.presentation.links = inFragment ? .inFragment : .inPath
        if let visit = Visit(following: path) { state.enter(visit) } else { state.screen = .nowhere(path) }
        state.layHands()
        isKnown = !state.screen.isMissing
        self.state = state
    }

    public var title: String { state.title }

    /// The address that is meant where one cannot be read as it is; the same address where it can, or where nothing is meant.
    public static func readable(_ path: String) -> String { Visit.readable(path) }

    /// Whether the screen at an address shows chordsets that are kept.
    public static func showsChordsets(_ path: String) -> Bool {
        // Also where they stood once.
        path.hasPrefix("/lights") || path.hasPrefix("/chordsets")
    }

    /// As many chordsets as anybody reads before the page itself has loaded the others.
    public static let mostChordsets = ListPolicy.maximumServed

    /// Addresses of every kind of screen, under names; `{id}` stands for a chordset that is kept.
    public static var examples: [(name: String, path: String)] { Screen.examples }

    /// Puts this screen into the document `template`, which names its places as comments: what stands between
    /// `<!--region screen-->` and `<!--end-->` becomes that region, and the title becomes this screen's. The result can
    /// serve as template again.
    public func document(template: String) -> String {
        var document = replacing(in: template, between: "<title>", and: "</title>", with: HTML.escape(title))
        for surface in view(state) {
            document = replacing(in: document, between: "<!--region \(surface.id)-->", and: "<!--end-->", with: surface.html.text)
        }
        return document
    }

    private func replacing(in text: String, between opening: String, and closing: String, with content: String) -> String {
        let bytes = text.utf8
        guard let start = end(of: opening, in: bytes[...]), let rest = end(of: closing, in: bytes[start...]) else {
            return text
        }
        let end = bytes.index(rest, offsetBy: -closing.utf8.count)
        return String(text[..<start]) + content + String(text[end...])
    }

    /// Where the first `wanted` ends.
    private func end(of wanted: String, in bytes: Substring.UTF8View) -> String.Index? {
        let wanted = wanted.utf8
        guard let first = wanted.first else { return bytes.startIndex }
        var rest = bytes
        // Comparing at each byte would take most of the time that a whole screen takes.
        while let start = rest.firstIndex(of: first) {
            if rest[start...].starts(with: wanted) { return bytes.index(start, offsetBy: wanted.count) }
            rest = rest[bytes.index(after: start)...]
        }
        return nil
    }
}
