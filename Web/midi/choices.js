// What was chosen for MIDI devices, by their names: which have a sound of their own, and through which one the page
// plays. Ports have other ids after a restart of the browser, so ids are not stored.

import { places, remember } from "../storage/memory.js";
import { parsed, readRecord } from "../storage/records.js";

/**
 * A stored choice; undefined if there is none.
 * @param {string} name
 * @returns {string | undefined}
 */
export function choice(name) {
  return stored().get(name);
}

/**
 * Stores a choice.
 * @param {string} name
 * @param {string} value
 */
export function choose(name, value) {
  remember("midi", [...stored().set(name, value)]);
}

/** @type {{ text: string | null, fields: Map<string, string> }} the record as it was read last */
let cache = { text: null, fields: new Map() };

function stored() {
  const text = readRecord(places.midi);
  if (text !== cache.text) {
    const { version: _, ...fields } = parsed(text) ?? {};
    cache = { text, fields: new Map(Object.entries(fields).map(([name, value]) => [name, String(value)])) };
  }
  return new Map(cache.fields);
}
