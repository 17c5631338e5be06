extension Course {
    /// All courses, in the order in which one might take them.
    public static var all: [Course] { [circle, shells, twoFiveOne, rootless, upperStructures, lydianAndAltered] }

    // MARK: The circle

    private static var circle: Course {
        Course(
            "circle", "Round the circle", "Twelve keys, each a fourth from the next, until none of them is far away.",
            [
                Lesson(
                    "Major triads in fourths",
                    [
                        "Root, third and fifth: C E G. A fourth up lies F A C, then B♭ D F, and after twelve steps you are back at C.",
                        "Do not hurry. Say the name of the chord, see its keys, then play. The bass is the root; where the other notes lie is up to you.",
                    ],
                    hear: "row C F B♭ E♭", do: "play chord ma"),
                Lesson(
                    "Dominants that follow each other",
                    [
                        "A dominant seventh chord wants to go up a fourth: C7 leads to F. If that chord is a dominant too, it leads on, and so all the way round.",
                        "Listen to the third and the seventh. E and B♭ of C7 each fall a semitone, to E♭ and A of F7: the third becomes the seventh, and the seventh the third.",
                    ],
                    hear: "row C7 F7 B♭7 E♭7", do: "play chord 7"),
                Lesson(
                    "Minor sevenths in fifths",
                    [
                        "Now the other way: up a fifth is down a fourth. Cmi7, Gmi7, Dmi7.",
                        "A minor seventh chord is a minor triad with a minor seventh, or a major triad on its third with the root below: C below E♭ G B♭.",
                    ],
                    hear: "row Cmi7 Gmi7 Dmi7 Ami7", do: "play chord mi7 | fifths"),
                Lesson(
                    "In no order",
                    [
                        "A tune does not go round the circle. Major sevenths in any order, as they come.",
                        "What you did not know comes again after a few others.",
                    ],
                    hear: "row Cma7 A♭ma7 Ema7 Fma7", do: "play chord ma7 | shuffled"),
                Lesson(
                    "By eye",
                    [
                        "The same chords, lit on the keyboard and written on the staff. Look for the root, then for the third and the seventh: they say what kind of chord it is.",
                    ],
                    hear: "row C7 Cma7 Cmi7 Cmi7(♭5)", do: "name chord 7 | shuffled"),
            ])
    }

    // MARK: Shells

    private static var shells: Course {
        Course(
            "shells", "Shells", "Root, third and seventh: three notes that say what a chord is, and leave room for everything else.",
            [
                Lesson(
                    "The dominant",
                    [
                        "C7 has four notes, but the fifth says little: most chords have the same one. What tells C7 from other chords are the third, E, and the seventh, B♭.",
                        "With the root below they are a shell: C E B♭. One hand holds it, and the other is free.",
                    ],
                    hear: "voicing 7 shell", do: "play voicing 7 shell"),
                Lesson(
                    "Minor",
                    [
                        "Lower the third of C7 by a semitone: C E♭ B♭ is Cmi7. One finger moves, and the chord is another one.",
                    ],
                    hear: "row C7 Cmi7", do: "play voicing mi7 shell"),
                Lesson(
                    "Major",
                    [
                        "Raise the seventh of C7 by a semitone: C E B is Cma7. The seventh now lies a semitone below the octave, and the chord wants to go nowhere.",
                    ],
                    hear: "row C7 Cma7", do: "play voicing ma7 shell"),
                Lesson(
                    "ii–V–I",
                    [
                        "Dmi7, G7, Cma7. From Dmi7 to G7 the seventh, C, falls to B, and F stays. From G7 to Cma7 the seventh, F, falls to E, and B stays.",
                        "So one guide tone falls a semitone at each step while the other waits. Hear that line, and you hear where the music goes.",
                    ],
                    hear: "cadence major shell", do: "play cadence major shell"),
                Lesson(
                    "ii–V–i in minor",
                    [
                        "In minor the ii is half-diminished: Dmi7(♭5). Its flat fifth, A♭, belongs to the chord, so it is played besides the shell.",
                        "The same A♭ is the flat ninth of G7(♭9). At home, in Cmi6, the sixth stands where the seventh was.",
                    ],
                    hear: "cadence minor shell", do: "play cadence minor shell"),
            ])
    }

    // MARK: ii–V–I

    private static var twoFiveOne: Course {
        Course(
            "two-five-one", "ii–V–I in all keys", "The turn from which most standards are made, in twelve keys, major and minor.",
            [
                Lesson(
                    "Major",
                    [
                        "On the second, fifth and first degree of C major stand Dmi7, G7 and Cma7. The roots go up a fourth, twice: D, G, C.",
                        "Play the root in the left hand and the other notes in the right one, and move as little as you can: common tones stay where they are.",
                    ],
                    hear: "cadence major", do: "play cadence major"),
                Lesson(
                    "Minor",
                    [
                        "In C minor the scale has A♭. So the ii is Dmi7(♭5), and the dominant has a flat ninth: G7(♭9). B, its third, is raised, since a dominant needs its leading tone.",
                        "The tonic may have many forms. Here it is Cmi6, which rests better than Cmi7.",
                    ],
                    hear: "cadence minor", do: "play cadence minor"),
                Lesson(
                    "In time",
                    [
                        "Four beats for each chord, and the music does not wait. If you miss one, let it go and take the next: that is what one does on a stage.",
                    ],
                    hear: "cadence major", do: "play cadence major | in time 80 beats 4"),
                Lesson(
                    "Up a semitone",
                    [
                        "Some tunes lift a ii–V–I by a semitone, and the hands have to find everything anew. It is the hardest way through the keys, and the best test.",
                    ],
                    hear: "row Dmi7 G7 Cma7 E♭mi7 A♭7 D♭ma7", do: "play cadence major | semitones"),
                Lesson(
                    "By ear",
                    [
                        "Chords in root position, and four names for each. Sing the root first, then the third above it: is it major or minor? Then the seventh.",
                    ],
                    hear: "cadence minor", do: "hear cadence major | shuffled"),
            ])
    }

    // MARK: Rootless voicings

    private static var rootless: Course {
        Course(
            "rootless", "Rootless A and B", "Left-hand voicings after Bill Evans, for when somebody else plays the bass.",
            [
                Lesson(
                    "Form A",
                    [
                        "From the third up: third, fifth, seventh, ninth. Dmi7 is F A C E. The bass player has the D, and the ninth, E, has its place.",
                        "Keep the thumb between middle C and the C above it: lower it is muddy, higher it is thin.",
                    ],
                    hear: "voicing mi7 rootless-a | from D", do: "play voicing mi7 rootless-a | bass band"),
                Lesson(
                    "Form B",
                    [
                        "From the seventh up: seventh, ninth, third, fifth. Dmi7 is C E F A: the notes of form A, with the upper two below.",
                    ],
                    hear: "voicing mi7 rootless-b | from D", do: "play voicing mi7 rootless-b | bass band"),
                Lesson(
                    "Dominants",
                    [
                        "On a dominant the thirteenth takes the place of the fifth. G7 in form A is B E F A: third, thirteenth, seventh, ninth. In form B it is F A B E.",
                    ],
                    hear: "voicing 7 rootless-a | from G", do: "play voicing 7 rootless-a | bass band"),
                Lesson(
                    "A, B, A",
                    [
                        "Dmi7 in form A, F A C E, becomes G7 in form B, F A B E: one note moves, C to B. Then Cma7 in form A, E G B D: F, A and E fall a step, and B stays.",
                        "In the keys where A would lie too low or too high it is B, A, B. Between two chords of the turn the form always changes.",
                    ],
                    hear: "cadence major rootless", do: "play cadence major rootless | bass band"),
                Lesson(
                    "In minor",
                    [
                        "A half-diminished chord takes the eleventh, since its ninth is none of the key: Dmi7(♭5) is F G A♭ C. G7(♭9) without its root is a diminished seventh chord, F A♭ B D.",
                        "The tonic is Cmi6/9: E♭ G A D.",
                    ],
                    hear: "cadence minor rootless", do: "play cadence minor rootless | bass band"),
            ])
    }

    // MARK: Upper structures

    private static var upperStructures: Course {
        Course(
            "upper-structures", "Upper structures",
            "A triad above a dominant gives three notes at once, and each triad gives another colour.",
            [
                Lesson(
                    "II: the bright one",
                    [
                        "Above C7, or its third and seventh alone, play D major. D is the ninth, F♯ the sharp eleventh, A the thirteenth: C13(♯11).",
                        "It is the sound of the Lydian dominant scale, and fits dominants that do not go home, or go down a semitone.",
                    ],
                    hear: "upper-structure II", do: "play upper-structure II"),
                Lesson(
                    "VI: thirteenth and flat ninth",
                    [
                        "A major above C7: A is the thirteenth, C♯ the flat ninth, E the third: C13(♭9).",
                        "The notes are those of the half-whole diminished scale. The chord leads to F major, and makes the way there darker.",
                    ],
                    hear: "upper-structure VI", do: "play upper-structure VI"),
                Lesson(
                    "♭VI: the altered one",
                    [
                        "A♭ major above C7: A♭ is the flat thirteenth, C the root, E♭ the sharp ninth: C7(♯9♭13).",
                        "Of all of them it leads most strongly to F minor.",
                    ],
                    hear: "upper-structure ♭VI", do: "play upper-structure ♭VI"),
                Lesson(
                    "♭III: the blue one",
                    [
                        "E♭ major above C7: E♭ is the sharp ninth, G the fifth, B♭ the seventh: C7(♯9). Major third below and minor third above, as the blues has it.",
                    ],
                    hear: "upper-structure ♭III", do: "play upper-structure ♭III"),
                Lesson(
                    "♭V: a tritone away",
                    [
                        "G♭ major above C7: G♭ is the sharp eleventh, B♭ the seventh, D♭ the flat ninth: C7(♭9♯11).",
                        "G♭7 is the tritone substitute of C7, and has the same third and seventh the other way round. So this is both chords at once.",
                    ],
                    hear: "upper-structure ♭V", do: "play upper-structure ♭V"),
                Lesson(
                    "♭ii: minor, and dark",
                    [
                        "D♭ minor above C7: D♭ is the flat ninth, F♭ (an E on the piano) the third, A♭ the flat thirteenth: C7(♭9♭13), for minor keys.",
                    ],
                    hear: "upper-structure ♭ii", do: "play upper-structure ♭ii"),
                Lesson(
                    "♯iv: minor, and bright",
                    [
                        "F♯ minor above C7: F♯ is the sharp eleventh, A the thirteenth, C♯ the flat ninth: C13(♭9♯11). With C7 that is the whole half-whole scale but for the sharp ninth.",
                    ],
                    hear: "upper-structure ♯iv", do: "play upper-structure ♯iv"),
                Lesson(
                    "Solve it",
                    [
                        "Now the name comes first: C7 and what else make C13(♭9)? Think of the degrees that the name asks for, and of the triad that has them.",
                    ],
                    hear: "upper-structure VI", do: "complete upper-structure VI | shuffled"),
            ])
    }

    // MARK: Lydian and altered

    private static var lydianAndAltered: Course {
        Course(
            "lydian-altered", "Lydian and altered pairs", "Two triads, or a seventh chord and a triad, that hold a whole scale between them.",
            [
                Lesson(
                    "Lydian: a major triad on the second",
                    [
                        "Cma7 with D major above it has the ninth, the sharp eleventh and the thirteenth: Cma13(♯11). Together they are all seven notes of C Lydian.",
                        "A plain eleventh, F, would rub against the third. F♯ does not, and that is why it is played.",
                    ],
                    hear: "pair Cma7 + D", do: "play pair Cma7 + D"),
                Lesson(
                    "Lydian: a minor triad on the seventh",
                    [
                        "B minor above Cma7: seventh, ninth, sharp eleventh. Cma9(♯11), a little thinner than with D, since B is there twice.",
                    ],
                    hear: "pair Cma7 + Bmi", do: "play pair Cma7 + Bmi"),
                Lesson(
                    "The Lydian scale",
                    [
                        "C D E F♯ G A B: a major scale whose fourth is raised, or the notes of G major from C. The triads C and D, in turns, have six of its seven notes.",
                    ],
                    hear: "scale Lydian", do: "play scale Lydian"),
                Lesson(
                    "Lydian dominant",
                    [
                        "Lower the seventh: C7 with D major above it. The scale is C Lydian Dominant, the fourth mode of G melodic minor.",
                    ],
                    hear: "row C7+D", do: "play scale Lydian Dominant"),
                Lesson(
                    "Altered: two triads a whole tone apart",
                    [
                        "C altered has every tension that a dominant can have lowered or raised: ♭9 ♯9 ♯11 ♭13. In it there are two major triads, G♭ and A♭.",
                        "A♭ above C7 gives ♭13 and ♯9, G♭ gives ♯11 and ♭9. In turns they have it all.",
                    ],
                    hear: "row C7+A♭ C7+G♭", do: "play pair C7 + A♭"),
                Lesson(
                    "The altered scale",
                    [
                        "Read as C D♭ E♭ E G♭ A♭ B♭ it is D♭ melodic minor, begun on its seventh note. From G♭ the same notes are G♭ Lydian Dominant: so altered and Lydian dominant are one scale, a tritone apart.",
                    ],
                    hear: "scale Super Locrian", do: "play scale Super Locrian"),
                Lesson(
                    "Tell them apart",
                    [
                        "A dominant and what stands above it, by ear. Listen for the top: bright and open is Lydian, tense and dark is altered.",
                    ],
                    hear: "row C7+D C7+A♭", do: "hear upper-structure ♭VI | shuffled | voiced"),
            ])
    }
}
