// @ts-check
// The engine: Swift, compiled to WebAssembly. This file is the only one that knows about addresses;
// Sources/WebApp/Exports.swift is its other side.

/**
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(count: number) => number} allocate
 * @property {(address: number) => void} release
 * @property {(address: number, count: number) => number} start
 * @property {(address: number, count: number) => number} send
 * @property {(address: number, count: number) => number} answer
 * @property {() => number} resultLength
 */

/**
 * What one action changed.
 * @typedef {object} Update
 * @property {[id: string, html: string][]} regions the new content of each element that changed
 * @property {[id: string, html: string][]} late the same of large ones, without which the rest can be painted
 * @property {string[][]} effects a name and its arguments each: see effects.js
 */

/**
 * @typedef {object} Engine
 * @property {(route: string, routes: string, remembered: [key: string, value: string][]) => Update} start
 *   `routes` says where routes stand: "path" or "fragment"
 * @property {(action: string, value?: string) => Update} send
 * @property {(lines: string) => string} answer combines many pairs at once, one a line
 * @property {() => number} memorySize in bytes
 */

/**
 * @param {URL} url
 * @returns {Promise<Engine>}
 */
export async function loadEngine(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
  const { instance } = await instantiate(response);
  return engine(/** @type {Exports} */ (/** @type {unknown} */ (instance.exports)));
}

/**
 * Compiling while the bytes arrive is fastest, but browsers refuse it where a simple web host does not
 * know the type of a wasm file.
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
   * @param {(address: number, count: number) => number} call
   * @param {string[]} fields
   */
  function ask(call, fields) {
    // NUL closes a field, so it cannot be part of one; no text of ours has a use for it.
    const message = encoder.encode(fields.map((field) => `${field.replaceAll("\0", "")}\0`).join(""));
    const address = exports.allocate(message.length);
    // The view is made anew each time: when memory grows, older views of it go blank.
    new Uint8Array(exports.memory.buffer, address, message.length).set(message);
    const result = call(address, message.length);
    exports.release(address);
    return decoder.decode(new Uint8Array(exports.memory.buffer, result, exports.resultLength()));
  }

  return {
    start: (route, routes, remembered) =>
      JSON.parse(ask(exports.start, [route, routes, ...remembered.flat()])),
    send: (action, value) =>
      JSON.parse(ask(exports.send, value === undefined ? [action] : [action, value])),
    answer: (lines) => ask(exports.answer, [lines]),
    memorySize: () => exports.memory.buffer.byteLength,
  };
}
