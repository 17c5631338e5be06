import Harmony

/// How an address becomes a link: as a path where our server answers it, in the fragment where the page is a static copy.
enum Links: Sendable, Hashable {
    case inPath, inFragment

    func href(_ route: Route) -> String {
        // What would end a path or begin an escape never stands in a readable symbol, but addresses are typed by people.
        let path = route.path.replacingSigns { sign in
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
