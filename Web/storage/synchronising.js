// @ts-check
// Rounds of requests and answers, until this browser and the server have the same of one kind. What becomes of something
// that was changed on both sides is decided elsewhere.

import { timeout } from "../loop/environment.js";
import { merge, settle } from "./deciding.js";
import { asked, keyring, learnOfStored, makeShelf, NoRoom } from "./key.js";
import { content, members } from "./mending.js";

/** @typedef {import("./replica.js").Kept} Kept */
/** @typedef {import("./kinds.js").Kind} Kind */
/** @typedef {import("./replica.js").Desk} Desk */
/** @typedef {import("./replica.js").Replica} Replica */
/** @typedef {import("./deciding.js").Request} Request */

/**
 * One as the server tells of it, with its content.
 * @typedef {Record<string, any> & { id: string, position: number, version: number }} Theirs
 */

/**
 * How a synchronisation went.
 * @typedef {object} Outcome
 * @property {"reached" | "unreachable" | "absent" | "keyless" | "unknown" | "full"} server absent: whatever answers there, it
 *   keeps none of this kind; keyless: it keeps things for who has a key, and here is none; unknown: it does not know the key;
 *   full: it has no room for one more shelf
 * @property {boolean} hasChanged whether there is anything here that the engine does not know
 * @property {string[]} returned the titles of those that were deleted here and changed elsewhere
 * @property {Parting} [parting]
 */

/**
 * That the server has another database, or went back to an older state of the one that was known.
 * @typedef {object} Parting
 * @property {boolean} isOther
 * @property {number} restored how many it was given that it had before
 */

/**
 * All that the server says of a part of its changes; see openapi.json. What has changed has there the name of its kind.
 * @typedef {object} Page
 * @property {string} database
 * @property {number} since
 * @property {number} revision
 * @property {Theirs[]} changed
 * @property {{ id: string, version: number }[]} deleted
 * @property {string[]} [order]
 * @property {boolean} more
 */

/** The server does not answer, or not as ours does. */
class Unreachable extends Error {}

/** There is no such server. */
class Absent extends Error {}

/** The server wants another key, or one at all. */
class Locked extends Error {}

/** The maximum number of rounds: if it takes more, another device is writing without a pause. */
const mostRounds = 20;

/** How many things and deletions one answer may tell of. */
const pageLength = 250;
/** More than these are looked for among all. */
const mostLookedUp = 300;

/**
 * Brings this browser and the server to the same.
 * @param {Kind} kind
 */
