// @ts-check
// Rounds of requests and answers, until this browser and the server have the same. What becomes of a chordset that was
// changed on both sides is decided elsewhere.

import { patience } from "../loop/circumstances.js";
import { settle, unsent } from "./deciding.js";
import { content, sorted } from "./replica.js";

/** @typedef {import("./replica.js").Kept} Kept */
/** @typedef {import("./replica.js").Desk} Desk */
/** @typedef {import("./replica.js").Replica} Replica */
/** @typedef {import("./deciding.js").Request} Request */

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

/** The server does not answer, or not as ours does. */
class Unreachable extends Error {}

/** There is no such server. */
class Absent extends Error {}

/** More rounds than anybody needs: if it takes more, somebody else is writing without a pause. */
const mostRounds = 20;

/** @type {Map<string, number>} the versions of those that the server has refused, by id */
const refused = new Map();
/**
 * What was sent without an answer, by id: the server may have it all the same. null: that it be deleted.
 * @type {Map<string, Set<string | null>>}
 */
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
  const all = await replica.all();
  const lacking = unsent(all);
  const isWaiting = (/** @type {Kept} */ kept) => outcome.server !== "reached" || isRefused(kept);
  outcome.waiting = all.filter((kept) => lacking.has(kept.id) && isWaiting(kept)).length;
  return outcome;
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
  const asked = (await replica.all()).map(({ id, version, base }) => ({ id, version, base: base?.version }));
  const theirs = await list();
  const meeting = await replica.edit(async (desk) => settle(desk, "meet", await desk.all(), (number) => ({
    asked,
    served: theirs.map((one) => ({ id: one.id, version: one.version, content: number(content(one)) })),
    sent: [...sent].flatMap(([id, texts]) => {
      return Array.from(texts, (text) => ({ id, content: text === null ? null : number(text) }));
    }),
  })));
  // What is still there has not been deleted.
  for (const { id } of theirs) sent.get(id)?.delete(null);
  if (meeting.hasNews) outcome.hasChanged = true;
  for (const id of meeting.returned) outcome.returned.push(meeting.now.get(id)?.title ?? "");
  let { isUnfinished } = meeting;
  for (const request of meeting.requests) {
    const mine = meeting.now.get(request.id);
    if (mine && (await send(replica, mine, request))) isUnfinished = true;
  }
  return isUnfinished || sendOrder(replica, theirs);
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
  const { title, chords } = mine;
  const text = content(mine);
  const bodies = { POST: { id, title, chords }, PUT: { title, chords }, DELETE: undefined };
  sent.set(id, (sent.get(id) ?? new Set()).add(method === "DELETE" ? null : text));
  const path = method === "POST" ? "" : `/${id}`;
  const { result, json } = await ask(method, path, bodies[method], version ?? undefined);
  if (result === "refused") refused.set(id, mine.version);
  if (result !== "done") return result !== "refused";
  await replica.edit(async (desk) => {
    if (method === "DELETE") return settle(desk, "hearDeleted", await one(desk, id), () => ({ id }));
    if (!json) return;
    const about = method === "POST" ? await desk.all() : await one(desk, id);
    await settle(desk, method === "POST" ? "hearNew" : "hear", about, (number) => ({
      id, edition: { version: json.version, content: number(text) },
    }));
  });
  sent.delete(id);
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
  const { mark, moves } = await replica.edit(async (desk) => {
    const mark = await desk.getMark();
    if (!mark) return { mark, moves: null };
    const { moves } = await settle(desk, "moves", await desk.all(), () => ({ order: [...versions.keys()] }));
    return { mark, moves };
  });
  if (!moves) return false;
  for (const { id, position } of moves) {
    const { result, json } = await ask("PATCH", `/${id}`, { position }, versions.get(id));
    if (!json) return result === "outdated";
    await replica.edit(async (desk) => {
      await settle(desk, "hearMoved", await one(desk, id), () => ({ id, version: json.version }));
    });
  }
  await replica.edit((desk) => settle(desk, "hearOrdered", [], () => ({ mark })));
  return true;
}

/**
 * @param {Desk} desk
 * @param {string} id
 */
async function one(desk, id) {
  const kept = await desk.get(id);
  return kept ? [kept] : [];
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

/**
 * @param {Partial<Theirs> | null} json
 * @returns {json is Theirs}
 */
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
    return await fetch(url, { ...options, signal: patience(30_000) });
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
