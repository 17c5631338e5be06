// A worker that listens to a piano: Swift, compiled to WebAssembly. Sound comes from listener-frames.js, and never
// leaves this worker. See listening/microphone.js.
//
// It receives { start: { rate, tuning, port } }, { tuning } and { expect }. It posts { ready }, { failed } (a word),
// { level } (the peak of the last tenth of a second), { strikes } and { silent } after a long silence.

import { loadModule, textAt, withBytes } from "../loop/wasm.js";

/** @typedef {import("../loop/wasm.js").Exports & {
 *   startListening: (rate: number, tuning: number) => void,
 *   expect: (address: number, count: number) => void,
 *   hear: (address: number, count: number) => number }} Listener */

/** @type {Listener | null} */
let listener = null;
/** Samples per second. */
let rate = 48_000;
/** The frequency of A4 in tenths of Hz. */
let tuning = 4400;
/** What is asked for. */
let expected = "";
/** Samples since the listener was started. */
let count = 0;
/** When its first sample sounded, in milliseconds since 1970. */
let startedAt = Infinity;
/** The sample at which a strike was last heard. */
let heardAt = 0;
let level = 0;
let levelCount = 0;
/** How often the worker was too late, without a calm minute in between. */
let lateCount = 0;

/** Seconds without a strike after which the page stops listening. */
const patience = 300;
/** Milliseconds that the worker may be behind. */
const maximumDelay = 2000;
/** How often it may be late before the device is too slow. */
const maximumLateCount = 3;
/** Seconds after which it is forgotten that it was late. */
const calmTime = 60;
/** By how many milliseconds the start may move with each piece: five in a second. */
const drift = 0.1;

onmessage = async ({ data }) => {
  if (data.start) await start(data.start);
  if (data.tuning) {
    tuning = data.tuning;
    restart();
  }
  if (data.expect !== undefined) {
    expected = data.expect;
    ask();
  }
};

/** @param {{ rate: number, tuning: number, port: MessagePort }} options */
async function start(options) {
  ({ rate, tuning } = options);
  try {
    listener ??= /** @type {Listener} */ (await loadModule(new URL("../listener.wasm", location.href)));
  } catch (error) {
    console.info(error);
    // Browsers from before 2023 do not know SIMD instructions.
    return postMessage({ failed: error instanceof WebAssembly.CompileError ? "unsupported" : "missing" });
  }
  restart();
  heardAt = 0;
  options.port.onmessage = ({ data }) => {
    try {
      take(data);
    } catch (error) {
      console.error(error);
      listener = null;
      postMessage({ failed: "missing" });
    }
  };
  postMessage({ ready: true });
}

/** Starts the listener again, without the sound that it has heard. */
function restart() {
  if (!listener) return;
  listener.startListening(rate, tuning);
  heardAt -= count;
  count = 0;
  startedAt = Infinity;
  ask();
}

function ask() {
  if (!listener) return;
  withBytes(listener, new TextEncoder().encode(expected), listener.expect);
}

/** @param {Float32Array} samples */
function take(samples) {
  if (!listener) return;
  reportLevel(samples);
  count += samples.length;
  const now = performance.timeOrigin + performance.now();
  // Pieces may be late, but never early. After a gap in the sound, the start is later.
  startedAt = Math.min(startedAt + drift, now - (1000 * count) / rate);
  if (count > calmTime * rate) lateCount = 0;
  if (now - startedAt - (1000 * count) / rate > maximumDelay) return skip();
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  const { hear } = listener;
  // Swift counts samples, not bytes.
  const text = textAt(listener, withBytes(listener, bytes, (address) => hear(address, samples.length)));
  if (text) reportStrikes(text);
  if (count - heardAt > patience * rate) {
    heardAt = count;
    postMessage({ silent: true });
  }
}

/** Leaves out sound that is too old. */
function skip() {
  lateCount += 1;
  restart();
  if (lateCount === maximumLateCount) postMessage({ failed: "slow" });
}

/** @param {string} text a line for each strike: milliseconds, and what was heard */
function reportStrikes(text) {
  heardAt = count;
  const strikes = text.trim().split("\n").map((line) => {
    const [milliseconds, ...words] = line.split(" ");
    return { at: startedAt + Number(milliseconds), words };
  });
  postMessage({ strikes });
}

/** @param {Float32Array} samples */
function reportLevel(samples) {
  for (const sample of samples) level = Math.max(level, Math.abs(sample));
  levelCount += samples.length;
  if (levelCount < rate / 10) return;
  postMessage({ level });
  level = levelCount = 0;
}
