// Opens a MIDI file in the engine of the built page; see midi_files.py.

import { readFileSync } from "node:fs";
import { compileEngine } from "../fuzz/engine.mjs";

const [, , path, page] = process.argv;
const engine = (await compileEngine(page)).instantiate();
engine.start("/play", "path");
let action = ["play open-file", "file.mid", readFileSync(path)];
let longest = 0;
let pieces = 0;
const began = performance.now();
try {
  while (action) {
    const start = performance.now();
    const { effects } = JSON.parse(engine.send(...action));
    longest = Math.max(longest, performance.now() - start);
    pieces += 1;
    action = effects.some(([name]) => name === "readOn") ? ["play read-on"] : null;
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(2);
  const memory = engine.memory() >> 20;
  console.log(`page ${seconds} s in ${pieces} pieces, the longest ${longest.toFixed(0)} ms, ${memory} MB`);
} catch (error) {
  console.log(`page ${error}`);
}
