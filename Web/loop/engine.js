// @ts-check
// The engine: Swift, compiled to WebAssembly. This file is the only one that knows about addresses in its memory. The
// other side is Sources/WebApp/Exports.swift.

import { asset } from "../assets.js";
import { patience } from "./circumstances.js";

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
 * @property {[id: string, html: string][]} late the same of large ones, without which the rest can be painted
 * @property {string[][]} effects a name and its arguments each: see effects.js
 * @property {boolean} isUserInitiated whether a person did what this answers
 */

/**
 * @typedef {object} Engine
 * @property {(route: string, routes: string, remembered: [key: string, value: string][]) => Update} start
 *   `routes` says where routes stand: "path" or "fragment"
 * @property {(action: string, value?: string, file?: Uint8Array) => Update} send `value` is the text of a field, or the
 *   name of the file
 * @property {(action: string, value?: string, file?: Uint8Array) => void} replay repeats an action of an engine that failed
 * @property {() => Update} show what the repeated actions have come to
 * @property {(lines: string, vocabulary?: string) => string} answer combines many pairs at once, one a line
 * @property {(question: string) => string} decide what becomes of chordsets that were changed in two places
 * @property {(milliseconds: number, isStill: boolean) => Float32Array} picture what the canvas shows, to be read before
 *   the next call
 * @property {() => number} memorySize in bytes
 */

/** @returns {Promise<Engine>} */
export async function loadEngine() {
  const url = asset("chord-combiner.wasm");
  const response = await fetch(url, { signal: patience(60_000) });
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
  const { instance } = await instantiate(response);
  return engine(/** @type {Exports} */ (/** @type {unknown} */ (instance.exports)));
}

/**
 * Compiles while the bytes arrive, where the host knows the type of a wasm file. Otherwise browsers refuse that.
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
   * Copies bytes into the engine’s memory.
   * @param {Uint8Array} bytes
   * @returns {number} their address, even if there are none
   */
  function copied(bytes) {
    const address = exports.allocate(Math.max(bytes.length, 1));
    // The view is made anew each time: when memory grows, older views of it go blank.
    new Uint8Array(exports.memory.buffer, address, bytes.length).set(bytes);
    return address;
  }

  /**
   * @template Result
   * @param {(address: number, count: number, file: number, fileCount: number) => Result} call
   * @param {string[]} fields
   * @param {Uint8Array} [file]
   * @returns {Result} what the call returns
   */
  function tell(call, fields, file) {
    // NUL closes a field, so it cannot be part of one; no text of ours has a use for it.
    const message = encoder.encode(fields.map((field) => `${field.replaceAll("\0", "")}\0`).join(""));
    const address = copied(message);
    const fileAddress = file ? copied(file) : 0;
    const result = call(address, message.length, fileAddress, file?.length ?? 0);
    if (file) exports.release(fileAddress);
    exports.release(address);
    return result;
  }

  /**
   * @param {(address: number, count: number, file: number, fileCount: number) => number} call one that answers with a text
   * @param {string[]} fields
   * @param {Uint8Array} [file]
   */
  function ask(call, fields, file) {
    return text(tell(call, fields, file));
  }

  /** @param {number} result the address of a text */
  function text(result) {
    return decoder.decode(new Uint8Array(exports.memory.buffer, result, exports.resultLength()));
  }

  return {
    start: (route, routes, remembered) =>
      JSON.parse(ask(exports.start, [route, routes, ...remembered.flat()])),
    send: (action, value, file) => JSON.parse(ask(exports.send, given(action, value), file)),
    replay: (action, value, file) => tell(exports.replay, given(action, value), file),
    show: () => JSON.parse(text(exports.show())),
    answer: (lines, vocabulary = "jazz") => ask(exports.answer, [lines, vocabulary]),
    decide: (question) => ask(exports.decide, [question]),
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
function given(action, value) {
  return value === undefined ? [action] : [action, value];
}
