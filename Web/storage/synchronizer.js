// @ts-check
// Synchronizes the items of one kind with the server, in rounds of requests, until both sides are equal: see
// docs/SYNC.md. The engine decides what each report of the server changes here, and what is sent.

import { merge, one, settle } from "./decisions.js";
import { hasKnownShelf, keyring, learnOfStored, makeShelf, ServerFailure } from "./key.js";
import { content, members } from "./repair.js";
import { serverFor } from "./server.js";

/** Maximum number of rounds. If it takes more, another device is writing without a pause. */
const maximumRounds = 20;
/** Maximum number of items that are looked up one by one. For more, all are read. */
const maximumLookedUp = 300;

/**
 * What this tab remembers of its requests until the engine has decided about them.
 * @typedef {object} Requests
 * @property {Map<string, number>} refused the versions of items that the server has refused, by id
 * @property {Map<string, number>} crowdedOut the versions of items for which the server had no space. They are sent
 *   again in the next synchronization.
 * @property {Set<string>} overtaken the ids of items of which the server had a newer version than expected
 * @property {Map<string, Set<string | null>>} sent contents that were sent without getting a response, by id. The
 *   server may have them. null stands for a deletion.
 * @property {{ id: string, version: number, text: string } | null} confirmed the last change of a round, if the server
 *   has confirmed it. It is recorded with the next report.
 */

/** @typedef {ReturnType<typeof serverFor>} Server */

/**
 * Makes the function that synchronizes one kind.
 * @param {Sync.Kind} kind
 */
export function synchronizer(kind) {
  const server = serverFor(kind);
  /** @type {Requests} */
  const requests = {
    refused: new Map(), crowdedOut: new Map(), overtaken: new Set(), sent: new Map(), confirmed: null,
  };

  /**
   * Sends and receives changes until both sides are equal.
   * @param {Sync.Replica} replica
   * @returns {Promise<Sync.Outcome>} rejects only if the replica does
   */
  async function synchronize(replica) {
    /** @type {Sync.Outcome} */
    const outcome = { server: "reached", hasChanged: false, returned: [] };
    const rounds = async () => {
      let count = 0;
      while (count < maximumRounds && (await needsAnother(replica, server, requests, outcome))) count += 1;
    };
    requests.crowdedOut.clear();
    try {
      await rounds().catch(async (error) => {
        if (error.reason !== "locked" || !(await hasNewShelf(replica))) throw error;
        await rounds();
      });
    } catch (error) {
      if (!(error instanceof ServerFailure)) throw error;
      const { reason } = error;
      outcome.server = reason !== "locked" ? reason : hasKnownShelf() ? "unknown" : "keyless";
    }
    return outcome;
  }

  return { address: server.address, synchronize };
}

/**
 * One round: asks the server for its changes, and handles each.
 * @param {Sync.Replica} replica
 * @param {Server} server
 * @param {Requests} requests
 * @param {Sync.Outcome} outcome
 * @returns {Promise<boolean>} whether another round is needed, because something was sent or has changed meanwhile
 */
async function needsAnother(replica, server, requests, outcome) {
  const key = keyring()?.key;
  // Read before the request, because the response does not cover later writes.
  const meta = await replica.read((transaction) => transaction.meta());
  const before = { time: meta.clock.now, revision: meta.server.trail[0] };
  let report = await server.changesSince(meta.server.trail);
  /** @param {{ shared?: number, proven?: number[] }} [found] the findings of an earlier call */
  const merged = (found) => mergeReport(replica, requests, report, { before, ...found });
  let result = await merged();
  if (result.unproven.length > 0 && result.divergence === null) {
    result = await merged({ proven: await server.known(result.unproven) });
  }
  if (result.divergence !== null && report.since > 0) {
    report = await server.changesSince([]);
    // The server may have been restored again between the two responses.
    if (result.divergence > 0 && (await server.known([result.divergence])).length === 0) return true;
    result = await merged({ shared: result.divergence });
  }
  forgetAnswered(requests, report, result.now);
  if (result.hasNews) outcome.hasChanged = true;
  // Not reported on a first visit, nor for a shelf that was always empty.
  if (result.divergence !== null && before.revision !== undefined && !keyring()?.isNew) {
    const restored = Math.max(result.restored, outcome.parting?.restored ?? 0);
    outcome.parting = { isOther: meta.server.database !== report.database, restored };
  }
  if (report.changed.length + report.deleted.length > 0) learnOfStored(key);
  for (const id of result.returned) outcome.returned.push(result.now.get(id)?.title ?? "");
  let { isUnfinished } = result;
  for (const request of result.requests) {
    const mine = result.now.get(request.id);
    const isLast = request === result.requests.at(-1);
    if (mine && (await send(replica, server, requests, mine, request, isLast))) isUnfinished = true;
  }
  return isUnfinished || sendOrder(replica, server);
}

// MARK: Receiving

/**
 * @param {Sync.Replica} replica
 * @param {Requests} requests
 * @param {Sync.Report} report
 * @param {object} found the state before the request, and the findings of an earlier call
 */
