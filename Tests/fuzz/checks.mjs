// Checks that every result of the engine is well-formed, whatever its input.

import { readFileSync } from "node:fs";

const source = readFileSync(new URL("../../Web/loop/effects.js", import.meta.url), "utf8");
const start = source.indexOf("const effects = {");
const table = source.slice(start, source.indexOf("\n};", start));
/** The names of effects that the host can carry out. */
const known = new Set([...table.matchAll(/^ {2}(\w+)[:,(]/gm)].map(([, name]) => name));
if (known.size < 20) throw new Error("Tests/fuzz: the table of effects was not found in Web/loop/effects.js.");

const empty = new Set(["br", "hr", "img", "input", "link", "meta", "wbr"]);
const tag = /<(\/?)([a-z][a-zA-Z0-9-]*)((?: [a-zA-Z:-]+(?:="[^"<>]*")?)*)>|[<>]/g;

/**
 * @param {string} html
 * @returns {string} the first fault (an invalid tag, or one without its counterpart), or an empty text
 */
export function faultOf(html) {
  const open = [];
  for (const [whole, slash, name] of html.matchAll(tag)) {
    if (!name) return `a bare ${whole}`;
    if (slash) {
      const last = open.pop();
      if (last !== name) return `</${name}> where <${last}> is open`;
    } else if (!empty.has(name)) open.push(name);
  }
  return open.length ? `<${open.pop()}> is not closed` : "";
}

/** Far more bytes than any visit needs. Only a leak gets there. */
const maximumMemory = 400 << 20;

/**
 * Parses and checks an update of the engine.
 * @param {string} text
 * @returns {{ regions: [string, string][], effects: string[][] }}
 */
export function checkedUpdate(text) {
  const { regions, late, effects, isUserInitiated, ...others } = JSON.parse(text);
  if (typeof isUserInitiated !== "boolean") throw new Error("an update without isUserInitiated");
  if (Object.keys(others).length) throw new Error(`an update with ${Object.keys(others)}`);
  const isText = (word) => typeof word === "string";
  const all = [...regions, ...late];
  for (const region of all) {
    if (region.length !== 2 || !region.every(isText)) throw new Error(`a region ${region}`);
    const fault = faultOf(region[1]);
    if (fault) throw new Error(`HTML of “${region[0]}”: ${fault}`);
  }
  for (const effect of effects) {
    if (!Array.isArray(effect) || !effect.every(isText)) throw new Error(`an effect ${effect}`);
    const [name, word] = effect;
    if (!known.has(name)) throw new Error(`the effect “${name}”, which the host does not know`);
    if (["push", "replace"].includes(name) && !word.startsWith("/")) throw new Error(`the address ${word}`);
    if (["keepChordset", "keepTune", "setTunePlan"].includes(name)) JSON.parse(word);
  }
  return { regions: all, effects };
}

/** @param {number} bytes */
export function checkMemory(bytes) {
  if (bytes > maximumMemory) throw new Error(`${bytes >> 20} MB of memory`);
}
