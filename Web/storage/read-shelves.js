// The shelves of other people that this browser reads, with key and last known name. The only other copy of a key is
// the link that was sent. All tabs share one record in localStorage.

import { isKey } from "./key.js";
import { onRecord, parsed, readRecord, setAside, writeRecord } from "./records.js";

const place = "chord-combiner-read-shelves";
const version = 1;
/** Maximum number of shelves. The oldest ones are dropped. */
const maximumShelves = 50;

/** @typedef {{ key: string, name: string }} ReadShelf */

/** @returns {ReadShelf[]} the newest first */
export function readShelves() {
  const record = recordNow();
  if (record?.version !== version || !Array.isArray(record.shelves)) return [];
  return record.shelves.flatMap((/** @type {any} */ one) =>
    isKey(one?.key) ? { key: one.key, name: typeof one.name === "string" ? one.name : "" } : []);
}

const recordNow = () => parsed(readRecord(place));

/** @param {ReadShelf} shelf it keeps its position, or comes first if it is new */
export function rememberShelf(shelf) {
  const shelves = readShelves();
  if (shelves.some(({ key }) => key === shelf.key)) renameShelf(shelf);
  else keep([shelf, ...shelves]);
}

/** @param {ReadShelf} shelf with its current name; ignored if it was forgotten */
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
 * Calls back when another tab has changed the list.
 * @param {() => void} listener
 */
export function onReadShelves(listener) {
  onRecord(place, listener);
}

/** @param {ReadShelf[]} shelves */
function keep(shelves) {
  // A record of a newer version of the page is not overwritten.
  if (recordNow()?.version > version) return;
  if (readShelves().length === 0) setAside(place);
  const record = { version, shelves: shelves.slice(0, maximumShelves) };
  writeRecord(place, shelves.length === 0 ? null : JSON.stringify(record));
}
