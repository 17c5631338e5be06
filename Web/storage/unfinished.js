// @ts-check
// The record of a page's unfinished changes in localStorage. The browser may close the page at any time; the next page
// finishes them. Each tab has its own record, and a lock that shows others that it is still open.

import { leftIn, setAside } from "./mending.js";

/** @typedef {import("./kinds.js").Kind} Kind */
/** @typedef {import("./replica.js").Item} Item */

/**
 * A change: of the item with this id, its deletion if `told` is missing, or of the order of all items.
 * @typedef {object} Change
 * @property {string} id
 * @property {import("./deciding.js").Told} [told]
 * @property {string[]} [order]
 * @property {Omit<Left, "change">} [left] if an earlier page has started it
 *
 * A change that a page has started and may not have finished.
 * @typedef {object} Left
 * @property {Change} change
 * @property {Item} [seen] the item that it is based on
 * @property {string[]} written contents that the page had started to write since
 */

/** @param {Kind} kind */
export function unfinishedChanges(kind) {
  const prefix = `${kind.database}-unended-`;
  const ownName = prefix + Math.random().toString(36).slice(2);
  let isLocked = false;

  /** Holds the lock of this tab's record from its first change on. */
  function lock() {
    if (isLocked) return;
    isLocked = true;
    navigator.locks?.request(ownName, () => new Promise(() => {})).catch(() => {});
  }

  /**
   * @param {Left[]} all
   * @returns {boolean} whether they are stored
   */
  function save(all) {
    if (all.length === 0) return true;
    try {
      localStorage.setItem(ownName, JSON.stringify(all));
      return true;
    } catch {
      // The writes that are under way may still finish.
      return false;
    }
  }

  function forget() {
    try {
      localStorage.removeItem(ownName);
    } catch {
      // Storage is blocked, so there is no record.
    }
  }

  /** @returns {string[]} the names of the records of other tabs */
  function others() {
    try {
      return Object.keys(localStorage).filter((name) => name.startsWith(prefix) && name !== ownName);
    } catch (error) {
      console.info(error);
      return [];
    }
  }

  function forgetOthers() {
    for (const name of others()) localStorage.removeItem(name);
  }

  /**
   * Finishes the changes of earlier pages when these are closed. Repeating finished changes does no harm.
   * @param {(left: Left[]) => Promise<boolean>} finish returns whether the outcome outlives the page
   */
  function takeOver(finish) {
    for (const name of others()) {
      const take = async () => {
        const { left, isDamaged } = leftIn(localStorage.getItem(name), kind);
        if (isDamaged) setAside(name);
        // Only then, because changes in memory would be lost with this page.
        if (await finish(left)) localStorage.removeItem(name);
      };
      const taken = () => take().catch(console.error);
      if (navigator.locks) navigator.locks.request(name, taken).catch(taken);
      else taken();
    }
  }

  return { lock, save, forget, forgetOthers, takeOver };
}
