import Foundation
import Listening
import Testing

struct NoteModelTests {
    private let model = NoteModel()

    /// The window of tools/listening/compare.
    private func window(_ pitches: [Int]) -> [Float] {
        Array(Sounds(seconds: 2).withNoise(0.001).playing(pitches, at: 0.8).samples[..<NoteModel.windowSize])
    }

    // The fixture has the outputs of ONNX Runtime for the model that the package basic-pitch contains.
    @Test func outputsAreThoseOfTheOriginal() throws {
        let file = try #require(Bundle.module.url(forResource: "Fixtures/model", withExtension: "tsv"))
        let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
            .map { $0.split(separator: "\t") }
        #expect(rows.count > 300)
        var heard: [Substring: NoteActivations] = [:]
        for row in rows {
            let activations =
                heard[row[0]]
                ?? window(row[0].split(separator: " ").map { Int($0)! }).withUnsafeBufferPointer {
                    model.activations(of: $0)
                }
            heard[row[0]] = activations
            let (frame, key) = (Int(row[1])!, Int(row[2])!)
            #expect(abs(activations.onset(key, in: frame) - Float(row[3])!) < 0.001, "onset of \(row)")
            #expect(abs(activations.note(key, in: frame) - Float(row[4])!) < 0.001, "note of \(row)")
        }
    }

    // Only time depends on the range.
    @Test(arguments: [0..<1, 0..<20, 60..<75, 150..<172, 171..<172])
    func someFramesAreThoseOfTheWholeWindow(frames: Range<Int>) {
        window([48, 64, 69]).withUnsafeBufferPointer { window in
            let whole = model.activations(of: window)
            let part = model.activations(of: window, frames: frames)
            #expect(part.frames == frames)
            for frame in frames {
                for key in 0..<NoteActivations.keys {
                    #expect(part.onset(key, in: frame) == whole.onset(key, in: frame))
                    #expect(part.note(key, in: frame) == whole.note(key, in: frame))
                }
            }
        }
    }

    // The spectrum is normalized.
    @Test func silenceHasNoNotes() {
        let silence = [Float](repeating: 0, count: NoteModel.windowSize)
        let heard = silence.withUnsafeBufferPointer { model.activations(of: $0) }
        #expect(heard.notes.allSatisfy { $0 < 0.3 })
        #expect(heard.onsets.allSatisfy { $0 < 0.3 })
    }
}

struct ArithmeticTests {
    @Test func functionsAreThoseOfTheMathLibrary() {
        for exponent in stride(from: -60, through: 60, by: 0.37) {
            let number = Float(exp(exponent))
            #expect(abs(Double(number.naturalLogarithm) - log(Double(number))) < 2e-7 * max(1, abs(exponent)))
            let power = Double(Float(exponent).exponential)
            #expect(abs(power / exp(Double(Float(exponent))) - 1) < 1e-6)
        }
        #expect(Float(0).sigmoid == 0.5)
        #expect(abs(Double(Float(-2).sigmoid) - 1 / (1 + exp(2))) < 1e-7)
    }

    @Test func rotations() {
        for angle in stride(from: -6.3, through: 6.3, by: 0.1) {
            let rotation = Rotation(by: angle)
            #expect(abs(rotation.cosine - cos(angle)) < 1e-12)
            #expect(abs(rotation.sine - sin(angle)) < 1e-12)
        }
    }
}

struct ConstantQTransformTests {
    // A sine of amplitude 1 has the mean 1/2 in a filter with the norm 1; the power is multiplied by the length.
    @Test(arguments: [72, 100, 180, 261, 300]) func sines(bin: Int) {
        var weights = ModelWeights()
        weights.skipLayers()
        let spectrum = ConstantQTransform(halfLowPass: weights.floats(ModelWeights.lowPassSize)[...])
        let exact = 27.5 * pow(2, Double(bin) / 36)
        let sound = (0..<NoteModel.windowSize).map {
            Float(sin(2 * .pi * exact * Double($0) / Double(NoteModel.rate)))
        }
        let decibels = sound.withUnsafeBufferPointer { spectrum.decibels(of: $0) }
        let frame = Array(decibels[86 * ConstantQTransform.bins..<87 * ConstantQTransform.bins])
        #expect(frame.max() == frame[bin])
        let length = (1 / (pow(2, 1.0 / 36) - 1) * Double(NoteModel.rate) / exact).rounded(.up)
        #expect(abs(Double(frame[bin]) - 10 * log10(length / 4)) < 0.05)
    }
}
