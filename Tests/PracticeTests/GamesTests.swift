import Harmony
import Practice
import Testing

@Suite struct ChordOfTheDayTests {
    /// January 1, 2026, is 56 years of 365 days and 14 leap days after January 1, 1970.
    private let newYear = 56 * 365 + 14

    @Test func theDateAloneDecides() {
        #expect(ChordOfTheDay(on: newYear) == ChordOfTheDay(on: newYear))
        #expect(ChordOfTheDay(on: newYear).number == 1 && ChordOfTheDay(on: newYear + 330).number == 331)
    }

    @Test func noChordComesTwiceInACycle() {
        // 18 chord types and the upper structures, on twelve roots.
        let cycle = 12 * (18 + PracticeMaterial.upperStructures.count)
        let start = newYear / cycle * cycle
        let cards = (start..<start + cycle).map { ChordOfTheDay(on: $0).card }
        #expect(Set(cards).count == cycle)
        let next = (start + cycle..<start + 2 * cycle).map { ChordOfTheDay(on: $0).card }
        #expect(Set(next) == Set(cards) && next != cards)
    }

    @Test func everyDayHasAQuestion() {
        for day in [-800, -1, 0, newYear, newYear + 100_000] {
            #expect(ChordOfTheDay(on: day).card.exercise()?.questions(seed: 0).count == 1)
        }
    }

    @Test func theLineDoesNotNameTheChord() {
        let chord = ChordOfTheDay(on: newYear + 330)
        #expect(chord.line(attempts: 1, seconds: 3.24) == "Chord of the day 331: 3.2 s, first try")
        #expect(chord.line(attempts: 3, seconds: 12) == "Chord of the day 331: 12.0 s, 3 tries")
        #expect(chord.line(attempts: nil, seconds: 60) == "Chord of the day 331: not found")
    }
}

@Suite struct TenChordsTests {
    private let curriculum = Curriculum(startingWith: Course(id: "circle")!, hasInstrument: true)

    /// Right answers to major and minor triads in all keys; wrong ones to diminished triads.
    private var schedule: Schedule {
        var log = PracticeLog()
        for (index, type) in ["ma", "mi", "°"].enumerated() {
            for root in 0..<12 {
                guard let card = CardID("play \(root) chord \(type)") else { continue }
                log.add(
                    Attempt(
                        card, at: Timestamp(at: Int64(20_000 * 86_400 + 60 * index + root)),
                        index < 2 ? .right : .wrong, milliseconds: 1500, quality: index < 2 ? 5 : 1, isPlayed: true))
            }
        }
        return Schedule(log, on: 20_001, minutes: 10)
    }

    @Test func theyAreKnownAndDiffer() {
        for seed in 0..<50 as Range<UInt64> {
            let cards = TenChords(schedule, curriculum, seed: seed).cards
            #expect(cards.count == 10 && Set(cards).count == 10)
            #expect(cards.allSatisfy { ["chord ma", "chord mi"].contains($0.what) })
            #expect(zip(cards, cards.dropFirst()).filter { $0.root == $1.root }.isEmpty)
        }
        #expect(TenChords(schedule, curriculum, seed: 1) != TenChords(schedule, curriculum, seed: 2))
    }

    @Test func aBeginnerGetsTheFirstLesson() {
        let nothing = Schedule(PracticeLog(), on: 20_001, minutes: 10)
        let cards = TenChords(nothing, curriculum, seed: 3).cards
        #expect(Set(cards.map(\.text)) == Set([0, 5, 10, 3, 8, 1, 6, 11, 4, 9].map { "play \($0) chord ma" }))
    }

    @Test func theLineSumsUp() {
        #expect(TenChords.line(seconds: 31.44, right: 9) == "10 chords in 31.4 s, 9 on the first try")
        #expect(TenChords.line(seconds: 20, right: 10) == "10 chords in 20.0 s, all on the first try")
    }
}
