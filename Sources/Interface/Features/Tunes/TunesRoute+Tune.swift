import Rendering
import Tunes

extension TunesRoute {
    /// The view in the title of the browser tab; empty for the list and the chart.
    var viewTitle: String {
        switch self {
        case .list, .chart: ""
        case .sets: TunesText.setLists
        case .set, .inSet: SessionText.setList
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
        let tunes = linkedText.map { TuneText.read($0).tunes } ?? []
        guard let id, tunes.indices.contains(linkedNumber) else { return nil }
        return StoredTune(id: id, tunes[linkedNumber])
    }

    /// The number of the open tune in the set list that the address contains; 0 for the set list.
    var linkedNumber: Int { if case .linked(_, let number) = self { number } else { 0 } }

    /// The tune with another number.
    func linked(number: Int) -> TunesRoute {
        if case .linked(let text, _) = self { .linked(text: text, number: number) } else { self }
    }

    /// A link with a set list in it: its stored form, and then its tunes.
    init(linking set: TuneSet, _ tunes: [StoredTune]) {
        self.init(linking: TuneText.write([set.stored.tune] + tunes.map { $0.tune }))
    }

    /// The tunes of the set list that the address contains; empty if it contains one tune.
    var linkedSet: [StoredTune] {
        let tunes = linkedText.map { TuneText.read($0).tunes } ?? []
        guard tunes.count > 1, tunes[0].style == TuneSet.style else { return [] }
        return tunes.dropFirst().map { StoredTune(id: TunesRoute.linkedID, $0) }
    }

    /// The identity of a tune that is not saved.
    private static var linkedID: String { "linked" }
    private static var progressionID: String { "progression" }

    /// A link to a tune, as an example.
    static var exampleLink: TunesRoute { TunesRoute(linking: TuneExamples.all[0]) }

    /// A link to a set list, as an example.
    static var exampleSetLink: TunesRoute {
        let tunes = TuneExamples.all
        let set = TuneSet(id: linkedID, name: TunesText.examples, tuneIDs: tunes.map { $0.id })
        return TunesRoute(linking: set, tunes)
    }

    /// The same screen for a tune that has got another identity.
    func following(from original: String, to copy: String) -> TunesRoute {
        switch self {
        case .chart(original): .chart(copy)
        case .set(original): .set(copy)
        case .inSet(original, let set): .inSet(copy, set: set)
        case .inSet(let id, original): .inSet(id, set: copy)
        case .staff(original): .staff(copy)
        case .voicings(original): .voicings(copy)
        case .analysis(original): .analysis(copy)
        default: self
        }
    }

    /// The identity of the open tune.
    var id: String? {
        switch self {
        case .list, .sets, .set: nil
        case .chart(let id), .inSet(let id, _), .staff(let id), .voicings(let id), .analysis(let id): id
        case .linked(_, let number): number > 0 ? TunesRoute.linkedID + "-\(number)" : TunesRoute.linkedID
        case .progression: TunesRoute.progressionID
        }
    }

    /// The identity of the open set list, or of that of the open tune.
    var setID: String? {
        switch self {
        case .set(let id), .inSet(_, let id): id
        default: nil
        }
    }

    /// The screen to which the way back leads.
    var parent: TunesRoute {
        switch self {
        case .set: .sets
        case .inSet(_, let set): .set(set)
        case .linked(_, 1...): linked(number: 0)
        default: .list
        }
    }
}
