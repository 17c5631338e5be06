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

export class Synchronizer {
  /** @type {Map<string, number>} the versions of items that the server has refused, by id */
  refused = new Map();
  /** The versions of items for which the server had no space. They are sent again in the next synchronization. */
  crowdedOut = new Map();
  /** @type {Set<string>} the ids of items of which the server had a newer version than expected */
  overtaken = new Set();
  /**
   * Contents that were sent without getting a response, by id. The server may have them. null stands for a deletion.
   * @type {Map<string, Set<string | null>>}
   */
  sent = new Map();
  /**
   * The last change of a round, if the server has confirmed it. It is recorded with the next report.
   * @type {{ id: string, version: number, text: string } | null}
   */
  confirmed = null;

  /** @param {Sync.Kind} kind */
  constructor(kind) {
    this.kind = kind;
    this.server = serverFor(kind);
  }

  /**
   * Sends and receives changes until both sides are equal.
   * @param {Sync.Replica} replica
   * @returns {Promise<Sync.Outcome>} rejects only if the replica does
   */
  async synchronize(replica) {
    /** @type {Sync.Outcome} */
    const outcome = { server: "reached", hasChanged: false, returned: [] };
    this.crowdedOut.clear();
    const rounds = async () => {
      await this.sendSingleChange(replica);
      let count = 0;
      while (count < maximumRounds && (await this.needsAnother(replica, outcome))) count += 1;
    };
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

  /**
   * One round: asks the server for its changes, and handles each.
   * @param {Sync.Replica} replica
   * @param {Sync.Outcome} outcome
   * @returns {Promise<boolean>} whether another round is needed, because something was sent or has changed meanwhile
   */
  async needsAnother(replica, outcome) {
    const key = keyring()?.key;
    // Read before the request, because the response does not cover later writes.
    const { server, clock } = await replica.read((transaction) => transaction.meta());
    const before = { time: clock.now, revision: server.trail[0] };
    let report = await this.server.changesSince(server.trail);
    /** @param {{ shared?: number, proven?: number[] }} [found] the findings of an earlier call */
    const merged = (found) => this.mergeReport(replica, report, { before, ...found });
    let result = await merged();
    if (result.unproven.length > 0 && result.divergence === null) {
      result = await merged({ proven: await this.server.known(result.unproven) });
    }
    if (result.divergence !== null && report.since > 0) {
      report = await this.server.changesSince([]);
      // The server may have been restored again between the two responses.
      if (result.divergence > 0 && (await this.server.known([result.divergence])).length === 0) return true;
      result = await merged({ shared: result.divergence });
    }
    this.forgetAnswered(report, result.now);
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
      if (mine && (await this.send(replica, mine, request, isLast))) isUnfinished = true;
    }
    return isUnfinished || this.sendOrder(replica);
  }

  // MARK: Receiving

  /**
   * @param {Sync.Replica} replica
   * @param {Sync.Report} report
   * @param {object} found the state before the request, and the findings of an earlier call
   */
  mergeReport(replica, report, found) {
    const { kind, confirmed } = this;
    return replica.edit(async (transaction) => {
      const items = await affected(transaction, report);
      const mine = new Map(items.filter(({ unsent, isDeleted }) => unsent && !isDeleted).map((one) => [one.id, one]));
      return settle(transaction, "mergeReport", items, (number) => ({
        ...found, overtaken: [...this.overtaken],
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
        sent: [...this.sent].flatMap(([id, texts]) => {
          return Array.from(texts, (text) => ({ id, content: text === null ? null : number(text) }));
        }),
      }));
    });
  }

  /**
   * Forgets the requests about which a report has told.
   * @param {Sync.Report} report
   * @param {Map<string, Sync.Item>} now the items after it was merged
   */
  forgetAnswered(report, now) {
    this.overtaken.clear();
    for (const { id } of report.changed) this.sent.get(id)?.delete(null);
    if (!this.confirmed) return;
    const { id, version } = this.confirmed;
    this.confirmed = null;
    this.sent.delete(id);
    // The server had a newer version that is not known here, so all changes are requested.
    if ((now.get(id)?.base?.version ?? version) < version) this.overtaken.add(id);
  }

  // MARK: Sending

  /**
   * Sends the only change at once, without asking for the server's changes first. Its version shows if the item was
   * changed elsewhere. A change after a request without a response needs the engine's decision.
   * @param {Sync.Replica} replica
   */
  async sendSingleChange(replica) {
    if (this.sent.size > 0 || this.overtaken.size > 0) return;
    const [mine, ...others] = await replica.read((transaction) => transaction.unsent());
    if (!mine?.base || mine.isDeleted || others.length > 0) return;
    await this.send(replica, mine, { id: mine.id, method: "PUT", version: mine.base.version }, true);
  }

  /**
   * @param {Sync.Replica} replica
   * @param {Sync.Item} mine
   * @param {Sync.Request} request
   * @param {boolean} isLast whether a round follows, which records a confirmed change
   * @returns {Promise<boolean>} whether another round is needed
   */
  async send(replica, mine, { id, method, version }, isLast) {
    if (this.refused.get(id) === mine.version || this.crowdedOut.get(id) === mine.version) return false;
    const told = members(mine, this.kind.sent);
    const text = content(mine, this.kind);
    const bodies = { POST: { id, ...told }, PUT: told, DELETE: undefined };
    this.sent.set(id, (this.sent.get(id) ?? new Set()).add(method === "DELETE" ? null : text));
    const path = method === "POST" ? "" : `/${id}`;
    const { result, item } = await this.server.change(method, path, bodies[method], version ?? undefined);
    if (result === "refused") this.refused.set(id, mine.version);
    if (result === "crowdedOut") this.crowdedOut.set(id, mine.version);
    if (result === "outdated") this.overtaken.add(id);
    if (result !== "done") return result === "outdated";
    if (isLast && method === "PUT" && item) {
      this.confirmed = { id, version: item.version, text };
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
      if (kept && now.get(id)?.base?.version !== item.version) this.overtaken.add(id);
    });
    this.sent.delete(id);
    return true;
  }

  /**
   * Moves items on the server until they have the same order as here.
   * @param {Sync.Replica} replica
   * @returns {Promise<boolean>} whether another round is needed
   */
  async sendOrder(replica) {
    const { mark, moves } = await replica.edit(async (transaction) => {
      const { orderMark: mark } = await transaction.meta();
      return { mark, moves: mark ? (await settle(transaction, "moves", [])).moves : null };
    });
    if (!moves) return false;
    for (const { id, position, version } of moves) {
      const { result, item } = await this.server.change("PATCH", `/${id}`, { position }, version);
      if (!item) return result === "outdated";
      await replica.edit(async (transaction) => {
        const moved = { id, position, version: item.version };
        await settle(transaction, "confirmMove", await one(transaction, id), () => moved);
      });
    }
    await replica.edit((transaction) => settle(transaction, "confirmOrder", [], () => ({ mark })));
    return true;
  }
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
 * Creates a shelf on the server when there are items for it. Without items nothing is created.
 * @param {Sync.Replica} replica
 * @returns {Promise<boolean>} whether a shelf was created
 */
async function hasNewShelf(replica) {
  if (hasKnownShelf()) return false;
  const all = await replica.read((transaction) => transaction.all());
  return all.some(({ isDeleted }) => !isDeleted) && makeShelf();
}
