// @ts-check
// What the page remembers between visits: one versioned record of texts in the browser's storage.
// Storage can be forbidden, full or damaged. The page then simply starts, or goes on, without it.

const key = "chord-combiner";
const version = 1;

/**
 * @returns {[key: string, value: string][]} nothing, unless there is a whole record of our version
 */
export function recall() {
  try {
    const record = JSON.parse(localStorage.getItem(key) ?? "null");
    if (record?.version !== version) return [];
    const { version: _, ...fields } = record;
    const entries = Object.entries(fields);
    return entries.every(([, value]) => typeof value === "string") ? entries : [];
  } catch {
    return [];
  }
}

/**
 * @param {[key: string, value: string][]} fields the whole record; it replaces the one before
 */
export function remember(fields) {
  try {
    localStorage.setItem(key, JSON.stringify({ ...Object.fromEntries(fields), version }));
  } catch {
    // Not remembering is no reason to interrupt anyone.
  }
}
