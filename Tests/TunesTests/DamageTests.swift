import Foundation
import RandomTunes
import Testing

import Tunes

@Suite struct DamageTests {
    /// Damaged links and texts and random bytes are read quickly and without a crash. `TUNES_DAMAGED` sets a larger
    /// number of inputs.
    @Test func damagedInputsAreReadQuickly() {
        var random = TuneGenerator(seed: 100)
        let count = ProcessInfo.processInfo.environment["TUNES_DAMAGED"].flatMap { Int($0) } ?? 100_000
        let files = random.files()
        var slowest = Duration.zero
        let clock = ContinuousClock()
        for _ in 0..<count {
            let bytes = random.damaged(files)
            let start = clock.now
            let book = TuneBook(reading: bytes)
            for tune in book.tunes {
                _ = try? tune.unfolded()
                if random.happens(oneIn: 50) {
                    _ = TuneAnalysis(of: tune)
                    _ = try? tune.writtenOut()
                    _ = IRealWriter.link([tune])
                }
            }
            slowest = max(slowest, clock.now - start)
        }
        // A hang would be minutes; this leaves room for a machine that does something else.
        #expect(slowest < .seconds(2), "\(slowest)")
    }

    /// Inputs that are made to take long: what opens and never closes, what repeats itself, and bars without end.
    @Test(arguments: [
        "(", "<", "*", "xC", "[T", "C7(", "|", "((C)", "| (C ", "| C", "\"", "irealb://=1r34LbKcu7 ", "[A", "%", "N",
        "1.",
    ])
    func longInputsTakeNoTime(_ part: String) {
        let long = String(repeating: part, count: 200_000 / part.utf8.count)
        let clock = ContinuousClock()
        for text in [long, "irealbook://A=B=C=C=n=" + long, "<score-partwise>" + long, "| C " + long, long + "\n"] {
            let start = clock.now
            let book = TuneBook(reading: Array(text.utf8))
            #expect(book.problems.count < 20_000)
            #expect(clock.now - start < .seconds(2), "\(text.prefix(40))")
        }
    }

    /// Tunes read from damaged input can be written and read again.
    @Test func damagedTunesRoundTrip() {
        var random = TuneGenerator(seed: 5)
        for _ in 0..<3_000 {
            var bytes = Array(IRealWriter.link([random.tune(.iReal)]).utf8)
            for _ in 0..<6 { bytes[random.number(9...bytes.count - 1)] = random.one(of: Array("C|7bZ{x[N1-^ 2F".utf8)) }
            let tunes = TuneBook(reading: bytes).tunes
            // Not told in full: a tune is long.
            let isSame = TuneText.read(TuneText.write(tunes)).tunes == tunes
            #expect(isSame, "\(difference(tunes, TuneText.read(TuneText.write(tunes)).tunes))")
        }
    }
}
