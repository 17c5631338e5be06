import Rendering

/// An effect that leaves the page: files, the clipboard, other programs and paper.
enum SharingEffect: Sendable {
    /// Saves a text as a file. A drawing as `image/png` is painted first, and `audio/midi` is in hexadecimal digits.
    case download(name: String, type: String, String)
    /// Adds files to a zip archive, or begins one: name and text of each.
    case addToZip(isFirst: Bool, [String])
    /// Saves the zip archive.
    case downloadZip(name: String)
    /// Has the host send `tunes take-more` soon.
    case exportMore
    case print
    /// Offers the address of a screen, with a title, to the device's other programs.
    case share(title: String, Address)
    /// Copies an address. The host sends `app copied` or `app uncopied` then.
    case copyLink(Address)
    /// Copies an address that works on any copy of the page.
    case copyWholeLink(Address)
    /// Copies a text.
    case copy(String)

    /// The name of the effect for the host, then its arguments.
    var words: [String] {
        switch self {
        case .download(let name, let type, let text): ["download", name, type, text]
        case .addToZip(let isFirst, let files): ["addToZip", isFirst ? "first" : ""] + files
        case .downloadZip(let name): ["downloadZip", name]
        case .exportMore: ["exportMore"]
        case .print: ["print"]
        case .share(let title, let address): ["share", title, address.path]
        case .copyLink(let address): ["copyLink", address.path]
        case .copyWholeLink(let address): ["copyWholeLink", address.path]
        case .copy(let text): ["copy", text]
        }
    }
}
