// What the model hears, for the scripts in tools/listening. Sound and numbers are 32-bit floats; sound has 22,050 Hz.
//
//   listening-probe model      reads windows and writes for each the onsets and then the notes of its frames, 88 each
//   listening-probe strikes    reads sound and writes for each strike its time, the four numbers of 88 keys, and
//                              the levels of 103 semitones
//   listening-probe verdicts FILE
//                              reads sound, and from the file lines with a time in seconds, expected MIDI numbers or
//                              pitch classes (“any”), separated by tabs; writes a line for each with the answer, the
//                              score and the missing notes

import Foundation
import Harmony
import Listening

func numbers(_ count: Int) -> [Float] {
    let bytes = (try? FileHandle.standardInput.read(upToCount: 4 * count)) ?? Data()
    return [Float](unsafeUninitializedCapacity: bytes.count / 4) { buffer, count in
        count = bytes.copyBytes(to: buffer) / 4
    }
}

func write(_ numbers: [Float]) {
    FileHandle.standardOutput.write(numbers.withUnsafeBytes { Data($0) })
}

/// Listens to standard input.
func listen(_ report: ([HeardOnset]) -> Void) {
    var listener = Listener(rate: NoteModel.rate, pace: .recorded)
    while case let piece = numbers(65_536), !piece.isEmpty { report(listener.receive(piece)) }
    report(listener.finish())
}

/// A line of the file with expected chords.
struct Expectation {
    let seconds: Double
    let sound: ExpectedSound

    init?(_ line: Substring) {
        let columns = line.split(separator: "\t")
        guard columns.count == 3, let seconds = Double(columns[0]) else { return nil }
        let pitches = columns[2].split(separator: " ").compactMap { Int($0) }
        self.seconds = seconds
        let classes = PitchClassSet(pitches)
        sound =
            columns[1] == "any" ? .classes(required: classes, allowed: classes, oneOf: []) : .pitches(pitches)
    }
}

switch CommandLine.arguments.dropFirst().first {
case "model":
    let model = NoteModel()
    while case let window = numbers(NoteModel.windowSize), window.count == NoteModel.windowSize {
        let heard = window.withUnsafeBufferPointer { model.activations(of: $0) }
        write(heard.onsets)
        write(heard.notes)
    }
case "strikes":
    listen { strikes in
        for strike in strikes {
            let keys = strike.evidence.keys.flatMap { [$0.x, $0.y, $0.z, $0.w] }
            write([Float(strike.seconds)] + keys + strike.evidence.levels)
        }
    }
case "verdicts":
    let file = try String(contentsOfFile: CommandLine.arguments[2], encoding: .utf8)
    var strikes: [HeardOnset] = []
    listen { strikes += $0 }
    for expectation in file.split(separator: "\n").compactMap(Expectation.init) {
        let nearest = strikes.min { abs($0.seconds - expectation.seconds) < abs($1.seconds - expectation.seconds) }
        guard let nearest, abs(nearest.seconds - expectation.seconds) < 0.08 else {
            print("not heard\t0\t")
            continue
        }
        let verdict = nearest.evidence.verdict(on: expectation.sound)
        let missing = verdict.missing.map { "\($0)" }.joined(separator: " ")
        print("\(verdict.answer.rawValue)\t\(verdict.score)\t\(missing)")
    }
default:
    FileHandle.standardError.write(Data("Usage: listening-probe model|strikes|verdicts FILE\n".utf8))
    exit(64)
}
