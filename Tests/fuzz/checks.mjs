// What every answer of the engine has to be, whatever it was told.

import { readFileSync } from "node:fs";

/** The names of effects that the host can carry out. */
const source = readFileSync(new URL("../../Web/loop/effects.js", import.meta.url), "utf8");
const table = source.slice(source.indexOf("const effects = {"), source.indexOf("\n};", source.indexOf("const effects = {")));
const known = new Set([...table.matchAll(/^ {2}(\w+)[:,(]/gm)].map(([, name]) => name));
if (known.size < 20) throw new Error("Tests/fuzz: the names of the effects are not where they were in Web/loop/effects.js.");

const empty = new Set(["br", "hr", "img", "input", "link", "meta", "wbr"]);
const tag = /<(\/?)([a-z][a-zA-Z0-9-]*)((?: [a-zA-Z:-]+(?:="[^"<>]*")?)*)>|[<>]/g;

/**
 * @param {string} html
 * @returns {string} what is wrong with it: a tag that is none, an element that is not closed, or closed and not open
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

/** Far more than any visit needs; a heap that only grows gets there. */
const mostMemory = 400 << 20;

/**
 * @param {string} text what the engine has answered to an action
 * @returns {{ regions: [string, string][], effects: string[][] }}
 */
export function checked(text) {
  const { regions, late, effects, isUserInitiated, ...others } = JSON.parse(text);
  if (typeof isUserInitiated !== "boolean") throw new Error("an answer that does not say whether a person started it");
  if (Object.keys(others).length) throw new Error(`an answer with ${Object.keys(others)}`);
  const all = [...regions, ...late];
  for (const region of all) {
    if (region.length !== 2 || region.some((word) => typeof word !== "string")) throw new Error(`a region ${region}`);
    const fault = faultOf(region[1]);
    if (fault) throw new Error(`HTML of “${region[0]}”: ${fault}`);
  }
  for (const effect of effects) {
    if (!Array.isArray(effect) || effect.some((word) => typeof word !== "string")) throw new Error(`an effect ${effect}`);
    if (!known.has(effect[0])) throw new Error(`the effect “${effect[0]}”, which the host does not know`);
    if (["push", "replace"].includes(effect[0]) && !effect[1].startsWith("/")) throw new Error(`the address ${effect[1]}`);
    if (["keepChordset", "keepTune", "rehearse"].includes(effect[0])) JSON.parse(effect[1]);
  }
  return { regions: all, effects };
}

/** @param {number} bytes */
export function checkMemory(bytes) {
  if (bytes > mostMemory) throw new Error(`${bytes >> 20} MB of memory`);
}
