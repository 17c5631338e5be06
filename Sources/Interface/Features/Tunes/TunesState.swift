import Answers
import Harmony
import Tunes

/// The tunes at hand, and what is done with the one that is open.
struct TunesState: Sendable {
    var list = UndoableList(of: .tunes)
    /// What waits until the host has handed over what is kept.
    var postponed: [TunesVerb] = []
    /// What stands in the field in which a tune is sought.
    var search = ""
    var order = TuneOrder.added
    /// So many rows of the list are shown.
    var shownCount = TunesState.page
    /// How a tune from a link is played, and the examples until it is known what is kept.
    var exampleSetups: [String: String] = [:]
    /// What could not be read of the files that were brought together last, in sentences.
    var problems: [String] = []
    /// How many tunes were in them.
    var broughtCount = 0

    var opened: OpenTune?
    /// The bars that are chosen, as indices of those that are written.
    var chosen: ClosedRange<Int>?
    /// Which chord of the chosen bar is looked at, from 0.
    var chosenChord = 0
    /// Whether the tune is shown as text beside the chart.
    var showsText = false
    /// What stands in that text, as long as it is not what the tune itself says.
    var typedText: TypedText?
    /// The same of tunes that were left before it could be read, by their identities.
    var leftTexts: [String: TypedText] = [:]
    /// What stands in the field of the chosen bars during typing.
    var typedBar: String?
    /// The bars that were chosen when that began: a chord that is half typed takes away nothing of what is sung in them, nor of
    /// their signs.
    var typedOver: [Bar]?
    /// Why some of what is typed cannot be read.
    var typingTroubles: [String] = []
    /// What was copied last.
    var copied: [Bar] = []
    var isPlaying = false
    /// When the tempo was tapped, in milliseconds of the page's clock.
    var taps: [Int] = []

    /// A whole tune as typed.
    struct TypedText: Sendable, Hashable {
        /// Of the tune.
        let id: String
        let text: String
        /// Why it is not in the tune: some of it cannot be read, or there is more in it than one tune.
        var troubles: [String] = []
        var holdsSeveral = false
    }

    /// Rows that are shown at once.
    static let page = 100

    var canUndo: Bool { !list.past.isEmpty }
    var canRedo: Bool { !list.future.isEmpty }

    /// Asks the host for the tunes when the screen is first opened.
    mutating func open(_ session: Session) -> [Effect] {
        guard !list.isOpen else { return [] }
        list.isOpen = true
        return [.storage(.openKept(.tunes, isAlone: session.presentation.links == .inFragment))]
    }

    /// A tune by its identity: one that is kept, or an unchanged example.
    func tune(_ id: String) -> KeptTune? {
        if let kept = list.tune(id) { return kept }
        guard var example = TuneExamples.tune(id) else { return nil }
        example.setup = exampleSetups[id] ?? ""
        return example
    }

    /// The tune that is open somewhere; one from a link is read once.
    private func tune(at place: TunesPlace) -> KeptTune? {
        guard let id = place.id else { return nil }
        if let kept = list.tune(id) { return kept }
        let isOpen = place.isLinked ? opened?.link == place : opened?.isExample == true && opened?.kept.id == id
        guard isOpen, var same = opened?.kept else {
            var linked = place.isLinked ? place.linkedTune : tune(id)
            linked?.setup = exampleSetups[id] ?? ""
            return linked
        }
        same.setup = exampleSetups[id] ?? ""
        return same
    }

    /// Brings what is open in order.
    mutating func settleTune(at place: TunesPlace?, _ session: Session) {
        guard let kept = place.flatMap({ tune(at: $0) }) else {
            opened = nil
            return
        }
        let (pianist, reader) = (session.settings.pianist, session.presentation.reader)
        let link = place?.isLinked == true ? place : nil
        if let opened, opened.kept.id == kept.id, opened.link == link {
            if !opened.isOf(kept, for: pianist, reader: reader) {
                self.opened = opened.following(kept, for: pianist, reader: reader)
            }
        } else {
            opened = OpenTune(kept, for: pianist, reader: reader)
            opened?.link = link
            leaveText()
            if let left = leftTexts.removeValue(forKey: kept.id) {
                typedText = left
                showsText = true
            }
        }
        opened?.isExample = list.tune(kept.id) == nil
        if let chosen, let count = opened?.tune.bars.count, chosen.upperBound >= count {
            self.chosen = count > 0 ? min(chosen.lowerBound, count - 1)...count - 1 : nil
        }
        if case .list = place {} else if place?.needsHands == true || chosen != nil || isPlaying { opened?.lay() }
    }

    /// Another screen is another visit.
    mutating func leaveOpened() {
        opened = nil
        chosen = nil
        showsText = false
        endTyping()
        leaveText()
        typingTroubles = []
        isPlaying = false
        taps = []
        list.endStep()
    }

    /// The tunes that are sought, in their order, those that are kept before the examples.
    var listed: [KeptTune] {
        let words = folded(search).split(separator: " ").map { String($0) }
        var tunes = own.filter { $0.isMeant(by: words) }
        switch order {
        case .added: tunes.reverse()
        case .title: tunes = tunes.ordered(by: tunes.map { folded($0.title) })
        case .composer: tunes = tunes.ordered(by: tunes.map { folded($0.composer) })
        case .key: tunes = tunes.ordered(by: tunes.map { $0.key })
        }
        return tunes
    }

    /// The unchanged examples that match the search.
    var examples: [KeptTune] {
        let words = folded(search).split(separator: " ").map { String($0) }
        return TuneExamples.all.filter { list.tune($0.id)?.isExample != false && $0.isMeant(by: words) }
    }

    /// What is kept, without examples of which only the setup was changed.
    var own: [KeptTune] { list.tunes.filter { !$0.isExample } }
}

extension [KeptTune] {
    /// In the order of these names, one for each; those of the same name stay as they are.
    fileprivate func ordered(by names: [String]) -> [KeptTune] {
        indices.sorted { names[$0] != names[$1] ? names[$0] < names[$1] : $0 < $1 }.map { self[$0] }
    }
}

extension TunesPlace {
    /// Whether hands are shown here from the beginning.
    var needsHands: Bool {
        switch self {
        case .staff, .voicings: true
        case .list, .chart, .linked: false
        }
    }
}

/// In which order tunes are listed.
enum TuneOrder: String, CaseIterable, Sendable, Hashable {
    /// The latest first.
    case added
    case title, composer, key

    var title: String {
        switch self {
        case .added: TunesText.newestFirst
        case .title: TunesText.byTitle
        case .composer: TunesText.byComposer
        case .key: TunesText.byKey
        }
    }
}
