import Foundation
import Listening
import Testing

struct ResamplerTests {
    /// A sine, resampled in pieces of different sizes.
    private func resampled(_ frequency: Double, from rate: Int, seconds: Double = 0.5) -> [Float] {
        let sound = (0..<Int(seconds * Double(rate))).map {
            Float(sin(2 * .pi * frequency * Double($0) / Double(rate)))
        }
        var resampler = Resampler(from: rate)
        var result: [Float] = []
        var (start, size) = (0, 1)
        while start < sound.count {
            let end = min(sound.count, start + size)
            result += resampler.process(Array(sound[start..<end]))
            (start, size) = (end, size * 3 % 4001 + 1)
        }
        return result + resampler.finish()
    }

    @Test(arguments: [8_000, 11_025, 16_000, 22_050, 32_000, 44_100, 44_056, 48_000, 96_000, 192_000])
    func sineKeepsFrequencyPhaseAndLevel(rate: Int) {
        let result = resampled(440, from: rate)
        #expect(abs(result.count - NoteModel.rate / 2) <= 2)
        // Away from both ends, where the sine begins and ends.
        for index in 500..<result.count - 500 {
            let expected = sin(2 * .pi * 440 * Double(index) / Double(NoteModel.rate))
            #expect(abs(Double(result[index]) - expected) < 0.002)
        }
    }

    @Test(arguments: [44_100, 48_000, 192_000]) func frequenciesAboveTheNewLimitDisappear(rate: Int) {
        // 13 kHz would be heard at 9,050 Hz.
        let result = resampled(13_000, from: rate)
        #expect(result[500..<result.count - 500].allSatisfy { abs($0) < 0.001 })
    }
}
