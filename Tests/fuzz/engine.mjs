// The engine of a built page, without the page: see Web/loop/engine.js.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** @param {string} folder of the built page */
export async function compiled(folder) {
  const assets = join(folder, "assets", readdirSync(join(folder, "assets"))[0]);
  const module = await WebAssembly.compile(readFileSync(join(assets, "chord-combiner.wasm")));
  return { assets, begin: () => engine(module) };
}

/** @param {WebAssembly.Module} module */
function engine(module) {
  const { exports } = new WebAssembly.Instance(module, {});
  const encoder = new TextEncoder();
  // What is no UTF-8 must not be mended here.
  const decoder = new TextDecoder("utf-8", { fatal: true });

  function copied(bytes) {
    const address = exports.allocate(Math.max(bytes.length, 1));
    new Uint8Array(exports.memory.buffer, address, bytes.length).set(bytes);
    return address;
  }

  function tell(call, fields, file) {
    const message = encoder.encode(fields.map((field) => `${field.replaceAll("\0", "")}\0`).join(""));
    const address = copied(message);
    const fileAddress = file ? copied(file) : 0;
    const result = call(address, message.length, fileAddress, file?.length ?? 0);
    if (file) exports.release(fileAddress);
    exports.release(address);
    return result;
  }

  function ask(call, fields, file) {
    const result = tell(call, fields, file);
    return decoder.decode(new Uint8Array(exports.memory.buffer, result, exports.resultLength()));
  }

  return {
    start: (route, place, ...remembered) => ask(exports.start, [route, place, ...remembered]),
    send: (action, value, file) => ask(exports.send, value === undefined ? [action] : [action, value], file),
    answer: (lines) => ask(exports.answer, [lines]),
    decide: (question) => ask(exports.decide, [question]),
    picture: (milliseconds, isStill) => {
      const address = exports.picture(milliseconds, isStill);
      return new Float32Array(exports.memory.buffer, address, exports.resultLength() / 4);
    },
    memory: () => exports.memory.buffer.byteLength,
    bytes: () => new Uint8Array(exports.memory.buffer),
  };
}
