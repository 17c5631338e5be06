import Foundation
import Listening
import Testing

/// Made-up sound at the model's rate.
struct Sounds {
    private(set) var samples: [Float]

    init(seconds: Double) {
        samples = Array(repeating: 0, count: Int(seconds * Double(NoteModel.rate)))
    }

    /// The recording of a piano in the fixtures.
    init(recorded: Void) throws {
        let file = try #require(Bundle.module.url(forResource: "Fixtures/chords", withExtension: "wav"))
        let bytes = [UInt8](try Data(contentsOf: file))
        let wave = try WaveFile(size: bytes.count) { Array(bytes[$0]) }
        samples = wave.samples(Array(bytes[wave.data]))
    }

    /// The sound with another level.
    func scaled(by factor: Float) -> Sounds {
        var result = self
        for index in samples.indices { result.samples[index] *= factor }
        return result
    }

    /// Adds a chord of eight decaying partials, which may be out of tune by some cents.
    ///
    /// - Parameter falloff: the amplitude of partial n is 1/n to the power of it.
    func playing(
        _ pitches: [Int], at seconds: Double, level: Double = 0.1, until end: Double = .infinity,
        detuned cents: Double = 0, falloff: Double = 1
    ) -> Sounds {
        var result = self
        let rate = Double(NoteModel.rate)
        for index in Int(seconds * rate)..<min(samples.count, Int(min(end, 1000) * rate)) {
            let time = Double(index) / rate - seconds
            var sum = 0.0
            for pitch in pitches {
                let frequency = 440 * pow(2, (Double(pitch - 69) + cents / 100) / 12)
                for partial in 1...8 {
                    sum += level / pow(Double(partial), falloff) * sin(2 * .pi * frequency * Double(partial) * time)
                }
            }
            result.samples[index] += Float(sum * exp(-3 * time))
        }
        return result
    }

    /// Adds white noise, the same every time.
    func withNoise(_ level: Float) -> Sounds {
        var result = self
        var state: UInt64 = 46
        for index in samples.indices {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            result.samples[index] += level * (Float(state >> 40) / 8_388_608 - 1)
        }
        return result
    }

    /// The strikes that are heard if the sound arrives in pieces.
    func strikes(_ pace: Listener.Pace = .recorded, pieces: Int = 4096) -> [HeardOnset] {
        var listener = Listener(rate: NoteModel.rate, pace: pace)
        var result: [HeardOnset] = []
        for start in stride(from: 0, to: samples.count, by: pieces) {
            result += listener.receive(Array(samples[start..<min(samples.count, start + pieces)]))
        }
        return result + listener.finish()
    }
}
