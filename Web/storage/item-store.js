// The store of one kind of item. It connects the engine, which has all items in memory, with this browser's storage and
// the server, if there is one. The engine never waits for either, and never receives anything older than it has.

import { Changes } from "./changes.js";
import { remove, save, settle } from "./decisions.js";
import { EngineUpdates } from "./engine-updates.js";
import { connect, onServerChange } from "./event-stream.js";
import { onOtherKey } from "./key.js";
import { LocalItems } from "./local-items.js";
import { setAside } from "./records.js";
import { changesIn, members } from "./repair.js";
import { debounceDelay, longRetryDelay, retryDelay, schedule } from "./schedule.js";
import { leavingGuard, statusOf } from "./status.js";
import { Synchronizer } from "./synchronizer.js";

/** Maximum number of changes that are started at once, when the page may be about to close. */
const maximumHurried = 200;
/** Milliseconds between two counts of thousands of changes. */
const countDelay = 200;

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
  let isWorking = false;
  /** How many changed items the engine has yet to pass. */
  let unpassed = 0;
  /** When the changes were counted last, on the page's clock. */
  let lastCount = 0;

  const items = new LocalItems(kind, {
    change: (ids) => {
      queueMicrotask(show);
      ids.forEach((id) => untold.add(id));
      engine.markStale(ids);
    },
    loss: reload,
    hang: () => engine.announce({ isHung: true }),
    late: (item, seen) => enter({
      id: item.id, told: item.isDeleted ? undefined : item, left: { seen, written: [] },
    }),
    reload: updateEngineWholly,
  });
  const engine = new EngineUpdates(kind, currentStatus);
  const changes = new Changes(kind, engine.known, store);
  const synchronizer = new Synchronizer(kind);
  const sync = schedule(kind.name, {
    isAllowed: () => !isAlone,
    isNeeded: () => engine.send !== null || items.unsent.size > 0 || items.isOrderUnsent || !changes.isIdle(),
    isKnown: async (revision) => {
      const { server } = await items.read((transaction) => transaction.meta());
      return String(server.trail[0]) === revision;
    },
    run: async () => learn(await items.run((replica) => synchronizer.synchronize(replica), false)),
  });
  const guardLeaving = leavingGuard(() => {
    askForMore(true);
    return items.isStored && changes.saveUnfinished();
  });

  /**
   * Passes all items to the engine, and later those that others change. A new engine calls it again.
   * @param {string} mode "server" if the page comes from our server, "alone" if it is a copy on any web host
   * @param {import("../gestures/events.js").Send} receiver
   * @param {Sync.Decide} decide
   */
  function open(mode, receiver, decide) {
    begin(mode, decide);
    engine.send = receiver;
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
    if (engine.send) return;
    await items.readUnsent();
    sync.runIn(0);
  }

  /**
   * @param {string} mode
   * @param {Sync.Decide} decide
   */
  function begin(mode, decide) {
    items.decide = decide;
    if (items.replica) return;
    isAlone = mode === "alone";
    items.open();
    listen();
    changes.journal.takeOver(async (text, name) => {
      const { changes: left, isDamaged } = changesIn(text, kind);
      if (isDamaged) setAside(name);
      // A newer change of the same item must not be replaced.
      await changes.idle();
      left.forEach(enter);
      await changes.idle();
      return items.isLasting();
    });
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

  /**
   * Notes that further changes of the engine follow, because it passes thousands in pieces.
   * @param {number} count
   */
  function expect(count) {
    unpassed = count;
    updateGuard();
    setTimeout(askForMore);
  }

  function askForMore(isAll = false) {
    if (unpassed === 0) return;
    unpassed = 0;
    engine.send?.(isAll ? "app save-all" : "app save-more", kind.name);
    updateGuard();
    work();
  }

  /** @param {Sync.Change} change */
  function enter(change) {
    changes.enter(change);
    updateGuard();
    queueMicrotask(show);
    work();
  }

  /** Carries out the changes in their order, then passes changes by others to the engine. */
  async function work() {
    if (isWorking || !items.replica) return;
    isWorking = true;
    while (changes.waiting.size > 0 || (engine.isNeeded && engine.send && unpassed === 0) || engine.rest) {
      const next = changes.next();
      // All items are passed again from the beginning.
      if (engine.isNeeded && engine.stale === null) engine.rest = null;
      try {
        if (next.length > 0) await changes.carryOut(next).finally(show);
        else await (engine.rest ? engine.passMore() : updateEngine());
      } catch (error) {
        // The following changes are carried out anyway.
        console.error(error);
      }
    }
    isWorking = false;
  }

  /**
   * Stores changes in the replica, in one transaction.
   * @param {import("./changes.js").Step[]} steps
   */
  async function store(steps) {
    try {
      const outcomes = await items.edit(async (transaction) => {
        const outcomes = [];
        for (const step of steps) outcomes.push(await stored(transaction, step));
        return outcomes;
      });
      outcomes.forEach((learnOutcome) => learnOutcome());
    } catch (error) {
      if (steps.length === 1) throw error;
      // One that fails must not keep the others from being stored.
      for (const step of steps) await store([step]).catch(console.error);
      return;
    }
    // The engine does not know the changes of an earlier page.
    if (steps.some(({ change }) => change.left)) engine.isNeeded = true;
    tellOtherTabs();
    sync.runIn(debounceDelay);
  }

  /**
   * Stores a change.
   * @param {Sync.Transaction} transaction
   * @param {import("./changes.js").Step} step
   * @returns {Promise<() => void>} takes over the outcome after the end of the transaction
   */
  async function stored(transaction, { change: { id, told, order }, past }) {
    if (order) {
      await settle(transaction, "reorder", [], () => ({ order }));
      return () => {};
    }
    if (!told) {
      const { wasChanged, now } = await remove(transaction, id, past, isAlone);
      return () => learnRemoval(id, wasChanged, now.get(id));
    }
    const { outcome, copy, isMerged, now } = await save(transaction, told, past);
    return () => {
      const item = now.get(copy ?? id);
      if (item && outcome === "saved") engine.known.set(id, item);
      // Until the engine receives the merged item, its changes are based on its own version.
      if (item && isMerged) engine.known.set(id, { ...item, ...members(told, kind.content), version: 0 });
      // Until the engine receives the copy, it goes on with this item as if it were its own. It may know an older
      // version of the copy, which stays visible until then.
      if (item && copy) engine.known.set(id, { ...item, id, version: 0 });
      // There are changes by others that this tab does not know.
      if (outcome !== "saved") reload();
    };
  }

  /**
   * @param {string} id
   * @param {boolean} wasChanged whether another tab has changed the item, which stays
   * @param {Sync.Item} [item]
   */
  function learnRemoval(id, wasChanged, item) {
    if (item && wasChanged) {
      engine.announce({ returned: [item.title] });
      reload();
    } else if (item) engine.known.set(id, item);
    else engine.known.delete(id);
  }

  /** Starts all waiting changes, because the page may be about to close. The next page takes over unfinished ones. */
  function hurry() {
    askForMore(true);
    changes.saveUnfinished();
    // Starting thousands would hang the page.
    for (const change of [...changes.waiting.values()].slice(0, maximumHurried)) {
      changes.carryOut([change]).finally(show).then(work, console.error);
    }
  }

  // MARK: The engine

  /** Marks all items as changed by others. */
  function reload() {
    engine.stale = null;
    engine.isNeeded = true;
  }

  function requestUpdate() {
    engine.isNeeded = true;
    work();
  }

  function updateEngineWholly() {
    reload();
    work();
  }

  /** Continues with a new engine, which may have changes that this one never passed. */
  function reopen() {
    unpassed = 1;
    askForMore(true);
    updateEngineWholly();
  }

  async function updateEngine() {
    const before = changes.count;
    const ids = engine.takeStale();
    const { isLasting, found, order, meta } = await items.run(({ isLasting, read }) => read(async (transaction) => {
      const found = ids
        ? (await Promise.all(ids.map((id) => transaction.get(id)))).flatMap((item) => item ?? [])
        : await transaction.all();
      // A moved or new item changes the order of all.
      const isMoved = found.some(({ id, position }) => engine.known.get(id)?.position !== position);
      const order = ids && isMoved ? await transaction.ids() : undefined;
      return { isLasting, found, order, meta: await transaction.meta() };
    }));
    // The engine has newer items.
    if (changes.count !== before || unpassed > 0) return engine.returnStale(ids);
    (ids ?? [...items.latest.keys()]).forEach((id) => items.drop(id));
    found.forEach((item) => items.remember(item));
    items.isStored = isLasting;
    items.isOrderUnsent = meta.orderMark !== undefined;
    engine.pass(found, ids, order);
    if (!ids && isLasting) repair(found, meta.clock.now);
  }

  /**
   * @param {Sync.Item[]} all
   * @param {number} now the clock
   */
  async function repair(all, now) {
    if (!(await items.areRepaired(all, now))) return;
    updateEngineWholly();
    sync.runIn(0);
  }

  /** @returns {Sync.Status} */
  function currentStatus() {
    const { isStored, unsent, isOrderUnsent } = items;
    return statusOf({ isAlone, server, isStored, underWay: changes.ids(), unpassed, unsent, isOrderUnsent });
  }

  function show() {
    updateGuard();
    // Counting thousands of waiting changes after each of them would take longer than storing them.
    const now = performance.now();
    if (changes.waiting.size > 100 && now < lastCount + countDelay) return;
    lastCount = now;
    engine.showStatus();
  }

  function updateGuard() {
    const isUnfinished = !changes.isIdle() || unpassed > 0;
    guardLeaving(isUnfinished || (!items.isStored && (items.unsent.size > 0 || items.isOrderUnsent)));
  }

  // MARK: Other tabs and the server

  function listen() {
    otherTabs = channel();
    otherTabs?.addEventListener("message", ({ data }) => {
      if (!isAlone && data?.state) server = data.state;
      if (data?.parting) engine.announce({ parting: data.parting });
      if (data?.isGivenUp) engine.announce({ isGivenUp: true });
      if (Array.isArray(data?.ids)) engine.markStale(data.ids);
      else engine.stale = null;
      // The other tab may be closed before the server responds again.
      if (!engine.send && data?.waiting > 0) sendLeft("server", items.decide).catch(console.error);
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
    otherTabs?.postMessage({ state: server ?? undefined, waiting: items.unsent.size, ids: [...untold], parting });
    untold = new Set();
  }

  /** @param {Sync.Outcome} outcome */
  function learn({ server: found, hasChanged, returned, parting }) {
    isAlone = found === "absent";
    if (isAlone) return requestUpdate();
    if (found === "reached" && engine.send) connect(synchronizer.server.address());
    if (found === "unreachable") sync.runIn(retryDelay);
    // Also if it had no space for some items. Items changed meanwhile have a shorter delay.
    else if ((found === "full" || items.unsent.size > 0) && !sync.isPending()) sync.runIn(longRetryDelay);
    const told = isOtherShelf ? undefined : parting;
    const isFirst = found === "reached" && isOtherShelf;
    if (isFirst) {
      isOtherShelf = false;
      // Another tab may have received items and been closed before telling this one.
      engine.stale = null;
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
    changes.waiting.clear();
    await items.empty();
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
    begin(mode, items.decide);
    await items.reset();
    return (await items.isLasting()) || (items.unsent.size === 0 && changes.isIdle());
  }

  return {
    kind, open, reopen, sendLeft, reset, keep, expect, empty, alone: sync.alone,
    /** @param {string} id */
    remove: (id) => enter({ id }),
    /** @param {string[]} ids all items in order. No item has an empty id. */
    order: (ids) => enter({ id: "", order: ids }),
  };
}
