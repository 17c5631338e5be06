import Harmony

/// A progression that every jazz musician practices, in numerals.
package enum StandardProgression: String, CaseIterable, Sendable, Hashable {
    case twoFiveOne = "two-five-one"
    case minorTwoFiveOne = "minor-two-five-one"
    case turnaround
    case minorTurnaround = "minor-turnaround"
    case dameron
    case backdoor
    case tritone
    case coltrane
    case blues
    case minorBlues = "minor-blues"
    case rhythmChanges = "rhythm-changes"
    case fourths
    case diatonic
    case minorDiatonic = "minor-diatonic"

    /// Reads a name: `rhythm changes`, `Minor Blues`.
    init?(named text: String) {
        let name = text.said
        guard let found = StandardProgression.allCases.first(where: { $0.rawValue.said == name }) else { return nil }
        self = found
    }

    package var title: String {
        switch self {
        case .twoFiveOne: "ii–V–I"
        case .minorTwoFiveOne: "ii–V–i in minor"
        case .turnaround: "Turnaround"
        case .minorTurnaround: "Turnaround in minor"
        case .dameron: "Dameron turnaround"
        case .backdoor: "Backdoor"
        case .tritone: "Tritone substitution"
        case .coltrane: "Coltrane cycle"
        case .blues: "Blues"
        case .minorBlues: "Minor blues"
        case .rhythmChanges: "Rhythm changes"
        case .fourths: "Cycle of fourths"
        case .diatonic: "Diatonic sevenths"
        case .minorDiatonic: "Diatonic sevenths in minor"
        }
    }

    var isInMinor: Bool {
        switch self {
        case .minorTwoFiveOne, .minorTurnaround, .minorBlues, .minorDiatonic: true
        default: false
        }
    }

    /// The progression in a key: the minor version in a minor key, if there is one.
    package func version(in key: Key) -> StandardProgression {
        guard !key.mode.degrees.contains(3) else { return self }
        return switch self {
        case .twoFiveOne: .minorTwoFiveOne
        case .turnaround: .minorTurnaround
        case .blues: .minorBlues
        case .diatonic: .minorDiatonic
        default: self
        }
    }

    /// Its bars in numerals.
    package var text: String {
        switch self {
        case .twoFiveOne, .minorTwoFiveOne: isInMinor ? "ii | V | i" : "ii | V | I"
        case .turnaround: "I V/ii | ii V"
        case .minorTurnaround: "i vi | ii V"
        case .dameron: "I ♭III | ♭VI ♭II"
        case .backdoor: "iv | ♭VII7 | I"
        case .tritone: "ii | subV | I"
        // Major thirds down, each tonic with its dominant.
        case .coltrane: "I V/♭VI | ♭VI V/III | IIIma7 V | I"
        case .blues: "I7 | IV7 | I7 | I7 | IV7 | ♯iv°7 | I7 | V/ii | ii | V | I7 V/ii | ii V"
        case .minorBlues: "i | i | i | i | iv | iv | i | i | ♭VI7 | V | i | V"
        case .rhythmChanges:
            """
            I V/ii | ii V | iii V/ii | ii V | I V/IV | IV ♯iv°7 | iii V/ii | ii V \
            | V/vi | % | V/ii | % | V/V | % | V | %
            """
        case .fourths: "I7 | IV7 | ♭VII7 | ♭III7 | ♭VI7 | ♭II7 | ♭V7 | VII7 | III7 | VI7 | II7 | V7"
        case .diatonic: "I | ii | iii | IV | V | vi | vii | I"
        case .minorDiatonic: "i | ii | ♭III | iv | V | ♭VI | ♭VII | i"
        }
    }
}
