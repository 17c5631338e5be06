// @ts-check
// The store of one kind of item. It connects the engine, which has all items in memory, with this browser's storage and
// the server, if there is one. The engine never waits for either, and never receives anything older than it has.

import { changeQueue } from "./changes.js";
import { remove, save, settle } from "./decisions.js";
import { engineUpdates } from "./engine-updates.js";
import { connect, onServerChange } from "./event-stream.js";
import { replicaAccess } from "./fallback.js";
import { onOtherKey } from "./key.js";
import { clockAfter, differs, members, unknownMeta } from "./repair.js";
import { debounceDelay, longRetryDelay, retryDelay, schedule } from "./schedule.js";
import { leavingGuard, statusOf } from "./status.js";
import { Synchronizer } from "./synchronizer.js";

/** How many items are compared with the server's version before the page can handle events. */
const comparedAtOnce = 50;

/**
 * Makes the store of one kind.
 * @param {Sync.Kind} kind
 */
export function itemStore(kind) {
  /** Whether no server is used. */
  let isAlone = true;
  /** @type {string | null} the state of the server; null before the first request */
  let server = null;
  /** Whether another shelf was chosen, so that another database is expected. */
  let isOtherShelf = false;
  /** @type {BroadcastChannel | null} */
  let otherTabs = null;
  /** @type {Set<string>} the ids of changed items that other tabs do not know of */
  let untold = new Set();

  /** @type {Map<string, Sync.Item>} the items last read or written, in case the storage fails */
  const latest = new Map();
  /** @type {Set<string>} the ids of items with unsent changes */
  const unsent = new Set();
  let isOrderUnsent = false;
  /** Whether the items outlive the page. */
  let isStored = true;
  /** Whether all stored items have been compared with the server's version. */
  let isCompared = false;
  let isDamaged = false;
  let isWorking = false;

  /** @type {Sync.Observer} */
  const observer = {
    decide: () => null,
    findDamage: () => (isDamaged = true),
    learn: ({ put, forget, isOrderUnsent: isUnsent }) => {
      put.forEach(remember);
      forget.forEach(drop);
      isOrderUnsent = isUnsent;
      queueMicrotask(show);
      const ids = [...put.map(({ id }) => id), ...forget];
      ids.forEach((id) => untold.add(id));
      engine.markStale(ids);
    },
  };
  const { open: openReplica, isOpen, isLasting, withReplica, edit } = replicaAccess(kind, observer, {
    latest: () => [...latest.values()],
    hang: () => engine.announce({ isHung: true }),
    loss: () => {
      reload();
      isStored = false;
    },
    late: (item, seen) => enter({
      id: item.id, told: item.isDeleted ? undefined : item, left: { seen, written: [] },
    }),
    move: updateEngineWholly,
  });
  const engine = engineUpdates(kind, currentStatus);
  const changes = changeQueue(kind, store, (id) => engine.known.get(id), show);
  const synchronizer = new Synchronizer(kind);
  const sync = schedule(kind.name, {
    isAllowed: () => !isAlone,
    isNeeded: () => engine.isOpen() || unsent.size > 0 || isOrderUnsent || !changes.isIdle(),
    isKnown: async (revision) => {
      const meta = await withReplica(({ read }) => read((transaction) => transaction.meta()));
      return String(meta.server.trail[0]) === revision;
    },
    run: async () => learn(await withReplica((replica) => synchronizer.synchronize(replica), false, false)),
  });
  const guardLeaving = leavingGuard(() => isStored && changes.saveUnfinished());

  /**
   * Passes all items to the engine, and later those that others change. A new engine calls it again.
   * @param {string} mode "server" if the page comes from our server, "alone" if it is a copy on any web host
   * @param {import("../gestures/events.js").Send} receiver
   * @param {Sync.Decide} decide
   */
  function open(mode, receiver, decide) {
    begin(mode, decide);
    engine.open(receiver);
    updateEngineWholly();
    sync.runIn(0);
  }

  /**
   * Sends changes that an earlier visit has left unsent, even if the engine never asks for the items.
   * @param {string} mode as for `open`
   * @param {Sync.Decide} decide
   */
  async function sendLeft(mode, decide) {
    begin(mode, decide);
    if (engine.isOpen()) return;
    await withReplica(({ read }) => read(async (transaction) => {
      (await transaction.unsent()).forEach(remember);
      isOrderUnsent = (await transaction.meta()).orderMark !== undefined;
    }));
    sync.runIn(0);
  }

  /**
   * @param {string} mode
   * @param {Sync.Decide} decide
   */
  function begin(mode, decide) {
    observer.decide = decide;
    if (isOpen()) return;
    isAlone = mode === "alone";
    openReplica();
    listen();
    changes.journal.takeOver(async (left) => {
      await changes.finish(left, enter);
      return isLasting();
    });
  }

  /** @param {Sync.Item} item */
  function remember(item) {
    latest.set(item.id, item);
    if (item.unsent) unsent.add(item.id);
    else unsent.delete(item.id);
  }

  /** @param {string} id */
  function drop(id) {
    latest.delete(id);
    unsent.delete(id);
  }

  // MARK: Changes

  /** @param {string} text a new, changed, moved or restored item as JSON */
  function keep(text) {
    try {
      const told = JSON.parse(text);
      // An item without an id cannot be stored.
      if (typeof told?.id === "string") enter({ id: told.id, told });
    } catch (error) {
      console.error(error);
    }
  }

  /** @param {Sync.Change} change */
  function enter(change) {
    changes.enter(change);
    updateGuard();
    queueMicrotask(show);
    work();
  }

  /** Carries out the changes one by one, then passes changes by others to the engine. */
  async function work() {
    if (isWorking || !isOpen()) return;
    isWorking = true;
    for (;;) {
      const [change] = changes.all();
      if (!change && !engine.isStale() && !engine.hasMore()) break;
      engine.stopIfStale();
      try {
        await (change ? changes.carryOut(change) : engine.hasMore() ? engine.passMore() : updateEngine());
      } catch (error) {
        // The following changes are carried out anyway.
        console.error(error);
      }
    }
    isWorking = false;
  }

  /**
   * Stores a change in the replica.
   * @param {Sync.Change} change
   * @param {() => Sync.Past} past
   */
  async function store({ id, told, order, left }, past) {
    if (order) {
      await edit((transaction) => settle(transaction, "reorder", [], () => ({ order })));
    } else if (told) {
      const { outcome, copy, isMerged, now } = await edit((transaction) => save(transaction, told, past));
      const item = now.get(copy ?? id);
      if (item && outcome === "saved") engine.known.set(id, item);
      // Until the engine receives the merged item, its changes are based on its own version.
      if (item && isMerged) engine.known.set(id, { ...item, ...members(told, kind.content), version: 0 });
      // Until the engine receives the copy, it goes on with this item as if it were its own. It may know an older
      // version of the copy, which stays visible until then.
      if (item && copy) engine.known.set(id, { ...item, id, version: 0 });
      // There are changes by others that this tab does not know.
      if (outcome !== "saved") reload();
    } else {
      const { wasChanged, now } = await edit((transaction) => remove(transaction, id, past, isAlone));
      const item = now.get(id);
      if (item && wasChanged) {
        engine.announce({ returned: [item.title] });
        reload();
      } else if (item) engine.known.set(id, item);
      else engine.known.delete(id);
    }
    // The engine does not know the changes of an earlier page.
    if (left) engine.request();
    tellOtherTabs();
    sync.runIn(debounceDelay);
  }

  /** Starts all waiting changes, because the page may be about to close. The next page takes over unfinished ones. */
  function hurry() {
    changes.saveUnfinished();
    for (const change of changes.all()) changes.carryOut(change).then(work, console.error);
  }

  // MARK: The engine

  /** Passes all items, or later those that others have changed. */
  function reload() {
    engine.markAllStale();
    engine.request();
  }

  function requestUpdate() {
    engine.request();
    work();
  }

  function updateEngineWholly() {
    reload();
    work();
  }

  async function updateEngine() {
    const before = changes.count();
    const ids = engine.takeStale();
    const { isLasting, found, order, meta } = await withReplica(({ isLasting, read }) => read(async (transaction) => {
      const found = ids
        ? (await Promise.all(ids.map((id) => transaction.get(id)))).flatMap((item) => item ?? [])
        : await transaction.all();
      // A moved or new item changes the order of all.
      const isMoved = found.some(({ id, position }) => engine.known.get(id)?.position !== position);
      const order = ids && isMoved ? await transaction.ids() : undefined;
      return { isLasting, found, order, meta: await transaction.meta() };
    }));
    // The engine has newer items.
    if (changes.count() !== before) return engine.returnStale(ids);
    (ids ?? [...latest.keys()]).forEach(drop);
    found.forEach(remember);
    isStored = isLasting;
    isOrderUnsent = meta.orderMark !== undefined;
    engine.pass(found, ids, order);
    if (!ids && isLasting && !isCompared) compare(found, meta.clock.now);
  }

  function currentStatus() {
    return statusOf({ isAlone, server, isStored, underWay: changes.ids(), unsent, isOrderUnsent });
  }

  function show() {
    updateGuard();
    engine.showStatus();
  }

  function updateGuard() {
    guardLeaving(!changes.isIdle() || (!isStored && (unsent.size > 0 || isOrderUnsent)));
  }

  /**
   * Looks for items that differ from the server's version without being marked as unsent, and repairs damaged ones.
   * @param {Sync.Item[]} all
   * @param {number} now the clock
   */
  async function compare(all, now) {
    isCompared = true;
    isDamaged ||= clockAfter(all).now > now;
    for (let place = 0; place < all.length && !isDamaged; place += comparedAtOnce) {
      isDamaged = all.slice(place, place + comparedAtOnce).some((item) => !item.unsent && differs(item, kind));
      await new Promise((resolve) => setTimeout(resolve));
    }
    if (!isDamaged) return;
    await edit((transaction) => transaction.repair()).catch(console.error);
    updateEngineWholly();
    sync.runIn(0);
  }

  // MARK: Other tabs and the server

  function listen() {
    otherTabs = channel();
    otherTabs?.addEventListener("message", ({ data }) => {
      if (!isAlone && data?.state) server = data.state;
      if (data?.parting) engine.announce({ parting: data.parting });
      if (data?.isGivenUp) engine.announce({ isGivenUp: true });
      if (Array.isArray(data?.ids)) engine.markStale(data.ids);
      else engine.markAllStale();
      // The other tab may be closed before the server responds again.
      if (!engine.isOpen() && data?.waiting > 0) sendLeft("server", observer.decide).catch(console.error);
      else if (server === "waiting") sync.runIn(retryDelay);
      requestUpdate();
    });
    onServerChange(sync.hear, () => sync.runIn(retryDelay));
    addEventListener("online", () => sync.runIn(0));
    onOtherKey(() => {
      isOtherShelf = true;
      sync.runIn(0);
    });
    addEventListener("pagehide", hurry);
    // Changes were missed while the page was hidden.
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted) updateEngineWholly();
    });
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) hurry();
      else sync.runIn(0);
    });
  }

  function channel() {
    try {
      return new BroadcastChannel(kind.name);
    } catch {
      return null;
    }
  }

  /** @param {Sync.Parting} [parting] */
  function tellOtherTabs(parting) {
    otherTabs?.postMessage({ state: server ?? undefined, waiting: unsent.size, ids: [...untold], parting });
    untold = new Set();
  }

  /** @param {Sync.Outcome} outcome */
  function learn({ server: found, hasChanged, returned, parting }) {
    isAlone = found === "absent";
    if (isAlone) return requestUpdate();
    if (found === "reached" && engine.isOpen()) connect(synchronizer.server.address());
    if (found === "unreachable") sync.runIn(retryDelay);
    // Also if it had no space for some items. Items changed meanwhile have a shorter delay.
    else if ((found === "full" || unsent.size > 0) && !sync.isPending()) sync.runIn(longRetryDelay);
    const told = isOtherShelf ? undefined : parting;
    const isFirst = found === "reached" && isOtherShelf;
    if (isFirst) {
      isOtherShelf = false;
      // Another tab may have received items and been closed before telling this one.
      engine.markAllStale();
    }
    const isSame = server === stateOf(found);
    server = stateOf(found);
    engine.announce({ returned, ...(told && { parting: told }) });
    if (isSame && !hasChanged && !told && !isFirst) return show();
    tellOtherTabs(told);
    requestUpdate();
  }

  /**
   * The state to show on the page.
   * @param {Sync.Outcome["server"]} found
   */
  function stateOf(found) {
    if (found === "keyless") return "alone";
    if (found === "unknown" || found === "full") return found;
    return found === "unreachable" ? "waiting" : "sent";
  }

  // MARK: Removing everything

  /** Deletes all items here, but not on the server. Nothing may be synchronized meanwhile. */
  async function empty() {
    changes.drop();
    await edit(async (transaction) => {
      const ids = (await transaction.all()).map(({ id }) => id);
      ids.forEach(transaction.forget);
      transaction.setMeta(unknownMeta());
      observer.learn({ put: [], forget: ids, isOrderUnsent: false });
    });
    engine.known.clear();
    changes.journal.deleteOthers();
    server = null;
    engine.announce({ isGivenUp: true });
    otherTabs?.postMessage({ isGivenUp: true });
    updateEngineWholly();
  }

  /**
   * Deletes items that the server has, and the sync state.
   * @param {string} mode as for `open`
   * @returns {Promise<boolean>} whether the remaining items outlive the page
   */
  async function reset(mode) {
    begin(mode, observer.decide);
    await edit(async (transaction) => {
      await transaction.repair();
      const all = await transaction.all();
      const { orderMark } = await transaction.meta();
      // An unsent order needs all items.
      for (const { id, unsent } of all) if (!unsent && !orderMark) transaction.forget(id);
      transaction.setMeta({ ...unknownMeta(), clock: clockAfter(all), orderMark });
    });
    return (await isLasting()) || (unsent.size === 0 && changes.isIdle());
  }

  return {
    kind, open, reopen: updateEngineWholly, sendLeft, reset, keep, empty, alone: sync.alone,
    /** @param {string} id */
    remove: (id) => enter({ id }),
    /** @param {string[]} ids all items in order. No item has an empty id. */
    order: (ids) => enter({ id: "", order: ids }),
  };
}
