import Rendering
import Tunes

/// The bracket above a cadence, with its name.
struct CadenceBracket {
    let name: String
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

    /// The brackets of a tune. Cadences may share one chord, the last of one and the first of the next. Of others that
    /// overlap, only the first has a bracket.
    static func all(of analysis: TuneAnalysis) -> [CadenceBracket] {
        var brackets: [CadenceBracket] = []
        var end = 0
        for cadence in analysis.cadences where cadence.chords.lowerBound >= end {
            end = cadence.chords.upperBound
            let ends = [analysis.chords[cadence.chords.lowerBound], analysis.chords[end]].map {
                Place(bar: $0.bar, position: $0.position)
            }
            brackets.append(CadenceBracket(name: cadence.name, first: ends[0], last: ends[1]))
        }
        return brackets
    }

    /// Writes the part of the bracket above a chord.
    func write(over position: Position, ofBar bar: Int, to html: inout HTML) {
        let place = Place(bar: bar, position: position)
        guard first <= place, place <= last else { return }
        write(
            "bracket" + (place == first ? " opens" : "") + (place == last ? " closes" : ""), isNamed: place == first,
            to: &html)
    }

    /// Writes the part of the bracket above a bar without chords.
    func write(overBar bar: Int, to html: inout HTML) {
        if first.bar < bar, bar < last.bar { write("bracket whole", isNamed: false, to: &html) }
    }

    private func write(_ kinds: String, isNamed: Bool, to html: inout HTML) {
        html.element("span class=?", kinds) { line in
            if isNamed { line.element("span class='bracket-name'", text: name) }
        }
    }
}
