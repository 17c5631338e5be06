// @ts-check
// The replica of one kind, which continues in memory if the browser's storage fails.

import { Undecided } from "./decisions.js";
import { inTime, openingTime } from "./indexed-db.js";
import { parsed } from "./records.js";
import { memoryReplica, openReplica } from "./replica.js";

/** Milliseconds before a missing engine is asked again. A new one takes over in less than a second. */
const engineRetryDelay = 200;

/**
 * @param {Sync.Kind} kind
 * @param {Sync.Observer} observer
 * @param {object} on
 * @param {() => Sync.Item[]} on.latest the items last read or written
 * @param {() => void} on.hang storage does not respond
 * @param {() => void} on.loss changes are no longer stored
 * @param {(item: Sync.Item, seen?: Sync.Item) => void} on.late an unsent item in memory when the database has responded late
 * @param {() => void} on.move all items may be others
 */
export function replicaAccess(kind, observer, on) {
  /** @type {Promise<Sync.Replica> | null} */
  let replica = null;

  /** Opens the database, or continues in memory until it responds. */
  function open() {
    const opening = openReplica(kind, observer);
    replica = inTime(opening, openingTime).catch((error) => {
      if (error.name === "TimeoutError") {
        on.hang();
        opening.then(moveTo, () => {});
      }
      return memoryReplica(kind, observer);
    });
  }

  /**
   * Changes from memory to the database after a late response.
   * @param {Sync.Replica} late
   */
  async function moveTo(late) {
    const memory = await replica;
    replica = Promise.resolve(late);
    if (!memory) return;
    for (const item of await memory.edit((transaction) => transaction.unsent())) {
      on.late(item, item.base ? { ...item, ...parsed(item.base.content), version: 0 } : undefined);
    }
    on.move();
  }

  /**
   * Runs a task with the replica.
   * - If the browser has closed the database, it is opened again.
   * - If storage fails, the store continues in memory.
   * - If there is no engine to decide, the task waits for a new one.
   * @template Result
   * @param {(replica: Sync.Replica) => Promise<Result>} task
   * @param {boolean} [isSecond]
   * @param {boolean} [isPatient] whether it may wait for an engine
   * @returns {Promise<Result>}
   */
  async function withReplica(task, isSecond = false, isPatient = true) {
    const asked = replica;
    const found = (await asked) ?? memoryReplica(kind, observer);
    try {
      return await task(found);
    } catch (error) {
      if (error instanceof Undecided && isPatient) {
        await new Promise((resolve) => setTimeout(resolve, engineRetryDelay));
        return withReplica(task, isSecond);
      }
      if (!found.isLasting || !(error instanceof DOMException)) throw error;
      const hangs = error.name === "TimeoutError";
      const inMemory = async () => {
        // The user must know that changes are no longer stored.
        on.loss();
        if (hangs) on.hang();
        const all = hangs ? on.latest() : await found.read((transaction) => transaction.all()).catch(on.latest);
        return memoryReplica(kind, observer, all);
      };
      const openAgain = () => inTime(openReplica(kind, observer, on.latest()), openingTime).catch(inMemory);
      // Another change may have replaced it already.
      if (replica === asked) replica = isSecond || hangs ? inMemory() : openAgain();
      return withReplica(task, true);
    }
  }

  /** Whether what is written outlives the page. */
  async function isLasting() {
    return (await replica)?.isLasting === true;
  }

  return {
    open, isOpen: () => replica !== null, isLasting, withReplica,
    /** @type {Sync.Replica["edit"]} */
    edit: (task) => withReplica((replica) => replica.edit(task)),
  };
}
