import Rendering
import Tunes

extension TunesRoute {
    /// The view in the title of the browser tab; empty for the list and the chart.
    var viewTitle: String {
        switch self {
        case .list, .chart: ""
        case .progression: ""
        case .staff: TunesText.grandStaff
        case .voicings: TunesText.keyboards
        case .analysis: TunesText.analysis
        case .linked: SharedText.fromLink
        }
    }

    /// A link with all of a tune in it.
    init(linking tune: StoredTune) { self.init(linking: tune.text) }

    /// The tune that the address itself contains; nil if it has none.
    var linkedTune: StoredTune? {
        if case .progression(let place) = self {
            return place.tune.map { StoredTune(id: TunesRoute.progressionID, $0) }
        }
        let tune = linkedText.flatMap { TuneText.read($0).tunes.first }
        return tune.map { StoredTune(id: TunesRoute.linkedID, $0) }
    }

    /// The identity of a tune that is not saved.
    private static var linkedID: String { "linked" }
    private static var progressionID: String { "progression" }

    /// A link to a tune, as an example.
    static var exampleLink: TunesRoute { TunesRoute(linking: TuneExamples.all[0]) }

    /// The same screen for a tune that has got another identity.
    func following(from original: String, to copy: String) -> TunesRoute {
        switch self {
        case .chart(original): .chart(copy)
        case .staff(original): .staff(copy)
        case .voicings(original): .voicings(copy)
        case .analysis(original): .analysis(copy)
        default: self
        }
    }

    /// The identity of the open tune.
    var id: String? {
        switch self {
        case .list: nil
        case .chart(let id), .staff(let id), .voicings(let id), .analysis(let id): id
        case .linked: TunesRoute.linkedID
        case .progression: TunesRoute.progressionID
        }
    }
}
