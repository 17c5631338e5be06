// @ts-check
// The key to the shelf on the server on which all is that this browser keeps there. Anyone who has it can read and change all of
// that, so it is sent in headers and bodies only: it stands in no address, no error and no log. One record for all tabs.

import { timeout } from "../loop/environment.js";
import { parsed, setAside } from "./mending.js";

const place = "chord-combiner-shelf";
const version = 1;

/**
 * What is known of the shelf, beside the key to it.
 * @typedef {object} Keyring
 * @property {string} key
 * @property {boolean} [isNew] whether nothing on it was ever stored, as far as this browser knows. The server may not have heard
 *   of the shelf yet, or have forgotten it, and then it is made again without a word: nothing is lost with it.
 * @property {string} [next] the one that may have taken its place: the server was told so, and has not answered
 * @property {string} [reader] with which others read, where that one was made in this browser
 * @property {string} [nextReader] the one that may have taken its place, as with `next`
 * @property {string} [name]
 * @property {boolean} [hasReaders]
 */

/** @returns {Keyring | null} nothing where there is none of our version with a key in it */
export function keyring() {
  return mendedRing(stored());
}

/** @returns {string | null} */
function stored() {
  try {
    return localStorage.getItem(place);
  } catch {
    return null;
  }
}

/**
 * What is whole in a record. Of one that is no JSON any more the key may still be found, without which the shelf is lost.
 * @param {string | null} text
 * @returns {Keyring | null}
 */
function mendedRing(text) {
  const record = parsed(text) ?? { version, key: /"key":"([\w-]{22})"/.exec(text ?? "")?.[1] };
  if (record.version !== version || !isKey(record.key)) return null;
  const { key, isNew, next, reader, nextReader, name, hasReaders } = record;
  const known = (/** @type {unknown} */ one) => (isKey(one) ? one : undefined);
  return {
    key, isNew: isNew === true || undefined, next: known(next), reader: known(reader), nextReader: known(nextReader),
    name: typeof name === "string" ? name : undefined, hasReaders: typeof hasReaders === "boolean" ? hasReaders : undefined,
  };
}

/** Whether there is a record that a newer page has written, which knows what is in it. */
const isOfNewerPage = () => parsed(stored())?.version > version;

/** @type {((isOther: boolean) => void)[]} */
const listeners = [];

/**
 * Tells who listens that there is another key, or that something else has changed on which it hangs what is to be seen.
 * @param {Partial<Keyring> | null} before
 * @param {Partial<Keyring> | null} now
 */
function tell(before, now) {
  const isOther = before?.key !== now?.key;
  if (isOther || before?.isNew !== now?.isNew || before?.reader !== now?.reader) listeners.forEach((listener) => listener(isOther));
}

/**
 * @param {Keyring | null} ring in the place of the one before; nothing gives it up
 * @returns {boolean} whether the browser keeps it
 */
export function keepKeyring(ring) {
  const before = keyring();
  try {
    // A record that cannot be read may still be useful.
    if (before === null) setAside(place);
    if (ring) localStorage.setItem(place, JSON.stringify({ ...ring, version }));
    else localStorage.removeItem(place);
  } catch {
    return false;
  }
  tell(before, ring);
  return keyring()?.key === ring?.key;
}

/**
 * Keeps more about a shelf, unless another has taken its place: what is asked about one is answered later.
 * @param {string | undefined} key to the shelf that it is about
 * @param {Partial<Keyring>} more
 * @returns {boolean} whether it is kept
 */
export function learnOfShelf(key, more) {
  const ring = keyring();
  return ring !== null && ring.key === key && keepKeyring({ ...ring, ...more });
}

/**
 * Something on the shelf is stored, so that the server does not forget it any more.
 * @param {string | undefined} key to the shelf that it is about
 */
export function learnOfStored(key) {
  if (keyring()?.isNew) learnOfShelf(key, { isNew: undefined });
}

/**
 * A key takes the place of the one beside which it was kept. With it ends the one for readers.
 * @param {string} next
 */
export function promote(next) {
  const ring = keyring();
  if (ring?.next !== next) return;
  keepKeyring({ ...ring, key: next, next: undefined, reader: undefined, nextReader: undefined, hasReaders: false });
}

/**
 * Calls back when there is another key, or none any more, also by another tab.
 * @param {() => void} listener
 */
export function onOtherKey(listener) {
  listeners.push((isOther) => isOther && listener());
}

/**
 * Calls back also when the server has heard of the key, and when others read by another one.
 * @param {() => void} listener
 */
export function onKeyring(listener) {
  listeners.push(listener);
}

addEventListener("storage", ({ key, oldValue, newValue }) => {
  // All of it is gone where no name is said.
  if (key === null) listeners.forEach((listener) => listener(true));
  else if (key === place) tell(mendedRing(oldValue), mendedRing(newValue));
});

/** 16 bytes of chance, as they stand in a link. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").slice(0, 22);
}

/**
 * @param {unknown} text
 * @returns {text is string}
 */
export function isKey(text) {
  return typeof text === "string" && /^[\w-]{22}$/.test(text);
}

/** Of all that the server is asked about the shelf as a whole. */
export const shelfAddress = () => new URL("api/v1/shelf", document.baseURI).href;

/** The server has no room for one more shelf. */
export class NoRoom extends Error {}

/**
 * Asks the server with the key, where there is one. Its answer says whether it knows the key, and which of two holds.
 * @param {string} url
 * @param {RequestInit & { headers?: Record<string, string> }} [options]
 * @param {string} [key]
 * @returns {Promise<Response>}
 */
export async function asked(url, options = {}, key = keyring()?.key) {
  const ask = (/** @type {string | undefined} */ key) =>
    fetch(url, key ? { ...options, headers: { ...options.headers, Authorization: `Bearer ${key}` } } : options);
  const response = await ask(key);
  const ring = keyring();
  if (!key || key !== ring?.key) return response;
  if (response.status !== 401 || !ring.next) return response;
  const other = await ask(ring.next);
  if (other.status !== 401) promote(ring.next);
  return other;
}

/**
 * Creates a shelf with the key of this browser, and makes that key if there is none. All tabs use one key, so a second
 * request finds the shelf that the first one created. A shelf that the server has forgotten, because it never held anything,
 * is created again. If the browser cannot store the key, no shelf is created, because it could never be opened again.
 * @returns {Promise<boolean>} whether there is one; fails where the server does not say so
 */
export async function makeShelf() {
  const make = async () => {
    if (!keyring() && (isOfNewerPage() || !keepKeyring({ key: newKey(), isNew: true }))) return false;
    const ring = keyring();
    if (!ring?.isNew) return true;
    const send = (/** @type {string} */ method, /** @type {string} */ path, /** @type {object} */ body) => asked(shelfAddress() + path, {
      method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal: timeout(30_000),
    });
    const response = await send("POST", "", { name: ring.name });
    if (response.status === 507) throw new NoRoom();
    if (!response.ok) throw new Error(`The server created no shelf: HTTP ${response.status}`);
    // The link that others have leads there again.
    if (response.status === 201 && ring.reader) await send("PUT", "/reader", { key: ring.reader });
    return true;
  };
  return navigator.locks ? navigator.locks.request(place, make) : make();
}
