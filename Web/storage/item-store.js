// @ts-check
// The store of one kind of item. It connects the engine, which has all items in memory, with this browser's storage and
// the server, if there is one. The engine never waits for either, and never receives anything older than it has.

import { followAnnouncements } from "./announcements.js";
import { Undecided, arrange, keep, remove } from "./deciding.js";
import { onOtherKey } from "./key.js";
import { clockAfter, content, differs, leftIn, members, parsed, setAside, unknownMeta } from "./mending.js";
import { memoryReplica, openReplica } from "./replica.js";
import { inTime, openingTime } from "./requests.js";
import { isKnown, synchroniser } from "./synchronising.js";

/** @typedef {import("./replica.js").Kept} Kept */
/** @typedef {import("./replica.js").Replica} Replica */
/** @typedef {import("./kinds.js").Kind} Kind */
/** @typedef {import("./deciding.js").Told} Told */

/** Milliseconds without another change before changes are sent. */
const quiet = 300;
/** Milliseconds before a server that did not respond is asked again. */
const patience = 5000;
/** Milliseconds before a server that had no space is asked again. */
const longPatience = 600_000;
/** Milliseconds before a missing engine is asked again. A new one takes over in less than a second. */
const breath = 200;
/** Maximum number of items that are passed to the engine one by one. For more, all are passed. */
const mostHandedOver = 300;
/** Characters that are passed to the engine at once, which takes some tenths of a second. */
const pieceLength = 500_000;
/** Milliseconds between two messages that differ only in a number. */
const countDelay = 500;
/** Milliseconds before the message that something is still being written. */
const writingDelay = 300;
/** How many items are compared with the server's version before the page can handle events. */
const comparedAtOnce = 50;

/**
 * A change: of the item with this id, its deletion if `told` is missing, or of the order of all items.
 * @typedef {object} Change
 * @property {string} id
 * @property {Told} [told]
 * @property {string[]} [order]
 * @property {Omit<Left, "change">} [left] if an earlier page has started it
 *
 * A change that a page has started and may not have finished.
 * @typedef {object} Left
 * @property {Change} change
 * @property {Kept} [seen] the item that it is based on
 * @property {string[]} written contents that the page had started to write since
 */

/**
 * Stores that receive the server's announcements. All kinds share one connection, because browsers limit the number of
 * connections to a server, and many tabs can be open.
 * @type {{ hear: (revision: string) => void, miss: () => void }[]}
 */
const listeners = [];
/** @type {import("./announcements.js").Connection | null} */
let connection = null;

/**
 * Connects to the server's announcements while the page is visible.
 * @param {string} address of any of the kinds
 */
function listenToServer(address) {
  if (document.hidden || (connection && !connection.isClosed())) return;
  connection = followAnnouncements(
    `${address}/events`,
    ({ type, lastId }) => type === "change" && listeners.forEach(({ hear }) => hear(lastId)),
    () => listeners.forEach(({ miss }) => miss()),
  );
}

function hangUp() {
  connection?.close();
  connection = null;
}

// Announcements are about one shelf only.
onOtherKey(hangUp);

/**
 * Makes the store of one kind.
 * @param {Kind} kind
 */
