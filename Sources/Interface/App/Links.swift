/// How an address becomes a link: as a path where our server answers it, in the fragment where the page is a static copy.
enum Links: Sendable, Hashable {
    case inPath, inFragment

    func href(_ route: Route) -> String {
        // What would end a path or begin an escape never stands in a readable symbol, but addresses are typed by people.
        var href = self == .inPath ? "" : "#"
        for scalar in route.path.unicodeScalars {
            switch scalar {
            case "%": href += "%25"
            case "?": href += "%3F"
            case "#": href += "%23"
            default: href.unicodeScalars.append(scalar)
            }
        }
        return href
    }
}
