// The items of one kind in this browser, and what this tab last read or wrote of them. If the browser's storage fails,
// the tab continues with these in memory.

import { Undecided } from "./decisions.js";
import { inTime, openingTime } from "./indexed-db.js";
import { parsed } from "./records.js";
import { clockAfter, differs, unknownMeta } from "./repair.js";
import { memoryReplica, openReplica } from "./replica.js";

/** Milliseconds before a missing engine is asked again. A new one takes over in less than a second. */
const engineRetryDelay = 200;
/** How many items are compared with the server's version before the page can handle events. */
const comparedAtOnce = 50;

/**
 * @typedef {object} Listener
 * @property {(ids: string[]) => void} change these items were written or removed
 * @property {() => void} reload all items may be others
 * @property {() => void} loss changes are no longer stored
 * @property {() => void} hang storage does not respond
 * @property {(item: Sync.Item, seen?: Sync.Item) => void} late an unsent item in memory when the database has responded
 *   late
 */

/** @implements {Sync.Observer} */
export class LocalItems {
  /** @type {Map<string, Sync.Item>} the items last read or written, in case the storage fails */
  latest = new Map();
  /** @type {Set<string>} the ids of items with unsent changes */
  unsent = new Set();
  isOrderUnsent = false;
  /** Whether the items outlive the page. */
  isStored = true;
  /** Whether all stored items have been compared with the server's version. */
  isCompared = false;
  isDamaged = false;
  /** @type {Sync.Decide} */
  decide = () => null;
  /** @type {Promise<Sync.Replica> | null} */
  replica = null;

  /**
   * @param {Sync.Kind} kind
   * @param {Listener} on
   */
  constructor(kind, on) {
    this.kind = kind;
    this.on = on;
  }

  // MARK: The replica

  /** Opens the database, or continues in memory until it responds. */
  open() {
    const opening = openReplica(this.kind, this);
    this.replica = inTime(opening, openingTime).catch((error) => {
      if (error.name === "TimeoutError") {
        this.on.hang();
        opening.then((late) => this.moveTo(late), () => {});
      }
      return memoryReplica(this.kind, this);
    });
  }

  /**
   * Changes from memory to the database after a late response.
   * @param {Sync.Replica} late
   */
  async moveTo(late) {
    const memory = await this.replica;
    this.replica = Promise.resolve(late);
    if (!memory) return;
    for (const item of await memory.edit((transaction) => transaction.unsent())) {
      this.on.late(item, item.base ? { ...item, ...parsed(item.base.content), version: 0 } : undefined);
    }
    this.on.reload();
  }

  /**
   * Runs a task with the replica.
   * - If the browser has closed the database, it is opened again.
   * - If storage fails, the store continues in memory.
   * - If there is no engine to decide, the task waits for a new one.
   * @template Result
   * @param {(replica: Sync.Replica) => Promise<Result>} task
   * @param {boolean} [isPatient] whether it may wait for an engine
   * @param {boolean} [isSecond]
   * @returns {Promise<Result>}
   */
  async run(task, isPatient = true, isSecond = false) {
    const asked = this.replica;
    const replica = (await asked) ?? memoryReplica(this.kind, this);
    try {
      return await task(replica);
    } catch (error) {
      if (error instanceof Undecided && isPatient) {
        await new Promise((resolve) => setTimeout(resolve, engineRetryDelay));
        return this.run(task, true, isSecond);
      }
      if (!replica.isLasting || !(error instanceof DOMException)) throw error;
      // Another change may have replaced it already.
      if (this.replica === asked) this.replica = this.replaced(replica, error.name === "TimeoutError", isSecond);
      return this.run(task, true, true);
    }
  }

  /**
   * @param {Sync.Replica} failed
   * @param {boolean} hangs
   * @param {boolean} isSecond whether opening it again was not enough
   * @returns {Promise<Sync.Replica>}
   */
  async replaced(failed, hangs, isSecond) {
    const latest = () => [...this.latest.values()];
    if (!isSecond && !hangs) {
      const again = await inTime(openReplica(this.kind, this, latest()), openingTime).catch(() => null);
      if (again) return again;
    }
    // The user must know that changes are no longer stored.
    this.on.loss();
    this.isStored = false;
    if (hangs) this.on.hang();
    const all = hangs ? latest() : await failed.read((transaction) => transaction.all()).catch(latest);
    return memoryReplica(this.kind, this, all);
  }

  /**
   * @template Result
   * @param {Sync.Task<Result>} task
   */
  read(task) {
    return this.run((replica) => replica.read(task));
  }

  /**
   * @template Result
   * @param {Sync.Task<Result>} task
   */
  edit(task) {
    return this.run((replica) => replica.edit(task));
  }

  /** Whether what is written outlives the page. */
  async isLasting() {
    return (await this.replica)?.isLasting === true;
  }

  // MARK: The items

  findDamage() {
    this.isDamaged = true;
  }

  /** @type {Sync.Observer["learn"]} */
  learn({ put, forget, isOrderUnsent }) {
    put.forEach((item) => this.remember(item));
    forget.forEach((id) => this.drop(id));
    this.isOrderUnsent = isOrderUnsent;
    this.on.change([...put.map(({ id }) => id), ...forget]);
  }

  /** @param {Sync.Item} item */
  remember(item) {
    this.latest.set(item.id, item);
    if (item.unsent) this.unsent.add(item.id);
    else this.unsent.delete(item.id);
  }

  /** @param {string} id */
  drop(id) {
    this.latest.delete(id);
    this.unsent.delete(id);
  }

  /** Reads only the unsent items. */
  async readUnsent() {
    const { unsent, meta } = await this.read(async (transaction) => {
      return { unsent: await transaction.unsent(), meta: await transaction.meta() };
    });
    unsent.forEach((item) => this.remember(item));
    this.isOrderUnsent = meta.orderMark !== undefined;
  }

  /**
   * Looks for items that differ from the server's version without being marked as unsent, once.
   * @param {Sync.Item[]} all
   * @param {number} now the clock
   * @returns {Promise<boolean>} whether damaged items were repaired
   */
  async areRepaired(all, now) {
    if (this.isCompared) return false;
    this.isCompared = true;
    this.isDamaged ||= clockAfter(all).now > now;
    for (let place = 0; place < all.length && !this.isDamaged; place += comparedAtOnce) {
      const next = all.slice(place, place + comparedAtOnce);
      this.isDamaged = next.some((item) => !item.unsent && differs(item, this.kind));
      await new Promise((resolve) => setTimeout(resolve));
    }
    if (this.isDamaged) await this.edit((transaction) => transaction.repair()).catch(console.error);
    return this.isDamaged;
  }

  /** Deletes all items here, but not on the server. */
  empty() {
    return this.edit(async (transaction) => {
      const ids = (await transaction.all()).map(({ id }) => id);
      ids.forEach(transaction.forget);
      transaction.setMeta(unknownMeta());
      this.learn({ put: [], forget: ids, isOrderUnsent: false });
    });
  }

  /** Deletes items that the server has, and the sync state. */
  reset() {
    return this.edit(async (transaction) => {
      await transaction.repair();
      const all = await transaction.all();
      const { orderMark } = await transaction.meta();
      // An unsent order needs all items.
      for (const { id, unsent } of all) if (!unsent && !orderMark) transaction.forget(id);
      transaction.setMeta({ ...unknownMeta(), clock: clockAfter(all), orderMark });
    });
  }
}
