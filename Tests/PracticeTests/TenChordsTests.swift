import Harmony
import Practice
import Testing

@Suite struct TenChordsTests {
    @Test func tenChordsHaveTenRoots() {
        for seed in 0..<200 as Range<UInt64> {
            let cards = TenChords.mixed(seed: seed, .play)
            #expect(cards.count == 10 && Set(cards.map(\.root)).count == 10 && cards.allSatisfy { $0.task == .play })
            #expect(cards == TenChords.mixed(seed: seed, .play) && cards != TenChords.mixed(seed: seed + 1, .play))
        }
    }

    @Test func theChordOfTheDayFollowsFromTheDate() {
        var kinds: [String] = []
        for day in 20_000..<20_400 {
            let cards = TenChords.ofDay(day, .play)
            #expect(cards.count == 10 && Set(cards.map(\.root)).count == 10 && Set(cards.map(\.what)).count == 1)
            // With cards, it is the same chord in the same keys.
            let named = TenChords.ofDay(day, .name)
            #expect(named.map(\.root) == cards.map(\.root) && named.map(\.what) == cards.map(\.what))
            #expect(named[0].title() == cards[0].title())
            kinds.append(cards[0].what)
        }
        // A kind comes back only after all others, except where one round follows another.
        // Three sevenths, and the fifteen most frequent other types without two triads. 20,000 is a multiple of 16.
        #expect(Set(kinds).count == 16)
        for start in stride(from: 0, to: kinds.count, by: 16) {
            #expect(Set(kinds[start..<start + 16]).count == 16)
        }
        // The clock of a device may begin in 1970, and the local date before.
        #expect(TenChords.ofDay(-1, .play).count == 10)
    }

    @Test func missedQuestionsDoNotComeBack() {
        var drill = Drill(
            reviewing: TenChords.mixed(seed: 1, .name), seed: 1, day: 20_000, isAgainstClock: true)
        var places: Set<Int> = []
        for count in 0..<10 {
            #expect(!drill.isOver && drill.leftCount == 10 - count)
            if let place = drill.current?.choices.firstIndex(where: { $0.isRight }) { places.insert(place) }
            drill.finish(0)
        }
        #expect(drill.isOver)
        // The right answer is not always in the same place.
        #expect(places.count > 1)
    }
}
