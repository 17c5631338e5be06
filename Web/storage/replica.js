// @ts-check
// The chordsets that this browser keeps: in IndexedDB, which all its tabs share, or else in this tab's memory.

/**
 * A chordset as it is kept.
 * @typedef {object} Kept
 * @property {string} id
 * @property {string} title
 * @property {number} position what comes before what; gaps mean nothing
 * @property {unknown} chords eight of them, which are nobody's business here
 * @property {string} [copyOf] the id of the one that was changed elsewhere at the same time
 * @property {number} version another one after each change of title, chords or place, each deletion and each return
 * @property {{ version: number, content: string } | null} base what the server had when it was last heard of
 * @property {boolean} isDeleted gone for whoever plays, while the server may still have to be told
 */

/**
 * What can be done within one transaction. Nothing else may be waited for in it.
 * @typedef {object} Desk
 * @property {(id: string) => Promise<Kept | undefined>} get
 * @property {() => Promise<Kept[]>} all in their order, with those that are deleted
 * @property {(kept: Kept) => void} put
 * @property {(id: string) => void} forget
 * @property {() => Promise<string | undefined>} getMark what the order was marked with, when it was last changed here
 * @property {(mark: string | undefined) => void} setMark
 */

/**
 * @typedef {object} Replica
 * @property {boolean} isKept whether it outlives the page
 * @property {<Result>(change: (desk: Desk) => Promise<Result>) => Promise<Result>} edit all of it is done, or nothing
 * @property {() => Promise<Kept[]>} all in their order, with those that are deleted
 */

/**
 * What two chordsets of one title and the same chords have in common.
 * @param {{ title: string, chords: unknown }} chordset
 */
export function content({ title, chords }) {
  return JSON.stringify({ title, chords });
}

/**
 * @template {{ id: string, position: number }} Chordset
 * @param {Chordset[]} chordsets
 */
export function sorted(chordsets) {
  return chordsets.sort((one, other) => one.position - other.position || (one.id < other.id ? -1 : 1));
}

/**
 * The database of this browser. Fails where the browser gives none.
 * @returns {Promise<Replica>}
 */
export async function openReplica() {
  const opening = indexedDB.open("chord-combiner", 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore("chordsets", { keyPath: "id" });
    opening.result.createObjectStore("meta");
  };
  const database = await answer(opening);
  // A newer page in another tab must not wait for this one.
  database.onversionchange = () => database.close();
  return {
    isKept: true,
    all: async () => sorted(await answer(database.transaction("chordsets").objectStore("chordsets").getAll())),
    edit: async (change) => {
      const transaction = database.transaction(["chordsets", "meta"], "readwrite");
      const end = ending(transaction);
      try {
        const result = await change(desk(transaction));
        await end;
        return result;
      } catch (error) {
        end.catch(() => {});
        abort(transaction);
        throw error;
      }
    },
  };
}

/**
 * A replica that ends with the page.
 * @param {Kept[]} kept what is in it from the beginning
 * @returns {Replica}
 */
export function memoryReplica(kept = []) {
  const chordsets = new Map(kept.map((one) => [one.id, one]));
  /** @type {string | undefined} */
  let mark;
  const all = async () => sorted([...chordsets.values()]);
  /** @type {Desk} */
  const desk = {
    get: async (id) => chordsets.get(id),
    all,
    put: (one) => chordsets.set(one.id, one),
    forget: (id) => chordsets.delete(id),
    getMark: async () => mark,
    setMark: (newMark) => (mark = newMark),
  };
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();
  return {
    isKept: false,
    all,
    edit: (change) => {
      const done = last.then(() => change(desk));
      last = done.catch(() => {});
      return done;
    },
  };
}

/**
 * @param {IDBTransaction} transaction
 * @returns {Desk}
 */
function desk(transaction) {
  const chordsets = transaction.objectStore("chordsets");
  const meta = transaction.objectStore("meta");
  return {
    get: (id) => answer(chordsets.get(id)),
    all: async () => sorted(await answer(chordsets.getAll())),
    put: (kept) => chordsets.put(kept),
    forget: (id) => chordsets.delete(id),
    getMark: () => answer(meta.get("order")),
    setMark: (mark) => (mark === undefined ? meta.delete("order") : meta.put(mark, "order")),
  };
}

/**
 * @template Result
 * @param {IDBRequest<Result>} request
 * @returns {Promise<Result>}
 */
function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * @param {IDBTransaction} transaction
 * @returns {Promise<void>}
 */
function ending(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

/** @param {IDBTransaction} transaction */
function abort(transaction) {
  try {
    transaction.abort();
  } catch {
    // It has come to its end by itself.
  }
}