function mergeReport(replica, { overtaken, sent, confirmed }, report, found) {
  return replica.edit(async (transaction) => {
    const { kind } = transaction;
    const items = await affected(transaction, report);
    const mine = new Map(items.filter(({ unsent, isDeleted }) => unsent && !isDeleted).map((item) => [item.id, item]));
    return settle(transaction, "mergeReport", items, (number) => ({
      ...found, overtaken: [...overtaken],
      report: {
        ...report,
        changed: report.changed.map((item) => {
          const { id, version, position } = item;
          const theirs = content(item, kind);
          // The server’s version is this tab’s own, which is no conflict with later changes.
          const ours = version === confirmed?.version ? undefined : mine.get(id);
          const merged = ours ? merge(transaction, ours.base?.content, content(ours, kind), theirs) : null;
          return { id, version, position, content: number(theirs), merged: merged === null ? null : number(merged) };
        }),
      },
      confirmed: confirmed ? [{ id: confirmed.id, version: confirmed.version, content: number(confirmed.text) }] : [],
      sent: [...sent].flatMap(([id, texts]) => {
        return Array.from(texts, (text) => ({ id, content: text === null ? null : number(text) }));
      }),
    }));
  });
}

/**
 * The items that a report may change: those it mentions, unsent ones, and those known to be newer.
 * @param {Sync.Transaction} transaction
 * @param {Sync.Report} report
 */
async function affected(transaction, report) {
  const told = [...report.changed, ...report.deleted];
  if (told.length > maximumLookedUp) return transaction.all();
  const found = await Promise.all([
    transaction.unsent(), transaction.since(report.since), transaction.last(),
    ...told.map(({ id }) => one(transaction, id)),
  ]);
  return [...new Map(found.flat().map((item) => [item.id, item])).values()];
}

/**
 * Forgets the requests about which a report has told.
 * @param {Requests} requests
 * @param {Sync.Report} report
 * @param {Map<string, Sync.Item>} now the items after it was merged
 */
function forgetAnswered(requests, report, now) {
  const { overtaken, sent, confirmed } = requests;
  overtaken.clear();
  for (const { id } of report.changed) sent.get(id)?.delete(null);
  if (!confirmed) return;
  sent.delete(confirmed.id);
  requests.confirmed = null;
  // The server had a newer version that is not known here, so all changes are requested.
  if ((now.get(confirmed.id)?.base?.version ?? confirmed.version) < confirmed.version) overtaken.add(confirmed.id);
}

// MARK: Sending

/**
 * @param {Sync.Replica} replica
 * @param {Server} server
 * @param {Requests} requests
 * @param {Sync.Item} mine
 * @param {Sync.Request} request
 * @param {boolean} isLast whether a round follows, which records a confirmed change
 * @returns {Promise<boolean>} whether another round is needed
 */
async function send(replica, server, requests, mine, { id, method, version }, isLast) {
  const { refused, crowdedOut, overtaken, sent } = requests;
  if (refused.get(id) === mine.version || crowdedOut.get(id) === mine.version) return false;
  const told = members(mine, server.kind.sent);
  const text = content(mine, server.kind);
  const bodies = { POST: { id, ...told }, PUT: told, DELETE: undefined };
  sent.set(id, (sent.get(id) ?? new Set()).add(method === "DELETE" ? null : text));
  const path = method === "POST" ? "" : `/${id}`;
  const { result, item } = await server.change(method, path, bodies[method], version ?? undefined);
  if (result === "refused") refused.set(id, mine.version);
  if (result === "crowdedOut") crowdedOut.set(id, mine.version);
  if (result === "outdated") overtaken.add(id);
  if (result !== "done") return result === "outdated";
  if (isLast && method === "PUT" && item) {
    requests.confirmed = { id, version: item.version, text };
    return true;
  }
  await replica.edit(async (transaction) => {
    const [kept] = await one(transaction, id);
    if (method === "DELETE") return settle(transaction, "confirmDeletion", kept ? [kept] : [], () => ({ id }));
    if (!item) return;
    const items = kept ? [kept, ...(method === "POST" ? await transaction.after(kept.position) : [])] : [];
    const ask = method === "POST" ? "confirmAddition" : "confirmChange";
    const { now } = await settle(transaction, ask, items, (number) => ({
      id, edition: { version: item.version, content: number(text) },
    }));
    // As in forgetAnswered.
    if (kept && now.get(id)?.base?.version !== item.version) overtaken.add(id);
  });
  sent.delete(id);
  return true;
}

/**
 * Moves items on the server until they have the same order as here.
 * @param {Sync.Replica} replica
 * @param {Server} server
 * @returns {Promise<boolean>} whether another round is needed
 */
async function sendOrder(replica, server) {
  const { mark, moves } = await replica.edit(async (transaction) => {
    const { orderMark: mark } = await transaction.meta();
    return { mark, moves: mark ? (await settle(transaction, "moves", [])).moves : null };
  });
  if (!moves) return false;
  for (const { id, position, version } of moves) {
    const { result, item } = await server.change("PATCH", `/${id}`, { position }, version);
    if (!item) return result === "outdated";
    await replica.edit(async (transaction) => {
      const moved = { id, position, version: item.version };
      await settle(transaction, "confirmMove", await one(transaction, id), () => moved);
    });
  }
  await replica.edit((transaction) => settle(transaction, "confirmOrder", [], () => ({ mark })));
  return true;
}

/**
 * Creates a shelf on the server when there are items for it. Without items nothing is created.
 * @param {Sync.Replica} replica
 * @returns {Promise<boolean>} whether a shelf was created
 */
async function hasNewShelf(replica) {
  if (hasKnownShelf()) return false;
  const all = await replica.read((transaction) => transaction.all());
  return all.some(({ isDeleted }) => !isDeleted) && makeShelf();
}
