import Chordsets
import Rendering

/// A screen as an HTML document, for the server and for the page builder. It can be read without scripts.
public struct Page: Sendable {
    private let state: AppState
    /// False if there is no screen at the address.
    public let isKnown: Bool

    /// - Parameters:
    ///   - path: the address, decoded: `/combine/Cma7/D`.
    ///   - inFragment: whether links lead to addresses in the fragment, as in a static copy of the page.
    ///   - chordsets: the first ``maximumChordsets`` stored chordsets in their order, the one that the address names,
    ///     and the total count; nil if unknown.
    public init(route path: String, inFragment: Bool = false, chordsets: (shown: [Chordset], count: Int)? = nil) {
        var state = AppState()
        if let chordsets { state.chordsets.list = UndoableList(sent: chordsets.shown, of: chordsets.count) }
        state.session.presentation.links = inFragment ? .inFragment : .inPath
        if let visit = Visit(following: path) { state.enter(visit) } else { state.screen = .nowhere(path) }
        state.refreshHands()
        isKnown = !state.screen.isMissing
        self.state = state
    }

    public var title: String { state.title }

    /// The address that a damaged one probably means. A readable or hopeless address is returned unchanged.
    public static func readable(_ path: String) -> String { Visit.readable(path) }

    /// Whether the screen at an address shows stored chordsets.
    public static func showsChordsets(_ path: String) -> Bool {
        // `/chordsets` is the former address.
        path.hasPrefix("/lights") || path.hasPrefix("/chordsets")
    }

    /// How many chordsets the server writes. The engine loads the others.
    public static let maximumChordsets = ListPolicy.maximumServed

    /// Addresses of every kind of screen, with names. `{id}` is replaced by the id of a stored chordset.
    public static var examples: [(name: String, path: String)] { Screen.examples }

    /// One sentence for search engines and previews of links.
    public var summary: String { state.screen.summary(in: state) }

    /// The address of this content. The music stand shows that of its screen, and former addresses the current one.
    private var canonicalAddress: String { state.screen.address(state.session).path }

    /// Writes this screen into a template.
    ///
    /// The text between `<!--region screen-->` and `<!--end-->` is replaced by that region, and title, description and
    /// canonical address by those of the screen. The result can be a template again.
    public func document(template: String) -> String {
        var document = replacing(in: template, between: "<title>", and: "</title>", with: HTML.escape(title))
        document = replacing(
            in: document, between: "<meta name=\"description\" content=\"", and: "\">", with: HTML.escape(summary))
        // A static copy has one document for all addresses.
        if isKnown, state.session.presentation.links == .inPath {
            document = replacing(
                in: document, between: "<!--canonical-->", and: "<!--end-->",
                with: "<link rel=\"canonical\" href=\"" + HTML.escape(canonicalAddress) + "\">")
        }
        for surface in view(state) {
            document = replacing(
                in: document, between: "<!--region \(surface.id)-->", and: "<!--end-->", with: surface.html.text)
        }
        return document
    }

    private func replacing(in text: String, between opening: String, and closing: String, with content: String)
        -> String
    {
        let bytes = text.utf8
        guard let start = end(of: opening, in: bytes[...]), let rest = end(of: closing, in: bytes[start...]) else {
            return text
        }
        let end = bytes.index(rest, offsetBy: -closing.utf8.count)
        return String(text[..<start]) + content + String(text[end...])
    }

    /// The end of the first occurrence.
    private func end(of marker: String, in bytes: Substring.UTF8View) -> String.Index? {
        let marker = marker.utf8
        guard let first = marker.first else { return bytes.startIndex }
        var rest = bytes
        // A comparison at each byte would take most of the time that a screen takes.
        while let start = rest.firstIndex(of: first) {
            if rest[start...].starts(with: marker) { return bytes.index(start, offsetBy: marker.count) }
            rest = rest[bytes.index(after: start)...]
        }
        return nil
    }
}
