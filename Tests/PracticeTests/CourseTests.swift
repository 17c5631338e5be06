import Harmony
import Practice
import Testing

@Suite struct CourseTests {
    @Test func everyLessonHasAnExampleAndAnExercise() {
        #expect(
            Course.all.map(\.id) == [
                "circle", "inversions", "shells", "two-five-one", "rootless", "upper-structures", "lydian-altered",
                "quartal-and-block", "sixth-diminished",
            ])
        for course in Course.all {
            #expect(Course(id: course.id) == course && course.lessons.count >= 5)
            for lesson in course.lessons {
                #expect(!lesson.title.isEmpty && !lesson.paragraphs.isEmpty)
                #expect(!lesson.exercise.questions(seed: 1).isEmpty, "\(lesson.title)")
                let example = lesson.example()
                #expect(!example.isEmpty && example.allSatisfy { !$0.sounds[0].pitches.isEmpty }, "\(lesson.title)")
            }
        }
        #expect(Course(id: "scales") == nil)
    }

    @Test func textsNameChordsAndNotesInTheNotation() throws {
        let shells = try #require(Course(id: "shells")).lessons
        #expect(shells[0].paragraphs[1].hasPrefix("With the root below, they form a shell: C E B♭. One hand"))
        let german = Notation(.delta, .letters, .german)
        #expect(shells[0].paragraphs(in: german)[1].contains("a shell: C E B. One"))
        #expect(shells[2].paragraphs(in: german)[0].contains("C E H is CΔ7."))
        #expect(shells[3].title(in: german) == "ii–V–I" && shells[4].title == "ii–V–i in minor")
        #expect(shells[4].paragraphs(in: german)[0].contains("Dø7. Its flat fifth, Ab, defines"))
        let texts = Course.all.flatMap { $0.lessons }.flatMap { [$0.title] + $0.paragraphs + $0.paragraphs(in: german) }
        #expect(texts.allSatisfy { !$0.contains("{") && !$0.contains("}") })
    }

    /// The eight chords are the notes of one scale, every other note of it each.
    @Test(arguments: ["C D E F G A♭ A B", "C D E♭ F G A♭ A B"])
    func sixthAndDiminishedChordsMakeTheirScale(_ scale: String) throws {
        let notes = scale.split(separator: " ").map { try! NoteName(String($0)).pitchClass }
        let lessons = try #require(Course(id: "sixth-diminished")).lessons
        let lesson = lessons[notes[2] == 4 ? 2 : 3]
        let questions = lesson.exercise.questions(seed: 1)
        // The ninth is the first one an octave higher.
        #expect(questions.count == 9 * 12)
        for (index, question) in questions.prefix(8).enumerated() {
            let chord = try #require(question.subject?.chord)
            #expect(chord.lowest.pitchClass == notes[index])
            let own = Set(notes.indices.filter { $0 % 2 == index % 2 }.map { notes[$0] })
            #expect(Set(chord.pitchClasses) == own, "\(chord.title)")
        }
    }

    /// An inversion has another note of its chord in the bass.
    @Test func inversionsMoveTheBass() throws {
        for lesson in try #require(Course(id: "inversions")).lessons {
            for question in lesson.exercise.questions(seed: 1) {
                let chord = try #require(question.subject?.chord)
                let upper = Chord(chord.root, chord.type)
                #expect(upper.pitchClasses.contains(chord.lowest.pitchClass))
                #expect(question.expected.bass == chord.lowest.pitchClass)
            }
        }
    }

    /// Third and seventh are enough if a bass player has the root.
    @Test func guideTonesAreEnough() throws {
        let lesson = try #require(Course(id: "shells")?.lessons.first { $0.title == "Guide-tone lines" })
        for question in lesson.exercise.questions(seed: 1) {
            let root = try #require(question.subject?.chord.root.pitchClass)
            let type = try #require(question.subject?.chord.type)
            let guides = [type.pitchClasses.contains(4) ? 4 : 3, type.pitchClasses.contains(11) ? 11 : 10]
            #expect(Set(question.expected.required) == Set(guides.map { (root + $0) % 12 }))
        }
    }

    private func written(_ words: String) throws -> [String] {
        try Exercise(words: words).questions(seed: 0).map { question in
            question.voicing!.tones.map(\.name.text).joined(separator: " ")
        }
    }

    /// A row in a style has the voicings, and the cards, of the cadence with the same chords.
    @Test(arguments: ["rootless", "shell", "drop-2"])
    func rowsAreVoicedLikeCadences(style: String) throws {
        for (row, cadence) in [("Dmi7 G7 Cma7", "major"), ("Dmi7(♭5) G7(♭9) Cmi6", "minor")] where
            cadence == "major" || style != "rootless"
        {
            let words = "play row " + row + " in " + style
            #expect(try written(words) == written("play cadence \(cadence) \(style) | through"))
            let cards = try Exercise(words: words).questions(seed: 0).map(\.card)
            #expect(cards.allSatisfy { $0.what.contains("voicing") }, "\(cards.map(\.what))")
        }
        #expect(try written("play row Dmi7 G7 in rootless") != written("play row Dmi7 G7"))
    }

    /// The chords in the texts are those of the examples.
    @Test func textsMatchTheirExamples() throws {
        #expect(try written("play voicing 7 shell | through") == ["C E B♭"])
        #expect(try written("play voicing mi7 shell | through") == ["C E♭ B♭"])
        #expect(try written("play voicing ma7 shell | through") == ["C E B"])
        #expect(try written("play cadence major shell | through") == ["D F C", "G F B", "C E B"])
        #expect(try written("play cadence major rootless | through") == ["F A C E", "F A B E", "E G B D"])
        #expect(try written("play cadence minor rootless | through") == ["F G A♭ C", "F A♭ B D", "E♭ G A D"])
        #expect(try written("play voicing mi7 rootless-a | through from D") == ["F A C E"])
        #expect(try written("play voicing mi7 rootless-b | through from D") == ["C E F A"])
        #expect(try written("play voicing 7 rootless-a | through from G") == ["B E F A"])
        #expect(try written("play voicing 7 rootless-b | through from G") == ["F A B E"])
        #expect(try written("play voicing mi7 so-what | through from D") == ["D G C F A"])
        #expect(try written("play voicing mi11 quartal | through") == ["C F B♭ E♭"])
        #expect(try written("play voicing 7sus4 quartal | through") == ["C F B♭"])
        #expect(try written("play voicing 6/9 quartal | through") == ["E A D G C"])
        let names = [
            "II": "C13(♯11)", "VI": "C13(♭9)", "♭VI": "C7(♯9♭13)", "♭III": "C7(♯9)", "♭V": "C7(♭9♯11)",
            "♭ii": "C7(♭9♭13)", "♯iv": "C13(♭9♯11)",
        ]
        for (numeral, name) in names {
            let pair = PracticeMaterial.structure(numeral, over: try Chord("C7"))
            #expect(pair?.title == name, "\(numeral)")
        }
    }
}
