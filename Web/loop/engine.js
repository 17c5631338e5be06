// Loads and calls the engine: Swift, compiled to WebAssembly.

import { asset } from "../assets.js";
import { callWith, loadModule, textAt } from "./wasm.js";

/**
 * @typedef {object} Functions
 * @property {import("./wasm.js").Call} start
 * @property {import("./wasm.js").Call} send
 * @property {import("./wasm.js").Call} replay without a result
 * @property {() => number} show
 * @property {import("./wasm.js").Call} answer
 * @property {import("./wasm.js").Call} decide
 * @property {(milliseconds: number, isStill: number) => number} picture
 * @typedef {import("./wasm.js").Exports & Functions} Exports
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
 * @property {(question: string) => string} decide what to store, send and report of an item
 * @property {(milliseconds: number, isStill: boolean) => Float32Array} picture the shapes on the canvas; valid until
 *   the next call
 * @property {() => number} memorySize in bytes
 */

/** @returns {Promise<Engine>} */
export async function loadEngine() {
  return engine(await loadModule(asset("chord-combiner.wasm")));
}

/**
 * @param {Exports} exports
 * @returns {Engine}
 */
function engine(exports) {
  /**
   * Passes a message to an exported function that returns a text.
   * @param {import("./wasm.js").Call} call
   * @param {string[]} fields
   * @param {Uint8Array} [file]
   */
  const textFrom = (call, fields, file) => textAt(exports, callWith(exports, call, fields, file));
  return {
    start: (route, routes, remembered) =>
      JSON.parse(textFrom(exports.start, [route, routes, ...remembered.flat()])),
    send: (action, value, file) => JSON.parse(textFrom(exports.send, fieldsOf(action, value), file)),
    replay: (action, value, file) => {
      callWith(exports, exports.replay, fieldsOf(action, value), file);
    },
    show: () => JSON.parse(textAt(exports, exports.show())),
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
