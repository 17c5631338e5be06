// The key of this browser's shelf on the server. Anyone with the key can read and change everything on the shelf, so it
// is sent only in headers and bodies, never in an address, error or log. All tabs share one record in localStorage.

import { timeout } from "../loop/environment.js";
import { onRecord, parsed, readRecord, setAside, writeRecord } from "./records.js";

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
  return repairedRing(readRecord(place));
}

/**
 * The valid part of a record. The key is looked for even in text that is not JSON, because the shelf is lost without
 * it.
 * @param {string | null} text
 * @returns {Keyring | null}
 */
function repairedRing(text) {
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
const isOfNewerPage = () => parsed(readRecord(place))?.version > version;

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
  // A damaged record may still be useful, so it is not overwritten.
  if (before === null) setAside(place);
  if (!writeRecord(place, ring && JSON.stringify({ ...ring, version }))) return false;
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

onRecord(place, (before, now) => {
  // Both are missing if all records were deleted.
  if (before === now) listeners.forEach((listener) => listener(true));
  else tell(repairedRing(before), repairedRing(now));
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

/** The server has not done what was requested. */
export class ServerFailure extends Error {
  /** @param {Sync.Failure} reason */
  constructor(reason) {
    super(reason);
    this.reason = reason;
  }
}

/** @typedef {RequestInit & { headers?: Record<string, string>, json?: object, seconds?: number }} RequestOptions */

/**
 * Sends a request with the key, if there is one. If the server rejects it, the key in `next` is tried.
 * @param {string} url
 * @param {RequestOptions} [options] `json` is the body; after `seconds`, the request is given up
 * @param {string} [key] empty for none
 * @returns {Promise<Response>} rejects with a ServerFailure if there is no response
 */
export async function asked(url, options = {}, key = keyring()?.key) {
  const { json, seconds = 30, ...others } = options;
  const ask = (/** @type {string | undefined} */ key) => {
    /** @type {Record<string, string>} */
    const headers = { ...others.headers };
    if (json) headers["Content-Type"] = "application/json";
    if (key) headers.Authorization = `Bearer ${key}`;
    const signal = others.signal ?? timeout(1000 * seconds);
    return fetch(url, { ...others, headers, signal, body: json && JSON.stringify(json) }).catch(() => {
      throw new ServerFailure("unreachable");
    });
  };
  const response = await ask(key);
  const ring = keyring();
  if (!key || key !== ring?.key || response.status !== 401 || !ring.next) return response;
  const other = await ask(ring.next);
  if (other.status !== 401) promote(ring.next);
  return other;
}

/** Whether this browser has a key that the server should know. */
export function hasKnownShelf() {
  const ring = keyring();
  return ring !== null && !ring.isNew;
}

/**
 * Creates a shelf with the key of this browser, and makes that key if there is none. All tabs use one key, so a second
 * request finds the shelf that the first one created. A shelf that the server has forgotten, because it never held
 * anything, is created again. If the browser cannot store the key, no shelf is created, because it could never be
 * opened again.
 * @returns {Promise<boolean>} whether there is one; rejects with a ServerFailure if the server has not confirmed it
 */
export async function makeShelf() {
  const make = async () => {
    if (!keyring() && (isOfNewerPage() || !keepKeyring({ key: newKey(), isNew: true }))) return false;
    const ring = keyring();
    if (!ring?.isNew) return true;
    const { status, ok } = await asked(shelfAddress(), { method: "POST", json: { name: ring.name } });
    if (!ok) throw new ServerFailure(status === 507 ? "full" : "unreachable");
    // Makes the readers' link work again.
    if (status === 201 && ring.reader) {
      await asked(`${shelfAddress()}/reader`, { method: "PUT", json: { key: ring.reader } });
    }
    return true;
  };
  return navigator.locks ? navigator.locks.request(place, make) : make();
}
