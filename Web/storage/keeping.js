// @ts-check
// What is kept, of one kind, between the engine, which holds all of it, and those that keep it: this browser, and a server
// where there is one. The engine never waits for either, and never gets back something older than what it has itself.

import { followAnnouncements } from "./announcements.js";
import { Undecided, arrange, keep, remove } from "./deciding.js";
import { onOtherKey } from "./key.js";
import { members, memoryReplica, openReplica, unknownServer } from "./replica.js";
import { isKnown, synchroniser } from "./synchronising.js";

/** @typedef {import("./replica.js").Kept} Kept */
/** @typedef {import("./replica.js").Replica} Replica */
/** @typedef {import("./replica.js").Kind} Kind */
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

/**
 * @typedef {object} Change of one, by its id: kept, or deleted where nothing is told of it; or of the order of all
 * @property {string} id
 * @property {Told} [told]
 * @property {string[]} [order]
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
 * Has the server tell of changes, as long as somebody looks.
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
  /** @type {import("../gestures/events.js").Send} */
  let send = () => {};
  /** @type {import("./replica.js").Judge} */
  const judge = {
    decide: () => null,
    tell: (ids) => {
      for (const id of ids) {
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
  /** @type {() => void} */
  let beOpen = () => {};
  /** When somebody has asked for what is kept. */
  const opening = /** @type {Promise<void>} */ (new Promise((resolve) => (beOpen = resolve)));
  /** @type {Map<string, Change>} changes that wait, each in the place of those before it that it makes needless */
  const changes = new Map();
  /** @type {Map<string, Change>} changes that are being carried out */
  const begun = new Map();
  /** Where a page that goes leaves what it has begun: the browser may end it before that is done. One place for each tab. */
  const places = `${kind.database}-unended-`;
  const place = places + Math.random().toString(36).slice(2);
  /** How many changes there have been. */
  let count = 0;
  /** @type {Map<string, Kept>} what the engine's next change begins with: what it was given, or has said itself */
  const known = new Map();
  /** Whether others have changed something that the engine is to hear of. */
  let isNews = false;
  /** @type {Set<string> | null} those that the engine is to be given anew, by their ids; null where that is all of them */
  let stale = null;
  /** @type {Set<string>} those that other tabs have not been told of */
  let untold = new Set();
  let isWorking = false;
  /** @type {{ state: string, waiting: number } | null} how far the server is; unknown until it was asked */
  let status = null;
  /** @type {string[]} */
  const returned = [];
  /** @type {import("./synchronising.js").Parting | undefined} */
  let parting;
  /** Whether all that was here was given up, also what could be done once more. */
  let isGivenUp = false;
  /** Whether somebody has taken another shelf: that the server has another one then is no news. */
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
    send = receiver;
    judge.decide = decide;
    stale = null;
    if (!replica) {
      isAlone = mode === "alone";
      replica = openReplica(kind, judge).catch(() => memoryReplica(kind, judge));
      listen();
      takeUp();
      beOpen();
    }
    tellEngine();
    synchroniseIn(0);
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
    count += 1;
    changes.set(change.id, change);
    work();
  }

  function tellEngine() {
    isNews = true;
    work();
  }

  /** Carries out one change after the other, then tells the engine what others have done. */
  async function work() {
    if (isWorking || !replica) return;
    isWorking = true;
    while (changes.size > 0 || isNews) {
      const [change] = changes.values();
      try {
        await (change ? carryOut(change) : handOver());
      } catch (error) {
        // Those that follow must not suffer for it.
        console.error(error);
      }
    }
    isWorking = false;
  }

  /** @param {Change} change */
  async function carryOut(change) {
    changes.delete(change.id);
    begun.set(change.id, change);
    try {
      await carryOutBegun(change);
    } finally {
      if (begun.get(change.id) === change) begun.delete(change.id);
      if (begun.size === 0 && changes.size === 0) forgetUnended();
    }
  }

  /** @param {Change} change */
  async function carryOutBegun({ id, told, order }) {
    const seen = () => known.get(id);
    if (order) {
      await withReplica(({ edit }) => edit((desk) => arrange(desk, order)));
    } else if (told) {
      const { outcome, copy, now } = await withReplica(({ edit }) => edit((desk) => keep(desk, told, seen)));
      const kept = now.get(copy ?? id);
      if (kept && outcome === "kept") known.set(id, kept);
      // Until it hears of the copy, the engine goes on with this one as if it were its own; of the copy it may have been
      // given something before, which is what people see of it until then.
      if (kept && copy) known.set(id, { ...kept, id, version: 0 });
      // Others have changed something of which this tab has not heard.
      if (outcome !== "kept") {
        isNews = true;
        stale = null;
      }
    } else {
      const { hasStayed, now } = await withReplica(({ edit }) => edit((desk) => remove(desk, id, seen, isAlone)));
      const kept = now.get(id);
      if (kept && hasStayed) {
        returned.push(kept.title);
        isNews = true;
        stale = null;
      } else if (kept) known.set(id, kept);
      else known.delete(id);
    }
    tellOtherTabs();
    synchroniseIn(quiet);
  }

  async function handOver() {
    const before = count;
    const asked = stale && stale.size <= mostHandedOver ? [...stale] : null;
    isNews = false;
    stale = new Set();
    const { isKept, found, order, lacking } = await withReplica(async ({ isKept, read }) => read(async (desk) => {
      const found = asked ? (await Promise.all(asked.map((id) => desk.get(id)))).flatMap((one) => one ?? []) : await desk.all();
      // Who stands where another one stood, or nobody, changes the order of all.
      const isMoved = found.some(({ id, position }) => known.get(id)?.position !== position);
      const order = asked && isMoved ? await desk.ids() : undefined;
      return { isKept, found, order, lacking: isAlone || status ? 0 : (await desk.unsent()).length };
    }));
    if (count !== before) {
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
    const { state, waiting } = isAlone
      ? { state: "alone", waiting: 0 }
      : status ?? { state: "asking", waiting: lacking };
    const all = visible.map(({ id, copyOf, ...one }, position) => ({ id, ...members(one, kind.content), position, copyOf }));
    const shown = isKept || state === "sent" ? state : "unkept";
    const told = { state: shown, waiting, returned: returned.splice(0), parting, isGivenUp: isGivenUp || undefined };
    parting = undefined;
    isGivenUp = false;
    send(`${kind.name} adopt`, JSON.stringify({ [kind.name]: all, gone, order, ...told }));
  }

  /** What waits is begun at once: the page may be about to go. What it cannot end the next page takes up. */
  function hurry() {
    leaveUnended();
    for (const change of [...changes.values()]) carryOut(change).then(work, console.error);
  }

  function leaveUnended() {
    const unended = [...begun.values(), ...changes.values()].map((change) => ({ change, seen: known.get(change.id) }));
    if (unended.length === 0) return;
    try {
      localStorage.setItem(place, JSON.stringify(unended));
    } catch {
      // Where nothing can be stored, the browser may still let it come to its end.
    }
  }

  function forgetUnended() {
    try {
      localStorage.removeItem(place);
    } catch {
      // As above.
    }
  }

  /** Begins with what a page before has left. What that one did end does no harm a second time. */
  function takeUp() {
    for (const { change, seen } of takeUnended()) {
      if (seen) known.set(change.id, seen);
      enter(change);
    }
  }

  /**
   * Takes away what pages before have left.
   * @returns {{ change: Change, seen?: Kept }[]}
   */
  function takeUnended() {
    try {
      const keys = Object.keys(localStorage).filter((key) => key.startsWith(places));
      return keys.flatMap((key) => {
        const unended = JSON.parse(localStorage.getItem(key) ?? "[]");
        localStorage.removeItem(key);
        return unended;
      });
    } catch (error) {
      console.info(error);
      return [];
    }
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
      const inMemory = async () => {
        // Who works on is to know that it is not kept.
        isNews = true;
        stale = null;
        return memoryReplica(kind, judge, await found.read((desk) => desk.all()).catch(() => [...known.values()]));
      };
      // Unless another change has seen to that already.
      if (replica === asked) replica = isSecond ? inMemory() : openReplica(kind, judge).catch(inMemory);
      return withReplica(task, true);
    }
  }

  // MARK: Other tabs and the server

  function listen() {
    otherTabs = channel();
    otherTabs?.addEventListener("message", ({ data }) => {
      if (!isAlone && data?.state) status = { state: data.state, waiting: data.waiting };
      parting = data?.parting ?? parting;
      if (data?.isGivenUp) isGivenUp = true;
      if (!Array.isArray(data?.ids)) stale = null;
      else for (const id of data.ids) stale?.add(id);
      // The tab that has noticed it may be closed before the server comes back.
      if (status?.state === "waiting") synchroniseIn(patience);
      tellEngine();
    });
    listeners.push({ hear, miss: () => synchroniseIn(patience) });
    addEventListener("online", () => synchroniseIn(0));
    onOtherKey(() => {
      isOtherShelf = true;
      synchroniseIn(0);
    });
    addEventListener("pagehide", hurry);
    // Whoever comes back has heard nothing meanwhile.
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
    otherTabs?.postMessage({ ...status, ids: [...untold], parting });
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
    if (isAlone) return;
    clearTimeout(timer);
    timer = setTimeout(synchroniseNow, milliseconds);
  }

  async function synchroniseNow() {
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
   * While nobody else does the same: no other tab either, where the browser can see to that.
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
      desk.setMeta(unknownServer());
      judge.tell(all.map(({ id }) => id));
    }));
    known.clear();
    takeUnended();
    stale = null;
    status = null;
    isGivenUp = true;
    otherTabs?.postMessage({ isGivenUp });
    tellEngine();
  }

  /** @param {import("./synchronising.js").Outcome} outcome */
  function learn({ server, waiting, hasChanged, returned: titles, parting: theirs }) {
    isAlone = server === "absent";
    if (isAlone) return tellEngine();
    if (server === "reached") listenToServer(address());
    else if (server === "unreachable") synchroniseIn(patience);
    else if (server === "full") synchroniseIn(longPatience);
    const news = isOtherShelf ? undefined : theirs;
    const isFirst = server === "reached" && isOtherShelf;
    if (isFirst) {
      isOtherShelf = false;
      // What another tab has taken from there it may not have told: it goes on to another page meanwhile, or is closed.
      stale = null;
    }
    const state = stateOf(server, waiting);
    const isSame = status?.state === state && status.waiting === waiting;
    status = { state, waiting };
    returned.push(...titles);
    parting = news ?? parting;
    if (isSame && !hasChanged && !news && !isFirst) return;
    tellOtherTabs(news);
    tellEngine();
  }

  /**
   * Where all is, for who asks on the page.
   * @param {import("./synchronising.js").Outcome["server"]} server
   * @param {number} waiting
   */
  function stateOf(server, waiting) {
    if (server === "keyless") return "alone";
    if (server === "unknown" || server === "full") return server;
    return server === "unreachable" || waiting > 0 ? "waiting" : "sent";
  }

  /** @param {string} revision */
  function hear(revision) {
    announced = revision;
    synchroniseAsWanted();
  }

  return { kind, open, reopen, keep: keepOne, remove: removeOne, order, alone, empty };
}
