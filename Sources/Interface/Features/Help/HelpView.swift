import Answers
import Harmony

let shortcutsID = "shortcuts"

/// How everything works, shown with the chords at hand.
func helpView(_ session: Session, origin: Address, to html: inout HTML) {
    let combination = session.combination ?? .example
    let presentation = session.presentation
    aside("Help", origin: origin, presentation, to: &html) { page in
        section("What two chords make", to: &page) { section in
            paragraph("A lower and an upper chord together are one of three things.", to: &section)
            section.element("dl") { list in
                for (term, text, lower, upper) in [
                    ("A unified chord", "one chord on the lower chord’s root: ", "Cma7", "D"),
                    ("A slash chord", "a chord on another root, over the lower chord’s: ", "C", "C+"),
                    ("A polychord", "two chords that have no one name, the upper written first: ", "Cma7", "E"),
                ] {
                    list.element("dt", text: term)
                    list.element("dd", text: text + sum(lower, upper, presentation))
                }
            }
        }
        section("Choosing chords", to: &page) { section in
            paragraph("""
                Touch a keyboard or its title and choose letter, accidental and type, or type a symbol in any hand: \
                Cmaj7, CM7, C^7 and CΔ7 are one chord. Every choice is kept at once; Undo takes it back.
                """, to: &section)
            paragraph("""
                Notes are C D E, German with H and B, or Do Ré Mi, as the settings say, wherever you type and read them. \
                Links show each reader the same chords in his own names. Whoever plays an instrument in \
                \(presentation.written("B♭")), \(presentation.written("E♭")) or F says so in the settings, reads and types as \
                ever, and hears and is told what sounds; his links lead to what he reads.
                """, to: &section)
            paragraph("""
                Type a result, and the two chords are found that make it; or one of the two and a result, and the other is \
                found. A pin says what stays; “another” goes on to the next way.
                """, to: &section)
        }
        section("Ways to play a chord", to: &page) { section in
            let chord = combination.result ?? Combination.example.lower
            paragraph("""
                “How do I play this?” stands beside every chord: it leads to the pairs of chords that make it, the best \
                first, as they lie under the two hands. Touch one to take it; keep its lower or upper chord, and the other \
                is sought. A playable way leaves out what players leave out, and with a band the bass plays the root.
                """, to: &section)
            section.waysLink(to: chord, presentation)
        }
        highlights(combination, presentation, to: &page)
        section("Tunes", to: &page) { section in
            paragraph("""
                Bring in tunes as files of iReal Pro or MusicXML, as a pasted link, or typed: | Dm7 | G7 | Cmaj7 | % |. Touch a \
                bar of the chart and type; Enter goes on to the next. Play with the button or the space bar: both hands lie on \
                the keys below the chart, each chord led to the next, with bass and click. Drag over bars and press Loop to \
                hear them again and again; the tempo is stepped, typed or tapped. Hands, bass, rhythm and swing are chosen \
                while it plays, and Analysis shows numerals and cadences. A chordset that is chosen under Lights is played \
                beside it, by touch or with the keys 1 to 8.
                """, to: &section)
        }
        section("The board", to: &page) { section in
            paragraph("""
                “Board” beside a chord shows what it becomes with twelve others of the types that you pick, above it or \
                below it. A disc is one chord, a triangle a slash chord, two bars are a polychord; the stronger the \
                colour, the more tension. Tap a cell to take its two chords, hold it to hear them. Where “Pointing plays” is on, the \
                mouse and the arrow keys play whatever they come to.
                """, to: &section)
        }
        section("The signs on the keys", to: &page) { section in
            section.element("ul class='legend'") { list in
                for (part, text) in [
                    (Part.lower, "from the lower chord"), (.upper, "from the upper chord"), (.both, "in both chords"),
                ] {
                    list.element("li") { item in
                        glyph(part, to: &item)
                        item.element("span", text: text)
                    }
                }
            }
            paragraph("""
                The lower chord has one colour, the upper another; a key of both chords has both. Names stand above the \
                keys, spelled as the chord spells them. “i” beside a name opens all there is to know about a chord.
                The triangle plays it; held, or pressed with Shift, one note after the other. With “Hold” it sounds until \
                the triangle is pressed again, with “Arpeggio” it is broken upward. Both stand beside the result, and \
                behind the loudspeaker with the volume and the timbre: piano, electric piano, organ or soft synth.
                """, to: &section)
        }
        section("Under two hands", to: &page) { section in
            paragraph("""
                “Hands” below a result, among the details of a chord and beside each way to play it shows the keys of the left \
                hand in one colour, those of the right in the other, and the same on the staff; the dot marks middle C. Try the \
                styles that jazz methods teach, go through the inversions with the arrows, and hear each hand, both, or one \
                note after the other. What you choose is remembered for all chords of that quality, and “Link to these hands” \
                leads others to those very keys. The settings say how far your hands reach, and where they like to be.
                """, to: &section)
        }
        section("Reading the graph", to: &page) { section in
            paragraph("""
                The chord stands at the top. Below it stand the four-note chords in it, then the triads, then the notes. A \
                line leads from each to what it contains. On a phone they stand side by side as columns. Touch a chord to \
                open it, a note to hear it, and beside a name to see that place larger; “Whole screen” gives it all the \
                room there is. What is in one of two chords has its colour.
                """, to: &section)
        }
        section("Playing an instrument", to: &page) { section in
            paragraph("""
                “Play” names what you play on a MIDI keyboard, or on the keys of the page, once it is steady; “take” makes \
                it the lower chord, the upper one, or both. “Both hands” below the result lets a MIDI keyboard choose \
                there: the left hand the lower chord, the right hand the upper one.
                """, to: &section)
            paragraph("""
                As a LinnStrument, each held note lights all pads that play it and has a number and a colour of its own. A \
                firm pad is the one that was pressed, a dashed one may be it. The circle on a pad is how far a note is bent.
                """, to: &section)
            paragraph("""
                Channel 10 has drums, which are not named. Below “How it is heard” you can change that, and reverse a sustain \
                pedal that works the wrong way round. A page that you do not see ignores what you play, unless it records. \
                The screen stays on while you play.
                """, to: &section)
        }
        section("Practising", to: &page) { section in
            paragraph("""
                “Practise” asks, and listens: play what is named on a MIDI keyboard, and the next chord comes by itself, also \
                in time with a click. A tick is right, the wavy sign almost, with what was missing (a ring on the key) or \
                foreign (a cross). Any voicing with the right notes counts; the fifth may be missing and, where somebody else \
                plays the bass, the root. Without an instrument touch the keys on the screen, which stay down until they are \
                touched again, or turn the card and say whether you knew it. By ear you name or play what sounds, or hear \
                what has changed.
                """, to: &section)
            paragraph("""
                What was missed comes again after a few others, and on a later day before what you know. “What came of it” \
                shows chords by keys; all of it stays in this browser. \(safariNote) Whatever can be played leads here: chords, hands, \
                ways, keys, scales and tunes have “Practise” beside them, and the address of an exercise is the exercise.
                """, to: &section)
        }
        section("Lights", to: &page) { section in
            paragraph("""
                A chordset is eight chords of light, each a background and lumis, which are coloured forms that move. Press + \
                for a new one: it begins with plain colours, with gentle lights that go together, or with the chords that \
                are chosen in the combiner or were played last, each in its colour. Press a cell to see it full size, and on \
                the stage several at once; drag the handle, or press the arrow keys on it, to change the order; swipe a row \
                to the left, or press Delete, to delete it.
                """, to: &section)
            paragraph("""
                A chord of light can carry what is chosen in the combiner, which then sounds with it; “add to chordset” \
                stands beside “copy link” there. “Practice sheet” shows a chordset’s chords of notes as cards, to be played, \
                printed and saved. On the stage an instrument’s keys press the cells, the eight of them \
                again and again from the C two octaves below middle C, and a program change takes another chordset.
                """, to: &section)
        }
        section("The circle of fifths", to: &page) { section in
            paragraph("""
                Keys stand a fifth apart, major outside, minor inside with small letters, and their signatures in the \
                middle. Choose one, or turn the ring: the numerals show which chords belong to it. A numeral stands where \
                its chord’s root is; small ones are minor, ° is diminished. In the hub the two chords are drawn as their \
                notes lie on the circle.
                """, to: &section)
        }
        section("Your work on several devices", to: &page) { section in
            paragraph("""
                A tune that was changed on two devices, or in two tabs, is merged if the changes are in different bars and \
                everything else is the same, the number of bars too. Otherwise both versions are kept, and you choose.
                """, to: &section)
            paragraph("""
                If something is stuck, press “Reset this device, keep unsent work” in the settings. It deletes the settings and \
                all copies on this device and loads the page again. Work that the server does not have yet, what you have \
                practised and the link of your shelf are kept.
                """, to: &section)
        }
        section("Larger text", to: &page) { section in
            paragraph("""
                “Text size” in the settings writes everything up to twice as large, and each screen then has the shape that it \
                has in a smaller window. Whose browser writes larger already has the same without it.
                """, to: &section)
        }
        page.element("section class='panel part' tabindex='-1' aria-label='Keys' id=?", shortcutsID) {
            $0.element("h3", text: "Keys")
            $0.element("dl class='keys'") { list in
                for (keys, text) in shortcuts {
                    list.element("dt") { term in for key in keys { term.element("kbd translate='no'", text: key) } }
                    list.element("dd", text: text)
                }
                for (keys, text) in pianoKeys {
                    list.element("dt") { term in
                        // By their places. What they carry on other keyboards the host writes, where the browser tells.
                        for key in keys { term.element("kbd data-withheld translate='no' data-place=?", "Key" + key, text: key) }
                    }
                    list.element("dd", text: text)
                }
            }
        }
    }
}

