// @ts-check
// Remembers choices between visits in localStorage. There are separate records for the chords, the key of the circle,
// the settings and the practice session, so tabs with different chords share the settings. Storage can be blocked, full
// or damaged. The page then starts or continues without it.

const version = 1;
/** The names of the records in localStorage. */
export const places = {
  chords: "chord-combiner", key: "chord-combiner-key", settings: "chord-combiner-settings",
  sitting: "chord-combiner-sitting",
};

/** @typedef {[key: string, value: string][]} Fields */

/**
 * The settings of this tab that were ever changed.
 * @type {Map<string, string>}
 */
let settings = new Map();

/** @returns {Fields} the fields of all records that are intact and of this version */
export function recall() {
  settings = new Map(read(stored(places.settings)));
  return Object.values(places).flatMap((place) => read(stored(place)));
}

/**
 * Stores changed settings and keeps the others, including those changed in another tab.
 * @param {Fields} changed
 */
export function rememberSettings(changed) {
  remember("settings", [...new Map([...read(stored(places.settings)), ...changed])]);
}

/**
 * @param {Fields} changed
 * @returns {Record<string, string>} all settings of this tab that were ever changed
 */
export function settingsWith(changed) {
  settings = new Map([...settings, ...changed]);
  return Object.fromEntries(settings);
}

/**
 * @param {keyof typeof places} record
 * @param {Fields} fields all fields of the record, which is replaced
 */
export function remember(record, fields) {
  try {
    localStorage.setItem(places[record], JSON.stringify({ ...Object.fromEntries(fields), version }));
  } catch {
    // The page works without it.
  }
}

/**
 * Calls back when another tab has changed the settings, even while this page was in the back/forward cache.
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
