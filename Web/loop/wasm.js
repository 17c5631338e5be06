// Loads WebAssembly modules and passes messages to them. Only this file handles addresses in their memory. The other
// side of the boundary is Exports.swift in Sources/WebApp and Sources/ListenerApp.

import { timeout } from "./environment.js";

/**
 * What each module exports.
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(count: number) => number} allocate
 * @property {(address: number) => void} release
 * @property {() => number} resultLength in bytes
 */

/** @typedef {(address: number, count: number, file: number, fileCount: number) => number} Call */

/**
 * @template {Exports} Module
 * @param {URL} url
 * @returns {Promise<Module>}
 */
export async function loadModule(url) {
  const response = await fetch(url, { signal: timeout(60_000) });
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
  const { instance } = await instantiate(response);
  return /** @type {Module} */ (/** @type {unknown} */ (instance.exports));
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

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Copies bytes into the memory of a module for the duration of a call.
 * @template Result
 * @param {Exports} exports
 * @param {Uint8Array} bytes
 * @param {(address: number, count: number) => Result} call gets their address, even if there are none
 */
export function withBytes(exports, bytes, call) {
  const address = exports.allocate(Math.max(bytes.length, 1));
  // A new view for each call, because growing the memory detaches older ones.
  new Uint8Array(exports.memory.buffer, address, bytes.length).set(bytes);
  const result = call(address, bytes.length);
  exports.release(address);
  return result;
}

/**
 * Passes a message to an exported function.
 * @param {Exports} exports
 * @param {Call} call one of its functions
 * @param {string[]} fields
 * @param {Uint8Array} [file]
 * @returns {number} the result of the call
 */
export function callWith(exports, call, fields, file) {
  // Each field ends with NUL, so a NUL inside a field is removed. No valid text contains one.
  const message = encoder.encode(fields.map((field) => `${field.replaceAll("\0", "")}\0`).join(""));
  return withBytes(exports, message, (address, count) =>
    file
      ? withBytes(exports, file, (fileAddress, fileCount) => call(address, count, fileAddress, fileCount))
      : call(address, count, 0, 0));
}

/**
 * The bytes of a text that a call returned, valid until the next call.
 * @param {Exports} exports
 * @param {number} result the address of the text
 */
export function bytesAt(exports, result) {
  return new Uint8Array(exports.memory.buffer, result, exports.resultLength());
}

/**
 * A text that a call returned.
 * @param {Exports} exports
 * @param {number} result its address
 */
export function textAt(exports, result) {
  return decoder.decode(bytesAt(exports, result));
}
