// @ts-check
// The key to the shelf on the server on which all is that this browser keeps there. Whoever has it can read and change all of
// that, so it is sent in a header and nowhere else: it stands in no address, no error and no log. One record for all tabs.

import { patience } from "../loop/circumstances.js";

const place = "chord-combiner-shelf";
const version = 1;

/**
 * What is known of the shelf, beside the key to it.
 * @typedef {object} Keyring
 * @property {string} key
 * @property {boolean} [isNew] whether the server may not have heard of it yet
 * @property {string} [next] the one that may have taken its place: the server was told so, and has not answered
 * @property {string} [reader] with which others read, where that one was made in this browser
 * @property {string} [name]
 * @property {boolean} [hasReaders]
 */

/** @returns {Keyring | null} nothing where there is none, or no whole one of our version */
export function keyring() {
  try {
    const { version: itsVersion, ...ring } = JSON.parse(localStorage.getItem(place) ?? "{}");
    return itsVersion === version && isKey(ring.key) ? ring : null;
  } catch {
    return null;
  }
}

/** @type {(() => void)[]} */
const listeners = [];

/**
 * @param {Keyring | null} ring in the place of the one before; nothing gives it up
 * @returns {boolean} whether the browser keeps it
 */
export function keepKeyring(ring) {
  const before = keyring()?.key;
  try {
    if (ring) localStorage.setItem(place, JSON.stringify({ ...ring, version }));
    else localStorage.removeItem(place);
  } catch {
    // Seen below.
  }
  const now = keyring()?.key;
  if (now !== before) listeners.forEach((listener) => listener());
  return now === ring?.key;
}

/** @param {Partial<Keyring>} more of a shelf that is there */
export function learnOfShelf(more) {
  const ring = keyring();
  if (ring) keepKeyring({ ...ring, ...more });
}

/**
 * Calls back when there is another key, or none any more, also by another tab.
 * @param {() => void} listener
 */
export function onOtherKey(listener) {
  listeners.push(listener);
}

addEventListener("storage", ({ key, oldValue, newValue }) => {
  // All of it is gone where no name is said.
  if (key === null || (key === place && keyIn(oldValue) !== keyIn(newValue))) listeners.forEach((listener) => listener());
});

/** @param {string | null} text */
function keyIn(text) {
  try {
    return JSON.parse(text ?? "{}").key;
  } catch {
    return undefined;
  }
}

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

/**
 * Asks the server with the key, where there is one.
 * @param {string} url
 * @param {RequestInit & { headers?: Record<string, string> }} [options]
 * @param {string} [key]
 * @returns {Promise<Response>}
 */
export async function asked(url, options = {}, key = keyring()?.key) {
  const response = await fetch(url, key ? { ...options, headers: { ...options.headers, Authorization: `Bearer ${key}` } } : options);
  const ring = keyring();
  if (response.status !== 401 || !ring?.next || key !== ring.key) return response;
  const { next, ...others } = ring;
  keepKeyring({ ...others, key: next });
  return asked(url, options, next);
}

/**
 * Makes a shelf for what is to be kept, unless another tab has. Where the browser would not keep the key there is none, for
 * nobody could come to it again.
 * @returns {Promise<boolean>} whether there is one; fails where the server does not say so
 */
export async function makeShelf() {
  const make = async () => {
    if (!keyring() && !keepKeyring({ key: newKey(), isNew: true })) return false;
    if (!keyring()?.isNew) return true;
    const response = await asked(shelfAddress(), { method: "POST", signal: patience(30_000) });
    if (!response.ok) throw new Error(`No shelf was made: ${response.status}`);
    learnOfShelf({ isNew: undefined });
    return true;
  };
  return navigator.locks ? navigator.locks.request(place, make) : make();
}
