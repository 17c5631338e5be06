// @ts-check
// Synchronizes the items of one kind with the server, in rounds of requests, until both sides are equal. Conflicts are
// resolved in deciding.js.

import { timeout } from "../loop/environment.js";
import { merge, settle } from "./deciding.js";
import { asked, keyring, learnOfStored, makeShelf, NoRoom } from "./key.js";
import { content, members } from "./mending.js";

/** @typedef {import("./replica.js").Item} Item */
/** @typedef {import("./kinds.js").Kind} Kind */
/** @typedef {import("./replica.js").Transaction} Transaction */
/** @typedef {import("./replica.js").Replica} Replica */
/** @typedef {import("./deciding.js").Request} Request */

/**
 * An item with its content, as the server sends it.
 * @typedef {Record<string, any> & { id: string, position: number, version: number }} Theirs
 */

/**
 * The outcome of a synchronization.
 * @typedef {object} Outcome
 * @property {"reached" | "unreachable" | "absent" | "keyless" | "unknown" | "full"} server
 *   - absent: the server does not store this kind
 *   - keyless: the server requires a key, and this browser has none
 *   - unknown: the server does not know the key
 *   - full: the server has no space for another shelf
 * @property {boolean} hasChanged whether there are changes here that the engine does not know
 * @property {string[]} returned the titles of items that were deleted here and changed elsewhere
 * @property {Parting} [parting]
 */

/**
 * Reports that the server has another database, or an older state of the known one.
 * @typedef {object} Parting
 * @property {boolean} isOther
 * @property {number} restored how many items it has received again
 */

/**
 * A page of the server's changes: see openapi.json. There, `changed` has the name of the kind.
 * @typedef {object} Page
 * @property {string} database
 * @property {string} [epoch]
 * @property {number} since
 * @property {number} revision
 * @property {Theirs[]} changed
 * @property {{ id: string, version: number }[]} deleted
 * @property {string[]} [order]
 * @property {boolean} more
 */

/** The server does not respond, or not as ours does. */
class Unreachable extends Error {}

/** There is no such server. */
class Absent extends Error {}

/** The server requires a key, or another one. */
class Locked extends Error {}

/** Maximum number of rounds. If it takes more, another device is writing without a pause. */
const maximumRounds = 20;

/** Maximum number of items and deletions in one response. */
const pageLength = 250;
/** Maximum number of items that are looked up one by one. For more, all are read. */
const maximumLookedUp = 300;

/**
 * Makes the function that synchronizes one kind.
 * @param {Kind} kind
 */
