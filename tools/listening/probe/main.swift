// Reads windows of 32-bit floats from standard input and writes the model's outputs: for each window, the onsets and
// then the notes of its frames, 88 numbers each.

import Foundation
import Listening

let model = NoteModel()
let (input, output) = (FileHandle.standardInput, FileHandle.standardOutput)
let size = NoteModel.windowSize * MemoryLayout<Float>.size

while let bytes = try input.read(upToCount: size), bytes.count == size {
    let window = [Float](unsafeUninitializedCapacity: NoteModel.windowSize) { buffer, count in
        count = bytes.copyBytes(to: buffer) / MemoryLayout<Float>.size
    }
    let heard = window.withUnsafeBufferPointer { model.activations(of: $0) }
    for numbers in [heard.onsets, heard.notes] { try output.write(contentsOf: numbers.withUnsafeBytes { Data($0) }) }
}
