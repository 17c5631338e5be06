import Harmony
import Testing

@Suite struct ChordPaths {
    private let finder = ChordFinder()
    private let band = NamingContext(hasBassPlayer: true)

    /// The readings of a chord among which its neighbors choose.
    private func choices(_ pitches: [Int]) -> [Reading] {
        finder.find(pitches: pitches, in: band).readings.filter(\.contends)
    }

    /// The added cost of the step from a chord to each reading of the next, by the reading's root.
    private func steps(from chord: Chord, to pitches: [Int]) -> [Int: Int] {
        var after = band
        after.previous = chord
        let alone = finder.find(pitches: pitches, in: band).readings
        let costs = Dictionary(uniqueKeysWithValues: alone.map { ($0.chord.root.pitchClass, $0.cost) })
        var steps: [Int: Int] = [:]
        for reading in finder.find(pitches: pitches, in: after).readings {
            let root = reading.chord.root.pitchClass
            if let cost = costs[root] { steps[root] = reading.cost - cost }
        }
        return steps
    }

    @Test func noPathIsCheaper() {
        var random = SystemRandomNumberGenerator()
        var known = 0
        for _ in 0..<40 {
            let row = (0..<30).map { _ in
                Set((0..<Int.random(in: 3...5, using: &random)).map { _ in Int.random(in: 48...71, using: &random) })
                    .sorted()
            }
            // A repeated chord keeps its reading without a step.
            let sounds = row.map { finder.find(pitches: $0, in: band).readings }
            if zip(sounds, sounds.dropFirst()).contains(where: { $0 == $1 }) { continue }
            let path = finder.find(progression: row, in: band).map { $0[0] }
            var cost = path[0].cost
            var isKnown = true
            // The lowest cost of a path to each reading of the current chord.
            var ways = choices(row[0]).map { (chord: $0.chord, cost: $0.cost) }
            for index in 1..<row.count {
                let readings = choices(row[index])
                cost += path[index].cost
                // Readings too improbable after the chord to be listed have no step cost here.
                let step = steps(from: path[index - 1].chord, to: row[index])[path[index].chord.root.pitchClass]
                isKnown = isKnown && step != nil
                cost += step ?? 0
                var next = readings.map { (chord: $0.chord, cost: 10_000) }
                for way in ways {
                    let steps = steps(from: way.chord, to: row[index])
                    for (place, reading) in readings.enumerated() {
                        guard let step = steps[reading.chord.root.pitchClass] else { continue }
                        next[place].cost = min(next[place].cost, way.cost + step + reading.cost)
                    }
                }
                ways = next
            }
            if isKnown { #expect(cost == ways.map(\.cost).min(), "\(row)") }
            known += isKnown ? 1 : 0
        }
        #expect(known > 10)
    }

    @Test func readingIsDecidedWithinAFewChords() {
        // Around the circle of fifths, each chord leads to the next.
        var path = ChordPath()
        var settled: [Int] = []
        for number in 0..<1000 {
            let root = 48 + 5 * number % 12
            settled += path.add(finder.find(pitches: [root, root + 4, root + 7, root + 10]).readings)
            #expect(number - settled.count < 4)
        }
        settled += path.end()
        #expect(settled == Array(repeating: 0, count: 1000))
    }

    @Test func undecidedReadingsAreDecidedAfterAMaximum() {
        // Alternating inversions of a diminished seventh chord can have any of its notes as root.
        var path = ChordPath()
        var count = 0
        for number in 0..<500 {
            let up = number % 2 * 3
            count += path.add(finder.find(pitches: [48, 51, 54, 57].map { $0 + up }).readings).count
        }
        #expect(count >= 500 - 65)
        #expect(count + path.end().count == 500)
    }

    @Test func repeatedChordsKeepTheirReading() {
        let (six, dominant) = ([53, 57, 60, 62], [43, 47, 50, 53])
        func titles(_ row: [[Int]]) -> [String] { finder.find(progression: row).map { $0[0].title } }
        #expect(titles([six, six]) == ["F6", "F6"])
        #expect(titles([six, six, dominant]) == ["Dmi7/F", "Dmi7/F", "G7"])
        let long = Array(repeating: six, count: 200)
        #expect(titles(long + [dominant]) == Array(repeating: "Dmi7/F", count: 200) + ["G7"])
        // 200 repetitions count no more than one chord.
        #expect(titles([dominant] + long) == ["G7"] + Array(repeating: titles([dominant, six])[1], count: 200))
    }
}
