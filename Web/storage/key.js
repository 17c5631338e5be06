// @ts-check
// The key of this browser's shelf on the server. Anyone with the key can read and change everything on the shelf, so it
// is sent only in headers and bodies, never in an address, error or log. All tabs share one record in localStorage.

import { timeout } from "../loop/environment.js";
import { parsed, setAside } from "./mending.js";

const place = "chord-combiner-shelf";
const version = 1;

/**
 * The key of the shelf, and what is known about the shelf.
 * @typedef {object} Keyring
 * @property {string} key
 * @property {boolean} [isNew] whether nothing was ever stored on the shelf, as far as this browser knows. If the server
 *   does not know the shelf, it is created again, since nothing is lost.
 * @property {string} [next] a new key that was sent to the server without getting a response
 * @property {string} [reader] the readers' key, if it was made in this browser
 * @property {string} [nextReader] a new readers' key that was sent without getting a response
 * @property {string} [name]
 * @property {boolean} [hasReaders]
 */

/** @returns {Keyring | null} null if there is no record of this version with a key */
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
 * The valid part of a record. The key is looked for even in text that is not JSON, because the shelf is lost without
 * it.
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
    name: typeof name === "string" ? name : undefined,
    hasReaders: typeof hasReaders === "boolean" ? hasReaders : undefined,
  };
}

/** Whether the record was written by a newer version of the page. */
const isOfNewerPage = () => parsed(stored())?.version > version;

/** @type {((isOther: boolean) => void)[]} */
const listeners = [];

/**
 * Notifies listeners of another key, or of another change that affects the screen.
 * @param {Partial<Keyring> | null} before
 * @param {Partial<Keyring> | null} now
 */
function tell(before, now) {
  const isOther = before?.key !== now?.key;
  if (isOther || before?.isNew !== now?.isNew || before?.reader !== now?.reader) {
    listeners.forEach((listener) => listener(isOther));
  }
}

/**
 * Stores a keyring instead of the previous one.
 * @param {Keyring | null} ring null to delete it
 * @returns {boolean} whether the browser has stored it
 */
export function keepKeyring(ring) {
  const before = keyring();
  try {
    // A damaged record may still be useful, so it is not overwritten.
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
 * Stores more about a shelf, unless another one has replaced it since the request.
 * @param {string | undefined} key the key of that shelf
 * @param {Partial<Keyring>} more
 * @returns {boolean} whether it is stored
 */
export function learnOfShelf(key, more) {
  const ring = keyring();
  return ring !== null && ring.key === key && keepKeyring({ ...ring, ...more });
}

/**
 * Records that something is stored on the shelf, so the server will not forget it.
 * @param {string | undefined} key the key of that shelf
 */
export function learnOfStored(key) {
  if (keyring()?.isNew) learnOfShelf(key, { isNew: undefined });
}

/**
 * Replaces the key by the one stored in `next`. The readers' key ends with the old one.
 * @param {string} next
 */
export function promote(next) {
  const ring = keyring();
  if (ring?.next !== next) return;
  keepKeyring({ ...ring, key: next, next: undefined, reader: undefined, nextReader: undefined, hasReaders: false });
}

/**
 * Calls back when the key has changed or was deleted, in this tab or another.
 * @param {() => void} listener
 */
export function onOtherKey(listener) {
  listeners.push((isOther) => isOther && listener());
}

/**
 * Calls back when the key, the readers' key or `isNew` has changed.
 * @param {() => void} listener
 */
export function onKeyring(listener) {
  listeners.push(listener);
}

addEventListener("storage", ({ key, oldValue, newValue }) => {
  // Without a name, all of localStorage was cleared.
  if (key === null) listeners.forEach((listener) => listener(true));
  else if (key === place) tell(mendedRing(oldValue), mendedRing(newValue));
});

/** A new key: 16 random bytes in base64url. */
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

/** The address of the shelf in the API. */
export const shelfAddress = () => new URL("api/v1/shelf", document.baseURI).href;

/** The server has no room for one more shelf. */
export class NoRoom extends Error {}

/**
 * Sends a request with the key, if there is one. If the server rejects it, the key in `next` is tried.
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
 * request finds the shelf that the first one created. A shelf that the server has forgotten, because it never held
 * anything, is created again. If the browser cannot store the key, no shelf is created, because it could never be
 * opened again.
 * @returns {Promise<boolean>} whether there is one; rejects if the server has not confirmed it
 */
export async function makeShelf() {
  const make = async () => {
    if (!keyring() && (isOfNewerPage() || !keepKeyring({ key: newKey(), isNew: true }))) return false;
    const ring = keyring();
    if (!ring?.isNew) return true;
    const headers = { "Content-Type": "application/json" };
    const send = (/** @type {string} */ method, /** @type {string} */ path, /** @type {object} */ body) =>
      asked(shelfAddress() + path, { method, headers, body: JSON.stringify(body), signal: timeout(30_000) });
    const response = await send("POST", "", { name: ring.name });
    if (response.status === 507) throw new NoRoom();
    if (!response.ok) throw new Error(`The server created no shelf: HTTP ${response.status}`);
    // Makes the readers' link work again.
    if (response.status === 201 && ring.reader) await send("PUT", "/reader", { key: ring.reader });
    return true;
  };
  return navigator.locks ? navigator.locks.request(place, make) : make();
}
