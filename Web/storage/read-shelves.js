// @ts-check
// The shelves of others that this browser reads: the key to each, which is in no backup but the link somebody was sent, and
// the name it had when it was seen last. One record for all tabs.

import { isKey } from "./key.js";

const place = "chord-combiner-read-shelves";
const version = 1;
/** Those that were added first go. */
const most = 50;

/** @typedef {{ key: string, name: string }} ReadShelf */

/** @returns {ReadShelf[]} the one that was added last comes first */
export function readShelves() {
  try {
    const record = JSON.parse(localStorage.getItem(place) ?? "{}");
    if (record.version !== version || !Array.isArray(record.shelves)) return [];
    return record.shelves.filter((/** @type {any} */ one) => isKey(one?.key) && typeof one.name === "string");
  } catch {
    return [];
  }
}

/** @param {ReadShelf} shelf in its place, or in front of all where it is new */
export function rememberShelf(shelf) {
  const shelves = readShelves();
  if (shelves.some(({ key }) => key === shelf.key)) renameShelf(shelf);
  else keep([shelf, ...shelves]);
}

/** @param {ReadShelf} shelf with the name that it has now; nothing where somebody has forgotten it */
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
    if (JSON.parse(localStorage.getItem(place) ?? "{}").version > version) return;
    if (shelves.length === 0) localStorage.removeItem(place);
    else localStorage.setItem(place, JSON.stringify({ version, shelves: shelves.slice(0, most) }));
  } catch {
    // Then the link has to be kept elsewhere.
  }
}
