import Chordsets
import Exchange
import Harmony
import Rendering
import Tunes

/// One of the screens of tunes.
package indirect enum TunesPlace: Sendable, Hashable {
    /// All of them: `/tunes`.
    case list
    /// One by its identity, as a chart: `/tunes/k3v9…`.
    case chart(String)
    /// The same with a grand staff below each line: `/tunes/k3v9…/staff`.
    case staff(String)
    /// A keyboard for each of its chords: `/tunes/k3v9…/voicings`.
    case voicings(String)
    /// One that is all in its address, with the text of it: `/tune/VGl0bGU6…`.
    case linked(text: String)

    /// Reads what follows `/tunes`.
    static func reading(tunes parts: ArraySlice<String>) -> TunesPlace? {
        let parts = Array(parts)
        switch parts.count {
        case 0: return .list
        case 1: return .chart(parts[0])
        case 2 where parts[1] == "staff": return .staff(parts[0])
        case 2 where parts[1] == "voicings": return .voicings(parts[0])
        default: return nil
        }
    }

    /// A tune as a link that holds all of it.
    init(linking tune: KeptTune) {
        self = .linked(text: AddressBase64.text(AddressBase64.withChecksum(Array(tune.text.utf8))))
    }

    /// Reads what follows `/tune/`.
    static func reading(linkedTune text: String) throws(Refusal) -> TunesPlace {
        guard let bytes = AddressBase64.bytes(text), AddressBase64.checked(bytes) != nil else {
            throw Refusal(TunesText.damagedLink)
        }
        let place = TunesPlace.linked(text: text)
        if place.linkedTune == nil { throw Refusal(TunesText.noTuneInLink) }
        return place
    }

    /// The tune that is all in the address.
    var linkedTune: KeptTune? {
        guard case .linked(let text) = self, let bytes = AddressBase64.bytes(text).flatMap({ AddressBase64.checked($0) }) else {
            return nil
        }
        let tune = TuneText.read(String(decoding: bytes, as: UTF8.self)).tunes.first
        return tune.map { KeptTune(id: TunesPlace.linkedID, $0) }
    }

    /// The identity of a tune that is not saved.
    private static var linkedID: String { "linked" }

    /// A link to a tune, as an example.
    static var exampleLink: Address { .linkedTune(TuneExamples.all[0]) }

    var address: Address {
        switch self {
        case .list: .tunes
        case .chart(let id): .tune(id)
        case .staff(let id): Address("/tunes/" + id + "/staff")
        case .voicings(let id): Address("/tunes/" + id + "/voicings")
        case .linked(let text): Address("/tune/" + text)
        }
    }

    /// Where one goes on whose tune has another identity now.
    func following(from original: String, to copy: String) -> TunesPlace {
        switch self {
        case .chart(original): .chart(copy)
        case .staff(original): .staff(copy)
        case .voicings(original): .voicings(copy)
        default: self
        }
    }

    /// The tune that is open here.
    var id: String? {
        switch self {
        case .list: nil
        case .chart(let id), .staff(let id), .voicings(let id): id
        case .linked: TunesPlace.linkedID
        }
    }
}

extension Address {
    static let tunes = Address("/tunes")
    static func tune(_ id: String) -> Address { Address("/tunes/" + id) }

    /// With all of it.
    static func linkedTune(_ tune: KeptTune) -> Address { TunesPlace(linking: tune).address }
}
