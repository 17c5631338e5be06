// @ts-check
// What becomes of a chordset that was changed in two places: in two tabs, or here and on the server. Where only one
// side has changed something, that holds; where both have, both are kept; and a change weighs more than a deletion.

import { content, newID, sorted } from "./replica.js";

/** @typedef {import("./replica.js").Kept} Kept */
/** @typedef {import("./replica.js").Desk} Desk */
/** @typedef {import("./replica.js").Replica} Replica */

/**
 * A chordset as the engine tells of it.
 * @typedef {{ id: string, title: string, position: number, chords: unknown, copyOf?: string }} Chordset
 */

/**
 * A chordset as the server tells of it.
 * @typedef {{ id: string, title: string, position: number, chords: unknown, version: number }} Theirs
 */

/**
 * How a synchronisation went.
 * @typedef {object} Outcome
 * @property {"reached" | "unreachable" | "absent"} server absent: whatever answers there, it keeps no chordsets
 * @property {number} waiting how many sets the server lacks, or has otherwise
 * @property {boolean} hasChanged whether there is anything here that the engine does not know
 * @property {string[]} returned the titles of those that were deleted here and changed elsewhere
 */

// MARK: Two tabs

/**
 * Keeps what the engine has: new, changed, moved or brought back.
 * @param {Desk} desk
 * @param {Chordset} mine
 * @param {() => Kept | undefined} seen what the engine's change began with; asked when all earlier changes are done
 * @returns {Promise<{ kept: Kept, isCopy: boolean }>} isCopy: under another id, beside what another tab has made of it
 */
export async function keep(desk, mine, seen) {
  const there = await desk.get(mine.id);
  const before = seen();
  const { id, title, chords, copyOf } = mine;
  if (!there || there.isDeleted) {
    const last = (await desk.all()).at(-1)?.position ?? -1;
    const kept = { ...fresh({ ...mine, position: last + 1 }), base: there?.base ?? null };
    desk.put(kept);
    return { kept, isCopy: false };
  }
  const isMineNew = !before || content(mine) !== content(before);
  const isTheirsNew = there.version !== before?.version && (!before || content(there) !== content(before));
  if (!isMineNew || !isTheirsNew || content(mine) === content(there)) {
    const kept = renewed(there, isMineNew ? { title, chords, copyOf } : { copyOf });
    desk.put(kept);
    return { kept, isCopy: false };
  }
  // The hand on a slider may not have heard yet that it is a copy that it moves.
  const begun = (await desk.all()).find(
    (other) => other.copyOf === id && !other.isDeleted && before && content(other) === content(before),
  );
  if (!begun) return { kept: await putCopy(desk, mine, there), isCopy: true };
  const kept = renewed(begun, { title, chords });
  desk.put(kept);
  return { kept, isCopy: true };
}

/**
 * Deletes a set, unless another tab has changed it.
 * @param {Desk} desk
 * @param {string} id
 * @param {() => Kept | undefined} seen as for keep
 * @param {boolean} isAlone whether there is no server to be told
 * @returns {Promise<{ deleted?: Kept, changed?: Kept }>} either what is remembered for the server, or what has stayed
 */
export async function remove(desk, id, seen, isAlone) {
  const there = await desk.get(id);
  const before = seen();
  if (!there || there.isDeleted) return { deleted: there };
  if (there.version !== before?.version && (!before || content(there) !== content(before))) return { changed: there };
  const deleted = renewed(there, { isDeleted: true });
  if (isAlone && !there.base) {
    desk.forget(id);
    return {};
  }
  desk.put(deleted);
  return { deleted };
}

/**
 * @param {Chordset} chordset
 * @returns {Kept}
 */
function fresh({ id, title, position, chords, copyOf }) {
  // From the clock, so that one that was forgotten and comes back never has a version of its former life.
  return { id, title, position, chords, copyOf, version: Date.now(), base: null, isDeleted: false };
}

/**
 * @param {Kept} kept
 * @param {Partial<Kept>} changes
 * @returns {Kept}
 */
function renewed(kept, changes) {
  return { ...kept, ...changes, version: kept.version + 1 };
}

/**
 * Brings all into an order. What the engine does not know of stays behind the others.
 * @param {Desk} desk
 * @param {string[]} order
 */
export async function arrange(desk, order) {
  const before = (await desk.all()).filter(({ isDeleted }) => !isDeleted);
  const rank = new Map(order.map((id, place) => [id, place]));
  const place = (/** @type {Kept} */ { id }) => rank.get(id) ?? order.length;
  // Sorting keeps those of one rank in their order.
  const after = [...before].sort((one, other) => place(one) - place(other));
  if (ids(after) === ids(before)) return;
  for (const [position, kept] of after.entries()) if (kept.position !== position) desk.put(renewed(kept, { position }));
  desk.setMark(newID());
}

