// @ts-check
// The local copy of all items of one kind: in IndexedDB, which all tabs share, or in the memory of this tab.

import { clockAfter, content, differs, isClock, mended, mendedServer, parsed, unknownMeta } from "./mending.js";
import { answer, ending, inTime, openDatabase } from "./requests.js";

/** @typedef {import("./kinds.js").Kind} Kind */

/**
 * The function that makes decisions, and the functions that receive changes and reports of damaged records.
 * @typedef {{ decide: import("./deciding.js").Decide, tell: (change: Told) => void, findDamage: () => void }} Judge
 *
 * @typedef {object} Told
 * @property {Item[]} put
 * @property {string[]} forget ids
 * @property {boolean} isOrderUnsent whether a changed order has not been sent yet
 */

/**
 * A stored item with its content, which is opaque here.
 * @typedef {Record<string, any> & Identity} Item
 *
 * @typedef {object} Identity
 * @property {string} id
 * @property {string} title
 * @property {number} position its place in the order; there can be gaps
 * @property {string} [copyOf] the id of the item that was changed elsewhere at the same time
 * @property {number} version changes with each change of content or position, each deletion and each restoration
 * @property {{ version: number, content: string } | null} base the last known state on the server
 * @property {boolean} isDeleted deleted here, though possibly not yet on the server
 * @property {number} [time] when it was written, by the clock of the replica
 * @property {1} [unsent] set if the server lacks the item or a change of it
 * @property {number} [served] its position, if it is on the server
 */

/**
 * The state of synchronization.
 * @typedef {object} Meta
 * @property {string} [orderMark] a mark of the last change of the order here
 * @property {{ database: string, epoch?: string | null, trail: number[], order: string[] | null, buried: string[] }}
 *   server the known state of the server: see ServerState.swift
 * @property {{ now: number, forgotten: number }} clock counts the writes here
 */

/**
 * Operations within one transaction. No other promise may be awaited in it, or IndexedDB would commit it.
 * @typedef {object} Transaction
 * @property {Kind} kind
 * @property {Judge} judge
 * @property {(id: string) => Promise<Item | undefined>} get
 * @property {() => Promise<Item[]>} all all items in order, including deleted ones
 * @property {() => Promise<void>} mend stores repaired items, and sets aside those that cannot be repaired
 * @property {() => Promise<string[]>} ids the ids of all items in order
 * @property {() => Promise<Item[]>} last the last item
 * @property {(position: number) => Promise<Item[]>} behind the first item after a position that is on the server
 * @property {() => Promise<Item[]>} unsent the items with unsent changes
 * @property {(version: number) => Promise<Item[]>} since the items with a later version on the server
 * @property {(kept: Item) => void} put
 * @property {(id: string) => void} forget
 * @property {() => Promise<Meta>} meta
 * @property {(meta: Meta) => void} setMeta
 */

/**
 * @typedef {object} Replica
 * @property {boolean} isLasting whether it outlives the page
 * @property {<Result>(change: (transaction: Transaction) => Promise<Result>) => Promise<Result>} edit atomically
 * @property {<Result>(look: (transaction: Transaction) => Promise<Result>) => Promise<Result>} read
 */

/**
 * @template {{ id: string, position: number }} One
 * @param {One[]} all
 */
function sorted(all) {
  return all.sort((one, other) => one.position - other.position || (one.id < other.id ? -1 : 1));
}

/**
 * The replica in IndexedDB. Rejects if the browser has none.
 * @param {Kind} kind
 * @param {Judge} judge
 * @param {Item[]} [latest] items to be written to a database that had to be created again
 * @returns {Promise<Replica>}
 */
export async function openReplica(kind, judge, latest = []) {
  // Pages of version 1 deleted items that the server did not mention. The version number keeps them out.
  const database = await openDatabase(
    kind.database, 2,
    (made, upgrade) => complete(made, upgrade, kind),
    (found) => isWhole(found, kind),
    (old) => saved(old, kind, latest),
  );
  // A newer page in another tab must not wait for this one.
  database.onversionchange = () => database.close();
  return {
    isLasting: true,
    read: async (look) => inTime(look(operations(database.transaction([kind.name, "meta"]), kind, judge))),
    edit: async (change) => {
      const transaction = database.transaction([kind.name, "meta"], "readwrite");
      const end = ending(transaction);
      try {
        const result = await inTime(change(operations(transaction, kind, judge)));
        await inTime(end);
        return result;
      } catch (error) {
        end.catch(() => {});
        abort(transaction);
        throw error;
      }
    },
  };
}

/** The indexes by which synchronization finds items. */
const indexes = { position: "position", unsent: "unsent", served: "served", known: "base.version" };

/**
 * @param {IDBDatabase} database
 * @param {Kind} kind
 */
function isWhole(database, kind) {
  const names = database.objectStoreNames;
  if (!names.contains(kind.name) || !names.contains("meta")) return false;
  const { indexNames } = database.transaction(kind.name).objectStore(kind.name);
  return Object.keys(indexes).every((name) => indexNames.contains(name));
}

/**
 * Reads all items of an incomplete database. Unsent ones are saved as unfinished changes in localStorage, in case the
 * page is closed before they are in the new database.
 * @param {IDBDatabase} old
 * @param {Kind} kind
 * @param {Item[]} latest
 * @returns {Promise<(made: IDBDatabase) => Promise<void>>}
 */
