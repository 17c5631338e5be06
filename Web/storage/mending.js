// @ts-check
// Checks what is read from storage. A damaged record is repaired, from what the server had if that is known; what cannot be
// repaired is set aside. Work that was not sent stays unsent.

/** @typedef {import("./kinds.js").Kind} Kind */
/** @typedef {import("./replica.js").Kept} Kept */
/** @typedef {import("./replica.js").Meta} Meta */

/**
 * A whole number from 0 for which the engine has room.
 * @param {unknown} value
 * @returns {value is number}
 */
export function isCount(value) {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) < 9e15;
}

/** @type {(value: unknown) => value is string[]} */
export const isNames = (value) => Array.isArray(value) && value.every((name) => typeof name === "string");

/**
 * @param {unknown} text
 * @returns {any} null where it is no JSON
 */
export function parsed(text) {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}

/**
 * Whether a member of a content has its type. What is in a list the engine checks.
 * @param {string} name
 * @param {unknown} value
 */
function isMember(name, value) {
  return name === "chords" ? Array.isArray(value) : typeof value === "string";
}

/**
 * Whether something has a content that can be read.
 * @param {any} one
 * @param {Kind} kind
 */
export function isContent(one, kind) {
  return kind.content.every((name) => isMember(name, one?.[name]) || (one?.[name] === undefined && name !== kind.core));
}

/**
 * A record as it must be.
 * @param {any} record
 * @param {Kind} kind
 * @returns {Kept | null} the same one if it is sound; null if it cannot be read
 */
export function mended(record, kind) {
  const base = isCount(record.base?.version) && typeof record.base.content === "string" ? record.base : null;
  const isDeleted = record.isDeleted === true;
  /** @type {Kept} */
  const kept = {
    ...record, base, isDeleted,
    version: isCount(record.version) ? record.version : Date.now(),
    // Behind all others.
    position: Number.isInteger(record.position) && Math.abs(record.position) < 2e9 ? record.position : 1e9,
    copyOf: typeof record.copyOf === "string" ? record.copyOf : undefined,
    time: record.time === undefined || isCount(record.time) ? record.time : 0,
  };
  if (typeof kept.id !== "string") kept.id = String(kept.id);
  if (!isContent(kept, kind)) {
    const served = base && parsed(base.content);
    for (const name of kind.content.filter((name) => !isMember(name, kept[name]))) {
      const isServed = isMember(name, served?.[name]);
      // What is deleted needs no content.
      if (name === kind.core && !isServed && !isDeleted) return null;
      kept[name] = isServed ? served[name] : name === "chords" ? [] : "";
    }
  }
  // Of all others nothing is compared, which would take long for thousands.
  const isUnsent = isDeleted || !base || (record.unsent !== undefined && differs(kept, kind));
  if (isUnsent && base && !isContent(parsed(base.content), kind)) kept.base = null;
  Object.assign(kept, { unsent: isUnsent ? 1 : undefined, served: kept.base ? kept.position : undefined });
  return Object.keys(kept).every((name) => kept[name] === record[name]) ? record : kept;
}

/**
 * Whether the server has another content than it has here.
 * @param {Kept} kept
 * @param {Kind} kind
 */
export function differs(kept, kind) {
  return kept.base?.content !== content(kept, kind);
}

/**
 * What two that are alike have in common.
 * @param {Record<string, any>} one
 * @param {Kind} kind
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

/** @returns {Meta} what is known where no server was ever asked */
export function unknownMeta() {
  return { server: { database: "", trail: [], order: null, buried: [] }, clock: { now: 0, forgotten: 0 } };
}

/**
 * What is known of the server. Where some of it is damaged nothing is: then all is compared once more.
 * @param {any} server
 * @returns {Meta["server"]}
 */
export function mendedServer(server) {
  const isSound = typeof server?.database === "string" && (server.order === null || isNames(server.order)) && isNames(server.buried)
    && Array.isArray(server.trail)
    && server.trail.every((/** @type {unknown} */ one, /** @type {number} */ place) => isCount(one) && !(one >= server.trail[place - 1]));
  return isSound ? server : unknownMeta().server;
}

/**
 * @param {any} clock
 * @returns {clock is Meta["clock"]}
 */
export function isClock(clock) {
  return isCount(clock?.now) && isCount(clock.forgotten) && clock.forgotten <= clock.now;
}

/**
 * A clock that goes on after all that was written.
 * @param {Kept[]} all
 * @returns {Meta["clock"]}
 */
export function clockAfter(all) {
  const now = all.reduce((latest, { time = 0 }) => Math.max(latest, time), 0);
  return { now, forgotten: now };
}

/**
 * What a page has left unended.
 * @param {string | null} text
 * @param {Kind} kind
 * @returns {{ left: import("./keeping.js").Left[], isDamaged: boolean }}
 */
export function leftIn(text, kind) {
  const all = parsed(text);
  if (!Array.isArray(all)) return { left: [], isDamaged: text !== null };
  const left = all.filter((one) => isChange(one?.change, kind)).map(({ change, seen, written }) => ({
    change, seen: (typeof seen?.id === "string" && mended(seen, kind)) || undefined, written: isNames(written) ? written : [],
  }));
  return { left, isDamaged: left.length < all.length };
}

/**
 * @param {any} change
 * @param {Kind} kind
 */
function isChange(change, kind) {
  if (typeof change?.id !== "string") return false;
  if (change.order !== undefined) return isNames(change.order);
  return change.told === undefined || (change.told?.id === change.id && isContent(change.told, kind));
}

/** Where a record of the browser's storage that cannot be read is left. */
export const asidePlace = "chord-combiner-damaged-";

/**
 * Sets a record of the browser's storage aside, so that another can take its place.
 * @param {string} name
 */
export function setAside(name) {
  const text = localStorage.getItem(name);
  if (text === null) return;
  try {
    localStorage.setItem(asidePlace + name, text);
  } catch {
    // There is no room for what cannot be read.
  }
  localStorage.removeItem(name);
}