export function synchronizer(kind) {
  /** @type {Map<string, number>} the versions of items that the server has refused, by id */
  const refused = new Map();
  /** The versions of items for which the server had no space. They are sent again in the next synchronization. */
  const crowdedOut = new Map();
  /** @type {Set<string>} the ids of items of which the server had a newer version than expected */
  const overtaken = new Set();
  /**
   * Contents that were sent without getting a response, by id. The server may have them. null stands for a deletion.
   * @type {Map<string, Set<string | null>>}
   */
  const sent = new Map();
  /**
   * The last change of a round, if the server has confirmed it. It is recorded with the next report.
   * @type {{ id: string, version: number, text: string } | null}
   */
  let confirmed = null;

  const address = () => new URL(`api/v1/${kind.name}`, document.baseURI).href;

  /**
   * Sends and receives changes until both sides are equal.
   * @param {Replica} replica
   * @returns {Promise<Outcome>} rejects only if the replica does
   */
  async function synchronize(replica) {
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
    while (rounds < maximumRounds && (await needsAnother(replica, outcome))) rounds += 1;
  }

  /** @param {Item} kept */
  function isRefused({ id, version }) {
    return refused.get(id) === version || crowdedOut.get(id) === version;
  }

  /**
   * One round: asks the server for its changes, and handles each.
   * @param {Replica} replica
   * @param {Outcome} outcome
   * @returns {Promise<boolean>} whether another round is needed, because something was sent or has changed meanwhile
   */
  async function needsAnother(replica, outcome) {
    const key = keyring()?.key;
    // Read before the request, because the response does not cover later writes.
    const { server, clock } = await replica.read((transaction) => transaction.meta());
    const before = { time: clock.now, revision: server.trail[0] };
    let report = await reportSince(server.trail);
    let result = await mergeReport(replica, report, before);
    if (result.unproven.length > 0 && result.divergence === null) {
      result = await mergeReport(replica, report, before, { proven: await proven(result.unproven) });
    }
    if (result.divergence !== null && report.since > 0) {
      report = await reportSince([]);
      // The server may have been restored again between the two responses.
      if (result.divergence > 0 && (await proven([result.divergence])).length === 0) return true;
      result = await mergeReport(replica, report, before, { shared: result.divergence });
    }
    overtaken.clear();
    for (const { id } of report.changed) sent.get(id)?.delete(null);
    if (confirmed) {
      const { id, version } = confirmed;
      sent.delete(id);
      confirmed = null;
      // The server had a newer version that is not known here, so all changes are requested.
      if ((result.now.get(id)?.base?.version ?? version) < version) overtaken.add(id);
    }
    if (result.hasNews) outcome.hasChanged = true;
    // Not reported on a first visit, nor for a shelf that was always empty.
    if (result.divergence !== null && before.revision !== undefined && !keyring()?.isNew) {
      const restored = Math.max(result.restored, outcome.parting?.restored ?? 0);
      outcome.parting = { isOther: server.database !== report.database, restored };
    }
    if (report.changed.length + report.deleted.length > 0) learnOfStored(key);
    for (const id of result.returned) outcome.returned.push(result.now.get(id)?.title ?? "");
    let { isUnfinished } = result;
    for (const request of result.requests) {
      const mine = result.now.get(request.id);
      const isLast = request === result.requests.at(-1);
      if (mine && (await send(replica, mine, request, isLast))) isUnfinished = true;
    }
    return isUnfinished || sendOrder(replica);
  }

  /**
   * @param {Replica} replica
   * @param {Page} report
   * @param {{ time: number, revision: number | undefined }} before the state before the request
   * @param {{ shared?: number, proven?: number[] }} [found] the findings of an earlier call
   */
  function mergeReport(replica, report, before, found) {
    const told = [...report.changed, ...report.deleted].map(({ id }) => id);
    return replica.edit(async (transaction) => {
      const all = await about(transaction, report, told);
      const mine = new Map(all.filter(({ unsent, isDeleted }) => unsent && !isDeleted).map((kept) => [kept.id, kept]));
      return settle(transaction, "mergeReport", all, (number) => ({
        before, ...found, overtaken: [...overtaken],
        report: {
          ...report,
          changed: report.changed.map((one) => {
            const theirs = content(one, kind);
            // The server’s version is this tab’s own, which is no conflict with later changes.
            const ours = one.version === confirmed?.version ? undefined : mine.get(one.id);
            const merged = ours ? merge(transaction, ours.base?.content, content(ours, kind), theirs) : null;
            return {
              id: one.id, version: one.version, position: one.position, content: number(theirs),
              merged: merged === null ? null : number(merged),
            };
          }),
        },
        confirmed: confirmed
          ? [{ id: confirmed.id, version: confirmed.version, content: number(confirmed.text) }] : [],
        sent: [...sent].flatMap(([id, texts]) => {
          return Array.from(texts, (text) => ({ id, content: text === null ? null : number(text) }));
        }),
      }));
    });
  }

  // MARK: Sending

  /**
   * @param {Replica} replica
   * @param {Item} mine
   * @param {Request} request
   * @param {boolean} isLast whether a round follows, which records a confirmed change
   * @returns {Promise<boolean>} whether another round is needed
   */
  async function send(replica, mine, { id, method, version }, isLast) {
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
    if (isLast && method === "PUT" && json) {
      confirmed = { id, version: json.version, text };
      return true;
    }
    await replica.edit(async (transaction) => {
      const [kept] = await one(transaction, id);
      if (method === "DELETE") return settle(transaction, "confirmDeletion", kept ? [kept] : [], () => ({ id }));
      if (!json) return;
      const about = kept ? [kept, ...(method === "POST" ? await transaction.behind(kept.position) : [])] : [];
      const ask = method === "POST" ? "confirmAddition" : "confirmChange";
      const { now } = await settle(transaction, ask, about, (number) => ({
        id, edition: { version: json.version, content: number(text) },
      }));
      // The server had a newer version that is not known here, so all changes are requested.
      if (kept && now.get(id)?.base?.version !== json.version) overtaken.add(id);
    });
    sent.delete(id);
    return true;
  }

  /**
   * Moves items on the server until they have the same order as here.
   * @param {Replica} replica
   * @returns {Promise<boolean>} whether another round is needed
   */
  async function sendOrder(replica) {
    const { mark, moves } = await replica.edit(async (transaction) => {
      const { orderMark: mark } = await transaction.meta();
      return { mark, moves: mark ? (await settle(transaction, "moves", [])).moves : null };
    });
    if (!moves) return false;
    for (const { id, position, version } of moves) {
      const { result, json } = await ask("PATCH", `/${id}`, { position }, version);
      if (!json) return result === "outdated";
      await replica.edit(async (transaction) => {
        const moved = { id, position, version: json.version };
        await settle(transaction, "confirmMove", await one(transaction, id), () => moved);
      });
    }
    await replica.edit((transaction) => settle(transaction, "confirmOrder", [], () => ({ mark })));
    return true;
  }

  // MARK: Requests

  /**
   * Requests all changes, page by page.
   * @param {number[]} trail known revisions, the newest first
   * @returns {Promise<Page>} all pages in one
   */
  async function reportSince(trail) {
    /** @type {Map<string, { theirs?: Theirs, version: number }>} the last known state of each item */
    const told = new Map();
    /** @type {Page | null} */
    let first = null;
    for (let since = trail.join() || "0"; ; ) {
      const page = await pageOf(`${address()}?since=${since}&limit=${pageLength}`);
      first ??= page;
      // The server has changed to another database meanwhile.
      const isSame = page.database === first.database && page.epoch === first.epoch;
      if (page !== first && !(isSame && String(page.since) === since)) throw new Unreachable();
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
   * Asks the server which of these versions are revisions that it knows.
   * @param {number[]} versions
   * @returns {Promise<number[]>}
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
   * @param {number} [version] the version to be changed; if the server has another one, nothing is changed
   * @returns {Promise<{ result: "done" | "outdated" | "refused" | "crowdedOut", json?: Theirs }>} outdated: the server
   *   has another version; crowdedOut: there is no space at the moment
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

  return { address, synchronize };
}

/** Whether this browser has a key that the server should know. */
function isToldOfShelf() {
  const ring = keyring();
  return ring !== null && !ring.isNew;
}

/**
 * Creates a shelf on the server when there are items for it. Without items nothing is created.
 * @param {Replica} replica
 * @returns {Promise<boolean>} whether a shelf was created
 */
async function hasNewShelf(replica) {
  if (isToldOfShelf()) return false;
  const all = await replica.read((transaction) => transaction.all());
  if (all.every(({ isDeleted }) => isDeleted)) return false;
  try {
    return await makeShelf();
  } catch (error) {
    throw error instanceof NoRoom ? error : new Unreachable();
  }
}

/**
 * Whether all changes up to a revision are known.
 * @param {Replica} replica
 * @param {string} revision
 */
export async function isKnown(replica, revision) {
  const { server } = await replica.read((transaction) => transaction.meta());
  return String(server.trail[0]) === revision;
}

/**
 * The items that a report may change: those it mentions, unsent ones, and those known to be newer.
 * @param {Transaction} transaction
 * @param {Page} report
 * @param {string[]} told
 */
async function about(transaction, report, told) {
  if (told.length > maximumLookedUp) return transaction.all();
  const found = await Promise.all([
    transaction.unsent(), transaction.since(report.since), transaction.last(),
    ...told.map((id) => one(transaction, id)),
  ]);
  return [...new Map(found.flat().map((kept) => [kept.id, kept])).values()];
}

/**
 * @param {Transaction} transaction
 * @param {string} id
 */
async function one(transaction, id) {
  const kept = await transaction.get(id);
  return kept ? [kept] : [];
}

// MARK: Responses

/**
 * Whether a response is valid. Others are ignored.
 * @param {Partial<Page> | null} json
 * @returns {json is Page}
 */
function isPage(json) {
  const isTombstone = (/** @type {Partial<Theirs>} */ one) =>
    typeof one?.id === "string" && Number.isInteger(one.version);
  return (
    typeof json?.database === "string" && ["string", "undefined"].includes(typeof json.epoch) &&
    Number.isInteger(json.since) && Number.isInteger(json.revision) &&
    typeof json.more === "boolean" && Array.isArray(json.changed) && json.changed.every(isTheirs) &&
    Array.isArray(json.deleted) && json.deleted.every(isTombstone) &&
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
