// @ts-check
// The engine: Swift, compiled to WebAssembly. This file is the only one that knows about addresses;
// Sources/WebApp/Exports.swift is its other side.
//
// It comes in two parts, so that a first visit need not wait for screens that it does not show. The first part is
// complete in itself but for the functions of the second, which take their places in its table when it arrives; until then
// the places are empty, and calling one is an error. See Web/second-part.awk.

import { patience } from "./circumstances.js";

/**
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(count: number) => number} allocate
 * @property {(address: number) => void} release
 * @property {(address: number, count: number) => number} start
 * @property {(address: number, count: number) => number} send
 * @property {(address: number, count: number) => void} replay
 * @property {() => number} show
 * @property {(address: number, count: number) => number} answer
 * @property {(address: number, count: number) => number} waits
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
 */

/**
 * @typedef {object} Engine
 * @property {(route: string, routes: string, remembered: [key: string, value: string][]) => Update} start
 *   `routes` says where routes stand: "path" or "fragment"
 * @property {(action: string, value?: string) => Update} send
 * @property {(actions: [action: string, value?: string][]) => Update} replay carries out once more what was done in an
 *   engine before this one, and shows what that has come to; needs the second part
 * @property {(action: string, value?: string) => boolean} waits whether an action needs the second part
 * @property {() => boolean} isWhole whether the second part is there, and what its screens look like
 * @property {() => Promise<void>} complete fetches both, unless they are there or on their way
 * @property {(lines: string, vocabulary?: string) => string} answer combines many pairs at once, one a line; needs the
 *   second part
 * @property {(question: string) => string} decide what becomes of chordsets that were changed in two places; needs the
 *   second part
 * @property {(milliseconds: number, isStill: boolean) => Float32Array} picture what the canvas shows, to be read before
 *   the next call; needs the second part
 * @property {() => number} memorySize in bytes
 */

const firstPart = new URL("../chord-combiner.wasm", import.meta.url);
const secondPart = new URL("../chord-combiner-more.wasm", import.meta.url);

/**
 * Loads an engine that can do what the first screen asks for.
 * @param {() => Promise<void>} [bring] fetches what else has to be there before a screen of the second part is shown
 * @returns {Promise<Engine>}
 */
export async function loadEngine(bring = async () => {}) {
  const { instance } = await load(firstPart, {});
  // A build without the tool that parts it has it all from the beginning, but not what it looks like.
  const isParted = "table" in instance.exports;
  let isWhole = false;
  /** @type {Promise<void> | null} */
  let coming = null;

  async function fetchRest() {
    try {
      await Promise.all([isParted ? load(secondPart, { engine: instance.exports }) : null, dress(), bring()]);
      isWhole = true;
    } finally {
      coming = null;
    }
  }

  return {
    ...engine(/** @type {Exports} */ (/** @type {unknown} */ (instance.exports))),
    isWhole: () => isWhole,
    complete: async () => {
      if (!isWhole) await (coming ??= fetchRest());
    },
  };
}

/** Fetches the style sheet of all screens but those of a first visit, unless the document came with it. */
async function dress() {
  const link = document.querySelector("link#more-style");
  if (!(link instanceof HTMLLinkElement) || !link.disabled) return;
  const { href } = link;
  await new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => {
      // So that it is asked for again.
      link.disabled = true;
      reject(new Error(`${href} could not be loaded.`));
    };
    link.disabled = false;
  });
}

/**
 * @param {URL} url
 * @param {WebAssembly.Imports} imports
 */
async function load(url, imports) {
  const response = await fetch(url, { signal: patience(60_000) });
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
  return instantiate(response, imports);
}

/**
 * Compiling while the bytes arrive is fastest, but browsers refuse it where a simple web host does not
 * know the type of a wasm file.
 * @param {Response} response
 * @param {WebAssembly.Imports} imports
 */
async function instantiate(response, imports) {
  const type = response.headers.get("content-type");
  return type?.toLowerCase() === "application/wasm"
    ? WebAssembly.instantiateStreaming(response, imports)
    : WebAssembly.instantiate(await response.arrayBuffer(), imports);
}

/**
 * @param {Exports} exports
 * @returns {Pick<Engine, "start" | "send" | "replay" | "waits" | "answer" | "decide" | "picture" | "memorySize">}
 */
function engine(exports) {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();

  /**
   * @template Result
   * @param {(address: number, count: number) => Result} call
   * @param {string[]} fields
   * @returns {Result} what the call returns
   */
  function tell(call, fields) {
    // NUL closes a field, so it cannot be part of one; no text of ours has a use for it.
    const message = encoder.encode(fields.map((field) => `${field.replaceAll("\0", "")}\0`).join(""));
    const address = exports.allocate(message.length);
    // The view is made anew each time: when memory grows, older views of it go blank.
    new Uint8Array(exports.memory.buffer, address, message.length).set(message);
    const result = call(address, message.length);
    exports.release(address);
    return result;
  }

  /**
   * @param {(address: number, count: number) => number} call one that answers with a text
   * @param {string[]} fields
   */
  function ask(call, fields) {
    return text(tell(call, fields));
  }

  /** @param {number} result the address of a text */
  function text(result) {
    return decoder.decode(new Uint8Array(exports.memory.buffer, result, exports.resultLength()));
  }

  return {
    start: (route, routes, remembered) =>
      JSON.parse(ask(exports.start, [route, routes, ...remembered.flat()])),
    send: (action, value) =>
      JSON.parse(ask(exports.send, given([action, value]))),
    replay: (actions) => {
      for (const action of actions) tell(exports.replay, given(action));
      return JSON.parse(text(exports.show()));
    },
    waits: (action, value) => tell(exports.waits, given([action, value])) !== 0,
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
 * @param {[action: string, value?: string]} action
 * @returns {string[]} its fields
 */
function given([action, value]) {
  return value === undefined ? [action] : [action, value];
}
