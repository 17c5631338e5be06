// @ts-check
// The journal: a record in localStorage with a page's unfinished changes. The browser may close the page at any time;
// the next page finishes them. Each tab has its own record, and a lock that shows others that it is still open.

import { readRecord, recordNames, setAside, writeRecord } from "./records.js";
import { changesIn } from "./repair.js";

/** @param {Sync.Kind} kind */
export function journalOf(kind) {
  const prefix = `${kind.database}-unended-`;
  const name = prefix + Math.random().toString(36).slice(2);
  let isLocked = false;

  /** Holds the lock of this tab's record from its first change on. */
  function lock() {
    if (isLocked) return;
    isLocked = true;
    navigator.locks?.request(name, () => new Promise(() => {})).catch(() => {});
  }

  /**
   * @param {(Sync.Past & { change: Sync.Change })[]} all none to delete the record
   * @returns {boolean} whether they are stored
   */
  function write(all) {
    return writeRecord(name, all.length === 0 ? null : JSON.stringify(all));
  }

  const others = () => recordNames(prefix).filter((other) => other !== name);

  function deleteOthers() {
    for (const other of others()) writeRecord(other, null);
  }

  /**
   * Finishes the changes of earlier pages when these are closed. Repeating finished changes does no harm.
   * @param {(changes: Sync.Change[]) => Promise<boolean>} finish returns whether the outcome outlives the page
   */
  function takeOver(finish) {
    for (const other of others()) {
      const take = async () => {
        const { changes, isDamaged } = changesIn(readRecord(other), kind);
        if (isDamaged) setAside(other);
        // Only then, because changes in memory would be lost with this page.
        if (await finish(changes)) writeRecord(other, null);
      };
      const taken = () => take().catch(console.error);
      if (navigator.locks) navigator.locks.request(other, taken).catch(taken);
      else taken();
    }
  }

  return { lock, write, deleteOthers, takeOver };
}
