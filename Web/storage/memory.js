// @ts-check
// What the page remembers between visits: versioned records of texts in the browser's storage, one of
// the chords at hand, one of the key on the circle, one of the settings, so that two tabs with
// different chords share them, and one of where somebody is in an exercise.
// Storage can be forbidden, full or damaged. The page then simply starts, or goes on, without it.

const version = 1;
export const places = { chords: "chord-combiner", key: "chord-combiner-key", settings: "chord-combiner-settings", sitting: "chord-combiner-sitting" };

/** @typedef {[key: string, value: string][]} Fields */

/** @returns {Fields} all that is remembered, of each record nothing unless it is whole and of our version */
export function recall() {
  return Object.values(places).flatMap((place) => read(stored(place)));
}

/**
 * @param {keyof typeof places} record
 * @param {Fields} fields the whole record; it replaces the one before
 */
export function remember(record, fields) {
  try {
    localStorage.setItem(places[record], JSON.stringify({ ...Object.fromEntries(fields), version }));
  } catch {
    // Not remembering is no reason to interrupt anyone.
  }
}

/**
 * Calls back when another tab has changed the settings.
 * @param {(settings: Fields) => void} callback
 */
export function onSettingsElsewhere(callback) {
  addEventListener("storage", (event) => {
    if (event.key === places.settings) callback(read(event.newValue));
  });
}

/** @param {string} place */
function stored(place) {
  try {
    return localStorage.getItem(place);
  } catch {
    return null;
  }
}

/**
 * @param {string | null} text
 * @returns {Fields}
 */
function read(text) {
  try {
    const record = JSON.parse(text ?? "null");
    if (record?.version !== version) return [];
    const { version: _, ...fields } = record;
    const entries = Object.entries(fields);
    return entries.every(([, value]) => typeof value === "string") ? entries : [];
  } catch {
    return [];
  }
}
