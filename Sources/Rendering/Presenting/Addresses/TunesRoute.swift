import Chordsets
import Input
import Tunes

/// A screen of tunes.
package indirect enum TunesRoute: Sendable, Hashable {
    /// All tunes: `/tunes`.
    case list
    /// All set lists: `/tunes/sets`.
    case sets
    /// A set list by its identity: `/tunes/sets/k3v9…`.
    case set(String)
    /// The chart of a tune of a set list, with the way to its neighbors: `/tunes/sets/k3v9…/blues`.
    case inSet(String, set: String)
    /// The chart of one tune by its identity: `/tunes/k3v9…`.
    case chart(String)
    /// The chart with a grand staff below each line: `/tunes/k3v9…/staff`.
    case staff(String)
    /// A keyboard for each chord: `/tunes/k3v9…/voicings`.
    case voicings(String)
    /// The chart with its analysis, and the function and scales of each chord: `/tunes/k3v9…/analysis`.
    case analysis(String)
    /// A tune or a set list whose whole text is in the address: `/tune/VGl0bGU6…`, or one of its tunes, from 1:
    /// `/tune/VGl0bGU6…/2`.
    case linked(text: String, number: Int = 0)
    /// A progression in a key: `/progressions/E♭/rootless/two-five-one`.
    case progression(ProgressionRoute)

    /// Reads what follows `/tunes`.
    /// - Returns: nil if no screen has such an address.
    init?(reading parts: ArraySlice<String>) {
        let parts = Array(parts)
        switch parts.count {
        case 0: self = .list
        case 1 where parts[0] == "sets": self = .sets
        case 1: self = .chart(parts[0])
        case 2 where parts[0] == "sets": self = .set(parts[1])
        case 3 where parts[0] == "sets": self = .inSet(parts[2], set: parts[1])
        case 2 where parts[1] == "staff": self = .staff(parts[0])
        case 2 where parts[1] == "voicings": self = .voicings(parts[0])
        case 2 where parts[1] == "analysis": self = .analysis(parts[0])
        default: return nil
        }
    }

    /// Reads what follows `/tune/`.
    /// - Parameter number: of a tune of a set list, from 1.
    init(link: String, number: Int) throws(InputError) {
        self = .linked(text: link, number: number)
        guard let text = linkedText else { throw InputError(AddressText.damagedLink) }
        let tunes = TuneText.read(text).tunes
        if !tunes.indices.contains(number) { throw InputError(AddressText.noTuneInLink) }
    }

    /// A link with all of a tune in it.
    /// - Parameter text: as ``TuneText`` writes it.
    package init(linking text: String) {
        self = .linked(text: Base64URL.text(Base64URL.withChecksum(Array(text.utf8))))
    }

    /// The text of the tune in the link; nil if this is no link, or a damaged one.
    package var linkedText: String? {
        guard case .linked(let text, _) = self else { return nil }
        return Base64URL.bytes(text).flatMap { Base64URL.checked($0) }.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether it shows a progression.
    package var isProgression: Bool {
        if case .progression = self { true } else { false }
    }

    /// Whether it shows one tune.
    package var hasTune: Bool {
        switch self {
        case .list, .sets, .set: false
        default: true
        }
    }

    var path: String {
        switch self {
        case .list: "/tunes"
        case .sets: "/tunes/sets"
        case .set(let id): "/tunes/sets/" + id
        case .inSet(let id, let set): "/tunes/sets/" + set + "/" + id
        case .chart(let id): "/tunes/" + id
        case .staff(let id): "/tunes/" + id + "/staff"
        case .voicings(let id): "/tunes/" + id + "/voicings"
        case .analysis(let id): "/tunes/" + id + "/analysis"
        case .linked(let text, let number): "/tune/" + text + (number > 0 ? "/\(number)" : "")
        case .progression(let place): place.path
        }
    }
}
