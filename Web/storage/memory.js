// Remembers choices between visits in localStorage. There are separate records for the chords, the key of the circle,
// the settings, the practice session and MIDI devices, so tabs with different chords share the settings.

import { onRecord, parsed, readRecord, writeRecord } from "./records.js";

const version = 1;
/** The names of the records in localStorage. */
export const places = {
  chords: "chord-combiner", key: "chord-combiner-key", settings: "chord-combiner-settings",
  sitting: "chord-combiner-sitting", midi: "chord-combiner-midi",
};

/** @typedef {[key: string, value: string][]} Fields */

/**
 * The settings of this tab that were ever changed.
 * @type {Map<string, string>}
 */
let settings = new Map();

/** @returns {Fields} the fields of all records that are intact and of this version */
export function recall() {
  settings = new Map(fields(readRecord(places.settings)));
  // The engine does not know the choices for MIDI devices (midi/choices.js).
  return Object.values(places).filter((place) => place !== places.midi).flatMap((place) => fields(readRecord(place)));
}

/**
 * Stores changed settings and keeps the others, including those changed in another tab.
 * @param {Fields} changed
 * @param {Record<string, number>} [times] when each setting was changed, if that was on another device
 */
export function rememberSettings(changed, times) {
  const before = new Map(fields(readRecord(places.settings)));
  const now = times ?? settingTimes();
  for (const [key, value] of times ? [] : changed) {
    if (before.get(key) !== value) now[key] = Math.floor(Date.now() / 1000);
  }
  writeRecord(timesPlace, JSON.stringify(now));
  remember("settings", [...new Map([...before, ...changed])]);
  if (times) for (const listener of listeners) listener(changed);
}

/** The record of when settings were changed. */
export const timesPlace = "chord-combiner-setting-times";

/** @returns {Record<string, number>} when each setting was changed, in seconds since 1970 */
export function settingTimes() {
  return parsed(readRecord(timesPlace)) ?? {};
}

/** @type {((settings: Fields) => void)[]} */
const listeners = [];

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
  writeRecord(places[record], JSON.stringify({ ...Object.fromEntries(fields), version }));
}

/**
 * Calls back when another tab or device has changed the settings, even while this page was in the back/forward cache.
 * @param {(settings: Fields) => void} callback
 */
export function onSettingsElsewhere(callback) {
  /** @param {string | null} text */
  const follow = (text) => {
    const all = fields(text);
    settingsWith(all);
    callback(all);
  };
  listeners.push((changed) => {
    settingsWith(changed);
    callback(changed);
  });
  onRecord(places.settings, (_, now) => follow(now));
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) follow(readRecord(places.settings));
  });
}

/**
 * The fields of a record, if it is intact and of this version.
 * @param {string | null} text
 * @returns {Fields}
 */
function fields(text) {
  const { version: found, ...members } = parsed(text) ?? {};
  const entries = Object.entries(members);
  return found === version && entries.every(([, value]) => typeof value === "string") ? entries : [];
}
