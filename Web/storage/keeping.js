// @ts-check
// What is kept, of one kind, between the engine, which holds all of it, and those that keep it: this browser, and a server
// where there is one. The engine never waits for either, and never gets back something older than what it has itself.

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

/** Milliseconds without another change, after which the server is told. */
const quiet = 300;
/** Milliseconds until a server that did not answer is asked again. */
const patience = 5000;
/** The same where a server has answered that there is no room. */
const longPatience = 600_000;
/** Milliseconds until an engine is asked again that was not there: a fresh one takes over in less than a second. */
const breath = 200;
/** More than these are handed over with all others. */
const mostHandedOver = 300;
/** So many characters the engine is handed at once, which takes it some tenths of a second; then the page has its turn. */
const pieceLength = 500_000;
/** Milliseconds between two sentences that differ in a number only. */
const countDelay = 500;
/** Milliseconds until it is told that something is still being written. */
const writingDelay = 300;
/** How many are compared with what the server had before the page has its turn. */
const comparedAtOnce = 50;

/**
 * @typedef {object} Change of one, by its id: kept, or deleted where nothing is told of it; or of the order of all
 * @property {string} id
 * @property {Told} [told]
 * @property {string[]} [order]
 * @property {Omit<Left, "change">} [left] where a page before has begun it
 *
 * What a page has begun and may not have ended.
 * @typedef {object} Left
 * @property {Change} change
 * @property {Kept} [seen] what it began with
 * @property {string[]} written the contents that the page had begun to keep since
 */

/**
 * Keepers, who hear of what the server announces. All kinds have one history, so that one connection does for them all: a
 * browser has few to one server, and may have many tabs.
 * @type {{ hear: (revision: string) => void, miss: () => void }[]}
 */
const listeners = [];
/** @type {import("./announcements.js").Connection | null} */
let connection = null;

/**
 * Has the server tell of changes, as long as it is shown.
 * @param {string} address of one kind, whichever
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

// What is announced is announced of one shelf.
onOtherKey(hangUp);

/**
 * What keeps all of one kind.
 * @param {Kind} kind
 */
