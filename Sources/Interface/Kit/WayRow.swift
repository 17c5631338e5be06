import Harmony
import Rendering

/// A chord pair: a link to it in the combiner, its keyboard, and ▶.
/// - Parameters:
///   - picture: the keyboard of the pair.
///   - action: the action of the link.
func wayRow(
    _ way: Way, _ picture: KeyboardPicture, action: String? = nil, _ presentation: Presentation, to html: inout HTML
) {
    let sum = presentation.halfName(way.lower) + " + " + presentation.halfName(way.upper)
    let pair = Address.Pair(lower: way.lower, upper: way.upper)
    html.link(to: .combine(pair), presentation, action: action, class: "take") { link in
        link.element("b class='sum' translate='no'") { $0.write(symbol: sum) }
        link.element("span class='spoken'", text: ", " + picture.hands(presentation.inSentences))
        picture.writeSmall(to: &link)
        link.element("span class='facts'") { line in
            for fact in facts(of: way, presentation) {
                line.element("span class=?", fact.kind) { words in
                    words.write(fact.words)
                    words.name(fact.names)
                }
            }
        }
    }
    html.playButton(way.lowerPitches + way.upperPitches, of: sum)
}

/// The name of the upper structure, the degrees that the upper chord adds, the missing ones, and the name without them.
private func facts(of way: Way, _ presentation: Presentation) -> [(kind: String, words: String, names: String)] {
    func degrees(_ set: DegreeSet) -> String { set.map { presentation.name($0) }.joined(separator: " ") }
    var facts: [(kind: String, words: String, names: String)] = []
    if let known = way.known { facts.append(("known", "", presentation.written(known))) }
    if !way.adds.isEmpty { facts.append(("adds", SharedText.adds, degrees(way.adds))) }
    if way.isComplete { return facts }
    facts.append(("lacks", "", way.missing.omitted { presentation.name($0) }))
    let combination = presentation.combiner.combine(lower: way.lower, upper: way.upper)
    let sounding = (way.withoutGround ?? combination.result).map { presentation.name($0) }
    return facts + [("sounds", SharedText.sounds, sounding ?? presentation.title(combination))]
}

extension Presentation {
    /// The name of a half of a pair: precise, to distinguish shells from full chords. A single note is `C (note)`.
    func halfName(_ chord: Chord) -> String {
        chord.pitchClasses.count == 1 ? title(chord) : listName(chord)
    }
}
