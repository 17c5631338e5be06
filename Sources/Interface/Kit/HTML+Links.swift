import Exchange
import Harmony
import Practice
import Rendering

extension HTML {
    /// - Parameter half: which of two chords it is or belongs to; the upper one keeps its colour.
    mutating func link(to chord: Chord, as half: Half = .lower, _ presentation: Presentation) {
        link(to: .chord(chord, as: half), presentation, class: "chip", isName: true) { $0.write(presentation.listName(chord)) }
    }

    mutating func link(to scale: Scale, _ presentation: Presentation) {
        link(to: .scale(scale), presentation, class: "chip", isName: true) { $0.write(presentation.name(scale)) }
    }

    /// A link from a chord to the pairs of chords that make it.
    mutating func waysLink(to chord: Chord, _ presentation: Presentation) {
        link(to: .ways(chord), presentation, class: "chip ways-link") { $0.write(SharedText.howToPlay) }
    }

    /// The same after a chord’s name.
    mutating func shortWaysLink(to chord: Chord, _ presentation: Presentation) {
        link(to: .ways(chord), presentation, class: "ways-link") { link in
            link.write(SharedText.chordPairs)
            link.element("span class='spoken'", text: SharedText.chordPairsFor(presentation.listName(chord)))
        }
    }

    /// What leads to an exercise with what is seen.
    mutating func practiseLink(_ exercise: Exercise, _ presentation: Presentation, of name: String) {
        link(to: .practise(exercise), presentation, class: "chip") { link in
            link.write(SharedText.practise)
            link.element("span class='spoken' translate='no'", text: " " + name)
        }
    }

    /// The same for a chord, or two.
    mutating func practiseLink(_ subject: ChordToVoice, _ presentation: Presentation) {
        practiseLink(Exercise(Thing(subject)), presentation, of: subject.title(in: presentation.notation))
    }

    /// ⓘ beside a chord's name opens its details.
    mutating func detailsLink(to chord: Chord, as half: Half = .lower, _ presentation: Presentation) {
        detailsLink(to: .chord(chord, as: half), presentation, of: presentation.shortName(chord))
    }

    /// What leads to what a chord becomes with each of the others.
    mutating func boardLink(of chord: Chord, as half: Half, _ presentation: Presentation) {
        link(to: .board(chord, as: half), presentation, class: "chip") { link in
            link.element("span") { words in
                words.write(SharedText.allPairsWith)
                words.name(presentation.listName(chord))
            }
        }
    }

    mutating func detailsLink(to address: Address, _ presentation: Presentation, of name: String) {
        link(to: address, presentation, class: "info", label: SharedText.details(of: name), text: "i")
    }

    @inline(never)
    private mutating func link(
        to address: Address, _ presentation: Presentation, class kind: String, label: String, text: String
    ) {
        link(to: address, presentation, class: kind, label: label) { $0.write(text) }
    }
}
