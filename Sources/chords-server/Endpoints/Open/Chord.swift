import Exchange
import JSONText

extension Endpoint {
    /// A chord: its notes, names and scales.
    static let chord = Endpoint("/api/v1/chords/{symbol}") {
        try Answers.chord($0["symbol"], in: try $0.vocabulary, notation: try $0.notation()).text
    }
}
