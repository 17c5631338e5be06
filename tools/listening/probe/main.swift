// What the model hears, in binary form, for the scripts in tools/listening. All numbers are 32-bit floats.
//
//   listening-probe model      reads windows and writes for each the onsets and then the notes of its frames, 88 each
//   listening-probe strikes    reads sound at 22,050 Hz and writes for each strike its time, its clarity, and the four
//                              numbers of 88 keys

import Foundation
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

func write(_ strikes: [HeardOnset]) {
    for strike in strikes {
        write([Float(strike.seconds), strike.evidence.clarity] + strike.evidence.keys.flatMap { [$0.x, $0.y, $0.z, $0.w] })
    }
}

if CommandLine.arguments.last == "strikes" {
    var listener = Listener(rate: NoteModel.rate, pace: .recorded)
    while case let piece = numbers(65_536), !piece.isEmpty { write(listener.receive(piece)) }
    write(listener.finish())
} else {
    let model = NoteModel()
    while case let window = numbers(NoteModel.windowSize), window.count == NoteModel.windowSize {
        let heard = window.withUnsafeBufferPointer { model.activations(of: $0) }
        write(heard.onsets)
        write(heard.notes)
    }
}
