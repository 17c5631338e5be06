import Harmony
import JSONText
import Tunes

/// The typesetting of a chord symbol in a chart: a large root, a smaller quality, still smaller and raised alterations,
/// and a lower bass after a slash.
struct ChartSymbol {
    struct Part {
        let text: String
        let size: Int
        /// The height above the baseline; negative means below.
        let raise: Int
    }

    private(set) var parts: [Part] = []

    static let size = 25
    private static let kindSize = 18
    private static let raisedSize = 14

    init(_ sound: Sound, in notation: Notation) {
        switch sound {
        case .noChord: parts = [Part(text: "N.C.", size: ChartSymbol.kindSize, raise: 0)]
        case .unread(let text): parts = [Part(text: text + "?", size: ChartSymbol.kindSize, raise: 0)]
        case .chord(.chord(let chord)): add(chord, chord.shortName(in: notation), notation)
        case .chord(.polychord(let upper, let lower)):
            add(upper, upper.shortName(in: notation), notation)
            parts.append(Part(text: "/", size: ChartSymbol.size, raise: 0))
            add(lower, lower.name(in: notation), notation)
        }
    }

    private mutating func add(_ chord: Chord, _ name: String, _ notation: Notation) {
        let root = notation.written(chord.root)
        var rest = name.unicodeScalars.dropFirst(root.unicodeScalars.count)
        parts.append(Part(text: root, size: ChartSymbol.size, raise: 0))
        var bass = ""
        if let note = chord.bass {
            bass = "/" + notation.written(note)
            rest = rest.dropLast(bass.unicodeScalars.count)
        }
        // Text in parentheses is raised.
        for part in StaffSymbol(String(String.UnicodeScalarView(rest))).parts {
            let size = part.isRaised ? ChartSymbol.raisedSize : ChartSymbol.kindSize
            parts.append(Part(text: part.text, size: size, raise: part.isRaised ? 8 : 0))
        }
        if !bass.isEmpty { parts.append(Part(text: bass, size: ChartSymbol.kindSize, raise: -4)) }
    }

    /// The approximate width in bold sans-serif, in which letters and digits are two thirds as wide as high.
    var width: Int { parts.reduce(0) { $0 + $1.text.unicodeScalars.count * $1.size * 2 / 3 } }

    /// - Parameter room: the available width; a wider symbol is scaled down.
    func write(x: Int, y: Int, room: Int, to svg: inout HTML, smaller: Bool = false) {
        let natural = smaller ? width * 3 / 5 : width
        let scale = JSON.thousandths(Double(max(room, 10)) / Double(natural)).text
        svg.element(
            "text class='chart-symbol' translate='no' font-weight='600' transform=?",
            "translate(\(x) \(y))" + (natural > room ? " scale(\(scale))" : "")
        ) { text in
            var raised = 0
            for part in parts {
                let raise = smaller ? part.raise * 3 / 5 : part.raise
                text.element(
                    "tspan dy=? font-size=?",
                    raise == raised ? nil : "\(raised - raise)", "\(smaller ? part.size * 3 / 5 : part.size)",
                    text: part.text)
                raised = raise
            }
        }
    }
}
