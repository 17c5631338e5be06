import Rendering
import Tunes

/// A bracket with a name: above a cadence, or below the chords of a key.
struct ChartBracket {
    let name: String
    private let isArea: Bool
    /// The places of the first and the last chord.
    private let first: Place
    private let last: Place

    private struct Place: Comparable {
        let bar: Int
        let position: Position

        static func < (one: Place, other: Place) -> Bool {
            one.bar != other.bar ? one.bar < other.bar : one.position < other.position
        }
    }

    private init(_ name: String, isArea: Bool, over chords: ClosedRange<Int>, of analysis: TuneAnalysis) {
        self.name = name
        self.isArea = isArea
        func place(_ index: Int) -> Place {
            Place(bar: analysis.chords[index].bar, position: analysis.chords[index].position)
        }
        (first, last) = (place(chords.lowerBound), place(chords.upperBound))
    }

    /// The brackets of a tune. Cadences may share one chord, the last of one and the first of the next. Of others that
    /// overlap, only the first has a bracket.
    static func all(of analysis: TuneAnalysis, _ presentation: Presentation) -> [ChartBracket] {
        var brackets: [ChartBracket] = []
        var end = 0
        for cadence in analysis.cadences where cadence.chords.lowerBound >= end {
            end = cadence.chords.upperBound
            brackets.append(ChartBracket(cadence.name, isArea: false, over: cadence.chords, of: analysis))
        }
        for area in analysis.areas {
            guard let key = area.key else { continue }
            let chords = ClosedRange(area.chords)
            brackets.append(ChartBracket(presentation.name(key), isArea: true, over: chords, of: analysis))
        }
        return brackets
    }

    /// Writes the part of the bracket at a chord.
    func write(over position: Position, ofBar bar: Int, to html: inout HTML) {
        let place = Place(bar: bar, position: position)
        guard first <= place, place <= last else { return }
        write(
            (place == first ? ["opens"] : []) + (place == last ? ["closes"] : []), isNamed: place == first, to: &html)
    }

    /// Writes the part of the bracket at a bar without chords.
    func write(overBar bar: Int, to html: inout HTML) {
        guard first.bar < bar, bar <= last.bar else { return }
        write(bar == last.bar ? ["whole", "closes"] : ["whole"], isNamed: false, to: &html)
    }

    private func write(_ kinds: [String], isNamed: Bool, to html: inout HTML) {
        let classes = ["bracket"] + (isArea ? ["area"] : []) + kinds
        html.element("span class=?", classes.joined(separator: " ")) { line in
            if isNamed { line.element("span class='bracket-name' translate='no'", text: name) }
        }
    }
}
