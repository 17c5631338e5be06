import Chordsets
import Input

/// A screen of chordsets.
package indirect enum ChordsetsRoute: Sendable, Hashable {
    /// All chordsets: `/lights`.
    case list
    /// The practice sheet of one chordset by its identity: `/lights/k3v9…`.
    case sheet(String)
    /// The editor of one chord by its position, which counts from 0 here and from 1 in the address: `/lights/k3v9…/3`.
    case lightChord(String, Int)
    /// The stage, where a chordset is played: `/lights/k3v9…/stage`.
    case stage(String)
    /// A chordset that is all in the address, with its text there: `/chordset/AQVCbHVl…`.
    case linked(Chordset, text: String)

    /// Reads what follows `/lights`.
    /// - Returns: nil if no screen has such an address.
    init?(reading parts: ArraySlice<String>) {
        let parts = Array(parts)
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
    package init(link text: String) throws(InputError) {
        do throws(ChordsetError) {
            self = .linked(try ChordsetLink.chordset(text, id: ChordsetsRoute.linkedID), text: text)
        } catch {
            throw InputError(error.message)
        }
    }

    /// The identity of a chordset that is not saved.
    package static var linkedID: String { "linked" }

    /// A link with all of a chordset in it.
    package init(linking chordset: Chordset) { self = .linked(chordset, text: ChordsetLink.text(chordset)) }

    var path: String {
        switch self {
        case .list: "/lights"
        case .sheet(let id): "/lights/" + id
        case .lightChord(let id, let position): "/lights/" + id + "/\(position + 1)"
        case .stage(let id): "/lights/" + id + "/stage"
        case .linked(_, let text): "/chordset/" + text
        }
    }
}
