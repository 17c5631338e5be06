import Harmony
import JSONText
import Practice
import Testing

/// Exercises with every kind of material.
private let things: [PracticeMaterial] = {
    let types = [
        "ma", "mi", "°", "+", "sus4", "7", "ma7", "mi7", "mi7(♭5)", "°7", "6", "mi(Δ7)", "9", "ma9", "13(♯11)",
        "13(♭9)", "7alt", "7(♯9♭13)", "mi11", "ma7(♯5)",
    ]
    var words = types.map { "chord " + $0 }
    words += [
        "pair C7 + A", "pair Cma7 + D", "pair Cma7 + F#", "pair C + D", "pair Dmi + C", "pair C7sus4 + Bb",
        "pair C7 + Eb7", "pair Cmi7(b5) + Ab",
    ]
    words += ["way C7 + A = C13(b9)", "way Dmi7 + C = Dmi11", "way Cma7 + D = Cma13(#11)"]
    words += [
        "mi7 rootless-a", "mi7 rootless-b", "7 rootless-a", "7 rootless-b", "ma7 rootless-a", "7 shell", "mi7 shell",
        "ma7 shell", "ma7 drop-2", "mi11 so-what", "7(♯9♭13) upper-structure", "ma block",
    ].map { "voicing " + $0 }
    words += PracticeMaterial.upperStructures.map { "upper-structure " + $0 }
    for mode in ["major", "minor"] {
        words += ["", " rootless", " any", " shell", " upper-structures"].map { "cadence " + mode + $0 }
    }
    words += ["row Dmi7 G7 Cma7", "row C/E F7 C7+A Abma7 D/C called A test", "row Fma7 F#°7 Gmi7 C7alt"]
    return words.map { try! PracticeMaterial(words: $0) } + ScaleType.all.map { .scale($0) }
}()

private func each(_ body: (Exercise) -> Void) {
    for (index, material) in things.enumerated() {
        for (place, task) in material.tasks.enumerated() {
            let order = KeyOrder.allCases[(index + place) % 5]
            let pace =
                (index + place) % 3 == 0 ? Pace.inTime(tempo: 30 + 7 * index % 271, beats: 1 + index % 16) : .waiting
            let conditions = Conditions(
                bass: BassRule.allCases[(index + place) % 3], isAsWritten: index % 4 == 0,
                landing: 20 + 17 * index % 1900,
                isVoiced: place % 2 == 0, hasBass: index % 2 == 1)
            let from = NoteName.roots[(3 * index + place) % 21]
            body(Exercise(material, order: order, from: from, task: task, pace: pace, conditions: conditions))
        }
    }
}

@Suite struct ExerciseTests {
    @Test func wordsAndJSONRoundTrip() throws {
        for material in things { #expect(try PracticeMaterial(words: material.words) == material, "\(material.words)") }
        each { exercise in
            #expect((try? Exercise(words: exercise.words)) == exercise, "\(exercise.words)")
        }
        for material in things.prefix(40) {
            let exercise = Exercise(material, task: material.tasks.last!)
            let text = exercise.json(seed: .max - 3).text
            let back = try Exercise.read(JSON(text))
            #expect(back.exercise == exercise && back.seed == .max - 3)
        }
    }

    @Test func anUpperTriadKeepsItsNoteNames() throws {
        for numeral in ["II", "♭III", "♭V", "♭VI", "VI", "♯iv"] {
            for question in try Exercise(words: "play upper-structure \(numeral)").questions(seed: 1) {
                guard case .pair(let pair) = question.subject else { continue }
                let lower = Set(pair.lower.notes.map(\.pitchClass))
                for tone in question.voicing!.right where !lower.contains(tone.pitch % 12) {
                    #expect(pair.upper.notes.contains(tone.name), "\(question.title()): \(tone.name.text)")
                }
                #expect(
                    question.voicing!.tones.allSatisfy {
                        $0.name.pitchClass == $0.pitch % 12 && $0.name == question.expected.name(of: $0.pitch)
                    })
            }
        }
    }

    @Test func theExtraBassNoteIsBetweenE1AndDSharp2() throws {
        for words in ["hear chord 7", "hear upper-structure VI", "hear row Cma7/E F7 B/C"] {
            let exercise = try Exercise(words: words + " | with-bass")
            for sound in exercise.questions(seed: 3).flatMap(\.sounds) {
                #expect((28...39).contains((sound.left + sound.right).min()!), "\(words)")
            }
        }
    }

