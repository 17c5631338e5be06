// Reads tunes in a worker (workers/tune-reader.js), because a collection of thousands of tunes takes seconds.

import { asset } from "../assets.js";

/** The worker, which stays for the next file; its module stays loaded. */
let worker = /** @type {Worker | null} */ (null);

/** The reading before, because the worker reads one file at a time. */
let last = /** @type {Promise<unknown>} */ (Promise.resolve());

/**
 * Reads the tunes of a file or a pasted text.
 * @param {Uint8Array} bytes
 * @param {string} names the note names of plain text
 * @returns {Promise<Uint8Array>} what the engine takes; empty if the file cannot be read
 * @throws if the reader cannot be loaded
 */
export function readTunes(bytes, names) {
  const reading = last.then(() => post(bytes, names));
  last = reading.catch(() => {});
  return reading;
}

/**
 * @param {Uint8Array} bytes
 * @param {string} names
 * @returns {Promise<Uint8Array>}
 */
function post(bytes, names) {
  return new Promise((resolve, reject) => {
    const missing = () => {
      worker?.terminate();
      worker = null;
      reject(new Error("The tune reader could not be loaded."));
    };
    worker ??= new Worker(asset("workers/tune-reader.js"), { type: "module" });
    worker.onerror = missing;
    worker.onmessage = ({ data }) => (data === "missing" ? missing() : resolve(data ?? new Uint8Array()));
    worker.postMessage({ bytes, names });
  });
}
