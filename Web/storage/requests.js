// @ts-check
// IndexedDB speaks in events; here they are promises. It may also say nothing at all, as some browsers do once their storage
// is damaged: then it counts as failed after a while.

/** Seconds in which a database is opened. */
export const openingTime = 3;
/** Seconds in which a transaction is done, which may change thousands of records. */
const transactionTime = 10;

/**
 * Fails where something does not come in time.
 * @template Result
 * @param {Promise<Result>} promise
 * @param {number} [seconds]
 * @returns {Promise<Result>}
 */
export function inTime(promise, seconds = transactionTime) {
  return new Promise((resolve, reject) => {
    let left = seconds;
    // Second by second: while the page itself is busy or stopped no time passes, and the answer has its turn first.
    const timer = setInterval(() => {
      left -= 1;
      if (left > 0) return;
      clearInterval(timer);
      reject(new DOMException("The browser’s storage does not respond.", "TimeoutError"));
    }, 1000);
    promise.then(resolve, reject).finally(() => clearInterval(timer));
  });
}

/**
 * @template Result
 * @param {IDBRequest<Result>} request
 * @returns {Promise<Result>}
 */
export function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * @param {IDBTransaction} transaction
 * @returns {Promise<void>}
 */
export function ending(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

/**
 * Opens a database. One that lacks something, as it is left behind where a browser or another program on this host has made it
 * without us, is made anew.
 * @param {string} name
 * @param {number} version
 * @param {(database: IDBDatabase, upgrade: IDBTransaction) => void} complete makes what is not there
 * @param {(database: IDBDatabase) => boolean} isWhole
 * @param {(database: IDBDatabase) => Promise<(made: IDBDatabase) => Promise<void>>} save takes out of one what can still be read,
 *   and puts it into the next
 * @returns {Promise<IDBDatabase>}
 */
export async function openDatabase(name, version, complete, isWhole, save) {
  const open = () => {
    const opening = indexedDB.open(name, version);
    opening.onupgradeneeded = () => complete(opening.result, /** @type {IDBTransaction} */ (opening.transaction));
    return answer(opening);
  };
  const make = async () => {
    const database = await open();
    if (isWhole(database)) return database;
    const putBack = await save(database);
    database.close();
    await answer(indexedDB.deleteDatabase(name));
    const made = await open();
    await putBack(made);
    return made;
  };
  const database = await open();
  if (isWhole(database)) return database;
  // Another tab may be about to do the same.
  database.close();
  return navigator.locks ? navigator.locks.request(`${name}-making`, make) : make();
}
