// @ts-check
// What this browser keeps of one kind: in IndexedDB, which all its tabs share, or else in this tab's memory.

import { answer, ending } from "./requests.js";

/**
 * What is kept, and where.
 * @typedef {object} Kind
 * @property {"chordsets" | "tunes"} name also in what the server is asked, and answers
 * @property {string} database
 * @property {string[]} content the members in which two may differ
 * @property {string[]} sent those of them from which the server tells the others
 */

/**
 * Who decides, and who is told of those that have changed, or are gone.
 * @typedef {{ decide: import("./deciding.js").Decide, tell: (ids: string[]) => void }} Judge
 */

/**
 * One as it is kept, with its content, which is nobody's business here.
 * @typedef {Record<string, any> & Identity} Kept
 *
 * @typedef {object} Identity
 * @property {string} id
 * @property {string} title
 * @property {number} position what comes before what; gaps mean nothing
 * @property {string} [copyOf] the id of the one that was changed elsewhere at the same time
 * @property {number} version another one after each change of content or place, each deletion and each return
 * @property {{ version: number, content: string } | null} base what the server had when it was last heard of
 * @property {boolean} isDeleted gone for whoever plays, while the server may still have to be told
 * @property {number} [time] when it was written, by the clock of the replica
 * @property {1} [unsent] where the server lacks it, or something of it
 * @property {number} [served] its position, where the server has it
 */

/**
 * What is known beside them.
 * @typedef {object} Meta
 * @property {string} [orderMark] what the order was marked with, when it was last changed here
 * @property {{ database: string, trail: number[], order: string[] | null, buried: string[] }} server what is known of
 *   the server: see Report.swift
 * @property {{ now: number, forgotten: number }} clock counts what is written here
 */

/**
 * What can be done within one transaction. Nothing else may be waited for in it.
 * @typedef {object} Desk
 * @property {Kind} kind
 * @property {Judge} judge
 * @property {(id: string) => Promise<Kept | undefined>} get
 * @property {() => Promise<Kept[]>} all in their order, with those that are deleted
 * @property {() => Promise<string[]>} ids the same, by their ids
 * @property {() => Promise<Kept[]>} last the one behind all others
 * @property {(position: number) => Promise<Kept[]>} behind the next behind a place that the server has
 * @property {() => Promise<Kept[]>} unsent those that the server lacks, or has otherwise
 * @property {(version: number) => Promise<Kept[]>} since those of which the server has said a later version
 * @property {(kept: Kept) => void} put
 * @property {(id: string) => void} forget
 * @property {() => Promise<Meta>} meta
 * @property {(meta: Meta) => void} setMeta
 */

/**
 * @typedef {object} Replica
 * @property {boolean} isKept whether it outlives the page
 * @property {<Result>(change: (desk: Desk) => Promise<Result>) => Promise<Result>} edit all of it is done, or nothing
 * @property {<Result>(look: (desk: Desk) => Promise<Result>) => Promise<Result>} read
 */

/**
 * What two that are alike have in common.
 * @param {Record<string, any>} one
 * @param {Kind} kind
 */
export function content(one, kind) {
  return JSON.stringify(members(one, kind.content));
}

/**
 * @param {Record<string, any>} one
 * @param {string[]} names
 */
export function members(one, names) {
  return Object.fromEntries(names.map((name) => [name, one[name]]));
}

/**
 * @template {{ id: string, position: number }} One
 * @param {One[]} all
 */
function sorted(all) {
  return all.sort((one, other) => one.position - other.position || (one.id < other.id ? -1 : 1));
}

/**
 * The database of this browser. Fails where the browser gives none.
 * @param {Kind} kind
 * @param {Judge} judge
 * @returns {Promise<Replica>}
 */
