import Harmony
import Practice
import Rendering

extension HTML {
    /// - Parameter half: the half to which the chord belongs, which decides its color.
    mutating func link(to chord: Chord, as half: Half = .lower, _ presentation: Presentation) {
        link(to: .chord(chord, as: half), presentation, class: "chip", isName: true) {
            $0.write(presentation.listName(chord))
        }
    }

    mutating func link(to scale: Scale, _ presentation: Presentation) {
        link(to: .scale(scale), presentation, class: "chip", isName: true) { $0.write(presentation.name(scale)) }
    }

    /// A link from a chord to the pairs of chords that make it.
    mutating func waysLink(to chord: Chord, _ presentation: Presentation) {
        link(to: .ways(chord), presentation, class: "chip ways-link") { $0.write(SharedText.howToPlay) }
    }

    /// A shorter link to the chord pairs, after the name of the chord.
    mutating func shortWaysLink(to chord: Chord, _ presentation: Presentation) {
        link(to: .ways(chord), presentation, class: "ways-link") { link in
            link.write(SharedText.chordPairs)
            let name = presentation.inSentences.listName(chord)
            link.element("span class='spoken'", text: SharedText.chordPairsFor(name))
        }
    }

    /// A link to an exercise with the shown chord, scale or tune.
    mutating func practiceLink(_ exercise: Exercise, _ presentation: Presentation, of name: String) {
        link(to: .practice(.exercise(exercise)), presentation, class: "chip") { link in
            link.write(SharedText.practice)
            link.element("span class='spoken' translate='no'", text: " " + name)
        }
    }

    /// A link to an exercise on a chord or a pair.
    mutating func practiceLink(_ subject: ChordToVoice, _ presentation: Presentation) {
        practiceLink(Exercise(PracticeMaterial(subject)), presentation, of: subject.title(in: presentation.notation))
    }

    /// ⓘ, a link to the details of a chord.
    mutating func detailsLink(to chord: Chord, as half: Half = .lower, _ presentation: Presentation) {
        detailsLink(to: .chord(chord, as: half), presentation, of: presentation.shortName(chord))
    }

    /// A link to the board of a chord.
    mutating func boardLink(of chord: Chord, as half: Half, _ presentation: Presentation) {
        link(to: .board(chord, as: half), presentation, class: "chip") { link in
            link.element("span") { words in
                words.write(SharedText.allPairsWith)
                words.name(presentation.listName(chord))
            }
        }
    }

    /// A link to Help, for screens without the navigation.
    mutating func helpLink(_ presentation: Presentation) {
        link(to: .help, presentation, class: "chip", label: SharedText.help, text: "?")
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
