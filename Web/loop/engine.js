// @ts-check
// Loads and calls the engine: Swift, compiled to WebAssembly. Only this file handles addresses in its memory. The other
// side of the boundary is Sources/WebApp/Exports.swift.

import { asset } from "../assets.js";
import { timeout } from "./environment.js";

/**
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(count: number) => number} allocate
 * @property {(address: number) => void} release
 * @property {(address: number, count: number) => number} start
 * @property {(address: number, count: number, file: number, fileCount: number) => number} send
 * @property {(address: number, count: number, file: number, fileCount: number) => void} replay
 * @property {() => number} show
 * @property {(address: number, count: number) => number} answer
 * @property {(address: number, count: number) => number} decide
 * @property {(milliseconds: number, isStill: number) => number} picture
 * @property {() => number} resultLength
 */

/**
 * What one action changed.
 * @typedef {object} Update
 * @property {[id: string, html: string][]} regions the new content of each element that changed
 * @property {[id: string, html: string][]} late large elements, which can follow after the next paint
 * @property {string[][]} effects name and arguments of each: see effects.js
 * @property {boolean} isUserInitiated whether the action came from the user
 */

/**
 * @typedef {object} Engine
 * @property {(route: string, routes: string, remembered: [key: string, value: string][]) => Update} start
 *   `routes` is the part of an address that contains the route: "path" or "fragment"
 * @property {(action: string, value?: string, file?: Uint8Array) => Update} send `value` is the value of a field, or
 *   the name of the file
 * @property {(action: string, value?: string, file?: Uint8Array) => void} replay repeats an action of an engine that
 *   trapped
 * @property {() => Update} show returns the page after the replay
 * @property {(lines: string, vocabulary?: string) => string} answer combines many pairs at once, one per line
 * @property {(question: string) => string} decide merges chordsets that were changed in two places
 * @property {(milliseconds: number, isStill: boolean) => Float32Array} picture the shapes on the canvas; valid until
 *   the next call
 * @property {() => number} memorySize in bytes
 */

/** @returns {Promise<Engine>} */
export async function loadEngine() {
  const url = asset("chord-combiner.wasm");
  const response = await fetch(url, { signal: timeout(60_000) });
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
  const { instance } = await instantiate(response);
  return engine(/** @type {Exports} */ (/** @type {unknown} */ (instance.exports)));
}

/**
 * Compiles while the bytes arrive. Browsers allow this only if the host sends the media type of WebAssembly.
 * @param {Response} response
 */
async function instantiate(response) {
  const type = response.headers.get("content-type");
  return type?.toLowerCase() === "application/wasm"
    ? WebAssembly.instantiateStreaming(response)
    : WebAssembly.instantiate(await response.arrayBuffer());
}

/**
 * @param {Exports} exports
 * @returns {Engine}
 */
function engine(exports) {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();

  /**
   * Copies bytes into the engine's memory.
   * @param {Uint8Array} bytes
   * @returns {number} their address, even if there are none
   */
  function copied(bytes) {
    const address = exports.allocate(Math.max(bytes.length, 1));
    // A new view for each call, because growing the memory detaches older ones.
    new Uint8Array(exports.memory.buffer, address, bytes.length).set(bytes);
    return address;
  }

  /**
   * Passes a message to an exported function.
   * @template Result
   * @param {(address: number, count: number, file: number, fileCount: number) => Result} call
   * @param {string[]} fields
   * @param {Uint8Array} [file]
   * @returns {Result} the result of the call
   */
  function callWith(call, fields, file) {
    // Each field ends with NUL, so a NUL inside a field is removed. No valid text contains one.
    const message = encoder.encode(fields.map((field) => `${field.replaceAll("\0", "")}\0`).join(""));
    const address = copied(message);
    const fileAddress = file ? copied(file) : 0;
    const result = call(address, message.length, fileAddress, file?.length ?? 0);
    if (file) exports.release(fileAddress);
    exports.release(address);
    return result;
  }

  /**
   * Passes a message to an exported function that returns a text.
   * @param {(address: number, count: number, file: number, fileCount: number) => number} call
   * @param {string[]} fields
   * @param {Uint8Array} [file]
   */
  function textFrom(call, fields, file) {
    return text(callWith(call, fields, file));
  }

  /** @param {number} result the address of a text */
  function text(result) {
    return decoder.decode(new Uint8Array(exports.memory.buffer, result, exports.resultLength()));
  }

  return {
    start: (route, routes, remembered) =>
      JSON.parse(textFrom(exports.start, [route, routes, ...remembered.flat()])),
    send: (action, value, file) => JSON.parse(textFrom(exports.send, fieldsOf(action, value), file)),
    replay: (action, value, file) => callWith(exports.replay, fieldsOf(action, value), file),
    show: () => JSON.parse(text(exports.show())),
    answer: (lines, vocabulary = "jazz") => textFrom(exports.answer, [lines, vocabulary]),
    decide: (question) => textFrom(exports.decide, [question]),
    picture: (milliseconds, isStill) => {
      const address = exports.picture(milliseconds, Number(isStill));
      return new Float32Array(exports.memory.buffer, address, exports.resultLength() / 4);
    },
    memorySize: () => exports.memory.buffer.byteLength,
  };
}

/**
 * @param {string} action
 * @param {string} [value]
 * @returns {string[]} its fields
 */
function fieldsOf(action, value) {
  return value === undefined ? [action] : [action, value];
}
