/// What is searched for in the help, as long as the page is open.
struct HelpState: Sendable, Hashable {
    var search = ""
}
