import Harmony
import Rendering
import Tunes

let shortcutsID = "shortcuts"

/// The help: an overview with the current chords, and searchable topics.
/// - Parameter search: the text in the search field.
func helpView(_ search: String, _ session: Session, to html: inout HTML) {
    let combination = session.combination ?? .example
    let presentation = session.presentation
    aside(SharedText.help, to: &html) { page in
        page.searchField(HelpText.search, search)
        let words = folded(search).parts(at: " ")
        if words.isEmpty {
            overview(combination, presentation, to: &page)
            picker(combination, presentation, to: &page)
        }
        let topics = HelpTopic.allCases.filter { $0.matches(words) }
        if !words.isEmpty {
            page.element(
                "p class='caption' role='status'",
                text: topics.isEmpty ? HelpText.nothing(search) : HelpText.found(topics.count))
        }
        for topic in topics {
            section(HelpText.title(topic), to: &page) {
                $0.element("p", text: presentation.written(HelpText.paragraphs(topic)))
            }
        }
        if words.isEmpty { keys(to: &page) }
    }
}

// MARK: Overview

/// Two chords and their result on live keyboards, and the three kinds of results.
private func overview(_ combination: Combination, _ presentation: Presentation, to html: inout HTML) {
    section(HelpText.overview, to: &html) { section in
        section.element("p", text: HelpText.overviewHint)
        section.element("div class='help-sum'") { sum in
            for (half, chord) in [(Half.lower, combination.lower), (.upper, combination.upper)] {
                sum.element("figure") { figure in
                    figure.element("figcaption") { caption in
                        caption.element("span class='place'", text: SharedText.place(half) + " ")
                        caption.element("b translate='no'") { $0.write(symbol: presentation.shortName(chord)) }
                        caption.playButton(chord, presentation)
                    }
                    KeyboardPicture(of: chord, as: half, octaves: 2).write(to: &figure, presentation)
                }
            }
            sum.element("figure class='whole'") { figure in
                figure.element("figcaption") { caption in
                    caption.element("span class='place'", text: SharedText.kind(combination.kind) + " ")
                    caption.element("b translate='no'") { $0.write(symbol: presentation.title(combination)) }
                    caption.playButton(combination.notes.map { $0.tone }, of: presentation.title(combination))
                }
                KeyboardPicture(of: combination).write(to: &figure, presentation)
            }
        }
        section.element("ul class='legend'") { list in
            for (part, text) in [
                (Part.lower, SharedText.inLowerChord), (.upper, SharedText.inUpperChord), (.both, SharedText.inBoth),
            ] {
                list.element("li") { item in
                    glyph(part, to: &item)
                    item.element("span", text: text)
                }
            }
        }
        section.element("dl") { list in
            for (term, text, lower, upper) in [
                (HelpText.unified, HelpText.unifiedHint, "Cma7", "D"), (HelpText.slash, HelpText.slashHint, "C", "C+"),
                (HelpText.polychord, HelpText.polychordHint, "Cma7", "E"),
            ] {
                list.element("dt", text: term)
                list.element("dd", text: text + sum(lower, upper, presentation.inSentences))
            }
        }
    }
}

/// `Cma7 + D = Cma13(♯11)`
private func sum(_ lower: String, _ upper: String, _ presentation: Presentation) -> String {
    guard let lower = try? Chord(lower), let upper = try? Chord(upper) else { return "" }
    let combination = presentation.combiner.combine(lower: lower, upper: upper)
    return presentation.sum(combination) + " = " + presentation.title(combination)
}

/// The picker of the lower chord, with the meaning of its marks.
private func picker(_ combination: Combination, _ presentation: Presentation, to html: inout HTML) {
    let lower = combination.lower
    let matches = presentation.combiner.matches(editing: .lower, lower: lower, upper: combination.upper)
    section(HelpText.matches, to: &html) { section in
        section.element("p", text: HelpText.matchesHint(presentation.inSentences.shortName(combination.upper)))
        section.element("ul class='legend tags'") { list in
            for letter in Letter.allCases {
                tag(presentation.name(letter), matches.letters.contains(letter), letter == lower.root.letter, to: &list)
            }
        }
        section.element("ul class='legend tags'") { list in
            for accidental in Accidental.choices {
                tag(
                    presentation.name(accidental), matches.accidentals.contains(accidental),
                    accidental == lower.root.accidental, to: &list)
            }
        }
        section.element("ul class='legend tags'") { list in
            for type in presentation.combiner.vocabulary.selectable.prefix(8) {
                tag(presentation.name(type), matches.types.contains(type), type == lower.type, to: &list)
            }
        }
        let address = Address.select(.lower, Address.Pair(lower: lower, upper: combination.upper))
        section.link(to: address, presentation, class: "chip") { $0.write(HelpText.tryIt) }
    }
}

private func tag(_ name: String, _ isMatch: Bool, _ isSelected: Bool, to html: inout HTML) {
    html.element("li") { item in
        item.element(
            "span class=? translate='no'",
            "tag" + (isMatch ? " match" : "") + (isSelected ? " selected" : ""), text: name)
        let meaning = isSelected ? (isMatch ? HelpText.chosenMatch : HelpText.chosen) : isMatch ? HelpText.match : ""
        if !meaning.isEmpty { item.element("small", text: meaning) }
    }
}

// MARK: Keys

private func keys(to html: inout HTML) {
    html.element("section class='panel part' tabindex='-1' aria-label=? id=?", HelpText.shortcuts, shortcutsID) {
        $0.element("h3", text: HelpText.shortcuts)
        $0.element("dl class='keys'") { list in
            func row(_ keys: [String], _ text: String) {
                list.element("dt") { term in for key in keys { term.element("kbd translate='no'", text: key) } }
                list.element("dd", text: text)
            }
            row(["/"], HelpText.typeSymbol)
            row(["↑", "↓", "←", "→"], HelpText.nextChoice)
            row([HelpText.enterKey], HelpText.choose)
            row(HelpText.undoKeys, HelpText.undoRedo)
            row(["1", "…", "8"], HelpText.onStage)
            row(["1", "…", "4"], HelpText.atPractice)
            row([HelpText.enterKey], HelpText.enterAtPractice)
            row([HelpText.spaceKey], HelpText.space)
            row(["0"], HelpText.zero)
            row([HelpText.escapeKey], HelpText.escape)
            row(["?"], HelpText.theseShortcuts)
            // The computer’s keyboard as a piano, with the letters of the American layout.
            for (keys, text) in [
                ("ASDFGHJKL", HelpText.whiteKeys), ("WETYUOP", HelpText.blackKeys), ("ZX", HelpText.octaves),
            ] {
                list.element("dt") { term in
                    // By position. The host replaces the letters for other layouts if the browser knows the layout.
                    for letter in keys.unicodeScalars {
                        let key = String(letter)
                        term.element("kbd data-withheld translate='no' data-place=?", "Key" + key, text: key)
                    }
                }
                list.element("dd", text: text)
            }
        }
    }
}