/** @param {{ id: string }[]} chordsets */
function ids(chordsets) {
  return chordsets.map(({ id }) => id).join();
}

/**
 * Keeps a set under a new id, directly behind the one that somebody else has changed.
 * @param {Desk} desk
 * @param {Chordset} mine
 * @param {Kept} original
 */
async function putCopy(desk, mine, original) {
  const position = original.position + 1;
  for (const other of await desk.all()) {
    if (other.position >= position) desk.put(renewed(other, { position: other.position + 1 }));
  }
  const copy = fresh({ ...mine, id: newID(), position, copyOf: original.id });
  desk.put(copy);
  return copy;
}

// MARK: The server

/** The server does not answer, or not as ours does. */
class Unreachable extends Error {}

/** There is no such server. */
class Absent extends Error {}

/** More rounds than anybody needs: if it takes more, somebody else is writing without a pause. */
const mostRounds = 20;

/** @type {Map<string, number>} the versions of those that the server has refused, by id */
const refused = new Map();
/** @type {Map<string, string>} what was sent last, by id: the server may have it although no answer came */
const sent = new Map();

/** What the server's revision was when it was last asked. */
export let revision = "";

export function address() {
  return new URL("api/v1/chordsets", document.baseURI).href;
}

/**
 * Sends what the server lacks, takes what it has, until both have the same.
 * @param {Replica} replica
 * @returns {Promise<Outcome>} fails only where the replica does
 */
export async function synchronise(replica) {
  /** @type {Outcome} */
  const outcome = { server: "reached", waiting: 0, hasChanged: false, returned: [] };
  try {
    let rounds = 0;
    while (rounds < mostRounds && (await needsAnother(replica, outcome))) rounds += 1;
  } catch (error) {
    if (!(error instanceof Unreachable || error instanceof Absent)) throw error;
    outcome.server = error instanceof Absent ? "absent" : "unreachable";
  }
  const isWaiting = (/** @type {Kept} */ kept) => outcome.server !== "reached" || isRefused(kept);
  outcome.waiting = (await replica.all()).filter((kept) => isUnsent(kept) && isWaiting(kept)).length;
  return outcome;
}

/**
 * Whether the server lacks it, or something of it.
 * @param {Kept} kept
 */
export function isUnsent(kept) {
  return kept.isDeleted || kept.base?.content !== content(kept);
}

/** @param {Kept} kept */
function isRefused({ id, version }) {
  return refused.get(id) === version;
}

/**
 * One round: asks the server for all it has, and sees to each set.
 * @param {Replica} replica
 * @param {Outcome} outcome
 * @returns {Promise<boolean>} whether anything was sent, or has changed on the way, so that there is more to see to
 */
async function needsAnother(replica, outcome) {
  // Ours first: what the server has had and does not have afterwards is gone there, whatever other tabs do meanwhile.
  const mine = new Map((await replica.all()).map((kept) => [kept.id, kept]));
  const theirs = new Map((await list()).map((chordset) => [chordset.id, chordset]));
  if (await replica.edit((desk) => takeNew(desk, [...theirs.values()]))) outcome.hasChanged = true;
  let isUnfinished = false;
  for (const id of new Set([...theirs.keys(), ...mine.keys()])) {
    if (await settle(replica, mine.get(id), theirs.get(id), outcome)) isUnfinished = true;
  }
  return isUnfinished || sendOrder(replica, [...theirs.values()]);
}

/**
 * @param {Replica} replica
 * @param {Kept | undefined} mine
 * @param {Theirs | undefined} theirs
 * @param {Outcome} outcome
 * @returns {Promise<boolean>} as of the round
 */
