// The local copy of all items of one kind: in IndexedDB, which all tabs share, or in the memory of this tab.

import { answer, edited, ending, openDatabase, viewed } from "./indexed-db.js";
import { parsed } from "./records.js";
import { clockAfter, differs, indexed, isClock, repaired, repairedServer, unknownMeta } from "./repair.js";

/** How many items are read before the page can handle events. */
const readAtOnce = 400;

/** @param {Sync.Item[]} all */
function sorted(all) {
  return all.sort((one, other) => one.position - other.position || (one.id < other.id ? -1 : 1));
}

/**
 * The replica in IndexedDB. Rejects if the browser has none.
 * @param {Sync.Kind} kind
 * @param {Sync.Observer} observer
 * @param {Sync.Item[]} [latest] items to be written to a database that had to be created again
 * @returns {Promise<Sync.Replica>}
 */
export async function openReplica(kind, observer, latest = []) {
  // Pages of version 1 deleted items that the server did not mention. The version number keeps them out.
  const database = await openDatabase(
    kind.database, 2,
    (made, upgrade) => complete(made, upgrade, kind),
    (found) => isWhole(found, kind),
    (old) => saved(old, kind, latest),
  );
  // A newer page in another tab must not wait for this one.
  database.onversionchange = () => database.close();
  const stores = [kind.name, "meta"];
  return {
    isLasting: true,
    read: (look) => viewed(database, stores, (transaction) => look(operations(transaction, kind, observer))),
    edit: (change) => edited(database, stores, (transaction) => change(operations(transaction, kind, observer))),
  };
}

/** The indexes by which synchronization finds items. */
const indexes = { position: "position", unsent: "unsent", served: "served", known: "base.version" };

/**
 * @param {IDBDatabase} database
 * @param {Sync.Kind} kind
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
 * @param {Sync.Kind} kind
 * @param {Sync.Item[]} latest
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
    const clock = clockAfter([...all.values()].flatMap((one) => repaired(one, kind) ?? []));
    transaction.objectStore("meta").put(clock, "clock");
    await ending(transaction);
    if (left.length > 0) localStorage.removeItem(place);
  };
}

/**
 * Creates missing stores and indexes of a database, and adds the indexed members to existing items.
 * @param {IDBDatabase} database
 * @param {IDBTransaction} upgrade
 * @param {Sync.Kind} kind
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
    /** @type {Sync.Item} */
    const kept = cursor.value;
    cursor.update({ ...kept, ...indexed(kept, kept.isDeleted || differs(kept, kind)) });
    cursor.continue();
  };
}

/**
 * A replica in memory, which is lost with the page.
 * @param {Sync.Kind} kind
 * @param {Sync.Observer} observer
 * @param {Sync.Item[]} kept its initial items
 * @returns {Sync.Replica}
 */
export function memoryReplica(kind, observer, kept = []) {
  const things = new Map(kept.map((one) => [one.id, one]));
  /** @type {Sync.Meta} */
  let meta = { ...unknownMeta(), clock: clockAfter(kept) };
  const all = async () => sorted([...things.values()]);
  /** @type {Sync.Transaction} */
  const transaction = {
    kind,
    observer,
    get: async (id) => things.get(id),
    all,
    repair: async () => {},
    ids: async () => (await all()).map(({ id }) => id),
    last: async () => (await all()).slice(-1),
    after: async (place) => (await all()).filter(({ served = place }) => served > place).slice(0, 1),
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
 * @param {Sync.Kind} kind
 * @param {Sync.Observer} observer
 * @returns {Sync.Transaction}
 */
function operations(transaction, kind, observer) {
  const things = transaction.objectStore(kind.name);
  const meta = transaction.objectStore("meta");
  const places = things.index("position");
  const sound = (/** @type {any[]} */ records) => records.flatMap((record) => {
    const kept = repaired(record, kind);
    if (kept !== record) observer.findDamage();
    return kept ?? [];
  });
  const all = async () => {
    /** @type {Sync.Item[]} */
    const found = [];
    for (let range; ;) {
      const records = await answer(things.getAll(range, readAtOnce));
      found.push(...sound(records));
      if (records.length < readAtOnce) return sorted(found);
      range = IDBKeyRange.lowerBound(records[records.length - 1].id, true);
    }
  };
  const clockNow = async () => {
    const clock = await answer(meta.get("clock"));
    return isClock(clock) ? clock : clockAfter(await all());
  };
  return {
    kind,
    observer,
    get: async (id) => sound([(await answer(things.get(id))) ?? []].flat())[0],
    all,
    repair: async () => {
      /** @type {Sync.Item[]} */
      const repairedOnes = [];
      for (const record of await answer(things.getAll())) {
        const kept = repaired(record, kind);
        const isUnsent = kept?.unsent === undefined && kept !== null && differs(kept, kind);
        if (kept === record && !isUnsent) continue;
        if (kept?.id !== record.id) things.delete(record.id);
        const whole = isUnsent ? repaired({ ...kept, unsent: 1 }, kind) : kept;
        if (whole) repairedOnes.push(whole);
        else meta.put(record, `damaged ${record.id}`);
      }
      for (const kept of repairedOnes) things.put(kept);
      const clock = await clockNow();
      const late = clockAfter(await all());
      meta.put(late.now > clock.now ? late : clock, "clock");
      meta.put(repairedServer(await answer(meta.get("server"))), "server");
    },
    ids: async () => /** @type {string[]} */ (await answer(places.getAllKeys())),
    last: async () => {
      const cursor = await answer(places.openCursor(null, "prev"));
      return sound(cursor ? [cursor.value] : []);
    },
    after: async (position) => {
      return sound(await answer(things.index("served").getAll(IDBKeyRange.lowerBound(position, true), 1)));
    },
    unsent: async () => sorted(sound(await answer(things.index("unsent").getAll()))),
    since: async (version) => sound(await answer(things.index("known").getAll(IDBKeyRange.lowerBound(version, true)))),
    put: (kept) => things.put(kept),
    forget: (id) => things.delete(id),
    meta: async () => {
      const [orderMark, server] = await Promise.all(["order", "server"].map((name) => answer(meta.get(name))));
      const mark = typeof orderMark === "string" ? orderMark : undefined;
      return { orderMark: mark, server: repairedServer(server), clock: await clockNow() };
    },
    setMeta: ({ orderMark, server, clock }) => {
      if (orderMark === undefined) meta.delete("order");
      else meta.put(orderMark, "order");
      meta.put(server, "server");
      meta.put(clock, "clock");
    },
  };
}
