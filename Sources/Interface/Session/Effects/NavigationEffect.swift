import Rendering

/// Changes of the address and of what is in view.
enum NavigationEffect: Sendable {
    /// Changes the address, with a step in the browser's history.
    case push(Address)
    /// Replaces the present address.
    case replace(Address)
    /// Sets the title of the document.
    case title(String)
    /// Shows the new screen from its top, and keeps the scroll position for going back.
    case top
    /// Scrolls the element with this id into view.
    case reveal(String)
    /// Focuses the element with this id.
    case focus(String)
    /// Focuses a field if there is a keyboard. Elsewhere one would appear and cover the page.
    case focusToType(String)
    /// Toggles full screen.
    case fillScreen
    case leaveFullScreen

    /// The name of the effect for the host, then its arguments.
    var words: [String] {
        switch self {
        case .push(let address): ["push", address.path]
        case .replace(let address): ["replace", address.path]
        case .title(let text): ["title", text]
        case .top: ["top"]
        case .reveal(let id): ["reveal", id]
        case .focus(let id): ["focus", id]
        case .focusToType(let id): ["focusToType", id]
        case .fillScreen: ["fillScreen"]
        case .leaveFullScreen: ["leaveFullScreen"]
        }
    }
}