async function saved(old, kind, latest) {
  const names = old.objectStoreNames;
  /** @type {any[]} */
  const found = names.contains(kind.name)
    ? await answer(old.transaction(kind.name).objectStore(kind.name).getAll()) : [];
  const all = new Map([...latest, ...found].map((one) => [one.id, one]));
  const place = `${kind.database}-unended-making`;
  const left = [...all.values()].filter(({ unsent, base }) => unsent || !base).map((one) => ({
    change: { id: one.id, told: one.isDeleted ? undefined : one },
    seen: one.base ? { ...one, ...parsed(one.base.content), version: 0 } : undefined,
  }));
  if (left.length > 0) localStorage.setItem(place, JSON.stringify(left));
  return async (made) => {
    const transaction = made.transaction([kind.name, "meta"], "readwrite");
    for (const one of all.values()) transaction.objectStore(kind.name).put(one);
    const clock = clockAfter([...all.values()].flatMap((one) => mended(one, kind) ?? []));
    transaction.objectStore("meta").put(clock, "clock");
    await ending(transaction);
    if (left.length > 0) localStorage.removeItem(place);
  };
}

/**
 * Creates missing stores and indexes of a database, and adds the indexed members to existing items.
 * @param {IDBDatabase} database
 * @param {IDBTransaction} upgrade
 * @param {Kind} kind
 */
function complete(database, upgrade, kind) {
  const has = (/** @type {string} */ name) => database.objectStoreNames.contains(name);
  if (!has("meta")) database.createObjectStore("meta");
  const all = has(kind.name)
    ? upgrade.objectStore(kind.name) : database.createObjectStore(kind.name, { keyPath: "id" });
  for (const [name, path] of Object.entries(indexes)) if (!all.indexNames.contains(name)) all.createIndex(name, path);
  const request = all.openCursor();
  request.onsuccess = () => {
    const cursor = request.result;
    if (!cursor) return;
    /** @type {Item} */
    const kept = cursor.value;
    const isUnsent = kept.isDeleted || kept.base?.content !== content(kept, kind);
    cursor.update({ ...kept, ...found(kept, isUnsent) });
    cursor.continue();
  };
}

/**
 * The indexed members of an item.
 * @param {{ base: unknown, position: number }} kept
 * @param {boolean} isUnsent
 * @returns {Pick<Item, "unsent" | "served">}
 */
export function found({ base, position }, isUnsent) {
  return { unsent: isUnsent ? 1 : undefined, served: base ? position : undefined };
}

/**
 * A replica in memory, which is lost with the page.
 * @param {Kind} kind
 * @param {Judge} judge
 * @param {Item[]} kept its initial items
 * @returns {Replica}
 */
export function memoryReplica(kind, judge, kept = []) {
  const things = new Map(kept.map((one) => [one.id, one]));
  /** @type {Meta} */
  let meta = { ...unknownMeta(), clock: clockAfter(kept) };
  const all = async () => sorted([...things.values()]);
  /** @type {Transaction} */
  const transaction = {
    kind,
    judge,
    get: async (id) => things.get(id),
    all,
    mend: async () => {},
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
    isLasting: false,
    read: (look) => look(transaction),
    edit: (change) => {
      const done = last.then(() => change(transaction));
      last = done.catch(() => {});
      return done;
    },
  };
}

/**
 * @param {IDBTransaction} transaction
 * @param {Kind} kind
 * @param {Judge} judge
 * @returns {Transaction}
 */
function operations(transaction, kind, judge) {
  const things = transaction.objectStore(kind.name);
  const meta = transaction.objectStore("meta");
  const places = things.index("position");
  const sound = (/** @type {any[]} */ records) => records.flatMap((record) => {
    const kept = mended(record, kind);
    if (kept !== record) judge.findDamage();
    return kept ?? [];
  });
  const all = async () => sorted(sound(await answer(things.getAll())));
  const clockNow = async () => {
    const clock = await answer(meta.get("clock"));
    return isClock(clock) ? clock : clockAfter(await all());
  };
  return {
    kind,
    judge,
    get: async (id) => sound([(await answer(things.get(id))) ?? []].flat())[0],
    all,
    mend: async () => {
      /** @type {Item[]} */
      const mendedOnes = [];
      for (const record of await answer(things.getAll())) {
        const kept = mended(record, kind);
        const isUnsent = kept?.unsent === undefined && kept !== null && differs(kept, kind);
        if (kept === record && !isUnsent) continue;
        if (kept?.id !== record.id) things.delete(record.id);
        const whole = isUnsent ? mended({ ...kept, unsent: 1 }, kind) : kept;
        if (whole) mendedOnes.push(whole);
        else meta.put(record, `damaged ${record.id}`);
      }
      for (const kept of mendedOnes) things.put(kept);
      const clock = await clockNow();
      const late = clockAfter(await all());
      meta.put(late.now > clock.now ? late : clock, "clock");
      meta.put(mendedServer(await answer(meta.get("server"))), "server");
    },
    ids: async () => /** @type {string[]} */ (await answer(places.getAllKeys())),
    last: async () => {
      const cursor = await answer(places.openCursor(null, "prev"));
      return sound(cursor ? [cursor.value] : []);
    },
    behind: async (position) => {
      const after = IDBKeyRange.lowerBound(position, true);
      return sound(await answer(things.index("served").getAll(after, 1)));
    },
    unsent: async () => sorted(sound(await answer(things.index("unsent").getAll()))),
    since: async (version) => sound(await answer(things.index("known").getAll(IDBKeyRange.lowerBound(version, true)))),
    put: (kept) => things.put(kept),
    forget: (id) => things.delete(id),
    meta: async () => {
      const [orderMark, server] = await Promise.all(["order", "server"].map((name) => answer(meta.get(name))));
      const mark = typeof orderMark === "string" ? orderMark : undefined;
      return { orderMark: mark, server: mendedServer(server), clock: await clockNow() };
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
    // It is finished already.
  }
}
