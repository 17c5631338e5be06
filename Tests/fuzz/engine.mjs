// Runs the engine of a built page in Node, without the page: see Web/loop/engine.js.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Compiles the engine of a page.
 * @param {string} folder of the built page
 */
export async function compileEngine(folder) {
  const assets = join(folder, "assets", readdirSync(join(folder, "assets"))[0]);
  const compiled = (name) => WebAssembly.compile(readFileSync(join(assets, name)));
  const modules = await Promise.all([compiled("chord-combiner.wasm"), compiled("tune-reader.wasm")]);
  return { assets, instantiate: () => engine(...modules) };
}

/**
 * An engine with its tune reader.
 * @param {WebAssembly.Module} engineModule
 * @param {WebAssembly.Module} readerModule
 */
function engine(engineModule, readerModule) {
  const { exports, textFrom } = instance(engineModule);
  const reader = instance(readerModule);
  return {
    start: (route, routes, ...remembered) => textFrom(exports.start, [route, routes, ...remembered]),
    send: (action, value, file) => textFrom(exports.send, value === undefined ? [action] : [action, value], file),
    openTunes: (action, name, file) => {
      const message = reader.textFrom(reader.exports.readTunes, ["english"], file);
      return textFrom(exports.send, [action, name], new TextEncoder().encode(message));
    },
    answer: (lines) => textFrom(exports.answer, [lines]),
    decide: (question) => textFrom(exports.decide, [question]),
    picture: (milliseconds, isStill) => {
      const address = exports.picture(milliseconds, isStill);
      return new Float32Array(exports.memory.buffer, address, exports.resultLength() / 4);
    },
    memory: () => exports.memory.buffer.byteLength,
    bytes: () => new Uint8Array(exports.memory.buffer),
  };
}

/** @param {WebAssembly.Module} module */
function instance(module) {
  const { exports } = new WebAssembly.Instance(module, {});
  const encoder = new TextEncoder();
  // Invalid UTF-8 is an error.
  const decoder = new TextDecoder("utf-8", { fatal: true });

  function copied(bytes) {
    const address = exports.allocate(Math.max(bytes.length, 1));
    new Uint8Array(exports.memory.buffer, address, bytes.length).set(bytes);
    return address;
  }

  function callWith(call, fields, file) {
    const message = encoder.encode(fields.map((field) => `${field.replaceAll("\0", "")}\0`).join(""));
    const address = copied(message);
    const fileAddress = file ? copied(file) : 0;
    const result = call(address, message.length, fileAddress, file?.length ?? 0);
    if (file) exports.release(fileAddress);
    exports.release(address);
    return result;
  }

  function textFrom(call, fields, file) {
    const result = callWith(call, fields, file);
    return decoder.decode(new Uint8Array(exports.memory.buffer, result, exports.resultLength()));
  }

  return { exports, textFrom };
}
