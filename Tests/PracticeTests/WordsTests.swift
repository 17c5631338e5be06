import Harmony
import Practice
import Testing

@Suite struct WordsTests {
    @Test(arguments: [
        "play chord 7", "name chord ma | fifths from F♯", "play pair C7 + Ama | semitones",
        "play way C7 + Ama = C13(♭9)",
        "echo voicing mi7 rootless-a | voiced with-bass",
        "play row Dmi7 G7 | in time 90 beats 3 | bass band with-band",
        "complete upper-structure ♭VI | shuffled from E♭",
        "play cadence major | in time 120 beats 2", "play cadence minor rootless | bass band landing 200",
        "play cadence major upper-structures", "hear scale Lydian Dominant",
        "play row Dmi7 G7 C7+Ama Cma7 called Two ❘ five", "play row Dmi7 G7 in rootless",
        "play row Dmi7 G7 in drop-2 called Two in five",
        "play row Dmi7 G7 called Sad :( | in time 90 beats 4", "play row Dmi7 G7 called 1) One (two",
        "play row Dmi7 G7 | fourths from A", "changed chord 13(♯11 omit9) | bass free as-written",
    ])
    func exercisesRoundTrip(_ words: String) throws {
        #expect(try Exercise(words: words).words == words)
    }

    @Test(arguments: [
        ("play pair G7+E", "play pair C7 + Ama"), ("complete upper-structure bVI", "complete upper-structure ♭VI"),
        ("play scale altered", "play scale Super Locrian"), ("play row Dm7 G7 Cmaj7", "play row Dmi7 G7 Cma7"),
        ("play row Dm7 G7 in spread", "play row Dmi7 G7"),
        ("play chord maj7 | wait | fourths from C", "play chord ma7"),
        ("play way D7 + B = D13b9", "play way C7 + Ama = C13(♭9)"),
        ("play chord 7 | in time 100", "play chord 7 | in time 100 beats 4"),
    ])
    func typedVariantsAreAccepted(_ typed: String, _ words: String) throws {
        #expect(try Exercise(words: typed).words == words)
    }

    @Test(arguments: [
        (
            "",
            """
                “” cannot be read here: expected play, name, echo, hear, complete, compare, tension or changed at the \
                beginning.
                """
        ),
        ("play", "“” cannot be read here: expected chord, pair, way, voicing, upper-structure, cadence, scale or row."),
        ("complete chord 7", "“chord 7” is not an equation, so no chord can be missing."),
        ("tension scale Dorian", "The task “tension” is not possible with “scale Dorian”."),
        ("play way C7 + A = C9", "“C7 + A = C9” is not true: the two chords make another chord."),
        ("play voicing ma shell", "“ma” has no such voicing: The chord has no seventh for a shell."),
        ("play chord 7 | from H", "“H” cannot be read here: expected a note name such as C, F♯ or B♭."),
        ("play chord 7 | in time 500", "“500” cannot be read here: expected a number from 30 to 300."),
        ("play chord 7 | bass", "“bass” is incomplete: expected lowest, free or band."),
        ("play row Dmi7 | with-band", "“with-band” is incomplete: expected “in time” and a tempo."),
        ("play row", "“row” is incomplete: expected chord symbols such as Dmi7 G7 Cma7."),
        ("play pair C7", "“C7” is incomplete: expected two chords such as C7 + A."),
    ])
    func invalidExercisesAreRejectedWithAMessage(_ words: String, _ message: String) {
        #expect { try Exercise(words: words) } throws: { ($0 as? ExerciseError)?.message == message }
    }
}