async function settle(replica, mine, theirs, outcome) {
  if (!theirs) {
    if (!mine) return false;
    if (isUnsent(mine) && !mine.isDeleted) return post(replica, mine);
    return change(replica, mine, outcome, (desk) => desk.forget(mine.id));
  }
  // One that was taken a moment ago.
  if (!mine) return false;
  const { base } = mine;
  const isSame = content(theirs) === content(mine);
  // A set that was only moved has another version, too.
  const isSeen =
    isSame || theirs.version === base?.version || [base?.content, sent.get(mine.id)].includes(content(theirs));
  if (mine.isDeleted) {
    if (isSeen) return sendDeletion(replica, mine, theirs.version);
    const isOutdated = await take(replica, mine, theirs, outcome);
    if (!isOutdated) outcome.returned.push(theirs.title);
    return isOutdated;
  }
  if (isSame) {
    if (base?.version !== theirs.version || isUnsent(mine)) await rebase(replica, theirs, content(mine));
    return false;
  }
  if (!isUnsent(mine)) return theirs.version !== base?.version && take(replica, mine, theirs, outcome);
  if (isSeen) return put(replica, mine, theirs.version);
  await change(replica, mine, outcome, async (desk, now) => {
    await putCopy(desk, now, now);
    desk.put(taken(theirs, now));
  });
  return true;
}

/**
 * Changes what is kept here, unless a tab has changed it since it was looked at.
 * @param {Replica} replica
 * @param {Kept} mine
 * @param {Outcome} outcome
 * @param {(desk: Desk, now: Kept) => unknown} action
 * @returns {Promise<boolean>} whether it was changed, so that it has to be looked at again
 */
async function change(replica, mine, outcome, action) {
  const isDone = await replica.edit(async (desk) => {
    const now = await desk.get(mine.id);
    if (!now || now.version !== mine.version) return false;
    await action(desk, now);
    return true;
  });
  if (isDone) outcome.hasChanged = true;
  return !isDone;
}

/**
 * @param {Replica} replica
 * @param {Kept} mine
 * @param {Theirs} theirs
 * @param {Outcome} outcome
 */
function take(replica, mine, theirs, outcome) {
  return change(replica, mine, outcome, (desk, now) => desk.put(taken(theirs, now)));
}

/**
 * @param {Theirs} theirs
 * @param {Kept} [before]
 * @returns {Kept}
 */
function taken(theirs, before) {
  const base = { version: theirs.version, content: content(theirs) };
  if (!before) return { ...fresh(theirs), base };
  return renewed(before, { title: theirs.title, chords: theirs.chords, base, isDeleted: false });
}

/**
 * Notes what the server has; what was written here meanwhile stays as it is.
 * @param {Replica} replica
 * @param {Theirs} theirs
 * @param {string} text its content, as it was sent
 */
function rebase(replica, { id, version }, text) {
  return replica.edit(async (desk) => {
    const now = await desk.get(id);
    if (now) desk.put({ ...now, base: { version, content: text } });
  });
}

// MARK: Sending

/**
 * @param {Replica} replica
 * @param {Kept} mine
 */
function post(replica, mine) {
  return sendContent(replica, mine, "POST", "", { id: mine.id, title: mine.title, chords: mine.chords });
}

/**
 * @param {Replica} replica
 * @param {Kept} mine
 * @param {number} version which is replaced
 */
function put(replica, mine, version) {
  return sendContent(replica, mine, "PUT", `/${mine.id}`, { title: mine.title, chords: mine.chords }, version);
}

/**
 * @param {Replica} replica
 * @param {Kept} mine
 * @param {string} method
 * @param {string} path
 * @param {object} body
 * @param {number} [version]
 */
async function sendContent(replica, mine, method, path, body, version) {
  if (isRefused(mine)) return false;
  sent.set(mine.id, content(mine));
  const { result, json } = await ask(method, path, body, version);
  if (result === "refused") refused.set(mine.id, mine.version);
  if (json) await rebase(replica, json, content(mine));
  if (json && method === "POST") await replica.edit((desk) => markBefore(desk, mine.id));
  return result !== "refused";
}

/**
 * @param {Replica} replica
 * @param {Kept} mine
 * @param {number} version
 */
async function sendDeletion(replica, mine, version) {
  if (isRefused(mine)) return false;
  const { result } = await ask("DELETE", `/${mine.id}`, undefined, version);
  if (result === "refused") refused.set(mine.id, mine.version);
  if (result === "done") {
    await replica.edit(async (desk) => {
      const now = await desk.get(mine.id);
      if (now?.isDeleted) desk.forget(mine.id);
      // Brought back meanwhile: the server has to get it anew.
      else if (now) desk.put({ ...now, base: null });
    });
  }
  return result !== "refused";
}

/**
 * The server has put a new set at its end: the order is to be sent if that is not its place.
 * @param {Desk} desk
 * @param {string} id
 */
async function markBefore(desk, id) {
  const all = await desk.all();
  const place = all.findIndex((kept) => kept.id === id);
  if (place >= 0 && all.slice(place + 1).some(({ base }) => base)) desk.setMark(newID());
}

