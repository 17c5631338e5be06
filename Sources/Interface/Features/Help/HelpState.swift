/// The state of the help.
struct HelpState: Sendable, Hashable {
    var search = ""
}
