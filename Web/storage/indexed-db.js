// @ts-check
// IndexedDB with promises and timeouts. In some browsers a request never completes once their storage is damaged. After
// the timeout it counts as failed.

/** Timeout in seconds for opening a database. */
export const openingTime = 3;
/** Timeout in seconds for a transaction, which may change thousands of records. */
const transactionTime = 10;

/**
 * Rejects if a promise does not settle in time.
 * @template Result
 * @param {Promise<Result>} promise
 * @param {number} [seconds]
 * @returns {Promise<Result>}
 */
export function inTime(promise, seconds = transactionTime) {
  return new Promise((resolve, reject) => {
    let left = seconds;
    // Counted in seconds, so that no time passes while the page is busy or suspended, and a response comes first.
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
 * The result of a request.
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
 * Resolves when a transaction is complete.
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
 * Carries out a change completely or not at all.
 * @template Result
 * @param {IDBDatabase} database
 * @param {string[]} names of its stores
 * @param {(transaction: IDBTransaction) => Promise<Result>} change
 * @returns {Promise<Result>}
 */
export async function edited(database, names, change) {
  const transaction = database.transaction(names, "readwrite");
  const end = ending(transaction);
  try {
    const result = await inTime(change(transaction));
    await inTime(end);
    return result;
  } catch (error) {
    end.catch(() => {});
    try {
      transaction.abort();
    } catch {
      // It is finished already.
    }
    throw error;
  }
}

/**
 * Opens a database. An incomplete one is created again; a browser or another program on this host may have left it.
 * @param {string} name
 * @param {number} version
 * @param {(database: IDBDatabase, upgrade: IDBTransaction) => void} complete creates missing stores and indexes
 * @param {(database: IDBDatabase) => boolean} isWhole
 * @param {(database: IDBDatabase) => Promise<(made: IDBDatabase) => Promise<void>>} save reads what is still readable,
 *   and returns a function that writes it to the new database
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
  // Another tab may do the same, so it needs a lock.
  database.close();
  return navigator.locks ? navigator.locks.request(`${name}-making`, make) : make();
}
