extension Course {
    // MARK: Inversions

    static var inversions: Course {
        Course(
            "inversions", "Inversions",
            "The same chord on its third, fifth or seventh, so that the bass moves by step.",
            [
                Lesson(
                    "On the third",
                    [
                        """
                            {C/E} is {C} with {E} in the bass: the first inversion. The chord stays light, and the \
                            bass is on its way to {F}.
                            """,
                        "Play the third with the left hand, and the triad above it as you like.",
                    ],
                    hear: "row C C/E F", do: "play row C/E | fourths"),
                Lesson(
                    "On the fifth",
                    [
                        """
                            {C/G} is the second inversion. It sounds as if it waits: at the end of a phrase it \
                            leads to {G7}, and then to {C}.
                            """
                    ],
                    hear: "row C/G G7 C", do: "play row C/G | fourths"),
                Lesson(
                    "Minor triads",
                    [
                        """
                            {Cmi/E♭} has a major third above its bass, so it resembles {E♭}. Play it often enough, and \
                            you hear the difference.
                            """
                    ],
                    hear: "row Cmi Cmi/E♭ Fmi", do: "play row Cmi/E♭ | fourths"),
                Lesson(
                    "On the seventh",
                    [
                        """
                            In {C7/B♭} the seventh is the lowest note: the third inversion. It falls a semitone, so \
                            {F/A} follows.
                            """
                    ],
                    hear: "row C7 C7/B♭ F/A", do: "play row C7/B♭ | fourths"),
                Lesson(
                    "A bass line",
                    [
                        """
                            {C}, {G/B}, {Ami}, {C/G}, {F}: with inversions the bass walks down the scale while the \
                            chords stay simple.
                            """
                    ],
                    hear: "row C G/B Ami C/G F", do: "play row C G/B Ami C/G F | fourths"),
            ])
    }

    // MARK: Quartal voicings and block chords

    static var quartalAndBlock: Course {
        Course(
            "quartal-and-block", "Quartal voicings and block chords",
            "Two opposites: chords in fourths, which float, and melodies in five close voices.",
            [
                Lesson(
                    "Minor in fourths",
                    [
                        """
                            Stack fourths instead of thirds: {C F B♭ E♭} is {Cmi11}. The sound is open and does not \
                            insist on a key, so one shape serves many chords.
                            """
                    ],
                    hear: "voicing mi11 quartal", do: "play voicing mi11 quartal"),
                Lesson(
                    "So What",
                    [
                        """
                            Three fourths with a major third on top, as in “So What”. For {Dmi7}: {D G C F A}. Moved \
                            in parallel, it keeps its sound.
                            """
                    ],
                    hear: "voicing mi7 so-what", do: "play voicing mi7 so-what"),
                Lesson(
                    "The dominant in fourths",
                    [
                        """
                            {C F B♭} is {C7sus4}: the fourth waits where the third would be. Let {F} follow, or let \
                            it fall to {E}.
                            """
                    ],
                    hear: "voicing 7sus4 quartal", do: "play voicing 7sus4 quartal"),
                Lesson(
                    "The tonic in fourths",
                    [
                        """
                            Five notes in fourths, {E A D G C}, are {C6/9} with its third below. It can stand for \
                            every {Cma7} that does not have to sound sweet.
                            """
                    ],
                    hear: "voicing 6/9 quartal", do: "play voicing 6/9 quartal"),
                Lesson(
                    "Block chords",
                    [
                        """
                            Four close voices, with the melody doubled an octave below: locked hands. George Shearing \
                            played whole choruses this way.
                            """
                    ],
                    hear: "voicing 6 block", do: "play voicing 6 block"),
                Lesson(
                    "Block chords in minor",
                    ["The sixth instead of the seventh keeps a minor tonic at rest: {Cmi6}."],
                    hear: "voicing mi6 block", do: "play voicing mi6 block"),
                Lesson(
                    "{ii–V–I} in block chords",
                    ["Lead each voice to the nearest note of the next chord. The outer voices move together."],
                    hear: "cadence major block", do: "play cadence major block"),
            ])
    }

    // MARK: Sixth-diminished

    static var sixthDiminished: Course {
        Course(
            "sixth-diminished", "The sixth-diminished scale",
            "Barry Harris’s scale alternates a sixth chord with the diminished chord that leads to it.",
            [
                Lesson(
                    "Sixth chords",
                    ["{C6} is the tonic. It has the notes of {Ami7}, and what matters here is where it rests: on {C}."],
                    hear: "row C6", do: "play chord 6"),
                Lesson(
                    "The diminished chord",
                    [
                        """
                            {B°7} has the notes of {G7(♭9)} without its root. So it is a dominant, and all four of its \
                            inversions lead to {C6}.
                            """
                    ],
                    hear: "row B°7 C6", do: "play chord dim7"),
                Lesson(
                    "The scale in chords",
                    [
                        """
                            {C D E F G A♭ A B}: eight notes. Every other note belongs to {C6}, the others to {D°7}. \
                            Harmonize the scale, and tonic and dominant alternate.
                            """,
                        "Keep the same position, and move every voice to the next note of the scale.",
                    ],
                    hear: "row C6 D°7 C6/E F°7 C6/G A♭°7 C6/A B°7 C6",
                    do: "play row C6 D°7 C6/E F°7 C6/G A♭°7 C6/A B°7 C6 | fourths"),
                Lesson(
                    "Minor",
                    ["With {E♭} instead of {E}, {Cmi6} takes the place of {C6}. The diminished chords stay."],
                    hear: "row Cmi6 D°7 Cmi6/E♭ F°7 Cmi6/G A♭°7 Cmi6/A B°7 Cmi6",
                    do: "play row Cmi6 D°7 Cmi6/E♭ F°7 Cmi6/G A♭°7 Cmi6/A B°7 Cmi6 | fourths"),
                Lesson(
                    "In block chords",
                    ["Close voices, the melody doubled below: this is the sound that Barry Harris taught."],
                    hear: "voicing 6 block", do: "play voicing 6 block | shuffled"),
            ])
    }
}
