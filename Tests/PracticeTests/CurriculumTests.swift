import Harmony
import Practice
import Testing

@Suite struct CurriculumTests {
    /// Each card can be stored, read and asked.
    @Test func allCardsHaveQuestions() {
        let steps = Curriculum(startingWith: Course.all[0], hasInstrument: true).steps
        #expect(Set(steps.map(\.card)).count == steps.count)
        for step in steps {
            #expect(CardID(step.card.text) == step.card)
            guard step.card.root == 7 || step.kind != .chord else { continue }
            let count = step.card.exercise()?.questions(seed: 1).count ?? 0
            #expect(step.kind == .change ? count == 2 : count >= 1, "\(step.card.text)")
        }
    }

    /// Forty cards in two years are a tenth of the courses alone. With all other chords there is always something new.
    @Test func thereIsEnoughForYears() {
        for course in Course.all {
            let curriculum = Curriculum(startingWith: course, hasInstrument: true)
            let silent = Curriculum(startingWith: course, hasInstrument: false)
            #expect(curriculum.steps.count > 2000)
            // The same without changes, in the same order.
            #expect(curriculum.steps.filter { $0.kind != .change } == silent.steps)
            #expect(Set(curriculum.steps.map(\.kind)) == Set(CardKind.allCases))
        }
    }

    /// A card of no course does not lead away from the course.
    @Test func theNewestCardOfACourseDecides() throws {
        func attempt(_ card: CardID, at: Int64) -> Attempt {
            Attempt(card, at: Timestamp(at: at), .right, milliseconds: 2000, quality: 5, isPlayed: true)
        }
        let course = try #require(Course(id: "upper-structures"))
        let steps = Curriculum(startingWith: course, hasInstrument: true).steps
        let foreign = try #require(CardID("play 4 row Cma7/E"))
        #expect(!steps.contains { $0.card == foreign })
        let log = PracticeLog([attempt(steps[0].card, at: 1_764_000_000), attempt(foreign, at: 1_764_000_100)])
        #expect(Curriculum(for: log, hasInstrument: true).steps.first?.card == steps[0].card)
    }

    @Test func changesLeadWhereTheCadenceGoes() throws {
        let steps = Curriculum(startingWith: try #require(Course(id: "two-five-one")), hasInstrument: true).steps
        let titles = steps.filter { $0.kind == .change }.prefix(48).map { $0.card.title() }
        // ii–V and V–I in major and minor, in twelve keys.
        for title in ["Dmi7 → G7", "G7 → Cma7", "Dmi7(♭5) → G7(♭9)", "G7(♭9) → Cmi6", "A♭mi7 → D♭7"] {
            #expect(titles.contains(title), "\(title)")
        }
        #expect(Set(titles).count == 48)
    }

    /// Upper structures with a ♯9 or a ♭13 resolve to minor.
    @Test func upperStructuresResolve() throws {
        let steps = Curriculum(startingWith: try #require(Course(id: "upper-structures")), hasInstrument: true).steps
        let titles = steps.filter { $0.kind == .change }.map { $0.card.title() }
        #expect(titles.contains("G7 with A on top → Cma7") && titles.contains("G7 with E♭ on top → Cmi6"))
        #expect(titles.contains("G7 with B♭ on top → Cmi6") && titles.contains("G7 with E on top → Cma7"))
    }
}
