// @ts-check
// What this browser keeps of one kind: in IndexedDB, which all its tabs share, or else in this tab's memory.

import { clockAfter, content, differs, isClock, mended, mendedServer, parsed, unknownMeta } from "./mending.js";
import { answer, ending, inTime, openDatabase } from "./requests.js";

/** @typedef {import("./kinds.js").Kind} Kind */

/**
 * Who decides, and who is told what has changed, and that something stored is damaged.
 * @typedef {{ decide: import("./deciding.js").Decide, tell: (change: Told) => void, findDamage: () => void }} Judge
 *
 * @typedef {object} Told
 * @property {Kept[]} put
 * @property {string[]} forget ids
 * @property {boolean} isOrderUnsent whether an order made here is still to be sent
 */

/**
 * One as it is kept, with its content, which is opaque here.
 * @typedef {Record<string, any> & Identity} Kept
 *
 * @typedef {object} Identity
 * @property {string} id
 * @property {string} title
 * @property {number} position what comes before what; gaps mean nothing
 * @property {string} [copyOf] the id of the one that was changed elsewhere at the same time
 * @property {number} version another one after each change of content or place, each deletion and each return
 * @property {{ version: number, content: string } | null} base what the server had when it was last heard of
 * @property {boolean} isDeleted deleted here, while the server may still have to be told
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
 * @property {() => Promise<void>} mend stores what was repaired, and sets aside what cannot be
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
 * @param {Kept[]} [latest] what is put into a database that had to be made anew
 * @returns {Promise<Replica>}
 */
export async function openReplica(kind, judge, latest = []) {
  // Since its second version a page says which revisions it knows. One of the first in another tab, which deleted what
  // the server did not speak of, goes on by itself.
  const database = await openDatabase(
    kind.database, 2, (made, upgrade) => complete(made, upgrade, kind), (found) => isWhole(found, kind), (old) => saved(old, kind, latest));
  // A newer page in another tab must not wait for this one.
  database.onversionchange = () => database.close();
  return {
    isKept: true,
    read: async (look) => inTime(look(desk(database.transaction([kind.name, "meta"]), kind, judge))),
    edit: async (change) => {
      const transaction = database.transaction([kind.name, "meta"], "readwrite");
      const end = ending(transaction);
      try {
        const result = await inTime(change(desk(transaction, kind, judge)));
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

/** By what a synchronisation finds things. */
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
 * Takes all out of a database that lacks something. What was not sent is left meanwhile where pages leave what they could not end:
 * this one may go before it is put into the next database.
 * @param {IDBDatabase} old
 * @param {Kind} kind
 * @param {Kept[]} latest
 * @returns {Promise<(made: IDBDatabase) => Promise<void>>}
 */
async function saved(old, kind, latest) {
  const names = old.objectStoreNames;
  /** @type {any[]} */
  const found = names.contains(kind.name) ? await answer(old.transaction(kind.name).objectStore(kind.name).getAll()) : [];
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
    transaction.objectStore("meta").put(clockAfter([...all.values()].flatMap((one) => mended(one, kind) ?? [])), "clock");
    await ending(transaction);
    if (left.length > 0) localStorage.removeItem(place);
  };
}

/**
 * Makes what a database lacks, and lets all be found that is there already.
 * @param {IDBDatabase} database
 * @param {IDBTransaction} upgrade
 * @param {Kind} kind
 */
function complete(database, upgrade, kind) {
  const has = (/** @type {string} */ name) => database.objectStoreNames.contains(name);
  if (!has("meta")) database.createObjectStore("meta");
  const all = has(kind.name) ? upgrade.objectStore(kind.name) : database.createObjectStore(kind.name, { keyPath: "id" });
  for (const [name, path] of Object.entries(indexes)) if (!all.indexNames.contains(name)) all.createIndex(name, path);
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
 * A replica that ends with the page.
 * @param {Kind} kind
 * @param {Judge} judge
 * @param {Kept[]} kept what is in it from the beginning
 * @returns {Replica}
 */
export function memoryReplica(kind, judge, kept = []) {
  const things = new Map(kept.map((one) => [one.id, one]));
  /** @type {Meta} */
  let meta = { ...unknownMeta(), clock: clockAfter(kept) };
  const all = async () => sorted([...things.values()]);
  /** @type {Desk} */
  const desk = {
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
      /** @type {Kept[]} */
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
    behind: async (position) => sound(await answer(things.index("served").getAll(IDBKeyRange.lowerBound(position, true), 1))),
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
    // It has come to its end by itself.
  }
}