private let shortcuts: [(keys: [String], text: String)] = [
    (["/"], "type a symbol"),
    (["↑", "↓", "←", "→"], "next letter, accidental, type or suggestion"),
    (["Enter"], "take it"),
    (["Ctrl Z", "Ctrl Y"], "undo, redo"),
    (["1", "…", "8"], "on the stage: the eight chords"),
    (["1", "…", "4"], "while practising: an answer, or how well you knew it"),
    (["Space"], "while practising: turn the card, hear it again, start; in a tune: play"),
    (["Esc"], "silence, then back"),
    (["?"], "these keys"),
]

/// The computer's keyboard as a piano, with the letters of an American one.
private let pianoKeys: [(keys: [String], text: String)] = [
    (["A", "S", "D", "F", "G", "H", "J", "K", "L"], "play the white keys of the piano, from C"),
    (["W", "E", "T", "Y", "U", "O", "P"], "play its black keys"),
    (["Z", "X"], "an octave down, an octave up"),
]

private func paragraph(_ text: String, to html: inout HTML) { html.element("p", text: text) }

/// `Cma7 + D = Cma13(♯11)`
private func sum(_ lower: String, _ upper: String, _ presentation: Presentation) -> String {
    guard let lower = try? Chord(lower), let upper = try? Chord(upper) else { return "" }
    let combination = presentation.combiner.combine(lower: lower, upper: upper)
    return presentation.sum(combination) + " = " + presentation.title(combination)
}

