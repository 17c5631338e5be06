import Harmony
import Rendering
import Tunes

/// All kinds of chords on one root, in groups.
/// - Parameter search: the text in the search field.
func dictionaryView(
    _ root: NoteName, matching search: String, _ filter: DictionaryFilter, _ session: Session, to html: inout HTML
) {
    let presentation = session.presentation
    let wanted = DictionarySearch(search, presentation)
    html.element("div class='page dictionary' data-swipe='app next-root'") { page in
        page.element("section class='panel choices' aria-label=?", SharedText.dictionary) { panel in
            panel.element("h2", text: SharedText.dictionary)
            panel.element(
                """
                div class='chips' role='group' data-keyed='app next-root' data-keys='ArrowLeft ArrowRight' aria-label=?
                """, DictionaryText.root
            ) { chips in
                for place in CirclePlace.all {
                    let tonic = place.keys(.major, .fewer)[0].tonic
                    chips.link(
                        to: .dictionary(tonic), presentation, class: "chip", isName: true,
                        isCurrent: tonic.pitchClass == root.pitchClass
                    ) { $0.write(presentation.name(tonic)) }
                }
            }
            panel.searchField(DictionaryText.search, search)
            panel.element("div class='tune-choices'") { choices in
                let any: [(value: String, label: String)] = [("", DictionaryText.any)]
                choices.choose(
                    DictionaryText.noteCount, "app narrow notes", filter.noteCount,
                    any + (3...8).map { ("\($0)", "\($0)") })
                choices.choose(
                    DictionaryText.family, "app narrow family", filter.family,
                    any + DictionaryFilter.families.map { ($0, $0) })
            }
        }
        KeyboardPicture.writeSmallKeys(to: &page)
        let groups = DictionaryGroup.allCases.map { group in
            let chords = group.types.map { Chord(root, $0) }
            return (
                title: group.title,
                chords: chords.filter { filter.allows($0.type) && wanted.finds($0, in: group, presentation) }
            )
        }.filter { !$0.chords.isEmpty }
        let count = groups.reduce(0) { $0 + $1.chords.count }
        if count > 0 {
            // In one panel, whose width the largest group fills.
            page.element("div class='panel'") { panel in
                for group in groups {
                    panel.element("section aria-label=?", group.title) { section in
                        section.element("h3", text: group.title)
                        section.element("ul class='dictionary-list'") { list in
                            for chord in group.chords { list.element("li") { entry(chord, presentation, to: &$0) } }
                        }
                    }
                }
            }
        }
        let isFiltered = filter != DictionaryFilter()
        if search.isEmpty, !isFiltered { return }
        page.element(
            "p class='caption' role='status'",
            text: count > 0
                ? DictionaryText.found(count)
                : isFiltered ? DictionaryText.nothingWithFilters(search) : DictionaryText.nothing(search))
    }
}

private func entry(_ chord: Chord, _ presentation: Presentation, to item: inout HTML) {
    item.playableLink(to: chord, presentation)
    KeyboardPicture(of: chord, as: .lower, octaves: KeyboardPicture.smallOctaves).writeSmall(to: &item)
    let own = presentation.listName(chord)
    let others = spellings(of: chord, presentation).filter { $0 != own }
    item.element("p class='caption' translate='no'", text: others.joined(separator: ", "))
    let tones = chord.voicing
    item.element("p translate='no'") { notes in
        notes.element("b", text: presentation.names(tones.map { $0.name }))
    }
    let degrees = tones.map { $0.degree.map { presentation.name($0) } ?? "" }
    item.element("p translate='no'", text: degrees.joined(separator: " "))
    let scale = chord.scales(as: nil, in: nil).first
    item.element(
        "p class='caption' translate=?", scale == nil ? nil : "no",
        text: scale?.name(in: presentation.notation) ?? DictionaryText.noScale)
    if !Vocabulary.classic.types.contains(where: { $0.pitchClasses == chord.type.pitchClasses }) {
        item.element("p class='caption'", text: DictionaryText.beyondReference)
    }
}

/// The symbol in all three notations, once each.
private func spellings(of chord: Chord, _ presentation: Presentation) -> [String] {
    var found: [String] = []
    for (_, suffix) in chord.type.suffixes {
        let name = presentation.name(chord.root) + suffix
        if !found.contains(name) { found.append(name) }
    }
    return found
}
