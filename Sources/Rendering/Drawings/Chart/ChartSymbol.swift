import Harmony
import JSONText
import Tunes

/// A chord symbol in a drawn chart, or the text in its place.
struct ChartSymbol {
    private let symbol: SymbolText

    /// The size of a root.
    static let size = 25

    init(_ sound: Sound, in notation: Notation) {
        switch sound {
        case .noChord: symbol = SymbolText(words: "N.C.")
        case .unread(let text): symbol = SymbolText(words: text + "?")
        case .chord(let chord): symbol = SymbolText(chord, in: notation)
        }
    }

    var width: Int { symbol.width(ChartSymbol.size) }

    /// - Parameter room: the available width; a wider symbol is scaled down.
    func write(x: Int, y: Int, room: Int, to svg: inout HTML, smaller: Bool = false) {
        let size = smaller ? ChartSymbol.size * 3 / 5 : ChartSymbol.size
        let natural = symbol.width(size)
        let scale = JSON.thousandths(Double(max(room, 10)) / Double(natural)).text
        svg.element(
            "text class='chart-symbol' translate='no' font-weight='600' font-size=? transform=?",
            "\(size)", "translate(\(x) \(y))" + (natural > room ? " scale(\(scale))" : "")
        ) { symbol.write(size, to: &$0) }
    }
}
