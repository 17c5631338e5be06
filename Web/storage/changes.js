// The changes by this tab that are not in the replica yet. They are carried out in their order, some at a time. Those
// that a closing page leaves unfinished are in its journal.

import { journalOf } from "./journal.js";
import { content } from "./repair.js";

/** Maximum number of changes in one transaction of the database. Thousands of transactions would take much longer. */
const maximumAtOnce = 25;

/** @typedef {{ change: Sync.Change, past: () => Sync.Past }} Step */

export class Changes {
  /** @type {Map<string, Sync.Change>} waiting changes by id; a newer one replaces an older one */
  waiting = new Map();
  /** @type {Map<string, Sync.Change>} changes that are being carried out */
  begun = new Map();
  /** @type {Map<string, string[]>} contents that are being written, by id, until the outcome is known */
  written = new Map();
  /** The number of changes so far. */
  count = 0;
  /** @type {(() => void)[]} called when all changes are carried out */
  idlers = [];

  /**
   * @param {Sync.Kind} kind
   * @param {Map<string, Sync.Item>} known the items as the engine has them
   * @param {(steps: Step[]) => Promise<void>} store stores changes in the replica
   */
  constructor(kind, known, store) {
    this.kind = kind;
    this.known = known;
    this.store = store;
    this.journal = journalOf(`${kind.database}-unended-`);
  }

  /** @param {Sync.Change} change */
  enter(change) {
    this.count += 1;
    // The order of all items has no id. It moves after the changes of items.
    if (change.order) this.waiting.delete(change.id);
    this.waiting.set(change.id, change);
    this.journal.lock();
  }

  /** The oldest waiting changes that can share a transaction. A new order is carried out by itself. */
  next() {
    /** @type {Sync.Change[]} */
    const next = [];
    for (const change of this.waiting.values()) {
      if (next.length === maximumAtOnce || (change.order && next.length > 0)) break;
      next.push(change);
      if (change.order) break;
    }
    return next;
  }

  /** @param {Sync.Change[]} changes with different ids */
  async carryOut(changes) {
    const { waiting, begun, written } = this;
    const steps = changes.map((change) => {
      const { id, told } = change;
      waiting.delete(id);
      begun.set(id, change);
      if (told) written.set(id, [...(written.get(id) ?? []), content(told, this.kind)]);
      const contents = this.past(change).written;
      return { change, past: () => ({ ...this.past(change), written: contents }) };
    });
    try {
      await this.store(steps);
    } finally {
      for (const change of changes) {
        const { id } = change;
        if (begun.get(id) === change) begun.delete(id);
        if (!begun.has(id) && !waiting.has(id)) written.delete(id);
      }
      if (this.isIdle()) {
        for (const idler of this.idlers.splice(0)) idler();
        this.journal.write(null);
      }
    }
  }

  /**
   * @param {Sync.Change} change
   * @returns {Sync.Past}
   */
  past({ id, left }) {
    const written = [...(left?.written ?? []), ...(this.written.get(id) ?? [])];
    return { seen: left ? left.seen : this.known.get(id), written };
  }

  isIdle() {
    return this.begun.size + this.waiting.size === 0;
  }

  /** The ids of the changed items. */
  ids() {
    const ids = new Set([...this.waiting.keys(), ...this.begun.keys()]);
    ids.delete("");
    return ids;
  }

  /** @returns {boolean} whether the unfinished changes are stored for the next page */
  saveUnfinished() {
    const all = [...this.begun.values(), ...this.waiting.values()];
    return this.isIdle() || this.journal.write(JSON.stringify(all.map((change) => {
      return { change: { ...change, left: undefined }, ...this.past(change) };
    })));
  }

  /** Resolves when all changes are carried out. */
  idle() {
    return new Promise((resolve) => {
      if (this.isIdle()) resolve(null);
      else this.idlers.push(() => resolve(null));
    });
  }
}
