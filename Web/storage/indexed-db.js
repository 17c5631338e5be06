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
 * The transactions that have not ended.
 * @type {Set<IDBTransaction>}
 */
const running = new Set();
/** How often this page was put into the back/forward cache. */
let suspensions = 0;
/** @type {Promise<void>} pending while the page is in that cache */
let awake = Promise.resolve();
let wake = () => {};

// WebKit stops a page in the back/forward cache in the middle of a transaction, which then blocks the database for all
// other pages. Nothing is lost by aborting it, because the next page finishes what is in the journal.
addEventListener("pagehide", ({ persisted }) => {
  if (!persisted) return;
  suspensions += 1;
  awake = new Promise((resolve) => (wake = resolve));
  running.forEach(abort);
});
addEventListener("pageshow", () => wake());

/** @param {IDBTransaction} transaction */
function abort(transaction) {
  try {
    transaction.abort();
  } catch {
    // It is finished already.
  }
}

/**
 * Runs a task with the database, and repeats it if the page was in the back/forward cache meanwhile.
 * @template Result
 * @param {() => Promise<Result>} task
 * @returns {Promise<Result>}
 */
async function repeatedly(task) {
  for (;;) {
    await awake;
    const count = suspensions;
    try {
      return await task();
    } catch (error) {
      if (count === suspensions) throw error;
    }
  }
}

/**
 * @template Result
 * @param {IDBTransaction} transaction
 * @param {(transaction: IDBTransaction) => Promise<Result>} task
 * @returns {Promise<Result>}
 */
async function run(transaction, task) {
  running.add(transaction);
  try {
    return await inTime(task(transaction));
  } finally {
    running.delete(transaction);
  }
}

/**
 * Reads in one transaction.
 * @template Result
 * @param {IDBDatabase} database
 * @param {string[]} names of its stores
 * @param {(transaction: IDBTransaction) => Promise<Result>} look may be called more than once
 * @returns {Promise<Result>}
 */
export function viewed(database, names, look) {
  return repeatedly(() => run(database.transaction(names), look));
}

/**
 * Carries out a change completely or not at all.
 * @template Result
 * @param {IDBDatabase} database
 * @param {string[]} names of its stores
 * @param {(transaction: IDBTransaction) => Promise<Result>} change may be called more than once
 * @returns {Promise<Result>}
 */
export function edited(database, names, change) {
  return repeatedly(async () => {
    const transaction = database.transaction(names, "readwrite");
    const end = ending(transaction);
    try {
      const result = await run(transaction, change);
      await run(transaction, () => end);
      return result;
    } catch (error) {
      end.catch(() => {});
      abort(transaction);
      throw error;
    }
  });
}

/**
 * A database with one store. It is opened when it is first needed, and again after a failure or when the browser has
 * closed it.
 * @param {string} name
 * @param {string} store
 * @param {IDBObjectStoreParameters} options of the store
 */
export function oneStore(name, store, options) {
  /** @type {Promise<IDBDatabase> | null} */
  let opening = null;
  const forget = () => (opening = null);
  const open = async () => {
    const database = await openDatabase(
      name, 1, (made) => made.createObjectStore(store, options),
      ({ objectStoreNames }) => objectStoreNames.contains(store), async () => async () => {});
    database.onclose = forget;
    // A newer page in another tab must not wait for this one.
    database.onversionchange = () => {
      database.close();
      forget();
    };
    return database;
  };
  const opened = () => {
    if (!opening) {
      opening = inTime(open(), openingTime);
      opening.catch(forget);
    }
    return opening;
  };
  return {
    /**
     * @template Result
     * @param {(all: IDBObjectStore) => Promise<Result>} look as for `viewed`
     */
    view: async (look) => viewed(await opened(), [store], (transaction) => look(transaction.objectStore(store))),
    /**
     * @template Result
     * @param {(all: IDBObjectStore) => Promise<Result>} change as for `edited`
     */
    edit: async (change) => edited(await opened(), [store], (transaction) => change(transaction.objectStore(store))),
  };
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
  const open = () => repeatedly(async () => {
    const opening = indexedDB.open(name, version);
    /** @type {IDBTransaction | null} */
    let upgrade = null;
    opening.onupgradeneeded = () => {
      upgrade = /** @type {IDBTransaction} */ (opening.transaction);
      running.add(upgrade);
      complete(opening.result, upgrade);
    };
    try {
      return await answer(opening);
    } finally {
      if (upgrade) running.delete(upgrade);
    }
  });
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
