// The journal: a record in localStorage with what a page has not finished. The browser may close the page at any time;
// the next page finishes it. Each tab has its own record, and a lock that shows others that it is still open.

import { readRecord, recordNames, writeRecord } from "./records.js";

/** @param {string} prefix of the names of all tabs' records */
export function journalOf(prefix) {
  const name = prefix + Math.random().toString(36).slice(2);
  let isLocked = false;

  /** Holds the lock of this tab's record from its first change on. */
  function lock() {
    if (isLocked) return;
    isLocked = true;
    navigator.locks?.request(name, () => new Promise(() => {})).catch(() => {});
  }

  const others = () => recordNames(prefix).filter((other) => other !== name);

  /**
   * Finishes what earlier pages have left when these are closed. Repeating it does no harm.
   * @param {(text: string, name: string) => Promise<boolean>} finish returns whether the outcome outlives the page
   */
  function takeOver(finish) {
    for (const other of others()) {
      const take = async () => {
        const text = readRecord(other);
        // Only then, because changes in memory would be lost with this page.
        if (text !== null && (await finish(text, other))) writeRecord(other, null);
      };
      const taken = () => take().catch(console.error);
      if (navigator.locks) navigator.locks.request(other, taken).catch(taken);
      else taken();
    }
  }

  return {
    lock, takeOver,
    /**
     * @param {string | null} text null to delete the record
     * @returns {boolean} whether it is stored
     */
    write: (text) => writeRecord(name, text),
    deleteOthers: () => others().forEach((other) => writeRecord(other, null)),
  };
}
