// @ts-check
// The shelves of others that this browser reads: the key to each, which is in no backup but the link that was sent, and
// the name it had when it was seen last. One record for all tabs.

import { isKey } from "./key.js";
import { parsed, setAside } from "./mending.js";

const place = "chord-combiner-read-shelves";
const version = 1;
/** Those that were added first go. */
const most = 50;

/** @typedef {{ key: string, name: string }} ReadShelf */

/** @returns {ReadShelf[]} the one that was added last comes first */
export function readShelves() {
  const record = recordNow();
  if (record?.version !== version || !Array.isArray(record.shelves)) return [];
  return record.shelves.flatMap((/** @type {any} */ one) =>
    isKey(one?.key) ? { key: one.key, name: typeof one.name === "string" ? one.name : "" } : []);
}

function recordNow() {
  try {
    return parsed(localStorage.getItem(place));
  } catch {
    return null;
  }
}

/** @param {ReadShelf} shelf in its place, or in front of all where it is new */
export function rememberShelf(shelf) {
  const shelves = readShelves();
  if (shelves.some(({ key }) => key === shelf.key)) renameShelf(shelf);
  else keep([shelf, ...shelves]);
}

/** @param {ReadShelf} shelf with the name that it has now; nothing where it was forgotten */
export function renameShelf({ key, name }) {
  const shelves = readShelves();
  const shelf = shelves.find((one) => one.key === key);
  if (!shelf || shelf.name === name) return;
  shelf.name = name;
  keep(shelves);
}

/** @param {string} key */
export function forgetShelf(key) {
  keep(readShelves().filter((one) => one.key !== key));
}

/**
 * Calls back when another tab has changed something.
 * @param {() => void} listener
 */
export function onReadShelves(listener) {
  addEventListener("storage", ({ key }) => (key === place || key === null) && listener());
}

/** @param {ReadShelf[]} shelves */
function keep(shelves) {
  try {
    // What a newer page has written stays.
    if (recordNow()?.version > version) return;
    if (readShelves().length === 0) setAside(place);
    if (shelves.length === 0) localStorage.removeItem(place);
    else localStorage.setItem(place, JSON.stringify({ version, shelves: shelves.slice(0, most) }));
  } catch {
    // Then the link has to be kept elsewhere.
  }
}
