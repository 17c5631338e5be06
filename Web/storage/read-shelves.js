// @ts-check
// The shelves of others that this browser reads: the key to each, which is in no backup but the link somebody was sent, and
// the name it had when it was seen last. One record for all tabs.

import { isKey } from "./key.js";

const place = "chord-combiner-read-shelves";
const version = 1;
/** Those that were seen least lately go. */
const most = 50;

/** @typedef {{ key: string, name: string }} ReadShelf */

/** @returns {ReadShelf[]} the one that was seen last comes first */
export function readShelves() {
  try {
    const record = JSON.parse(localStorage.getItem(place) ?? "{}");
    if (record.version !== version || !Array.isArray(record.shelves)) return [];
    return record.shelves.filter((/** @type {any} */ one) => isKey(one?.key) && typeof one.name === "string");
  } catch {
    return [];
  }
}

/** @param {ReadShelf} shelf that is seen now */
export function rememberShelf({ key, name }) {
  const known = readShelves();
  if (known[0]?.key === key && known[0].name === name) return;
  keep([{ key, name }, ...known.filter((one) => one.key !== key)]);
}

/** @param {string} key */
export function forgetShelf(key) {
  keep(readShelves().filter((one) => one.key !== key));
}

/** @param {ReadShelf[]} shelves */
function keep(shelves) {
  try {
    // What a newer page has written stays.
    if (JSON.parse(localStorage.getItem(place) ?? "{}").version > version) return;
    if (shelves.length === 0) localStorage.removeItem(place);
    else localStorage.setItem(place, JSON.stringify({ version, shelves: shelves.slice(0, most) }));
  } catch {
    // Then the link has to be kept elsewhere.
  }
}
