import Chordsets
import Exchange
import Rendering

/// One of the screens of chordsets.
package indirect enum ChordsetsPlace: Sendable, Hashable {
    /// All of them: `/lights`.
    case list
    /// One by its identity, as a practice sheet: `/lights/k3v9…`.
    case sheet(String)
    /// The editor of one of its chords by its position, counted from 0 here and from 1 in the address: `/lights/k3v9…/3`.
    case lightChord(String, Int)
    /// One to be played: `/lights/k3v9…/stage`.
    case stage(String)
    /// One that is all in its address, with the text of it: `/chordset/AQVCbHVl…`.
    case linked(Chordset, text: String)

    /// Reads what follows `/lights`.
    static func reading(_ parts: ArraySlice<String>) -> ChordsetsPlace? { ChordsetsPlace(Array(parts)) }

    private init?(_ parts: [String]) {
        switch parts.count {
        case 0: self = .list
        case 1: self = .sheet(parts[0])
        case 2 where parts[1] == "stage": self = .stage(parts[0])
        case 2:
            guard let number = Int(parts[1]), 1...Chordset.size ~= number else { return nil }
            self = .lightChord(parts[0], number - 1)
        default: return nil
        }
    }

    /// Reads what follows `/chordset/`.
    static func reading(link text: String) throws(Refusal) -> ChordsetsPlace {
        do throws(ChordsetError) {
            return .linked(try ChordsetLink.chordset(text, id: linkedID), text: text)
        } catch {
            throw Refusal(error.message)
        }
    }

    /// A link to a chordset, as an example.
    static var exampleLink: Address {
        var generator = SeededGenerator(seed: 1)
        return .linkedChordset(ChordsetLink.text(Chordset(id: linkedID, using: &generator)))
    }

    /// The identity of a chordset that is not saved.
    private static let linkedID = "linked"

    var address: Address {
        switch self {
        case .list: .chordsets
        case .sheet(let id): .sheet(id)
        case .lightChord(let id, let position): .lightChord(id, position)
        case .stage(let id): .stage(id)
        case .linked(_, let text): .linkedChordset(text)
        }
    }

    /// The chordset that is open here and lies on the shelf.
    var id: String? {
        switch self {
        case .list, .linked: nil
        case .sheet(let id), .lightChord(let id, _), .stage(let id): id
        }
    }

    var isStage: Bool { if case .stage = self { true } else { false } }

    /// Where one goes on whose chordset has another identity now.
    func following(from original: String, to copy: String) -> ChordsetsPlace {
        switch self {
        case .sheet(original): .sheet(copy)
        case .lightChord(original, let position): .lightChord(copy, position)
        default: self
        }
    }
}

extension Address {
    static let chordsets = Address("/lights")
    static func sheet(_ id: String) -> Address { Address("/lights/" + id) }
    static func lightChord(_ id: String, _ position: Int) -> Address { Address("/lights/" + id + "/\(position + 1)") }
    static func stage(_ id: String) -> Address { Address("/lights/" + id + "/stage") }
    static func linkedChordset(_ text: String) -> Address { Address("/chordset/" + text) }
}