export async function openReplica(kind, judge) {
  // Since its second version a page says which revisions it knows. One of the first in another tab, which deleted what
  // the server did not speak of, goes on by itself.
  const opening = indexedDB.open(kind.database, 2);
  opening.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion < 1) {
      opening.result.createObjectStore(kind.name, { keyPath: "id" });
      opening.result.createObjectStore("meta");
    }
    index(/** @type {IDBTransaction} */ (opening.transaction).objectStore(kind.name), kind);
  };
  const database = await answer(opening);
  // A newer page in another tab must not wait for this one.
  database.onversionchange = () => database.close();
  return {
    isKept: true,
    read: async (look) => look(desk(database.transaction([kind.name, "meta"]), kind, judge)),
    edit: async (change) => {
      const transaction = database.transaction([kind.name, "meta"], "readwrite");
      const end = ending(transaction);
      try {
        const result = await change(desk(transaction, kind, judge));
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
 * Lets all be found by what a synchronisation asks for, also those that are there already.
 * @param {IDBObjectStore} all
 * @param {Kind} kind
 */
function index(all, kind) {
  all.createIndex("position", "position");
  all.createIndex("unsent", "unsent");
  all.createIndex("served", "served");
  all.createIndex("known", "base.version");
  const request = all.openCursor();
  request.onsuccess = () => {
    const cursor = request.result;
    if (!cursor) return;
    /** @type {Kept} */
    const kept = cursor.value;
    const isUnsent = kept.isDeleted || kept.base?.content !== content(kept, kind);
    cursor.update({ ...kept, ...found(kept, isUnsent) });
    cursor.continue();
  };
}

/**
 * By what it is found.
 * @param {{ base: unknown, position: number }} kept
 * @param {boolean} isUnsent
 * @returns {Pick<Kept, "unsent" | "served">}
 */
export function found({ base, position }, isUnsent) {
  return { unsent: isUnsent ? 1 : undefined, served: base ? position : undefined };
}

/**
 * What is known where no server was ever asked.
 * @returns {Meta}
 */
export function unknownServer() {
  return { server: { database: "", trail: [], order: null, buried: [] }, clock: { now: 0, forgotten: 0 } };
}

/**
 * A replica that ends with the page.
 * @param {Kind} kind
 * @param {Judge} judge
 * @param {Kept[]} kept what is in it from the beginning
 * @returns {Replica}
 */
export function memoryReplica(kind, judge, kept = []) {
  const things = new Map(kept.map((one) => [one.id, one]));
  /** @type {Meta} */
  let meta = unknownServer();
  const all = async () => sorted([...things.values()]);
  /** @type {Desk} */
  const desk = {
    kind,
    judge,
    get: async (id) => things.get(id),
    all,
    ids: async () => (await all()).map(({ id }) => id),
    last: async () => (await all()).slice(-1),
    behind: async (place) => (await all()).filter(({ served = place }) => served > place).slice(0, 1),
    unsent: async () => (await all()).filter(({ unsent }) => unsent),
    since: async (version) => (await all()).filter(({ base }) => base && base.version > version),
    put: (one) => things.set(one.id, one),
    forget: (id) => things.delete(id),
    meta: async () => meta,
    setMeta: (newMeta) => (meta = newMeta),
  };
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();
  return {
    isKept: false,
    read: (look) => look(desk),
    edit: (change) => {
      const done = last.then(() => change(desk));
      last = done.catch(() => {});
      return done;
    },
  };
}

/**
 * @param {IDBTransaction} transaction
 * @param {Kind} kind
 * @param {Judge} judge
 * @returns {Desk}
 */
function desk(transaction, kind, judge) {
  const things = transaction.objectStore(kind.name);
  const meta = transaction.objectStore("meta");
  const places = things.index("position");
  return {
    kind,
    judge,
    get: (id) => answer(things.get(id)),
    all: async () => sorted(await answer(things.getAll())),
    ids: async () => /** @type {string[]} */ (await answer(places.getAllKeys())),
    last: async () => {
      const cursor = await answer(places.openCursor(null, "prev"));
      return cursor ? [cursor.value] : [];
    },
    behind: (position) => answer(things.index("served").getAll(IDBKeyRange.lowerBound(position, true), 1)),
    unsent: async () => sorted(await answer(things.index("unsent").getAll())),
    since: (version) => answer(things.index("known").getAll(IDBKeyRange.lowerBound(version, true))),
    put: (kept) => things.put(kept),
    forget: (id) => things.delete(id),
    meta: async () => {
      const asked = ["order", "server", "clock"].map((name) => answer(meta.get(name)));
      const [orderMark, server, clock] = await Promise.all(asked);
      const unknown = unknownServer();
      return { orderMark, server: server ?? unknown.server, clock: clock ?? unknown.clock };
    },
    setMeta: ({ orderMark, server, clock }) => {
      if (orderMark === undefined) meta.delete("order");
      else meta.put(orderMark, "order");
      meta.put(server, "server");
      meta.put(clock, "clock");
    },
  };
}

/** @param {IDBTransaction} transaction */
function abort(transaction) {
  try {
    transaction.abort();
  } catch {
    // It has come to its end by itself.
  }
}