    @Test func everyChordTypeRoundTrips() throws {
        for type in Vocabulary.jazz.types {
            let material = PracticeMaterial.chord(type)
            #expect(try PracticeMaterial(words: material.words) == material)
            let row = PracticeMaterial.row(
                [
                    .chord(Chord(NoteName(.f), type)),
                    .pair(ChordCombiner().combine(lower: Chord(NoteName(.d), type), upper: try Chord("B♭+"))),
                ], title: "x")
            #expect(try PracticeMaterial(words: row.words) == row.inJazz, "\(row.words)")
        }
    }

    @Test func anExerciseHasEachOfTheTwelveKeysOnce() {
        for material in things {
            for order in KeyOrder.allCases where order != .asWritten {
                let questions = Exercise(material, order: order, from: NoteName(.a)).questions(seed: 5)
                var keys: [Int] = []
                for question in questions where question.index == 0 { keys.append(question.key.pitchClass) }
                #expect(keys.count == 12 && Set(keys).count == 12, "\(material.words)")
                #expect(questions.map(\.station) == questions.map(\.station).sorted() && questions.last?.station == 11)
                if order == .fourths { #expect(zip(keys, keys.dropFirst()).allSatisfy { ($1 - $0 + 12) % 12 == 5 }) }
                if order == .fifths { #expect(zip(keys, keys.dropFirst()).allSatisfy { ($1 - $0 + 12) % 12 == 7 }) }
                if order == .semitones { #expect(zip(keys, keys.dropFirst()).allSatisfy { ($1 - $0 + 12) % 12 == 1 }) }
            }
        }
    }

    @Test func theWrittenVoicingIsRight() {
        each { exercise in
            guard exercise.task == .play || exercise.task == .echo else { return }
            for question in exercise.questions(seed: 11) {
                guard let voicing = question.voicing else {
                    #expect(question.expected.isMelodic)
                    continue
                }
                var judge = Judge(question.expected, at: 0)
                for tone in voicing.tones { judge.receive(.down(tone.pitch), at: 1) }
                let verdict = judge.verdict(at: 3)
                #expect(
                    verdict?.outcome == .asWritten,
                    "\(exercise.words) \(question.title()) \(verdict?.sentence(of: question.expected) ?? "")")
            }
        }
    }

    /// Playing exactly the sounding notes is right, for any kind of sound.
    @Test func playingTheSoundingNotesIsRight() {
        for (index, material) in things.enumerated() {
            for bits in 0..<8 where (index + bits) % 3 == 0 {
                let conditions = Conditions(
                    bass: BassRule.allCases[bits % 3], isAsWritten: bits & 1 == 1, isVoiced: bits & 2 == 2,
                    hasBass: bits == 4)
                for question in Exercise(material, order: .fifths, task: .echo, conditions: conditions).questions(
                    seed: 1)
                {
                    var judge = Judge(question.expected, at: 0)
                    for pitch in question.sounds[0].pitches { judge.receive(.down(pitch), at: 1) }
                    let verdict = judge.verdict(at: 3)
                    #expect(
                        verdict?.outcome.isRight ?? false,
                        """
                            \(material.words) \(conditions) \(question.title()) \
                            \(verdict?.sentence(of: question.expected) ?? "-")
                            """
                    )
                }
            }
        }
    }

    @Test func theMissingChordIsRightAloneAndWithTheGivenOne() {
        for material in things where material.allows(.complete) {
            for seed in 1...2 as ClosedRange<UInt64> {
                for question in Exercise(material, task: .complete).questions(seed: seed) {
                    for chords in [[question.missing!], [question.given!, question.missing!]] {
                        var judge = Judge(question.expected, at: 0)
                        for chord in chords {
                            for note in chord.notes { judge.receive(.down(48 + note.pitchClass), at: 1) }
                        }
                        #expect(judge.verdict(at: 3)?.outcome.isRight ?? false, "\(question.title())")
                    }
                    var given = Judge(question.expected, at: 0)
                    for note in question.given!.notes { given.receive(.down(48 + note.pitchClass), at: 1) }
                    #expect(
                        !given.end(at: 3).outcome.isRight
                            || question.missing!.pitchClasses.isSubset(of: question.given!.pitchClasses),
                        "\(question.title())")
                }
            }
        }
    }

