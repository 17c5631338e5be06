// A worker that reads tunes: Swift, compiled to WebAssembly. It receives a file and the note names of its text, and
// posts the message for the engine, null if the file makes the module trap, or "missing" if there is no module.
// See files/tune-reader.js.

import { bytesAt, callWith, loadModule } from "../loop/wasm.js";

/** @typedef {import("../loop/wasm.js").Exports & { readTunes: import("../loop/wasm.js").Call }} Reader */

/** @type {Promise<Reader> | null} */
let reader = null;

onmessage = async ({ data: { bytes, names } }) => postMessage(await read(bytes, names));

/**
 * @param {Uint8Array} bytes
 * @param {string} names
 */
async function read(bytes, names) {
  /** @type {Reader} */
  let module;
  try {
    module = await (reader ??= loadModule(new URL("../tune-reader.wasm", location.href)));
  } catch (error) {
    console.info(error);
    reader = null;
    return "missing";
  }
  try {
    return bytesAt(module, callWith(module, module.readTunes, [names], bytes)).slice();
  } catch (error) {
    console.error(error);
    // A trap leaves the memory in doubt.
    reader = null;
    return null;
  }
}
