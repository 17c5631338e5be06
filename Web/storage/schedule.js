// When the items of one kind are synchronized: after changes, announcements of the server, and failures. One task runs
// at a time, across tabs if the browser supports locks.

import { Undecided } from "./decisions.js";

/** Milliseconds without another change before changes are sent. */
export const debounceDelay = 300;
/** Milliseconds before a server that did not respond is asked again. */
export const retryDelay = 5000;
/** Milliseconds before a server that had no space is asked again. */
export const longRetryDelay = 600_000;

/**
 * @param {string} name of the lock
 * @param {object} task
 * @param {() => boolean} task.isAllowed whether there is a server
 * @param {() => boolean} task.isNeeded whether the items are shown, or some are unsent
 * @param {(revision: string) => Promise<boolean>} task.isKnown whether a revision of the server is known already
 * @param {() => Promise<void>} task.run
 */
export function schedule(name, { isAllowed, isNeeded, isKnown, run }) {
  let timer = 0;
  let isRunning = false;
  let isWanted = false;
  /** The revision that the server has announced last, until it is known here. */
  let announced = "";
  /** @type {Promise<void>} */
  let lastAlone = Promise.resolve();

  /** @param {number} milliseconds replaces an earlier delay */
  function runIn(milliseconds) {
    if (!isAllowed() || !isNeeded()) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = 0;
      isWanted = true;
      runAsWanted();
    }, milliseconds);
  }

  /** @param {string} revision that the server has announced */
  function hear(revision) {
    announced = revision;
    runAsWanted();
  }

  async function runAsWanted() {
    if (isRunning) return;
    isRunning = true;
    while ((isWanted || announced) && isAllowed()) {
      const reason = isWanted ? "" : announced;
      isWanted = false;
      announced = "";
      try {
        await alone(async () => {
          // Usually it is this browser's own change that is announced.
          if (!(reason && (await isKnown(reason)))) await run();
        });
      } catch (error) {
        // Without an engine this tab does not synchronize, but other tabs can. A new engine synchronizes at once.
        if (error instanceof Undecided) runIn(retryDelay);
        else console.error(error);
      }
    }
    isRunning = false;
  }

  /**
   * Runs a task exclusively.
   * @param {() => Promise<void>} task
   * @returns {Promise<void>}
   */
  function alone(task) {
    if (navigator.locks) return navigator.locks.request(name, task);
    const done = lastAlone.then(task);
    lastAlone = done.catch(() => {});
    return done;
  }

  return { runIn, hear, alone, isPending: () => timer !== 0 };
}