/// What the colours of the pickers mean, with the pickers as they really are while the lower chord is chosen.
private func highlights(_ combination: Combination, _ presentation: Presentation, to html: inout HTML) {
    let lower = combination.lower
    let matches = presentation.combiner.matches(editing: .lower, lower: lower, upper: combination.upper)
    section("Matches", to: &html) { section in
        paragraph("""
            While you choose one chord, everything that would go together with the other one, as a unified or a slash \
            chord, is marked before you choose it. Below \(presentation.shortName(combination.upper)):
            """, to: &section)
        section.element("ul class='legend tags'") { list in
            for letter in Letter.allCases {
                list.element("li") { item in
                    let isMatch = matches.letters.contains(letter)
                    let isSelected = letter == lower.root.letter
                    let kind = "tag" + (isMatch ? " match" : "") + (isSelected ? " selected" : "")
                    item.element("span class=? translate='no'", kind, text: presentation.name(letter))
                    let meaning = isSelected ? (isMatch ? "chosen, matches" : "chosen") : isMatch ? "matches" : ""
                    if !meaning.isEmpty { item.element("small", text: meaning) }
                }
            }
        }
        let address = Address.select(.lower, Address.Pair(lower: lower, upper: combination.upper))
        section.link(to: address, presentation, class: "chip") { $0.write("Try it") }
    }
}