export function keeper(kind) {
  /** @type {import("../gestures/events.js").Send | null} nothing until the engine asks for what is kept */
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
  /** Whether no server is asked. */
  let isAlone = true;
  /** @type {Promise<Replica> | null} */
  let replica = null;
  /** @type {Map<string, Change>} changes that wait, each in the place of those before it that it makes needless */
  const changes = new Map();
  /** @type {Map<string, Change>} changes that are being carried out */
  const begun = new Map();
  /** Where a page that goes leaves what it has begun: the browser may end it before that is done. One place for each tab. */
  const places = `${kind.database}-unended-`;
  const place = places + Math.random().toString(36).slice(2);
  /** Whether this tab has the lock of that name, by which others see that it lives. */
  let isLocked = false;
  /** @type {Map<string, string[]>} contents that were begun to be kept, by id, until it is known what has come of it */
  const written = new Map();
  /** @type {(() => void)[]} called when all changes are carried out */
  let idlers = [];
  /** How many changes there have been. */
  let changeCount = 0;
  /** @type {Set<string>} the ids of those that the server lacks, or has otherwise */
  const unsent = new Set();
  /** @type {Map<string, Kept>} what was read or written last, should that not be had any more */
  const latest = new Map();
  let isOrderUnsent = false;
  /** @type {Map<string, Kept>} what the engine's next change begins with: what it was given, or has said itself */
  const known = new Map();
  /** Whether others have changed something that the engine is to hear of. */
  let isNews = false;
  /** @type {Set<string> | null} those that the engine is to be given anew, by their ids; null where that is all of them */
  let stale = null;
  /** @type {Set<string>} those that other tabs have not been told of */
  let untold = new Set();
  /** @type {{ texts: string[], ids: string[] } | null} what is still to be handed over of all there is, and the ids of all */
  let rest = null;
  let isWorking = false;
  /** @type {string | null} what is known of the server; nothing until it was asked */
  let status = null;
  /** Whether what is here outlives the page. */
  let isStored = true;
  let isHung = false;
  /** Whether all that is stored has been compared with what the server had. */
  let isCompared = false;
  let isDamaged = false;
  /** The sentence that the engine knows, as JSON, and when it was told; nothing until it was handed all. */
  let shown = "";
  let shownAt = 0;
  let showTimer = 0;
  let isWarning = false;
  /** @type {string[]} */
  const returned = [];
  /** @type {import("./synchronising.js").Parting | undefined} */
  let parting;
  /** Whether all that was here was given up, also what could be done once more. */
  let isGivenUp = false;
  /** Whether another shelf was chosen: that the server has another one then is no news. */
  let isOtherShelf = false;
  /** @type {BroadcastChannel | null} */
  let otherTabs = null;
  let timer = 0;
  /** @type {Promise<void>} */
  let lastAlone = Promise.resolve();
  let isSynchronising = false;
  let isWanted = false;
  /** The revision that the server has told of last, until it is known here. */
  let announced = "";

  /**
   * Gives the engine all that is kept, now and whenever others change some; called again, for instance by a new engine, now.
   * @param {string} mode "server" where the page comes from a server of ours, "alone" where it is a copy on any web host
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
   * Sends what an earlier visit has left, without the engine, which may never ask for it.
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

  /** @returns {Promise<Replica>} what this browser stores; where that does not come in time, all goes on in memory until it does */
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
   * Goes on with what this browser stores, which has come late.
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

  /** Gives the engine all of it once more. */
  function reopen() {
    stale = null;
    tellEngine();
  }

  /** @param {string} text one as JSON: new, changed, moved or brought back */
  function keepOne(text) {
    try {
      const told = JSON.parse(text);
      // What has no name cannot be kept.
      if (typeof told?.id === "string") enter({ id: told.id, told });
    } catch (error) {
      console.error(error);
    }
  }

  /** @param {string} id */
  function removeOne(id) {
    enter({ id });
  }

  /** @param {string[]} ids all that the engine has, in their order */
  function order(ids) {
    // No set has this name. The order comes after whatever it speaks of.
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

  /** Carries out one change after the other, then tells the engine what others have done. */
  async function work() {
    if (isWorking || !replica) return;
    isWorking = true;
    while (changes.size > 0 || (isNews && send) || rest) {
      const [change] = changes.values();
      // All of it is handed over anew.
      if (isNews && stale === null) rest = null;
      try {
        await (change ? carryOut(change) : rest ? handOverMore() : handOver());
      } catch (error) {
        // Those that follow must not suffer for it.
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
      // Until it hears of the other change, the engine goes on with its own.
      if (kept && isMerged) known.set(id, { ...kept, ...members(told, kind.content), version: 0 });
      // Until it hears of the copy, the engine goes on with this one as if it were its own; of the copy it may have been
      // given something before, which is what people see of it until then.
      if (kept && copy) known.set(id, { ...kept, id, version: 0 });
      // Others have changed something of which this tab has not heard.
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
    // The engine has not heard of what a page before has begun.
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
      const found = asked ? (await Promise.all(asked.map((id) => desk.get(id)))).flatMap((one) => one ?? []) : await desk.all();
      // An item in another place, or in a new one, changes the order of all.
      const isMoved = found.some(({ id, position }) => known.get(id)?.position !== position);
      const order = asked && isMoved ? await desk.ids() : undefined;
      return { isKept, found, order, meta: await desk.meta() };
    }));
    if (changeCount !== before) {
      // The engine has something newer.
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
    const news = { returned: returned.splice(0), parting, isGivenUp: isGivenUp || undefined, isHung: isHung || undefined };
    parting = undefined;
    isGivenUp = false;
    isHung = false;
    // Those that have changed are few, or handed over with all others.
    rest = asked ? null : { texts: all, ids: visible.map(({ id }) => id) };
    if (asked) tell(all, { gone, order, ...news });
    else handOverPiece(news);
    if (!asked && isKept && !isCompared) compare(found, meta.clock.now);
  }

  /** The next piece, when whatever else has come has had its turn. */
  async function handOverMore() {
    await new Promise((resolve) => setTimeout(resolve));
    handOverPiece({ gone: [] });
  }

  /** @param {object} news what else there is to tell */
  function handOverPiece(news) {
    if (!rest) return;
    const { texts, ids } = rest;
    let length = 0;
    const count = texts.findIndex((text) => (length += text.length) > pieceLength) + 1 || texts.length;
    const piece = texts.splice(0, count);
    if (texts.length > 0) return tell(piece, { ...news, of: ids.length });
    rest = null;
    // What was added meanwhile comes behind all of these.
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
   * Looks for records that the server has otherwise although they do not say so, and has all mended that is damaged.
   * @param {Kept[]} all
   * @param {number} now what the clock says
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

  // MARK: Where all is

  /** @returns {{ state: string, waiting: number, isRemote?: true }} as the engine tells of it */
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

  /** Tells the engine where all is, at once if it would say something else. */
  function show() {
    warn();
    if (!send || !shown || rest) return;
    const where = whereAllIs();
    const now = JSON.stringify(where);
    clearTimeout(showTimer);
    if (now === shown) return;
    const { state } = JSON.parse(shown);
    // Where the server is reached for the first time, it is told together with what it has.
    if (isNews && state === "asking") return;
    // Most is written before such a message could be read.
    const delay = where.state === "writing" && state !== "writing" ? writingDelay
      : where.state === state ? shownAt + countDelay - performance.now() : 0;
    if (delay > 0) return void (showTimer = setTimeout(() => showNow(), delay));
    showNow();
  }

  function showNow() {
    tell([], { gone: [], returned: [] });
  }

  /** Has the browser warn before leaving only while something would be lost with the page. */
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

  /** What waits is begun at once: the page may be about to go. What it cannot end the next page takes up. */
  function hurry() {
    leaveUnended();
    for (const change of [...changes.values()]) carryOut(change).then(work, console.error);
  }

  /** @returns {boolean} whether it is stored */
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
      // Where nothing can be stored, the browser may still let it come to its end.
      return false;
    }
  }

  function forgetUnended() {
    for (const idler of idlers.splice(0)) idler();
    try {
      localStorage.removeItem(place);
    } catch {
      // As above.
    }
  }

  /** Holds the lock of this tab's place from its first change on. */
  function lock() {
    if (isLocked) return;
    isLocked = true;
    navigator.locks?.request(place, () => new Promise(() => {})).catch(() => {});
  }

  /** Ends what pages before have begun, each when it is gone. What it did end does no harm a second time. */
  function takeUp() {
    for (const name of leftPlaces()) {
      const take = () => takeUpFrom(name).catch(console.error);
      if (navigator.locks) navigator.locks.request(name, take).catch(take);
      else take();
    }
  }

  /** @returns {string[]} where pages have left something */
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
    // Until then it would be lost with this page.
    if ((await replica)?.isKept) localStorage.removeItem(name);
  }

  /**
   * Does something with the replica. Where the browser has closed it, it is opened again; where it cannot keep anything
   * any more, all goes on in memory; and where no engine can decide, a fresh one is waited for.
   * @template Result
   * @param {(replica: Replica) => Promise<Result>} task
   * @param {boolean} [isSecond]
   * @param {boolean} [isPatient] whether it may wait for an engine that decides
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
        // Someone who keeps working has to know that it is not stored.
        isNews = true;
        stale = null;
        isStored = false;
        isHung ||= hangs;
        const all = hangs ? [...latest.values()] : await found.read((desk) => desk.all()).catch(() => [...latest.values()]);
        return memoryReplica(kind, judge, all);
      };
      // Unless another change has seen to that already.
      if (replica === asked) replica = isSecond || hangs ? inMemory() : inTime(openReplica(kind, judge, [...latest.values()]), openingTime).catch(inMemory);
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
      // The tab that has noticed it may be closed before the server comes back.
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

  /** @param {number} milliseconds in place of any time that was said before */
  function synchroniseIn(milliseconds) {
    if (isAlone || !isConcerned()) return;
    clearTimeout(timer);
    timer = setTimeout(synchroniseNow, milliseconds);
  }

  /** Whether this kind is shown, or some of it is still to be sent. */
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
          // Mostly it is our own change that we are told of.
          if (reason && (await withReplica((replica) => isKnown(replica, reason)))) return;
          learn(await withReplica(synchronise, false, false));
        });
      } catch (error) {
        // Without an engine nothing is asked of the server, and other tabs go on; a fresh engine synchronises at once.
        if (error instanceof Undecided) synchroniseIn(patience);
        else console.error(error);
      }
    }
    isSynchronising = false;
  }

  /**
   * While nothing else does the same: no other tab either, where the browser can see to that.
   * @param {() => Promise<void>} task
   * @returns {Promise<void>}
   */
  function alone(task) {
    if (navigator.locks) return navigator.locks.request(kind.name, task);
    const done = lastAlone.then(task);
    lastAlone = done.catch(() => {});
    return done;
  }

  /** Gives up all that is here, without a word to the server. Nothing may be synchronised meanwhile. */
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
   * Gives up what the server has, and all that was known of it.
   * @param {string} mode as for `open`
   * @returns {Promise<boolean>} whether what is only here outlives the page
   */
  async function reset(mode) {
    begin(mode, judge.decide);
    const isKept = await withReplica(({ isKept, edit }) => edit(async (desk) => {
      await desk.mend();
      const all = await desk.all();
      const { orderMark } = await desk.meta();
      // An order that was not sent is one of all.
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
    // Also where it has no room for some of it; but what was changed meanwhile does not wait so long.
    else if ((server === "full" || unsent.size > 0) && !timer) synchroniseIn(longPatience);
    const news = isOtherShelf ? undefined : theirs;
    const isFirst = server === "reached" && isOtherShelf;
    if (isFirst) {
      isOtherShelf = false;
      // What another tab has taken from there it may not have told: it goes on to another page meanwhile, or is closed.
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
   * Where all is, for who asks on the page.
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
