/// What the page asks of its host: the only way out of the pure functions.
enum Effect: Sendable, Hashable {
    /// A new address, with a step in the browser's history.
    case push(Route)
    /// A new address in the place of the present one.
    case replace(Route)
    /// The title of the document.
    case title(String)
    /// For screen readers, when they have finished what they are saying.
    case announce(String)
    /// Keep what is chosen until the next visit.
    case remember([String])
    /// Show things so from now on, and keep that until the next visit.
    case settings([String])
    /// Hand a text out as a file; a drawing as `image/png` is to be painted first.
    case download(name: String, type: String, String)
    /// Put the keyboard's focus on the element with this id.
    case focus(String)
    /// Scroll the element with this id into view.
    case reveal(String)

    var json: JSON {
        switch self {
        case .push(let route): .strings(["push", route.path])
        case .replace(let route): .strings(["replace", route.path])
        case .title(let text): .strings(["title", text])
        case .announce(let text): .strings(["announce", text])
        case .remember(let pairs): .strings(["remember"] + pairs)
        case .settings(let pairs): .strings(["settings"] + pairs)
        case .download(let name, let type, let text): .strings(["download", name, type, text])
        case .focus(let id): .strings(["focus", id])
        case .reveal(let id): .strings(["reveal", id])
        }
    }
}
