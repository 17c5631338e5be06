// Checks records read from storage. A damaged record is repaired, if possible from the last known server version.
// Others are set aside. Unsent work stays unsent.

import { parsed } from "./records.js";

/**
 * Whether a value is a non-negative integer within the engine's range.
 * @param {unknown} value
 * @returns {value is number}
 */
function isCount(value) {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) < 9e15;
}

/** @type {(value: unknown) => value is string[]} */
const isNames = (value) => Array.isArray(value) && value.every((name) => typeof name === "string");

/**
 * Whether a member of a content has the right type. The engine checks the elements of a list.
 * @param {string} name
 * @param {unknown} value
 */
function isMember(name, value) {
  return name === "chords" ? Array.isArray(value) : typeof value === "string";
}

/**
 * Whether an item has a readable content.
 * @param {any} one
 * @param {Sync.Kind} kind
 */
function isContent(one, kind) {
  return kind.content.every((name) => isMember(name, one?.[name]) || (one?.[name] === undefined && name !== kind.core));
}

/**
 * Repairs a record.
 * @param {any} record
 * @param {Sync.Kind} kind
 * @returns {Sync.Item | null} the record itself if it is intact; null if it cannot be read
 */
export function repaired(record, kind) {
  const base = isCount(record.base?.version) && typeof record.base.content === "string" ? record.base : null;
  const isDeleted = record.isDeleted === true;
  /** @type {Sync.Item} */
  const kept = {
    ...record, base, isDeleted,
    version: isCount(record.version) ? record.version : Date.now(),
    // After all others.
    position: Number.isInteger(record.position) && Math.abs(record.position) < 2e9 ? record.position : 1e9,
    copyOf: typeof record.copyOf === "string" ? record.copyOf : undefined,
    time: record.time === undefined || isCount(record.time) ? record.time : 0,
  };
  if (typeof kept.id !== "string") kept.id = String(kept.id);
  if (!isContent(kept, kind)) {
    const served = base && parsed(base.content);
    for (const name of kind.content.filter((name) => !isMember(name, kept[name]))) {
      const isServed = isMember(name, served?.[name]);
      // A deleted item needs no content.
      if (name === kind.core && !isServed && !isDeleted) return null;
      kept[name] = isServed ? served[name] : name === "chords" ? [] : "";
    }
  }
  // Other items are not compared, because that would take long for thousands.
  const isUnsent = isDeleted || !base || (record.unsent !== undefined && differs(kept, kind));
  if (isUnsent && base && !isContent(parsed(base.content), kind)) kept.base = null;
  Object.assign(kept, indexed(kept, isUnsent));
  return Object.keys(kept).every((name) => kept[name] === record[name]) ? record : kept;
}

/**
 * The indexed members of an item.
 * @param {Pick<Sync.Item, "base" | "position">} item
 * @param {boolean} isUnsent
 * @returns {Pick<Sync.Item, "unsent" | "served">}
 */
export function indexed({ base, position }, isUnsent) {
  return { unsent: isUnsent ? 1 : undefined, served: base ? position : undefined };
}

/**
 * Whether an item has another content here than on the server.
 * @param {Sync.Item} kept
 * @param {Sync.Kind} kind
 */
export function differs(kept, kind) {
  return kept.base?.content !== content(kept, kind);
}

/**
 * The content of an item as a text, for comparisons.
 * @param {Record<string, any>} one
 * @param {Sync.Kind} kind
 */
export function content(one, kind) {
  return JSON.stringify(members(one, kind.content));
}

/**
 * @param {Record<string, any>} one
 * @param {string[]} names
 */
export function members(one, names) {
  return Object.fromEntries(names.map((name) => [name, one[name]]));
}

/** @returns {Sync.Meta} the state before the first contact with a server */
export function unknownMeta() {
  return { server: { database: "", trail: [], order: null, buried: [] }, clock: { now: 0, forgotten: 0 } };
}

/**
 * The sync state of the server. If a part of it is damaged, all is reset and everything is compared again.
 * @param {any} server
 * @returns {Sync.Meta["server"]}
 */
export function repairedServer(server) {
  const isDescending = (/** @type {unknown} */ one, /** @type {number} */ place) =>
    isCount(one) && !(one >= server.trail[place - 1]);
  const isSound = typeof server?.database === "string"
    && (server.order === null || isNames(server.order)) && isNames(server.buried)
    && (typeof (server.epoch ?? "") === "string")
    && Array.isArray(server.trail) && server.trail.every(isDescending);
  return isSound ? server : unknownMeta().server;
}

/**
 * @param {any} clock
 * @returns {clock is Sync.Meta["clock"]}
 */
export function isClock(clock) {
  return isCount(clock?.now) && isCount(clock.forgotten) && clock.forgotten <= clock.now;
}

/**
 * A clock that continues after the latest write.
 * @param {Sync.Item[]} all
 * @returns {Sync.Meta["clock"]}
 */
export function clockAfter(all) {
  const now = all.reduce((latest, { time = 0 }) => Math.max(latest, time), 0);
  return { now, forgotten: now };
}

/**
 * Reads the unfinished changes of a closed page.
 * @param {string} text
 * @param {Sync.Kind} kind
 * @returns {{ changes: Sync.Change[], isDamaged: boolean }}
 */
export function changesIn(text, kind) {
  const all = parsed(text);
  if (!Array.isArray(all)) return { changes: [], isDamaged: true };
  const changes = all.filter((one) => isChange(one?.change, kind)).map(({ change, seen, written }) => ({
    ...change,
    left: {
      seen: (typeof seen?.id === "string" && repaired(seen, kind)) || undefined,
      written: isNames(written) ? written : [],
    },
  }));
  return { changes, isDamaged: changes.length < all.length };
}

/**
 * @param {any} change
 * @param {Sync.Kind} kind
 */
function isChange(change, kind) {
  if (typeof change?.id !== "string") return false;
  if (change.order !== undefined) return isNames(change.order);
  return change.told === undefined || (change.told?.id === change.id && isContent(change.told, kind));
}
