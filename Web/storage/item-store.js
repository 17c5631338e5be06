// @ts-check
// The store of one kind of item. It connects the engine, which has all items in memory, with this browser's storage and
// the server, if there is one. The engine never waits for either, and never receives anything older than it has.

import { followAnnouncements } from "./announcements.js";
import { reorder, remove, save } from "./deciding.js";
import { replicaAccess } from "./failing.js";
import { handOver } from "./handing-over.js";
import { onOtherKey } from "./key.js";
import { clockAfter, content, differs, members, unknownMeta } from "./mending.js";
import { debounceDelay, longRetryDelay, retryDelay, schedule } from "./schedule.js";
import { leavingGuard, statusOf, statusReporter } from "./status.js";
import { isKnown, synchronizer } from "./synchronizing.js";
import { unfinishedChanges } from "./unfinished.js";

/** @typedef {import("./replica.js").Item} Item */
/** @typedef {import("./kinds.js").Kind} Kind */
/** @typedef {import("./unfinished.js").Change} Change */
/** @typedef {import("./unfinished.js").Left} Left */

/** Maximum number of items that are passed to the engine one by one. For more, all are passed. */
const maximumHandedOver = 300;
/** How many items are compared with the server's version before the page can handle events. */
const comparedAtOnce = 50;

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
export function itemStore(kind) {
  /** @type {import("../gestures/events.js").Send | null} null until the engine asks for the items */
  let send = null;
  /** Whether no server is used. */
  let isAlone = true;
  /** @type {string | null} the state of the server; null before the first request */
  let server = null;

  // Changes of this tab.
  /** @type {Map<string, Change>} waiting changes by id; a newer one replaces an older one */
  const changes = new Map();
  /** @type {Map<string, Change>} changes that are being carried out */
  const begun = new Map();
  /** @type {Map<string, string[]>} contents that are being written, by id, until the outcome is known */
  const written = new Map();
  /** @type {(() => void)[]} called when all changes are carried out */
  const idlers = [];
  /** The number of changes so far. */
  let changeCount = 0;
  let isWorking = false;
  const unfinished = unfinishedChanges(kind);

  // The replica.
  /** @type {Set<string>} the ids of items with unsent changes */
  const unsent = new Set();
  let isOrderUnsent = false;
  /** @type {Map<string, Item>} the items last read or written, in case the storage fails */
  const latest = new Map();
  /** Whether the items outlive the page. */
  let isStored = true;
  /** Whether all stored items have been compared with the server's version. */
  let isCompared = false;
  let isDamaged = false;

  // What the engine knows.
  /** @type {Map<string, Item>} the items as the engine has them, on which its next changes are based */
  const known = new Map();
  /** Whether there are changes by others for the engine. */
  let isNews = false;
  /** @type {Set<string> | null} the ids of items to pass to the engine again; null for all */
  let stale = null;
  /** @type {{ returned: string[], parting?: import("./synchronizing.js").Parting, isGivenUp?: true, isHung?: true }} */
  let notices = { returned: [] };

  // Other tabs, and the server.
  /** @type {Set<string>} the ids of changed items that other tabs do not know of */
  let untold = new Set();
  /** Whether another shelf was chosen, so that another database is expected. */
  let isOtherShelf = false;
  /** @type {BroadcastChannel | null} */
  let otherTabs = null;

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
  const access = replicaAccess(kind, judge, {
    latest: () => [...latest.values()],
    hang: () => (notices.isHung = true),
    loss: () => {
      reload();
      isStored = false;
    },
    late: (kept, seen) => enter({
      id: kept.id, told: kept.isDeleted ? undefined : kept, left: { seen, written: [] },
    }),
    move: tellEngineAll,
  });
  const { withReplica } = access;
  const { address, synchronize } = synchronizer(kind);
  const sync = schedule(kind.name, {
    isAllowed: () => !isAlone,
    isNeeded: () => send !== null || unsent.size > 0 || isOrderUnsent || changes.size > 0 || begun.size > 0,
    isKnown: (revision) => withReplica((replica) => isKnown(replica, revision)),
    run: async () => learn(await withReplica(synchronize, false, false)),
  });
  const handing = handOver(kind, tell);
  const status = statusReporter(currentStatus, () => tell([], { gone: [], returned: [] }));
  const guardLeaving = leavingGuard(() => isStored && saveUnfinished());

  /**
   * Passes all items to the engine, and later those that others change. A new engine calls it again.
   * @param {string} mode "server" if the page comes from our server, "alone" if it is a copy on any web host
   * @param {import("../gestures/events.js").Send} receiver
   * @param {import("./deciding.js").Decide} decide
   */
  function open(mode, receiver, decide) {
    begin(mode, decide);
    send = receiver;
    tellEngineAll();
    sync.runIn(0);
  }

  /**
   * Sends changes that an earlier visit has left unsent, even if the engine never asks for the items.
   * @param {string} mode as for `open`
   * @param {import("./deciding.js").Decide} decide
   */
  async function sendLeft(mode, decide) {
    begin(mode, decide);
    if (send) return;
    await withReplica(({ read }) => read(async (transaction) => {
      (await transaction.unsent()).forEach(count);
      isOrderUnsent = (await transaction.meta()).orderMark !== undefined;
    }));
    sync.runIn(0);
  }

  /**
   * @param {string} mode
   * @param {import("./deciding.js").Decide} decide
   */
  function begin(mode, decide) {
    judge.decide = decide;
    if (access.isOpen()) return;
    isAlone = mode === "alone";
    access.open();
    listen();
    unfinished.takeOver(finishLeft);
  }

  /** @param {Item} kept */
  function count(kept) {
    latest.set(kept.id, kept);
    if (kept.unsent) unsent.add(kept.id);
    else unsent.delete(kept.id);
  }

  // MARK: Changes

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

  /** @param {Change} change */
  function enter(change) {
    changeCount += 1;
    changes.set(change.id, change);
    unfinished.lock();
    updateGuard();
    queueMicrotask(show);
    work();
  }

  /** Carries out the changes one by one, then passes changes by others to the engine. */
  async function work() {
    if (isWorking || !access.isOpen()) return;
    isWorking = true;
    while (changes.size > 0 || (isNews && send) || handing.hasMore()) {
      const [change] = changes.values();
      // All items are passed again from the beginning.
      if (isNews && stale === null) handing.stop();
      try {
        await (change ? carryOut(change) : handing.hasMore() ? handing.more() : handOverItems());
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
      if (begun.size === 0 && changes.size === 0) {
        for (const idler of idlers.splice(0)) idler();
        unfinished.forget();
      }
      show();
    }
  }

  /** @param {Change} change */
  async function carryOutBegun({ id, told, order, left }) {
    const past = {
      seen: () => (left ? left.seen : known.get(id)), written: [...(left?.written ?? []), ...(written.get(id) ?? [])],
    };
    if (order) {
      await withReplica(({ edit }) => edit((transaction) => reorder(transaction, order)));
    } else if (told) {
      const { outcome, copy, isMerged, now } = await withReplica(({ edit }) => {
        return edit((transaction) => save(transaction, told, past));
      });
      const kept = now.get(copy ?? id);
      if (kept && outcome === "saved") known.set(id, kept);
      // Until the engine receives the merged item, its changes are based on its own version.
      if (kept && isMerged) known.set(id, { ...kept, ...members(told, kind.content), version: 0 });
      // Until the engine receives the copy, it goes on with this item as if it were its own. It may know an older
      // version of the copy, which stays visible until then.
      if (kept && copy) known.set(id, { ...kept, id, version: 0 });
      // There are changes by others that this tab does not know.
      if (outcome !== "saved") reload();
    } else {
      const { wasChanged, now } = await withReplica(({ edit }) => {
        return edit((transaction) => remove(transaction, id, past, isAlone));
      });
      const kept = now.get(id);
      if (kept && wasChanged) {
        notices.returned.push(kept.title);
        reload();
      } else if (kept) known.set(id, kept);
      else known.delete(id);
    }
    // The engine does not know the changes of an earlier page.
    if (left) isNews = true;
    tellOtherTabs();
    sync.runIn(debounceDelay);
  }

  /** Starts all waiting changes, because the page may be about to close. The next page takes over unfinished ones. */
  function hurry() {
    saveUnfinished();
    for (const change of [...changes.values()]) carryOut(change).then(work, console.error);
  }

  /** @returns {boolean} whether the unfinished changes are stored for the next page */
  function saveUnfinished() {
    return unfinished.save([...begun.values(), ...changes.values()].map(({ left, ...change }) => ({
      change, seen: left ? left.seen : known.get(change.id),
      written: [...(left?.written ?? []), ...(written.get(change.id) ?? [])],
    })));
  }

  /**
   * Carries out the changes of an earlier page.
   * @param {Left[]} all
   * @returns {Promise<boolean>} whether the outcome outlives the page
   */
  async function finishLeft(all) {
    if (all.length > 0) {
      const ended = new Promise((resolve) => idlers.push(() => resolve(null)));
      for (const { change, ...past } of all) enter({ ...change, left: past });
      await ended;
    }
    return access.isLasting();
  }

  // MARK: The engine

  function tellEngine() {
    isNews = true;
    work();
  }

  /** Marks all items as news for the engine. */
  function reload() {
    isNews = true;
    stale = null;
  }

  function tellEngineAll() {
    stale = null;
    tellEngine();
  }

  async function handOverItems() {
    const before = changeCount;
    const asked = stale && stale.size <= maximumHandedOver ? [...stale] : null;
    isNews = false;
    stale = new Set();
    const { isLasting, found, order, meta } = await withReplica(({ isLasting, read }) => read(async (transaction) => {
      const found = asked
        ? (await Promise.all(asked.map((id) => transaction.get(id)))).flatMap((one) => one ?? [])
        : await transaction.all();
      // A moved or new item changes the order of all.
      const isMoved = found.some(({ id, position }) => known.get(id)?.position !== position);
      const order = asked && isMoved ? await transaction.ids() : undefined;
      return { isLasting, found, order, meta: await transaction.meta() };
    }));
    if (changeCount !== before) {
      // The engine has newer items.
      isNews = true;
      stale = asked && stale ? new Set([...asked, ...stale]) : null;
      return;
    }
    const visible = found.filter(({ isDeleted }) => !isDeleted);
    const gone = asked?.filter((id) => !visible.some((kept) => kept.id === id));
    for (const all of [known, unsent, latest]) {
      if (!asked) all.clear();
      for (const id of asked ?? []) all.delete(id);
    }
    for (const kept of found) known.set(kept.id, kept);
    found.forEach(count);
    isStored = isLasting;
    isOrderUnsent = meta.orderMark !== undefined;
    const news = notices;
    notices = { returned: [] };
    if (asked) handing.some(visible, { gone, order, ...news });
    else handing.all(visible, news);
    if (!asked && isLasting && !isCompared) compare(found, meta.clock.now);
  }

  /**
   * @param {string[]} all items as JSON
   * @param {object} news
   */
  function tell(all, news) {
    const where = currentStatus();
    status.reported(where);
    const others = JSON.stringify({ ...where, ...news });
    send?.(`${kind.name} adopt`, `{"${kind.name}":[${all.join()}],${others.slice(1)}`);
  }

  function currentStatus() {
    const underWay = new Set([...changes.keys(), ...begun.keys()]);
    underWay.delete("");
    return statusOf({ isAlone, server, isStored, underWay, unsent, isOrderUnsent });
  }

  function show() {
    updateGuard();
    if (send && !handing.hasMore()) status.update(isNews);
  }

  function updateGuard() {
    guardLeaving(begun.size > 0 || changes.size > 0 || (!isStored && (unsent.size > 0 || isOrderUnsent)));
  }

  /**
   * Looks for items that differ from the server's version without being marked as unsent, and repairs damaged ones.
   * @param {Item[]} all
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
    await withReplica(({ edit }) => edit((transaction) => transaction.mend())).catch(console.error);
    tellEngineAll();
    sync.runIn(0);
  }

  // MARK: Other tabs and the server

  function listen() {
    otherTabs = channel();
    otherTabs?.addEventListener("message", ({ data }) => {
      if (!isAlone && data?.state) server = data.state;
      notices.parting = data?.parting ?? notices.parting;
      if (data?.isGivenUp) notices.isGivenUp = true;
      if (!Array.isArray(data?.ids)) stale = null;
      else for (const id of data.ids) stale?.add(id);
      // The other tab may be closed before the server responds again.
      if (!send && data?.waiting > 0) sendLeft("server", judge.decide).catch(console.error);
      else if (server === "waiting") sync.runIn(retryDelay);
      tellEngine();
    });
    listeners.push({ hear: sync.hear, miss: () => sync.runIn(retryDelay) });
    addEventListener("online", () => sync.runIn(0));
    onOtherKey(() => {
      isOtherShelf = true;
      sync.runIn(0);
    });
    addEventListener("pagehide", hurry);
    // Changes were missed while the page was hidden.
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted) tellEngineAll();
    });
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) return sync.runIn(0);
      hurry();
      hangUp();
    });
  }

  /** @param {import("./synchronizing.js").Parting} [parting] */
  function tellOtherTabs(parting) {
    otherTabs?.postMessage({ state: server ?? undefined, waiting: unsent.size, ids: [...untold], parting });
    untold = new Set();
  }

  function channel() {
    try {
      return new BroadcastChannel(kind.name);
    } catch {
      return null;
    }
  }

  /** @param {import("./synchronizing.js").Outcome} outcome */
  function learn({ server: found, hasChanged, returned, parting }) {
    isAlone = found === "absent";
    if (isAlone) return tellEngine();
    if (found === "reached" && send) listenToServer(address());
    if (found === "unreachable") sync.runIn(retryDelay);
    // Also if it had no space for some items. Items changed meanwhile have a shorter delay.
    else if ((found === "full" || unsent.size > 0) && !sync.isPending()) sync.runIn(longRetryDelay);
    const news = isOtherShelf ? undefined : parting;
    const isFirst = found === "reached" && isOtherShelf;
    if (isFirst) {
      isOtherShelf = false;
      // Another tab may have received items and been closed before telling this one.
      stale = null;
    }
    const isSame = server === stateOf(found);
    server = stateOf(found);
    notices.returned.push(...returned);
    notices.parting = news ?? notices.parting;
    if (isSame && !hasChanged && !news && !isFirst) return show();
    tellOtherTabs(news);
    tellEngine();
  }

  /**
   * The state to show on the page.
   * @param {import("./synchronizing.js").Outcome["server"]} found
   */
  function stateOf(found) {
    if (found === "keyless") return "alone";
    if (found === "unknown" || found === "full") return found;
    return found === "unreachable" ? "waiting" : "sent";
  }

  // MARK: Removing everything

  /** Deletes all items here, but not on the server. Nothing may be synchronized meanwhile. */
  async function empty() {
    changes.clear();
    await withReplica(({ edit }) => edit(async (transaction) => {
      const all = await transaction.all();
      for (const { id } of all) transaction.forget(id);
      transaction.setMeta(unknownMeta());
      judge.tell({ put: [], forget: all.map(({ id }) => id), isOrderUnsent: false });
    }));
    known.clear();
    unfinished.forgetOthers();
    server = null;
    notices.isGivenUp = true;
    otherTabs?.postMessage({ isGivenUp: true });
    tellEngineAll();
  }

  /**
   * Deletes items that the server has, and the sync state.
   * @param {string} mode as for `open`
   * @returns {Promise<boolean>} whether the remaining items outlive the page
   */
  async function reset(mode) {
    begin(mode, judge.decide);
    const isLasting = await withReplica(({ isLasting, edit }) => edit(async (transaction) => {
      await transaction.mend();
      const all = await transaction.all();
      const { orderMark } = await transaction.meta();
      // An unsent order needs all items.
      for (const { id, unsent } of all) if (!unsent && !orderMark) transaction.forget(id);
      transaction.setMeta({ ...unknownMeta(), clock: clockAfter(all), orderMark });
      return isLasting;
    }));
    return isLasting || unsent.size + changes.size + begun.size === 0;
  }

  return {
    kind, open, reopen: tellEngineAll, sendLeft, reset, keep: keepOne, remove: removeOne, order, empty,
    alone: sync.alone,
  };
}
