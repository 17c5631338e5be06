import Harmony
import Rendering
import Tunes

/// Each chord of a tune with its function and first scale, key by key, and the cadences.
func tuneAnalysis(_ analysis: TuneAnalysis, _ presentation: Presentation, to html: inout HTML) {
    html.element("table class='analysis'") { table in
        for area in analysis.areas {
            table.element("tbody") { body in
                body.element("tr") { row in
                    row.element("th colspan='4' scope='rowgroup'") { title in
                        if let key = area.key { title.element("span translate='no'", text: presentation.name(key)) }
                        title.element("small", text: TunesText.bars(area.bars.lowerBound...area.bars.upperBound))
                    }
                }
                for chord in analysis.chords[area.chords] { write(chord, presentation, to: &body) }
            }
        }
    }
    guard !analysis.cadences.isEmpty else { return }
    html.element("h3", text: TunesText.cadences)
    html.element("ul class='analysis'") { list in
        for cadence in analysis.cadences {
            let bars = [cadence.chords.lowerBound, cadence.chords.upperBound].map { analysis.chords[$0].bar }
            list.element("li") { item in
                item.element("b translate='no'", text: presentation.written(cadence.name))
                item.write(TunesText.cadence(in: presentation.inSentences.name(cadence.key)))
                item.element("small", text: TunesText.bars(bars[0]...bars[1]))
            }
        }
    }
}

/// A row: bar, chord, numeral and function, scale with its avoid notes.
private func write(_ chord: TuneAnalysis.PlacedChord, _ presentation: Presentation, to html: inout HTML) {
    html.element("tr") { row in
        row.element("td", text: "\(chord.bar + 1)")
        row.element("th scope='row' translate='no'") { $0.set(chord.symbol, presentation) }
        row.element("td") { cell in
            guard let place = chord.place else { return }
            cell.element("b translate='no'", text: presentation.written(place.numeral))
            cell.element("small", text: presentation.inSentences.words(place.function))
        }
        row.element("td") { cell in
            guard let scale = chord.scales.first else { return }
            cell.element("span translate='no'", text: scale.name(in: presentation.notation))
            if !scale.avoid.isEmpty {
                cell.element("small", text: SharedText.avoid(presentation.inSentences.names(scale.avoid)))
            }
        }
    }
}
