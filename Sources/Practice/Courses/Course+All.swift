extension Course {
    /// All courses in the recommended order.
    public static var all: [Course] {
        [
            circle, inversions, shells, twoFiveOne, rootless, upperStructures, lydianAndAltered, quartalAndBlock,
            sixthDiminished,
        ]
    }

    // MARK: The circle

    private static var circle: Course {
        Course(
            "circle", "Around the circle", "All twelve keys, a fourth apart, until none of them feels far away.",
            [
                Lesson(
                    "Major triads in fourths",
                    [
                        """
                            Root, third and fifth: {C E G}. Go up a fourth to {F A C}, then {B♭ D F}. After twelve \
                            steps you are back at {C}.
                            """,
                        """
                            Don’t hurry. Say the name of the chord, see its keys, then play. Keep the root in the \
                            bass. Place the other notes as you like.
                            """,
                    ],
                    hear: "row C F B♭ E♭", do: "play chord ma"),
                Lesson(
                    "Chains of dominants",
                    [
                        """
                            A dominant seventh chord wants to resolve up a fourth: {C7} leads to {F}. If that chord is \
                            a dominant too, it leads on, all the way around the circle.
                            """,
                        """
                            Listen to the guide tones. {E} and {B♭} of {C7} each fall a semitone, to {E♭} and {A} of \
                            {F7}. The third becomes the seventh, and the seventh becomes the third.
                            """,
                    ],
                    hear: "row C7 F7 B♭7 E♭7", do: "play chord 7"),
                Lesson(
                    "Minor sevenths in fifths",
                    [
                        "Now the other way around: up a fifth, or down a fourth. {Cmi7}, {Gmi7}, {Dmi7}.",
                        """
                            A minor seventh chord is a minor triad with a minor seventh. It is also a major triad on \
                            the third, with the root below: {C} under {E♭ G B♭}.
                            """,
                    ],
                    hear: "row Cmi7 Gmi7 Dmi7 Ami7", do: "play chord mi7 | fifths"),
                Lesson(
                    "Random keys",
                    [
                        "Tunes do not follow the circle. Play major sevenths in any order, as they come.",
                        "A chord that you missed comes back after a few others.",
                    ],
                    hear: "row Cma7 A♭ma7 Ema7 Fma7", do: "play chord ma7 | shuffled"),
                Lesson(
                    "Reading",
                    [
                        """
                            The same chords, lit on the keyboard and written on the staff. Find the root, then the \
                            third and the seventh. They tell you the quality of the chord.
                            """
                    ],
                    hear: "row C7 Cma7 Cmi7 Cmi7(♭5)", do: "name chord 7 | shuffled"),
            ])
    }

    // MARK: Shells

    private static var shells: Course {
        Course(
            "shells", "Shells",
            "Root, third and seventh: three notes that define a chord and leave room for everything else.",
            [
                Lesson(
                    "The dominant",
                    [
                        """
                            {C7} has four notes, but the fifth tells you little: most chords share it. The third, {E}, \
                            and the seventh, {B♭}, set {C7} apart from other chords.
                            """,
                        "With the root below, they form a shell: {C E B♭}. One hand plays it, and the other is free.",
                    ],
                    hear: "voicing 7 shell", do: "play voicing 7 shell"),
                Lesson(
                    "Minor",
                    [
                        """
                            Lower the third of {C7} by a semitone: {C E♭ B♭} is {Cmi7}. One finger moves, and you have \
                            a new chord.
                            """
                    ],
                    hear: "row C7 Cmi7", do: "play voicing mi7 shell"),
                Lesson(
                    "Major",
                    [
                        """
                            Raise the seventh of {C7} by a semitone: {C E B} is {Cma7}. The seventh is now a semitone \
                            below the octave, and the chord is at rest.
                            """
                    ],
                    hear: "row C7 Cma7", do: "play voicing ma7 shell"),
                Lesson(
                    "{ii–V–I}",
                    [
                        """
                            {Dmi7}, {G7}, {Cma7}. From {Dmi7} to {G7} the seventh, {C}, falls to {B}, and {F} stays. \
                            From {G7} to {Cma7} the seventh, {F}, falls to {E}, and {B} stays.
                            """,
                        """
                            At each step one guide tone falls a semitone while the other stays. Hear that line, and \
                            you hear where the music is going.
                            """,
                    ],
                    hear: "cadence major shell", do: "play cadence major shell"),
                Lesson(
                    "{ii–V–i} in minor",
                    [
                        """
                            In minor the {ii} is half-diminished: {Dmi7(♭5)}. Its flat fifth, {A♭}, defines the chord, \
                            so play it with the shell.
                            """,
                        """
                            The same {A♭} is the flat ninth of {G7(♭9)}. On the tonic, {Cmi6}, the sixth takes the \
                            place of the seventh.
                            """,
                    ],
                    hear: "cadence minor shell", do: "play cadence minor shell"),
                Lesson(
                    "Guide-tone lines",
                    [
                        """
                            A bass player has the roots now. Play third and seventh alone: {F C} for {Dmi7}, \
                            {F B} for {G7}, {E B} for {Cma7}. Two lines, and only one note moves at a time.
                            """,
                        "Begin with the seventh on top, then with the third. Other notes of the chord may sound.",
                    ],
                    hear: "cadence major shell", do: "play cadence major | bass band"),
                Lesson(
                    "Guide-tone lines in time",
                    ["The same with a bass and a click. Change the chord on the first beat."],
                    hear: "cadence major shell", do: "play cadence major | in time 80 beats 4 | bass band"),
            ])
    }

    // MARK: ii–V–I

    private static var twoFiveOne: Course {
        Course(
            "two-five-one", "{ii–V–I} in all keys",
            "The cadence that most standards are built on, in all twelve keys, major and minor.",
            [
                Lesson(
                    "Major",
                    [
                        """
                            {Dmi7}, {G7} and {Cma7} are built on the second, fifth and first degrees of {C} major. The \
                            roots go up a fourth, twice: {D}, {G}, {C}.
                            """,
                        """
                            Play the root in the left hand and the other notes in the right. Move as little as you \
                            can: common tones stay where they are.
                            """,
                    ],
                    hear: "cadence major", do: "play cadence major"),
                Lesson(
                    "Minor",
                    [
                        """
                            {C} minor has an {A♭}. That makes the {ii} {Dmi7(♭5)} and gives the dominant a flat ninth: \
                            {G7(♭9)}. Its third, {B}, is raised, because a dominant needs its leading tone.
                            """,
                        "The tonic takes many forms. Here it is {Cmi6}, which sounds more settled than {Cmi7}.",
                    ],
                    hear: "cadence minor", do: "play cadence minor"),
                Lesson(
                    "In time",
                    [
                        """
                            Four beats for each chord, and the music does not wait. If you miss one, let it go and \
                            catch the next, as you would on stage.
                            """
                    ],
                    hear: "cadence major", do: "play cadence major | in time 80 beats 4"),
                Lesson(
                    "Up a semitone",
                    [
                        """
                            Some tunes move a {ii–V–I} up a semitone, and your hands have to find everything again. It \
                            is the hardest way through the keys, and the best test.
                            """
                    ],
                    hear: "row Dmi7 G7 Cma7 E♭mi7 A♭7 D♭ma7", do: "play cadence major | semitones"),
                Lesson(
                    "By ear",
                    [
                        """
                            Chords in root position, with four names to choose from. Sing the root, then the third \
                            above it: is it major or minor? Then the seventh.
                            """
                    ],
                    hear: "cadence minor", do: "hear cadence major | shuffled"),
            ])
    }

    // MARK: Rootless voicings

    private static var rootless: Course {
        Course(
            "rootless", "Rootless A and B",
            "Left-hand voicings in the style of Bill Evans, for playing with a bass player.",
            [
                Lesson(
                    "Form A",
                    [
                        """
                            From the third up: third, fifth, seventh, ninth. {Dmi7} is {F A C E}. The bass player has \
                            the {D}, and the ninth, {E}, replaces it.
                            """,
                        """
                            Keep your thumb between middle {C} and the {C} above it. Lower sounds muddy, higher \
                            sounds thin.
                            """,
                    ],
                    hear: "voicing mi7 rootless-a | from D", do: "play voicing mi7 rootless-a | bass band"),
                Lesson(
                    "Form B",
                    [
                        """
                            From the seventh up: seventh, ninth, third, fifth. {Dmi7} is {C E F A}: form A with its \
                            two upper notes moved to the bottom.
                            """
                    ],
                    hear: "voicing mi7 rootless-b | from D", do: "play voicing mi7 rootless-b | bass band"),
                Lesson(
                    "Dominants",
                    [
                        """
                            On a dominant, the thirteenth replaces the fifth. {G7} in form A is {B E F A}: third, \
                            thirteenth, seventh, ninth. In form B it is {F A B E}.
                            """
                    ],
                    hear: "voicing 7 rootless-a | from G", do: "play voicing 7 rootless-a | bass band"),
                Lesson(
                    "A, B, A",
                    [
                        """
                            {Dmi7} in form A, {F A C E}, becomes {G7} in form B, {F A B E}: one note moves, {C} to \
                            {B}. Then comes {Cma7} in form A, {E G B D}: {F}, {A} and {E} fall a step, and {B} stays.
                            """,
                        """
                            In keys where form A would be too low or too high, play B, A, B. The form changes with \
                            every chord.
                            """,
                    ],
                    hear: "cadence major rootless", do: "play cadence major rootless | bass band"),
                Lesson(
                    "In minor",
                    [
                        """
                            A half-diminished chord takes the eleventh, because its ninth is not in the key: \
                            {Dmi7(♭5)} is {F G A♭ C}. {G7(♭9)} without its root is a diminished seventh chord, {F A♭ B \
                            D}.
                            """,
                        "The tonic is {Cmi6/9}: {E♭ G A D}.",
                    ],
                    hear: "cadence minor rootless", do: "play cadence minor rootless | bass band"),
            ])
    }

    // MARK: Upper structures

    private static var upperStructures: Course {
        Course(
            "upper-structures", "Upper structures",
            "A triad above a dominant adds three notes at once, and each triad has its own colour.",
            [
                Lesson(
                    "{II}: the bright one",
                    [
                        """
                            Above {C7}, or just its third and seventh, play {D} major. {D} is the ninth, {F♯} the \
                            sharp eleventh, {A} the thirteenth: {C13(♯11)}.
                            """,
                        """
                            It is the sound of the Lydian dominant scale. It fits dominants that do not resolve to the \
                            tonic, or that resolve down a semitone.
                            """,
                    ],
                    hear: "upper-structure II", do: "play upper-structure II"),
                Lesson(
                    "{VI}: thirteenth and flat ninth",
                    [
                        """
                            Play {A} major above {C7}. {A} is the thirteenth, {C♯} the flat ninth, {E} the third: \
                            {C13(♭9)}.
                            """,
                        """
                            The notes belong to the half-whole diminished scale. The chord leads to {F} major and \
                            makes the way there darker.
                            """,
                    ],
                    hear: "upper-structure VI", do: "play upper-structure VI"),
                Lesson(
                    "{♭VI}: the altered one",
                    [
                        """
                            Play {A♭} major above {C7}. {A♭} is the flat thirteenth, {C} the root, {E♭} the sharp \
                            ninth: {C7(♯9♭13)}.
                            """,
                        "Of all upper structures, this one leads most strongly to {F} minor.",
                    ],
                    hear: "upper-structure ♭VI", do: "play upper-structure ♭VI"),
                Lesson(
                    "{♭III}: the blue one",
                    [
                        """
                            Play {E♭} major above {C7}. {E♭} is the sharp ninth, {G} the fifth, {B♭} the seventh: \
                            {C7(♯9)}. A major third below and a minor third above: the sound of the blues.
                            """
                    ],
                    hear: "upper-structure ♭III", do: "play upper-structure ♭III"),
                Lesson(
                    "{♭V}: a tritone away",
                    [
                        """
                            Play {G♭} major above {C7}. {G♭} is the sharp eleventh, {B♭} the seventh, {D♭} the flat \
                            ninth: {C7(♭9♯11)}.
                            """,
                        """
                            {G♭7} is the tritone substitute of {C7}. It has the same third and seventh, the other way \
                            around. You play both chords at once.
                            """,
                    ],
                    hear: "upper-structure ♭V", do: "play upper-structure ♭V"),
                Lesson(
                    "{♭ii}: minor, and dark",
                    [
                        """
                            Play {D♭} minor above {C7}. {D♭} is the flat ninth, {F♭} ({E} on the piano) the third, \
                            {A♭} the flat thirteenth: {C7(♭9♭13)}. Use it in minor keys.
                            """
                    ],
                    hear: "upper-structure ♭ii", do: "play upper-structure ♭ii"),
                Lesson(
                    "{♯iv}: minor, and bright",
                    [
                        """
                            Play {F♯} minor above {C7}. {F♯} is the sharp eleventh, {A} the thirteenth, {C♯} the flat \
                            ninth: {C13(♭9♯11)}. With {C7}, that is the whole half-whole scale except the sharp ninth.
                            """
                    ],
                    hear: "upper-structure ♯iv", do: "play upper-structure ♯iv"),
                Lesson(
                    "Solve it",
                    [
                        """
                            Now the name comes first: {C7} plus what makes {C13(♭9)}? Think of the degrees in the \
                            name, then of the triad that contains them.
                            """
                    ],
                    hear: "upper-structure VI", do: "complete upper-structure VI | shuffled"),
            ])
    }

    // MARK: Lydian and altered

    private static var lydianAndAltered: Course {
        Course(
            "lydian-altered", "Lydian and altered pairs",
            "Two triads, or a seventh chord and a triad, that together contain a whole scale.",
            [
                Lesson(
                    "Lydian: a major triad on the second",
                    [
                        """
                            {Cma7} with {D} major above it has the ninth, the sharp eleventh and the thirteenth: \
                            {Cma13(♯11)}. Together they contain all seven notes of {C} Lydian.
                            """,
                        "A natural eleventh, {F}, would clash with the third. {F♯} does not. That is why you play it.",
                    ],
                    hear: "pair Cma7 + D", do: "play pair Cma7 + D"),
                Lesson(
                    "Lydian: a minor triad on the seventh",
                    [
                        """
                            Play {B} minor above {Cma7}: seventh, ninth, sharp eleventh. It makes {Cma9(♯11)}, a \
                            little thinner than with {D}, because {B} is doubled.
                            """
                    ],
                    hear: "pair Cma7 + Bmi", do: "play pair Cma7 + Bmi"),
                Lesson(
                    "The Lydian scale",
                    [
                        """
                            {C D E F♯ G A B}: a major scale with a raised fourth, or {G} major starting on {C}. \
                            Alternate the triads {C} and {D}, and you have six of its seven notes.
                            """
                    ],
                    hear: "scale Lydian", do: "play scale Lydian"),
                Lesson(
                    "Lydian dominant",
                    [
                        """
                            Lower the seventh: {C7} with {D} major above it. The scale is {C} Lydian Dominant, the \
                            fourth mode of {G} melodic minor.
                            """
                    ],
                    hear: "row C7+D", do: "play scale Lydian Dominant"),
                Lesson(
                    "Altered: two triads a whole tone apart",
                    [
                        """
                            {C} altered has every altered tension of a dominant: {♭9 ♯9 ♯11 ♭13}. It contains two \
                            major triads, {G♭} and {A♭}.
                            """,
                        """
                            {A♭} above {C7} gives {♭13} and {♯9}, {G♭} gives {♯11} and {♭9}. Alternate them, and you \
                            have them all.
                            """,
                    ],
                    hear: "row C7+A♭ C7+G♭", do: "play pair C7 + A♭"),
                Lesson(
                    "The altered scale",
                    [
                        """
                            {C D♭ E♭ E G♭ A♭ B♭} is {D♭} melodic minor, starting on its seventh note. Starting on \
                            {G♭}, the same notes are {G♭} Lydian Dominant. Altered and Lydian dominant are one scale, \
                            a tritone apart.
                            """
                    ],
                    hear: "scale Super Locrian", do: "play scale Super Locrian"),
                Lesson(
                    "Tell them apart",
                    [
                        """
                            A dominant with an upper structure, by ear. Listen to the top: bright and open is Lydian, \
                            tense and dark is altered.
                            """
                    ],
                    hear: "row C7+D C7+A♭", do: "hear upper-structure ♭VI | shuffled | voiced"),
            ])
    }
}
