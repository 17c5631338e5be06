// @ts-check
// The changes by this tab that are not in the replica yet. They are carried out one by one. Those that a closing page
// leaves unfinished are in its journal.

import { journalOf } from "./journal.js";
import { content } from "./repair.js";

/**
 * @param {Sync.Kind} kind
 * @param {(change: Sync.Change, past: () => Sync.Past) => Promise<void>} store stores a change in the replica
 * @param {(id: string) => Sync.Item | undefined} known the item as the engine has it
 * @param {() => void} show called after each change
 */
export function changeQueue(kind, store, known, show) {
  /** @type {Map<string, Sync.Change>} waiting changes by id; a newer one replaces an older one */
  const waiting = new Map();
  /** @type {Map<string, Sync.Change>} changes that are being carried out */
  const begun = new Map();
  /** @type {Map<string, string[]>} contents that are being written, by id, until the outcome is known */
  const written = new Map();
  /** @type {(() => void)[]} called when all changes are carried out */
  const idlers = [];
  /** The number of changes so far. */
  let count = 0;
  const journal = journalOf(kind);

  /** @param {Sync.Change} change */
  function enter(change) {
    count += 1;
    // The order of all items has no id. It moves after the changes of items.
    if (change.order) waiting.delete(change.id);
    waiting.set(change.id, change);
    journal.lock();
  }

  /** @param {Sync.Change} change */
  async function carryOut(change) {
    const { id, told } = change;
    waiting.delete(id);
    begun.set(id, change);
    if (told) written.set(id, [...(written.get(id) ?? []), content(told, kind)]);
    const { written: contents } = past(change);
    try {
      await store(change, () => ({ ...past(change), written: contents }));
    } finally {
      if (begun.get(id) === change) begun.delete(id);
      if (!begun.has(id) && !waiting.has(id)) written.delete(id);
      if (begun.size + waiting.size === 0) {
        for (const idler of idlers.splice(0)) idler();
        journal.write([]);
      }
      show();
    }
  }

  /**
   * @param {Sync.Change} change
   * @returns {Sync.Past}
   */
  function past({ id, left }) {
    return {
      seen: left ? left.seen : known(id), written: [...(left?.written ?? []), ...(written.get(id) ?? [])],
    };
  }

  /** @returns {boolean} whether the unfinished changes are stored for the next page */
  function saveUnfinished() {
    const all = [...begun.values(), ...waiting.values()];
    return all.length === 0 || journal.write(all.map((one) => {
      const { left, ...change } = one;
      return { change, ...past(one) };
    }));
  }

  /**
   * Carries out the changes of an earlier page.
   * @param {Sync.Change[]} changes
   * @param {(change: Sync.Change) => void} enter
   */
  async function finish(changes, enter) {
    if (changes.length === 0) return;
    const ended = new Promise((resolve) => idlers.push(() => resolve(null)));
    changes.forEach(enter);
    await ended;
  }

  return {
    enter, carryOut, finish, saveUnfinished, journal,
    all: () => [...waiting.values()],
    isIdle: () => begun.size + waiting.size === 0,
    count: () => count,
    /** The ids of the changed items. */
    ids: () => new Set([...waiting.keys(), ...begun.keys()].filter((id) => id !== "")),
    drop: () => waiting.clear(),
  };
}
