// Records in localStorage and sessionStorage. Storage can be blocked, full or damaged; the page then works without it.

/** The prefix of the names of damaged records. */
export const damagedPrefix = "chord-combiner-damaged-";

/**
 * @param {unknown} text
 * @returns {any} null if it is not JSON
 */
export function parsed(text) {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {"localStorage" | "sessionStorage"} [area]
 */
export function readRecord(name, area = "localStorage") {
  try {
    return window[area].getItem(name);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string | null} text null to delete the record
 * @param {"localStorage" | "sessionStorage"} [area]
 * @returns {boolean} whether the browser has done so
 */
export function writeRecord(name, text, area = "localStorage") {
  try {
    if (text === null) window[area].removeItem(name);
    else window[area].setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} prefix */
export function recordNames(prefix) {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}

/**
 * Renames a damaged record, so that a new one can be written. Without space for it, it is lost.
 * @param {string} name
 */
export function setAside(name) {
  const text = readRecord(name);
  if (text === null) return;
  writeRecord(damagedPrefix + name, text);
  writeRecord(name, null);
}

/**
 * Calls back when another tab has changed a record, or has deleted all records.
 * @param {string} name
 * @param {(before: string | null, now: string | null) => void} listener
 */
export function onRecord(name, listener) {
  addEventListener("storage", ({ key, oldValue, newValue }) => {
    if (key === name || key === null) listener(oldValue, newValue);
  });
}
