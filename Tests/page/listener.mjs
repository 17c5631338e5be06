// Hears a WAV file (16 bits, mono) with the page's listener, and prints its lines:
//
//   node listener.mjs listener.wasm take.wav QUESTION [TUNING]

import { readFileSync } from "node:fs";

const [module, wav, question, tuning = "4400"] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(module));
const { memory, allocate, release, resultLength, startListening, expect, hear } = instance.exports;

/** The sound of the only chunk of data, which follows a header of 44 bytes. */
const file = readFileSync(wav);
const rate = file.readUInt32LE(24);
const samples = Float32Array.from(
  { length: (file.length - 44) / 2 }, (_, index) => file.readInt16LE(44 + 2 * index) / 32768);

startListening(rate, Number(tuning));
const text = new TextEncoder().encode(question);
const address = allocate(text.length);
new Uint8Array(memory.buffer, address, text.length).set(text);
expect(address, text.length);
release(address);
for (let start = 0; start < samples.length; start += 1024) {
  const piece = samples.subarray(start, start + 1024);
  const place = allocate(4 * piece.length);
  new Float32Array(memory.buffer, place, piece.length).set(piece);
  const result = hear(place, piece.length);
  release(place);
  process.stdout.write(new TextDecoder().decode(new Uint8Array(memory.buffer, result, resultLength())));
}
