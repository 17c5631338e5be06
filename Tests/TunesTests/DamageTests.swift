import Foundation
import RandomTunes
import Testing

import Tunes

@Suite struct DamageTests {
    /// Damaged links and texts and random bytes are read without a crash, and end. `TUNES_DAMAGED` sets a larger number
    /// of inputs. LinearTests counts the steps of reading.
    @Test func damagedInputsAreRead() {
        var random = TuneGenerator(seed: 100)
        let count = ProcessInfo.processInfo.environment["TUNES_DAMAGED"].flatMap { Int($0) } ?? 100_000
        let files = random.files()
        var barCount = 0
        for _ in 0..<count {
            let bytes = random.damaged(files)
            let book = TuneBook(reading: bytes)
            for tune in book.tunes {
                barCount += tune.bars.count
                _ = try? tune.unfolded()
                if random.happens(oneIn: 50) {
                    _ = TuneAnalysis(of: tune)
                    _ = try? tune.writtenOut()
                    _ = IRealWriter.link([tune])
                }
            }
        }
        // Most inputs still have music.
        #expect(barCount > count)
    }

    /// Inputs made to be slow, of unclosed brackets, repetitions and endless bars, have a limited number of remarks.
    @Test(arguments: [
        "(", "<", "*", "xC", "[T", "C7(", "|", "((C)", "| (C ", "| C", "\"", "irealb://=1r34LbKcu7 ", "[A", "%", "N",
        "1.",
    ])
    func pathologicalInputsHaveFewRemarks(_ part: String) {
        let long = String(repeating: part, count: 200_000 / part.utf8.count)
        for text in [long, "irealbook://A=B=C=C=n=" + long, "<score-partwise>" + long, "| C " + long, long + "\n"] {
            #expect(TuneBook(reading: Array(text.utf8)).problems.count < 20_000, "\(text.prefix(40))")
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
