// @ts-check
// What the page remembers between visits: versioned records of texts in the browser's storage, one of
// the chords at hand, one of the key on the circle, one of the settings, so that two tabs with
// different chords share them, and one of the exercise in progress.
// Storage can be forbidden, full or damaged. The page then simply starts, or goes on, without it.

const version = 1;
export const places = { chords: "chord-combiner", key: "chord-combiner-key", settings: "chord-combiner-settings", sitting: "chord-combiner-sitting" };

/** @typedef {[key: string, value: string][]} Fields */

/**
 * The settings as this tab has them, as far as any were ever chosen.
 * @type {Map<string, string>}
 */
let settings = new Map();

/** @returns {Fields} all that is remembered, of each record nothing unless it is whole and of our version */
export function recall() {
  settings = new Map(read(stored(places.settings)));
  return Object.values(places).flatMap((place) => read(stored(place)));
}

/**
 * Remembers settings beside those that were chosen before, here or in another tab.
 * @param {Fields} changed those that were chosen now
 */
export function rememberSettings(changed) {
  remember("settings", [...new Map([...read(stored(places.settings)), ...changed])]);
}

/**
 * @param {Fields} changed
 * @returns {Record<string, string>} all settings of this tab that were ever chosen
 */
export function settingsWith(changed) {
  settings = new Map([...settings, ...changed]);
  return Object.fromEntries(settings);
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
 * Calls back when another tab has changed the settings, also while this page lay aside in the browser's history.
 * @param {(settings: Fields) => void} callback
 */
export function onSettingsElsewhere(callback) {
  /** @param {string | null} text */
  const follow = (text) => {
    const fields = read(text);
    settingsWith(fields);
    callback(fields);
  };
  addEventListener("storage", (event) => {
    if (event.key === places.settings) follow(event.newValue);
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted) follow(stored(places.settings));
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