/**
 * Takes sets that are new on the server, and its order, unless there is one of our own to be sent.
 * @param {Desk} desk
 * @param {Theirs[]} theirs in their order
 * @returns {Promise<boolean>} whether anything has changed
 */
async function takeNew(desk, theirs) {
  const here = await desk.all();
  const hereIDs = new Set(here.map(({ id }) => id));
  const added = theirs.filter(({ id }) => !hereIDs.has(id)).map((chordset) => taken(chordset));
  const onServer = new Set(theirs.map(({ id }) => id));
  const isOrdered = ids(here.filter(({ id }) => onServer.has(id))) === ids(theirs);
  if (isOrdered) return false;
  if (await desk.getMark()) {
    for (const kept of added) desk.put(kept);
    return added.length > 0;
  }
  const order = [...onServer];
  // Those that only we have stay in front of what they stood in front of.
  for (const [place, { id }] of [...here.entries()].reverse()) {
    if (onServer.has(id)) continue;
    const next = here.slice(place + 1).find(({ isDeleted }) => !isDeleted);
    order.splice(next ? order.indexOf(next.id) : order.length, 0, id);
  }
  for (const kept of [...here, ...added]) {
    const position = order.indexOf(kept.id);
    if (position !== kept.position || !hereIDs.has(kept.id)) desk.put(renewed(kept, { position }));
  }
  return true;
}

/**
 * Moves sets on the server until they stand there as here.
 * @param {Replica} replica
 * @param {Theirs[]} theirs in their order
 * @returns {Promise<boolean>} as of the round
 */
async function sendOrder(replica, theirs) {
  const versions = new Map(theirs.map(({ id, version }) => [id, version]));
  const order = [...versions.keys()];
  const { mark, all } = await replica.edit(async (desk) => ({ mark: await desk.getMark(), all: await desk.all() }));
  const wanted = all.map(({ id }) => id).filter((id) => versions.has(id));
  if (!mark || wanted.length !== order.length) return false;
  for (const [position, id] of wanted.entries()) {
    if (order[position] === id) continue;
    // One that went far away is moved by itself, instead of all that it has passed.
    const moving = order[position + 1] === id ? order[position] : id;
    const target = wanted.indexOf(moving);
    const { result, json } = await ask("PATCH", `/${moving}`, { position: target }, versions.get(moving));
    if (!json) return result === "outdated";
    await replica.edit(async (desk) => {
      const now = await desk.get(moving);
      if (now?.base) desk.put({ ...now, base: { ...now.base, version: json.version } });
    });
    order.splice(order.indexOf(moving), 1);
    order.splice(target, 0, moving);
  }
  await replica.edit(async (desk) => {
    // Marked anew, it has changed meanwhile.
    if ((await desk.getMark()) === mark) desk.setMark(undefined);
  });
  return true;
}

// MARK: Requests

/** @returns {Promise<Theirs[]>} all that the server has, in their order */
async function list() {
  const response = await fetched(address(), {});
  if ([404, 405].includes(response.status)) throw new Absent();
  const chordsets = response.ok ? await read(response) : null;
  if (!Array.isArray(chordsets) || !chordsets.every(isChordset)) throw new Unreachable();
  revision = response.headers.get("etag")?.replace(/\D/g, "") ?? "";
  return sorted(chordsets);
}

/** @param {any} json */
function isChordset(json) {
  return typeof json?.id === "string" && Number.isInteger(json.version) && Number.isInteger(json.position);
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @param {number} [version] the one that is changed; any other is left alone
 * @returns {Promise<{ result: "done" | "outdated" | "refused", json?: Theirs }>} outdated: others have been faster
 */
async function ask(method, path, body, version) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body) headers["Content-Type"] = "application/json";
  if (version !== undefined) headers["If-Match"] = `"${version}"`;
  const response = await fetched(address() + path, { method, headers, body: body && JSON.stringify(body) });
  const { status } = response;
  if ([404, 409, 412].includes(status)) return { result: "outdated" };
  if ([400, 413, 415, 422].includes(status)) return { result: "refused" };
  if (!response.ok) throw new Unreachable();
  if (status === 204) return { result: "done" };
  const json = await read(response);
  if (!isChordset(json)) throw new Unreachable();
  return { result: "done", json };
}

/**
 * @param {string} url
 * @param {RequestInit} options
 */
async function fetched(url, options) {
  try {
    return await fetch(url, { ...options, signal: AbortSignal.timeout(30_000) });
  } catch {
    throw new Unreachable();
  }
}

/** @param {Response} response */
async function read(response) {
  try {
    return await response.json();
  } catch {
    throw new Unreachable();
  }
}