export function keeper(kind) {
  /** @type {import("../gestures/events.js").Send | null} null until the engine asks for the items */
  let send = null;
  /** @type {import("./replica.js").Judge} */
  const judge = {
    decide: () => null,
    findDamage: () => (isDamaged = true),
    tell: ({ put, forget, isOrderUnsent: isUnsent }) => {
      put.forEach(count);
      for (const id of forget) {
        unsent.delete(id);
        latest.delete(id);
      }
      isOrderUnsent = isUnsent;
      queueMicrotask(show);
      for (const id of [...put.map(({ id }) => id), ...forget]) {
        untold.add(id);
        stale?.add(id);
      }
    },
  };
  const { address, synchronise } = synchroniser(kind);
  /** Whether no server is used. */
  let isAlone = true;
  /** @type {Promise<Replica> | null} */
  let replica = null;
  /** @type {Map<string, Change>} waiting changes by id; a newer one replaces an older one */
  const changes = new Map();
  /** @type {Map<string, Change>} changes that are being carried out */
  const begun = new Map();
  /** Unfinished changes are also in localStorage, since the browser may close the page. Each tab has its own record. */
  const places = `${kind.database}-unended-`;
  const place = places + Math.random().toString(36).slice(2);
  /** Whether this tab has the lock of that name, which shows others that it is still open. */
  let isLocked = false;
  /** @type {Map<string, string[]>} contents that are being written, by id, until the outcome is known */
  const written = new Map();
  /** @type {(() => void)[]} called when all changes are carried out */
  let idlers = [];
  /** The number of changes so far. */
  let changeCount = 0;
  /** @type {Set<string>} the ids of items with unsent changes */
  const unsent = new Set();
  /** @type {Map<string, Kept>} the items last read or written, in case the storage fails */
  const latest = new Map();
  let isOrderUnsent = false;
  /** @type {Map<string, Kept>} the items as the engine has them, on which its next changes are based */
  const known = new Map();
  /** Whether there are changes by others for the engine. */
  let isNews = false;
  /** @type {Set<string> | null} the ids of items to pass to the engine again; null for all */
  let stale = null;
  /** @type {Set<string>} the ids of changed items that other tabs do not know of */
  let untold = new Set();
  /** @type {{ texts: string[], ids: string[] } | null} the items still to be passed to the engine, and all ids */
  let rest = null;
  let isWorking = false;
  /** @type {string | null} the state of the server; null before the first request */
  let status = null;
  /** Whether the items outlive the page. */
  let isStored = true;
  let isHung = false;
  /** Whether all stored items have been compared with the server's version. */
  let isCompared = false;
  let isDamaged = false;
  /** The state that the engine knows, as JSON, and when it was sent; empty until the engine has the items. */
  let shown = "";
  let shownAt = 0;
  let showTimer = 0;
  let isWarning = false;
  /** @type {string[]} */
  const returned = [];
  /** @type {import("./synchronising.js").Parting | undefined} */
  let parting;
  /** Whether all items were given up, including those in the undo history. */
  let isGivenUp = false;
  /** Whether another shelf was chosen, so that another database is expected. */
  let isOtherShelf = false;
  /** @type {BroadcastChannel | null} */
  let otherTabs = null;
  let timer = 0;
  /** @type {Promise<void>} */
  let lastAlone = Promise.resolve();
  let isSynchronising = false;
  let isWanted = false;
  /** The revision that the server has announced last, until it is known here. */
  let announced = "";

  /**
   * Passes all items to the engine, and later those that others change. A new engine calls it again.
   * @param {string} mode "server" if the page comes from our server, "alone" if it is a copy on any web host
   * @param {import("../gestures/events.js").Send} receiver
   * @param {import("./deciding.js").Decide} decide
   */
  function open(mode, receiver, decide) {
    begin(mode, decide);
    send = receiver;
    stale = null;
    tellEngine();
    synchroniseIn(0);
  }

  /**
   * Sends changes that an earlier visit has left unsent, even if the engine never asks for the items.
   * @param {string} mode as for `open`
   * @param {import("./deciding.js").Decide} decide
   */
  async function sendLeft(mode, decide) {
    begin(mode, decide);
    if (send) return;
    await withReplica(({ read }) => read(async (desk) => {
      (await desk.unsent()).forEach(count);
      isOrderUnsent = (await desk.meta()).orderMark !== undefined;
    }));
    synchroniseIn(0);
  }

  /**
   * @param {string} mode
   * @param {import("./deciding.js").Decide} decide
   */
  function begin(mode, decide) {
    judge.decide = decide;
    if (replica) return;
    isAlone = mode === "alone";
    replica = opened();
    listen();
    takeUp();
  }

  /** @returns {Promise<Replica>} the replica in IndexedDB, or one in memory until the database responds */
  function opened() {
    const opening = openReplica(kind, judge);
    return inTime(opening, openingTime).catch((error) => {
      if (error.name === "TimeoutError") {
        isHung = true;
        opening.then(moveTo, () => {});
      }
      return memoryReplica(kind, judge);
    });
  }

  /**
   * Changes from memory to the database after a late response.
   * @param {Replica} late
   */
  async function moveTo(late) {
    const memory = await replica;
    replica = Promise.resolve(late);
    if (!memory) return;
    for (const kept of await memory.edit((desk) => desk.all())) {
      if (!kept.unsent) continue;
      const seen = kept.base ? { ...kept, ...parsed(kept.base.content), version: 0 } : undefined;
      enter({ id: kept.id, told: kept.isDeleted ? undefined : kept, left: { seen, written: [] } });
    }
    stale = null;
    tellEngine();
  }

  /** Passes all items to a new engine. */
  function reopen() {
    stale = null;
    tellEngine();
  }

  /** @param {string} text a new, changed, moved or restored item as JSON */
  function keepOne(text) {
    try {
      const told = JSON.parse(text);
      // An item without an id cannot be stored.
      if (typeof told?.id === "string") enter({ id: told.id, told });
    } catch (error) {
      console.error(error);
    }
  }

  /** @param {string} id */
  function removeOne(id) {
    enter({ id });
  }

  /** @param {string[]} ids all items in order */
  function order(ids) {
    // No item has an empty id. Deleting the entry first moves the new order after changes of its items.
    changes.delete("");
    enter({ id: "", order: ids });
  }

  // MARK: Changes

  /** @param {Change} change */
  function enter(change) {
    changeCount += 1;
    changes.set(change.id, change);
    lock();
    warn();
    queueMicrotask(show);
    work();
  }

  /** @param {Kept} kept */
  function count(kept) {
    latest.set(kept.id, kept);
    if (kept.unsent) unsent.add(kept.id);
    else unsent.delete(kept.id);
  }

  function tellEngine() {
    isNews = true;
    work();
  }

  /** Carries out the changes one by one, then passes changes by others to the engine. */
  async function work() {
    if (isWorking || !replica) return;
    isWorking = true;
    while (changes.size > 0 || (isNews && send) || rest) {
      const [change] = changes.values();
      // All items are passed again from the beginning.
      if (isNews && stale === null) rest = null;
      try {
        await (change ? carryOut(change) : rest ? handOverMore() : handOver());
      } catch (error) {
        // The following changes are carried out anyway.
        console.error(error);
      }
    }
    isWorking = false;
  }

  /** @param {Change} change */
  async function carryOut(change) {
    const { id, told } = change;
    changes.delete(id);
    begun.set(id, change);
    if (told) written.set(id, [...(written.get(id) ?? []), content(told, kind)]);
    try {
      await carryOutBegun(change);
    } finally {
      if (begun.get(id) === change) begun.delete(id);
      if (!begun.has(id) && !changes.has(id)) written.delete(id);
      if (begun.size === 0 && changes.size === 0) forgetUnended();
      show();
    }
  }

  /** @param {Change} change */
  async function carryOutBegun({ id, told, order, left }) {
    const past = {
      seen: () => (left ? left.seen : known.get(id)), written: [...(left?.written ?? []), ...(written.get(id) ?? [])],
    };
    if (order) {
      await withReplica(({ edit }) => edit((desk) => arrange(desk, order)));
    } else if (told) {
      const { outcome, copy, isMerged, now } = await withReplica(({ edit }) => edit((desk) => keep(desk, told, past)));
      const kept = now.get(copy ?? id);
      if (kept && outcome === "kept") known.set(id, kept);
      // Until the engine receives the merged item, its changes are based on its own version.
      if (kept && isMerged) known.set(id, { ...kept, ...members(told, kind.content), version: 0 });
      // Until the engine receives the copy, it goes on with this item as if it were its own. It may know an older
      // version of the copy, which stays visible until then.
      if (kept && copy) known.set(id, { ...kept, id, version: 0 });
      // There are changes by others that this tab does not know.
      if (outcome !== "kept") {
        isNews = true;
        stale = null;
      }
    } else {
      const { hasStayed, now } = await withReplica(({ edit }) => edit((desk) => remove(desk, id, past, isAlone)));
      const kept = now.get(id);
      if (kept && hasStayed) {
        returned.push(kept.title);
        isNews = true;
        stale = null;
      } else if (kept) known.set(id, kept);
      else known.delete(id);
    }
    // The engine does not know the changes of an earlier page.
    if (left) isNews = true;
    tellOtherTabs();
    synchroniseIn(quiet);
  }

  async function handOver() {
    const before = changeCount;
    const asked = stale && stale.size <= mostHandedOver ? [...stale] : null;
    isNews = false;
    stale = new Set();
    const { isKept, found, order, meta } = await withReplica(async ({ isKept, read }) => read(async (desk) => {
      const found = asked
        ? (await Promise.all(asked.map((id) => desk.get(id)))).flatMap((one) => one ?? [])
        : await desk.all();
      // A moved or new item changes the order of all.
      const isMoved = found.some(({ id, position }) => known.get(id)?.position !== position);
      const order = asked && isMoved ? await desk.ids() : undefined;
      return { isKept, found, order, meta: await desk.meta() };
    }));
    if (changeCount !== before) {
      // The engine has newer items.
      isNews = true;
      stale = asked && stale ? new Set([...asked, ...stale]) : null;
      return;
    }
    const visible = found.filter(({ isDeleted }) => !isDeleted);
    const gone = asked?.filter((id) => !visible.some((kept) => kept.id === id));
    if (!asked) known.clear();
    for (const id of asked ?? []) known.delete(id);
    for (const kept of found) known.set(kept.id, kept);
    isStored = isKept;
    for (const all of [unsent, latest]) if (!asked) all.clear();
    for (const id of asked ?? []) for (const all of [unsent, latest]) all.delete(id);
    found.forEach(count);
    isOrderUnsent = meta.orderMark !== undefined;
    const all = visible.map(({ id, copyOf, ...one }, position) =>
      JSON.stringify({ id, ...members(one, kind.content), position, copyOf }));
    const news = {
      returned: returned.splice(0), parting, isGivenUp: isGivenUp || undefined, isHung: isHung || undefined,
    };
    parting = undefined;
    isGivenUp = false;
    isHung = false;
    // Changed items are passed at once, all items in pieces.
    rest = asked ? null : { texts: all, ids: visible.map(({ id }) => id) };
    if (asked) tell(all, { gone, order, ...news });
    else handOverPiece(news);
    if (!asked && isKept && !isCompared) compare(found, meta.clock.now);
  }

  /** Passes the next piece after pending events. */
  async function handOverMore() {
    await new Promise((resolve) => setTimeout(resolve));
    handOverPiece({ gone: [] });
  }

  /** @param {object} news further members of the message */
  function handOverPiece(news) {
    if (!rest) return;
    const { texts, ids } = rest;
    let length = 0;
    const count = texts.findIndex((text) => (length += text.length) > pieceLength) + 1 || texts.length;
    const piece = texts.splice(0, count);
    if (texts.length > 0) return tell(piece, { ...news, of: ids.length });
    rest = null;
    // Items that were added meanwhile come after these.
    tell(piece, count < ids.length ? { ...news, order: ids } : news);
  }

  /**
   * @param {string[]} all as JSON
   * @param {object} news
   */
  function tell(all, news) {
    const where = whereAllIs();
    shown = JSON.stringify(where);
    shownAt = performance.now();
    const others = JSON.stringify({ ...where, ...news });
    send?.(`${kind.name} adopt`, `{"${kind.name}":[${all.join()}],${others.slice(1)}`);
  }

  /**
   * Looks for items that differ from the server's version without being marked as unsent, and repairs damaged ones.
   * @param {Kept[]} all
   * @param {number} now the clock
   */
  async function compare(all, now) {
    isCompared = true;
    isDamaged ||= clockAfter(all).now > now;
    for (let place = 0; place < all.length && !isDamaged; place += comparedAtOnce) {
      isDamaged = all.slice(place, place + comparedAtOnce).some((kept) => !kept.unsent && differs(kept, kind));
      await new Promise((resolve) => setTimeout(resolve));
    }
    if (!isDamaged) return;
    await withReplica(({ edit }) => edit((desk) => desk.mend())).catch(console.error);
    stale = null;
    tellEngine();
    synchroniseIn(0);
  }

  // MARK: State

  /** @returns {{ state: string, waiting: number, isRemote?: true }} the state of storage, as the engine shows it */
  function whereAllIs() {
    const underWay = new Set([...changes.keys(), ...begun.keys()]);
    underWay.delete("");
    const waiting = new Set([...unsent, ...underWay]).size;
    if (isAlone || status === "alone") {
      if (!isStored) return { state: "unkept", waiting: 0 };
      return underWay.size > 0 ? { state: "writing", waiting: underWay.size } : { state: "alone", waiting: 0 };
    }
    const isSent = status === "sent" && waiting === 0;
    if (!isStored) return isSent ? { state: "sent", waiting, isRemote: true } : { state: "unkept", waiting };
    if (status === null) return { state: "asking", waiting };
    if (status !== "sent") return { state: status, waiting };
    return { state: waiting > 0 ? "waiting" : isOrderUnsent ? "order" : "sent", waiting };
  }

  /** Sends the state to the engine if it has changed. A change that is only a number is delayed. */
  function show() {
    warn();
    if (!send || !shown || rest) return;
    const where = whereAllIs();
    const now = JSON.stringify(where);
    clearTimeout(showTimer);
    if (now === shown) return;
    const { state } = JSON.parse(shown);
    // After the first contact with the server, the state is sent together with the items.
    if (isNews && state === "asking") return;
    // Most writes are done before the message could be read.
    const delay = where.state === "writing" && state !== "writing" ? writingDelay
      : where.state === state ? shownAt + countDelay - performance.now() : 0;
    if (delay > 0) return void (showTimer = setTimeout(() => showNow(), delay));
    showNow();
  }

  function showNow() {
    tell([], { gone: [], returned: [] });
  }

  /** Makes the browser ask before leaving while changes would be lost with the page. */
  function warn() {
    const isNeeded = begun.size > 0 || changes.size > 0 || (!isStored && (unsent.size > 0 || isOrderUnsent));
    if (isNeeded === isWarning) return;
    isWarning = isNeeded;
    if (isNeeded) addEventListener("beforeunload", beAsked);
    else removeEventListener("beforeunload", beAsked);
  }

  /** @param {Event} event */
  function beAsked(event) {
    if (!isStored || !leaveUnended()) event.preventDefault();
  }

  /** Starts all waiting changes, because the page may be about to close. The next page takes over unfinished ones. */
  function hurry() {
    leaveUnended();
    for (const change of [...changes.values()]) carryOut(change).then(work, console.error);
  }

  /** @returns {boolean} whether the unfinished changes are saved in localStorage */
  function leaveUnended() {
    const unended = [...begun.values(), ...changes.values()].map(({ left, ...change }) => ({
      change, seen: left ? left.seen : known.get(change.id),
      written: [...(left?.written ?? []), ...(written.get(change.id) ?? [])],
    }));
    if (unended.length === 0) return true;
    try {
      localStorage.setItem(place, JSON.stringify(unended));
      return true;
    } catch {
      // The writes that are under way may still finish.
      return false;
    }
  }

  function forgetUnended() {
    for (const idler of idlers.splice(0)) idler();
    try {
      localStorage.removeItem(place);
    } catch {
      // Storage is blocked, so there is no record.
    }
  }

  /** Holds the lock of this tab's record from its first change on. */
  function lock() {
    if (isLocked) return;
    isLocked = true;
    navigator.locks?.request(place, () => new Promise(() => {})).catch(() => {});
  }

  /** Finishes the changes of earlier pages when these are closed. Repeating finished changes does no harm. */
  function takeUp() {
    for (const name of leftPlaces()) {
      const take = () => takeUpFrom(name).catch(console.error);
      if (navigator.locks) navigator.locks.request(name, take).catch(take);
      else take();
    }
  }

  /** @returns {string[]} the names of records with unfinished changes of other tabs */
  function leftPlaces() {
    try {
      return Object.keys(localStorage).filter((name) => name.startsWith(places) && name !== place);
    } catch (error) {
      console.info(error);
      return [];
    }
  }

  /** @param {string} name */
  async function takeUpFrom(name) {
    const { left, isDamaged } = leftIn(localStorage.getItem(name), kind);
    if (isDamaged) setAside(name);
    if (left.length > 0) {
      const ended = new Promise((resolve) => idlers.push(() => resolve(null)));
      for (const { change, ...past } of left) enter({ ...change, left: past });
      await ended;
    }
    // Only now, because changes in memory would be lost with this page.
    if ((await replica)?.isKept) localStorage.removeItem(name);
  }

  /**
   * Runs a task with the replica.
   * - If the browser has closed the database, it is opened again.
   * - If storage fails, the store continues in memory.
   * - If there is no engine to decide, the task waits for a new one.
   * @template Result
   * @param {(replica: Replica) => Promise<Result>} task
   * @param {boolean} [isSecond]
   * @param {boolean} [isPatient] whether it may wait for an engine
   * @returns {Promise<Result>}
   */
  async function withReplica(task, isSecond = false, isPatient = true) {
    const asked = replica;
    const found = (await asked) ?? memoryReplica(kind, judge);
    try {
      return await task(found);
    } catch (error) {
      if (error instanceof Undecided && isPatient) {
        await new Promise((resolve) => setTimeout(resolve, breath));
        return withReplica(task, isSecond);
      }
      if (!found.isKept || !(error instanceof DOMException)) throw error;
      const hangs = error.name === "TimeoutError";
      const inMemory = async () => {
        // The user must know that changes are no longer stored.
        isNews = true;
        stale = null;
        isStored = false;
        isHung ||= hangs;
        const last = () => [...latest.values()];
        const all = hangs ? last() : await found.read((desk) => desk.all()).catch(last);
        return memoryReplica(kind, judge, all);
      };
      const openAgain = () => inTime(openReplica(kind, judge, [...latest.values()]), openingTime).catch(inMemory);
      // Another change may have replaced it already.
      if (replica === asked) replica = isSecond || hangs ? inMemory() : openAgain();
      return withReplica(task, true);
    }
  }

  // MARK: Other tabs and the server

  function listen() {
    otherTabs = channel();
    otherTabs?.addEventListener("message", ({ data }) => {
      if (!isAlone && data?.state) status = data.state;
      parting = data?.parting ?? parting;
      if (data?.isGivenUp) isGivenUp = true;
      if (!Array.isArray(data?.ids)) stale = null;
      else for (const id of data.ids) stale?.add(id);
      // The other tab may be closed before the server responds again.
      if (!send && data?.waiting > 0) sendLeft("server", judge.decide).catch(console.error);
      else if (status === "waiting") synchroniseIn(patience);
      tellEngine();
    });
    listeners.push({ hear, miss: () => synchroniseIn(patience) });
    addEventListener("online", () => synchroniseIn(0));
    onOtherKey(() => {
      isOtherShelf = true;
      synchroniseIn(0);
    });
    addEventListener("pagehide", hurry);
    // Changes were missed while the page was hidden.
    addEventListener("pageshow", ({ persisted }) => {
      if (!persisted) return;
      stale = null;
      tellEngine();
    });
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) return synchroniseIn(0);
      hurry();
      hangUp();
    });
  }

  /** @param {import("./synchronising.js").Parting} [parting] */
  function tellOtherTabs(parting) {
    otherTabs?.postMessage({ state: status ?? undefined, waiting: unsent.size, ids: [...untold], parting });
    untold = new Set();
  }

  function channel() {
    try {
      return new BroadcastChannel(kind.name);
    } catch {
      return null;
    }
  }

  /** @param {number} milliseconds replaces an earlier delay */
  function synchroniseIn(milliseconds) {
    if (isAlone || !isConcerned()) return;
    clearTimeout(timer);
    timer = setTimeout(synchroniseNow, milliseconds);
  }

  /** Whether this kind is shown, or has unsent changes. */
  function isConcerned() {
    return send !== null || unsent.size > 0 || isOrderUnsent || changes.size > 0 || begun.size > 0;
  }

  async function synchroniseNow() {
    timer = 0;
    isWanted = true;
    await synchroniseAsWanted();
  }

  async function synchroniseAsWanted() {
    if (isSynchronising) return;
    isSynchronising = true;
    while ((isWanted || announced) && !isAlone) {
      const reason = isWanted ? "" : announced;
      isWanted = false;
      announced = "";
      try {
        await alone(async () => {
          // Usually it is this browser's own change that is announced.
          if (reason && (await withReplica((replica) => isKnown(replica, reason)))) return;
          learn(await withReplica(synchronise, false, false));
        });
      } catch (error) {
        // Without an engine this tab does not synchronize, but other tabs can. A new engine synchronizes at once.
        if (error instanceof Undecided) synchroniseIn(patience);
        else console.error(error);
      }
    }
    isSynchronising = false;
  }

  /**
   * Runs a task exclusively, across tabs if the browser supports locks.
   * @param {() => Promise<void>} task
   * @returns {Promise<void>}
   */
  function alone(task) {
    if (navigator.locks) return navigator.locks.request(kind.name, task);
    const done = lastAlone.then(task);
    lastAlone = done.catch(() => {});
    return done;
  }

  /** Deletes all items here, but not on the server. Nothing may be synchronized meanwhile. */
  async function empty() {
    changes.clear();
    await withReplica(({ edit }) => edit(async (desk) => {
      const all = await desk.all();
      for (const { id } of all) desk.forget(id);
      desk.setMeta(unknownMeta());
      judge.tell({ put: [], forget: all.map(({ id }) => id), isOrderUnsent: false });
    }));
    known.clear();
    for (const name of leftPlaces()) localStorage.removeItem(name);
    stale = null;
    status = null;
    isGivenUp = true;
    otherTabs?.postMessage({ isGivenUp });
    tellEngine();
  }

  /**
   * Deletes items that the server has, and the sync state.
   * @param {string} mode as for `open`
   * @returns {Promise<boolean>} whether the remaining items outlive the page
   */
  async function reset(mode) {
    begin(mode, judge.decide);
    const isKept = await withReplica(({ isKept, edit }) => edit(async (desk) => {
      await desk.mend();
      const all = await desk.all();
      const { orderMark } = await desk.meta();
      // An unsent order needs all items.
      for (const { id, unsent } of all) if (!unsent && !orderMark) desk.forget(id);
      desk.setMeta({ ...unknownMeta(), clock: clockAfter(all), orderMark });
      return isKept;
    }));
    return isKept || unsent.size + changes.size + begun.size === 0;
  }

  /** @param {import("./synchronising.js").Outcome} outcome */
  function learn({ server, hasChanged, returned: titles, parting: theirs }) {
    isAlone = server === "absent";
    if (isAlone) return tellEngine();
    if (server === "reached" && send) listenToServer(address());
    if (server === "unreachable") synchroniseIn(patience);
    // Also if it had no space for some items. Items changed meanwhile have a shorter delay.
    else if ((server === "full" || unsent.size > 0) && !timer) synchroniseIn(longPatience);
    const news = isOtherShelf ? undefined : theirs;
    const isFirst = server === "reached" && isOtherShelf;
    if (isFirst) {
      isOtherShelf = false;
      // Another tab may have received items and been closed before telling this one.
      stale = null;
    }
    const state = stateOf(server);
    const isSame = status === state;
    status = state;
    returned.push(...titles);
    parting = news ?? parting;
    if (isSame && !hasChanged && !news && !isFirst) return show();
    tellOtherTabs(news);
    tellEngine();
  }

  /**
   * The state to show on the page.
   * @param {import("./synchronising.js").Outcome["server"]} server
   */
  function stateOf(server) {
    if (server === "keyless") return "alone";
    if (server === "unknown" || server === "full") return server;
    return server === "unreachable" ? "waiting" : "sent";
  }

  /** @param {string} revision */
  function hear(revision) {
    announced = revision;
    synchroniseAsWanted();
  }

  return { kind, open, reopen, sendLeft, reset, keep: keepOne, remove: removeOne, order, alone, empty };
}