    @Test func anExerciseBeginsInTheKeyOfItsChord() throws {
        let chord = Exercise(of: .chord(try Chord("Bb13(b9)")))
        #expect(chord.words == "play chord 13(♭9) | from B♭")
        let pair = Exercise(of: .pair(ChordCombiner().combine(lower: try Chord("G7"), upper: try Chord("E"))))
        #expect(pair.words == "play pair C7 + Ama | from G" && pair.questions(seed: 1)[0].title() == "G7 with E on top")
        let slash = Exercise(of: .chord(try Chord("D/F#")))
        #expect(slash.questions(seed: 1).prefix(2).map { $0.title() } == ["D/F♯", "G/B"])
    }

    /// The chord in root position is right unless a voicing is required.
    @Test func theChordInRootPositionIsRight() {
        for material in things {
            if case .voicing = material { continue }
            if case .cadence(_, let styles) = material, styles != PracticeMaterial.plain { continue }
            for question in Exercise(material).questions(seed: 1) {
                guard let subject = question.subject else { continue }
                var judge = Judge(question.expected, at: 0)
                for pitch in QuestionWriter.rootPosition(subject) { judge.receive(.down(pitch), at: 1) }
                let verdict = judge.verdict(at: 3)
                #expect(
                    verdict?.outcome.isRight ?? false,
                    "\(material.words) \(question.title()) \(verdict?.sentence(of: question.expected) ?? "-")")
            }
        }
    }

    @Test func exactlyOneChoiceIsRight() {
        each { exercise in
            for question in exercise.questions(seed: 23) {
                let titles = question.choices.map { $0.title() }
                #expect(Set(titles).count == titles.count, "\(exercise.words) \(titles)")
                switch exercise.task {
                case .play, .echo: #expect(titles.isEmpty)
                case .name, .hear, .complete:
                    #expect(titles.count == 4, "\(exercise.words) \(question.title()) \(titles)")
                case .compare, .tension: #expect(titles.count == 2 && question.sounds.count == 2, "\(exercise.words)")
                case .changed:
                    #expect((2...4).contains(titles.count) && question.sounds.count == 2, "\(exercise.words)")
                }
                if !titles.isEmpty {
                    #expect(question.choices.filter(\.isRight).count == 1, "\(exercise.words) \(question.title())")
                }
                checkAnswers(question)
            }
        }
    }

    private func checkAnswers(_ question: Question) {
        let lit = PitchClassSet(question.voicing?.tones.map(\.pitch) ?? [])
        for choice in question.choices {
            switch choice.answer {
            case .subject(let subject):
                let all = QuestionWriter.rootPosition(subject)
                if choice.isRight {
                    #expect(subject == question.subject)
                } else {
                    // The lit notes fit none of the other chords, even without root or fifth.
                    #expect(PitchClassSet(all) != lit, "\(question.title()) \(choice.title())")
                }
                if case .chord(let chord) = subject, case .chord(let own)? = question.subject {
                    #expect(chord.root == own.root)
                }
            case .term(let chord):
                let together = chord.pitchClasses.union(question.given!.pitchClasses)
                if !choice.isRight {
                    #expect(
                        !question.result!.essentials().areMet(by: together), "\(question.title()) \(choice.title())")
                }
                if choice.isRight {
                    #expect(chord == question.missing)
                } else {
                    #expect(together != question.missing!.pitchClasses.union(question.given!.pitchClasses))
                }
            case .scale(let scale):
                #expect((scale == question.scale) == choice.isRight && scale.root == question.scale!.root)
            case .tone(let name, _):
                let (before, after) = (question.sounds[0].pitches, question.sounds[1].pitches)
                let changed = PitchClassSet(zip(before, after).filter { $0 != $1 }.map { $0.0 })
                #expect(changed.count == 1 && changed.contains(name.pitchClass) == choice.isRight)
            case .first, .second:
                let own = QuestionWriter.rootPosition(question.subject!)
                let place = choice.answer == .first ? 0 : 1
                let isOwn = PitchClassSet(question.sounds[place].pitches).isSubset(of: PitchClassSet(own).union(lit))
                if choice.isRight { #expect(isOwn) }
                #expect(PitchClassSet(question.sounds[0].pitches) != PitchClassSet(question.sounds[1].pitches))
            case .rises, .falls: #expect(question.other != nil)
            }
        }
    }

    @Test func spellingIsConventional() {
        for material in things {
            for question in Exercise(material).questions(seed: 3) {
                var roots: [NoteName] = []
                switch question.subject {
                case .chord(let chord): roots = [chord.root]
                case .pair(let pair): roots = [pair.lower.root, pair.upper.root]
                case nil: roots = [question.scale!.root]
                }
                // C♭, F♭, E♯ and B♯ are never roots of practice material.
                for root in roots + [question.key] {
                    #expect((-6...10).contains(root.fifths), "\(material.words) \(question.title())")
                }
                if let result = question.result {
                    #expect((-6...8).contains(result.root.fifths), "\(question.title())")
                }
            }
        }
        func keys(_ words: String) -> [String] {
            let questions = (try? Exercise(words: words))?.questions(seed: 1) ?? []
            return questions.filter { $0.index == 0 }.map { $0.title() }
        }
        #expect(keys("play chord 7") == ["C7", "F7", "B♭7", "E♭7", "A♭7", "D♭7", "G♭7", "B7", "E7", "A7", "D7", "G7"])
        #expect(
            keys("play chord mi7") == [
                "Cmi7", "Fmi7", "B♭mi7", "E♭mi7", "A♭mi7", "C♯mi7", "F♯mi7", "Bmi7", "Emi7", "Ami7", "Dmi7", "Gmi7",
            ])
        #expect(
            keys("play upper-structure VI") == [
                "C7 with A on top", "F7 with D on top", "B♭7 with G on top", "E♭7 with C on top", "A♭7 with F on top",
                "D♭7 with B♭ on top", "G♭7 with E♭ on top", "B7 with A♭ on top", "E7 with C♯ on top",
                "A7 with F♯ on top",
                "D7 with B on top", "G7 with E on top",
            ])
        #expect(keys("play pair C7 + A") == keys("play upper-structure VI"))
        #expect(
            keys("play cadence minor") == [
                "Dmi7(♭5)", "Gmi7(♭5)", "Cmi7(♭5)", "Fmi7(♭5)", "B♭mi7(♭5)", "D♯mi7(♭5)", "G♯mi7(♭5)", "C♯mi7(♭5)",
                "F♯mi7(♭5)",
                "Bmi7(♭5)", "Emi7(♭5)", "Ami7(♭5)",
            ])
    }

    @Test func aTransposedRowKeepsItsCards() throws {
        let row = try Exercise(words: "play row Dmi7 G7 Cma7 called A | semitones")
        let questions = row.questions(seed: 1)
        #expect(questions.count == 36 && questions[3..<6].map { $0.title() } == ["E♭mi7", "A♭7", "D♭ma7"])
        let alone = try Exercise(words: "play chord 7 | through from G").questions(seed: 1)
        #expect(questions[1].card == alone[0].card)
        // C7 with A on top is a numbered upper structure in every key.
        let pair = try Exercise(words: "play row D7+B").questions(seed: 1)
        #expect(pair[0].card.text == "play 2 upper-structure VI")
        let slash = try Exercise(words: "play row G/B").questions(seed: 1)
        #expect(slash[0].card.text == "play 7 row Cma/E")
    }

    @Test func cardsRoundTripWithTheSameQuestion() throws {
        each { exercise in
            for question in exercise.questions(seed: 2) {
                let card = CardID(question.card.text)
                #expect(card == question.card, "\(question.card.text)")
                let again = card?.exercise()?.questions(seed: 0)
                #expect(again?.contains { $0.card == card } ?? false, "\(question.card.text)")
                #expect(
                    again?.first?.subject?.chord.pitchClasses == question.subject?.chord.pitchClasses
                        || again!.count > 1, "\(question.card.text)")
            }
        }
        for text in [
            "", "play", "play 0", "play 12 chord 7", "play 0 chord", "sing 0 chord 7", "play 0 chord 7 extra",
            "complete 0 chord 7",
        ] {
            #expect(CardID(text) == nil, "\(text)")
        }
    }

    @Test func aSmallHandSpanHasQuestions() {
        let small = Pianist(left: .octave, right: .octave, hasBassPlayer: true, isPlain: true)
        for material in things {
            for question in Exercise(material, conditions: Conditions(bass: .band)).questions(seed: 1, for: small) {
                guard let voicing = question.voicing else { continue }
                var judge = Judge(question.expected, at: 0)
                for tone in voicing.tones { judge.receive(.down(tone.pitch), at: 1) }
                #expect(judge.verdict(at: 3)?.outcome == .asWritten, "\(material.words) \(question.title())")
            }
        }
    }
}