export function synchroniser(kind) {
  /** @type {Map<string, number>} the versions of those that the server has refused, by id */
  const refused = new Map();
  /** The same of those for which it had no room, which it may have the next time. */
  const crowdedOut = new Map();
  /** @type {Set<string>} the ids of those about which the server knew something newer than was sent */
  const overtaken = new Set();
  /**
   * What was sent without an answer, by id: the server may have it all the same. null: that it be deleted.
   * @type {Map<string, Set<string | null>>}
   */
  const sent = new Map();

  const address = () => new URL(`api/v1/${kind.name}`, document.baseURI).href;

  /**
   * Sends what the server lacks, takes what it has, until both have the same.
   * @param {Replica} replica
   * @returns {Promise<Outcome>} fails only where the replica does
   */
  async function synchronise(replica) {
    /** @type {Outcome} */
    const outcome = { server: "reached", hasChanged: false, returned: [] };
    crowdedOut.clear();
    try {
      await allRounds(replica, outcome).catch(async (error) => {
        if (!(error instanceof Locked && (await hasNewShelf(replica)))) throw error;
        await allRounds(replica, outcome);
      });
    } catch (error) {
      if (error instanceof Locked) outcome.server = isToldOfShelf() ? "unknown" : "keyless";
      else if (error instanceof NoRoom) outcome.server = "full";
      else if (error instanceof Absent) outcome.server = "absent";
      else if (error instanceof Unreachable) outcome.server = "unreachable";
      else throw error;
    }
    return outcome;
  }

  /**
   * @param {Replica} replica
   * @param {Outcome} outcome
   */
  async function allRounds(replica, outcome) {
    let rounds = 0;
    while (rounds < mostRounds && (await needsAnother(replica, outcome))) rounds += 1;
  }

  /** @param {Kept} kept */
  function isRefused({ id, version }) {
    return refused.get(id) === version || crowdedOut.get(id) === version;
  }

  /**
   * One round: asks the server for all that has changed, and sees to each.
   * @param {Replica} replica
   * @param {Outcome} outcome
   * @returns {Promise<boolean>} whether anything was sent, or has changed on the way, so that there is more to see to
   */
  async function needsAnother(replica, outcome) {
    const key = keyring()?.key;
    // Ours first: of what is written here from now on the answer says nothing.
    const { server, clock } = await replica.read((desk) => desk.meta());
    const asked = { time: clock.now, revision: server.trail[0] };
    let report = await reportSince(server.trail);
    let meeting = await meet(replica, report, asked);
    if (meeting.doubted.length > 0 && meeting.parting === null) {
      meeting = await meet(replica, report, asked, { proven: await proven(meeting.doubted) });
    }
    if (meeting.parting !== null && report.since > 0) {
      report = await reportSince([]);
      // It may have gone back once more between the two answers.
      if (meeting.parting > 0 && (await proven([meeting.parting])).length === 0) return true;
      meeting = await meet(replica, report, asked, { shared: meeting.parting });
    }
    overtaken.clear();
    for (const { id } of report.changed) sent.get(id)?.delete(null);
    if (meeting.hasNews) outcome.hasChanged = true;
    // On a first visit there is nothing to report, nor is there of a shelf that held nothing.
    if (meeting.parting !== null && asked.revision !== undefined && !keyring()?.isNew) {
      const restored = Math.max(meeting.restored, outcome.parting?.restored ?? 0);
      outcome.parting = { isOther: server.database !== report.database, restored };
    }
    if (report.changed.length + report.deleted.length > 0) learnOfStored(key);
    for (const id of meeting.returned) outcome.returned.push(meeting.now.get(id)?.title ?? "");
    let { isUnfinished } = meeting;
    for (const request of meeting.requests) {
      const mine = meeting.now.get(request.id);
      if (mine && (await send(replica, mine, request))) isUnfinished = true;
    }
    return isUnfinished || sendOrder(replica);
  }

  /**
   * @param {Replica} replica
   * @param {Page} report
   * @param {{ time: number, revision: number | undefined }} asked
   * @param {{ shared?: number, proven?: number[] }} [found] what an earlier meeting has brought to light
   */
  function meet(replica, report, asked, found) {
    const told = [...report.changed, ...report.deleted].map(({ id }) => id);
    return replica.edit(async (desk) => {
      const all = await about(desk, report, told);
      const mine = new Map(all.filter(({ unsent, isDeleted }) => unsent && !isDeleted).map((kept) => [kept.id, kept]));
      return settle(desk, "meet", all, (number) => ({
        asked, ...found, overtaken: [...overtaken],
        report: {
          ...report,
          changed: report.changed.map((one) => {
            const theirs = content(one, kind);
            const ours = mine.get(one.id);
            const merged = ours ? merge(desk, ours.base?.content, content(ours, kind), theirs) : null;
            return {
              id: one.id, version: one.version, position: one.position, content: number(theirs),
              merged: merged === null ? null : number(merged),
            };
          }),
        },
        sent: [...sent].flatMap(([id, texts]) => {
          return Array.from(texts, (text) => ({ id, content: text === null ? null : number(text) }));
        }),
      }));
    });
  }

  // MARK: Sending

  /**
   * @param {Replica} replica
   * @param {Kept} mine
   * @param {Request} request
   * @returns {Promise<boolean>} whether there is another round to see what has come of it
   */
  async function send(replica, mine, { id, method, version }) {
    if (isRefused(mine)) return false;
    const told = members(mine, kind.sent);
    const text = content(mine, kind);
    const bodies = { POST: { id, ...told }, PUT: told, DELETE: undefined };
    sent.set(id, (sent.get(id) ?? new Set()).add(method === "DELETE" ? null : text));
    const path = method === "POST" ? "" : `/${id}`;
    const { result, json } = await ask(method, path, bodies[method], version ?? undefined);
    if (result === "refused") refused.set(id, mine.version);
    if (result === "crowdedOut") crowdedOut.set(id, mine.version);
    if (result === "outdated") overtaken.add(id);
    if (result !== "done") return result === "outdated";
    await replica.edit(async (desk) => {
      if (method === "DELETE") return settle(desk, "hearDeleted", await one(desk, id), () => ({ id }));
      if (!json) return;
      const [kept] = await one(desk, id);
      const about = kept ? [kept, ...(method === "POST" ? await desk.behind(kept.position) : [])] : [];
      const { now } = await settle(desk, method === "POST" ? "hearNew" : "hear", about, (number) => ({
        id, edition: { version: json.version, content: number(text) },
      }));
      // It had that already, of which nothing is known here any more: so it is asked for all there is.
      if (kept && now.get(id)?.base?.version !== json.version) overtaken.add(id);
    });
    sent.delete(id);
    return true;
  }

  /**
   * Moves them on the server until they stand there as here.
   * @param {Replica} replica
   * @returns {Promise<boolean>} as of the round
   */
  async function sendOrder(replica) {
    const { mark, moves } = await replica.edit(async (desk) => {
      const { orderMark: mark } = await desk.meta();
      return { mark, moves: mark ? (await settle(desk, "moves", [])).moves : null };
    });
    if (!moves) return false;
    for (const { id, position, version } of moves) {
      const { result, json } = await ask("PATCH", `/${id}`, { position }, version);
      if (!json) return result === "outdated";
      await replica.edit(async (desk) => {
        await settle(desk, "hearMoved", await one(desk, id), () => ({ id, position, version: json.version }));
      });
    }
    await replica.edit((desk) => settle(desk, "hearOrdered", [], () => ({ mark })));
    return true;
  }

  // MARK: Requests

  /**
   * Asks for all that has changed, page by page.
   * @param {number[]} trail revisions up to which all was known, the newest first
   * @returns {Promise<Page>} all pages in one
   */
  async function reportSince(trail) {
    /** @type {Map<string, { theirs?: Theirs, version: number }>} what was said last of each */
    const told = new Map();
    /** @type {Page | null} */
    let first = null;
    for (let since = trail.join() || "0"; ; ) {
      const page = await pageOf(`${address()}?since=${since}&limit=${pageLength}`);
      first ??= page;
      // Another database has come in between.
      if (page !== first && (page.database !== first.database || String(page.since) !== since)) throw new Unreachable();
      for (const theirs of page.changed) told.set(theirs.id, { theirs, version: theirs.version });
      for (const { id, version } of page.deleted) told.set(id, { version });
      if (!page.more) {
        const { order, revision } = page;
        const changed = [...told.values()].flatMap(({ theirs }) => theirs ?? []);
        const deleted = [...told].flatMap(([id, { theirs, version }]) => (theirs ? [] : { id, version }));
        return { ...first, revision, changed, deleted, order, more: false };
      }
      since = String(page.revision);
    }
  }

  /**
   * @param {number[]} versions
   * @returns {Promise<number[]>} those that are revisions which the server knows
   */
  async function proven(versions) {
    const pages = await Promise.all(versions.map((version) => pageOf(`${address()}?since=${version}&limit=1`)));
    return pages.map(({ since }) => since).filter((since) => versions.includes(since));
  }

  /** @param {string} url */
  async function pageOf(url) {
    const response = await fetched(url, {});
    if (response.status === 401) throw new Locked();
    if ([404, 405].includes(response.status)) throw new Absent();
    const { [kind.name]: changed, ...others } = (response.ok && (await read(response))) || {};
    const page = { ...others, changed };
    if (!isPage(page)) throw new Unreachable();
    return page;
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   * @param {number} [version] the one that is changed; any other is left alone
   * @returns {Promise<{ result: "done" | "outdated" | "refused" | "crowdedOut", json?: Theirs }>} outdated: others have
   *   been faster; crowdedOut: there is no room at the moment
   */
  async function ask(method, path, body, version) {
    /** @type {Record<string, string>} */
    const headers = {};
    if (body) headers["Content-Type"] = "application/json";
    if (version !== undefined) headers["If-Match"] = `"${version}"`;
    const key = keyring()?.key;
    const response = await fetched(address() + path, { method, headers, body: body && JSON.stringify(body) });
    const { status } = response;
    if (status === 401) throw new Locked();
    if ([404, 409, 412].includes(status)) return { result: "outdated" };
    if ([400, 413, 415, 422].includes(status)) return { result: "refused" };
    if (status === 507) return { result: "crowdedOut" };
    if (!response.ok) throw new Unreachable();
    if (status === 204) return { result: "done" };
    const json = await read(response);
    if (!isTheirs(json)) throw new Unreachable();
    learnOfStored(key);
    return { result: "done", json };
  }

  return { address, synchronise };
}

/** Whether this browser has a key that the server must know. */
function isToldOfShelf() {
  const ring = keyring();
  return ring !== null && !ring.isNew;
}

/**
 * Makes a shelf on the server where there is something for it, and none yet: who keeps nothing leaves nothing.
 * @param {Replica} replica
 * @returns {Promise<boolean>} whether there is one now that was not there before
 */
async function hasNewShelf(replica) {
  if (isToldOfShelf()) return false;
  const all = await replica.read((desk) => desk.all());
  if (all.every(({ isDeleted }) => isDeleted)) return false;
  try {
    return await makeShelf();
  } catch (error) {
    throw error instanceof NoRoom ? error : new Unreachable();
  }
}

/**
 * Whether all is known of the server up to a revision.
 * @param {Replica} replica
 * @param {string} revision
 */
export async function isKnown(replica, revision) {
  const { server } = await replica.read((desk) => desk.meta());
  return String(server.trail[0]) === revision;
}

/**
 * What a report may change: what it tells of, what was not sent yet, and what was heard of since.
 * @param {Desk} desk
 * @param {Page} report
 * @param {string[]} told
 */
async function about(desk, report, told) {
  if (told.length > mostLookedUp) return desk.all();
  const found = await Promise.all([
    desk.unsent(), desk.since(report.since), desk.last(), ...told.map(async (id) => one(desk, id)),
  ]);
  return [...new Map(found.flat().map((kept) => [kept.id, kept])).values()];
}

/**
 * @param {Desk} desk
 * @param {string} id
 */
async function one(desk, id) {
  const kept = await desk.get(id);
  return kept ? [kept] : [];
}

// MARK: Answers

/**
 * Anything else is no answer, and nothing follows from it.
 * @param {Partial<Page> | null} json
 * @returns {json is Page}
 */
function isPage(json) {
  const isGravestone = (/** @type {Partial<Theirs>} */ one) => typeof one?.id === "string" && Number.isInteger(one.version);
  return (
    typeof json?.database === "string" && Number.isInteger(json.since) && Number.isInteger(json.revision) &&
    typeof json.more === "boolean" && Array.isArray(json.changed) && json.changed.every(isTheirs) &&
    Array.isArray(json.deleted) && json.deleted.every(isGravestone) &&
    (json.order === undefined || (Array.isArray(json.order) && json.order.every((id) => typeof id === "string")))
  );
}

/**
 * @param {Partial<Theirs> | null} json
 * @returns {json is Theirs}
 */
function isTheirs(json) {
  return typeof json?.id === "string" && Number.isInteger(json.version) && Number.isInteger(json.position);
}

/**
 * @param {string} url
 * @param {RequestInit & { headers?: Record<string, string> }} options
 */
async function fetched(url, options) {
  try {
    return await asked(url, { ...options, signal: timeout(30_000) });
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
