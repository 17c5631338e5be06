import Harmony

/// How an address becomes a link.
package enum Links: Sendable, Hashable {
    /// In the path, where our server answers.
    case inPath
    /// In the fragment, where the page is a static copy.
    case inFragment

    /// - Parameter path: see ``Address/path``.
    package func href(_ path: String) -> String {
        // These signs never occur in a readable symbol, but people type addresses, too.
        let path = path.replacingSigns { sign in
            switch sign {
            case "%": "%25"
            case "?": "%3F"
            case "#": "%23"
            default: nil
            }
        }
        return self == .inPath ? path : "#" + path
    }
}

extension HTML {
    /// Writes a link to another screen.
    /// - Parameters:
    ///   - action: what a press does in the page, if that is more than opening the screen.
    ///   - isName: whether the content is the name of a chord or a key, which must not be translated.
    @inline(never)
    package mutating func link(
        to address: Address, _ presentation: Presentation, action: String? = nil, class kind: String? = nil,
        isName: Bool = false, label: String? = nil, isCurrent: Bool = false, isFocusable: Bool = true,
        _ children: (inout HTML) -> Void
    ) {
        let path = address.path
        element(
            "a",
            [
                ("href", presentation.links.href(path)), ("data-action", action ?? "app visit " + path),
                ("class", kind),
                ("translate", isName ? "no" : nil), ("aria-label", label), ("aria-current", isCurrent ? "true" : nil),
                ("tabindex", isFocusable ? nil : "-1"),
            ],
            children)
    }
}
