// @ts-check
// Asks the engine how to resolve changes, and applies its decisions. The rules are Swift: see Sources/Sync. They only
// compare contents, so each content is replaced by a number.

import { seed } from "../loop/environment.js";
import { content, parsed } from "./mending.js";
import { found } from "./replica.js";

/** @typedef {import("./replica.js").Item} Item */
/** @typedef {import("./replica.js").Transaction} Transaction */

/**
 * An item with its content, as the engine sends it.
 * @typedef {Record<string, any> & { id: string, position: number, copyOf?: string }} Told
 */

/** @typedef {(question: string) => string | null} Decide null if there is no engine at the moment */

/** @typedef {{ id: string, method: "POST" | "PUT" | "DELETE", version: number | null }} Request */

/**
 * The kinds of questions, each with the answer apart from edits: see decide.swift.
 * @typedef {object} Answers
 * @property {{ outcome: "saved" | "copied" | "overtaken", copy?: string }} save
 * @property {{ wasChanged: boolean }} delete
 * @property {{}} reorder
 * @property {MergeResult} mergeReport
 * @property {{}} confirmChange
 * @property {{}} confirmAddition
 * @property {{}} confirmDeletion
 * @property {{}} confirmMove
 * @property {{}} confirmOrder
 * @property {{ moves: { id: string, position: number, version: number }[] | null }} moves
 */

/**
 * @typedef {object} MergeResult see MergeResult.swift
 * @property {Request[]} requests
 * @property {string[]} returned
 * @property {boolean} hasNews
 * @property {boolean} isUnfinished
 * @property {number | null} divergence
 * @property {number} restored
 * @property {number[]} unproven
 */

/**
 * An item as the engine sees it, with numbers for contents.
 * @typedef {Omit<import("./replica.js").Identity, "title" | "copyOf" | "base" | "unsent" | "served"> & {
 *   content: number, copyOf: string | null, base: { version: number, content: number } | null, isUnsent: boolean
 * }} Known
 */

/** @typedef {import("./replica.js").Meta} Meta */
/** @typedef {Partial<Pick<Meta, "server" | "clock">> & { orderMark?: string | null }} MetaEdits */
/** @typedef {MetaEdits & { put: Known[], forget: string[], needsAllItems?: boolean }} Edits */

/** @typedef {(number: (text: string) => number) => object} More further members of a question */

/** How many items are stored before the page can handle events. */
const putAtOnce = 25;

/** There is no engine at the moment to make the decision. */
export class Undecided extends Error {}

/**
 * Asks a question about some items, and applies the answer. If the engine needs all items, it is asked again with all.
 * @template {keyof Answers} Ask
 * @param {Transaction} transaction
 * @param {Ask} ask
 * @param {Item[]} about
 * @param {More} [more]
 * @returns {Promise<Answers[Ask] & { now: Map<string, Item> }>} now: the new state of these items
 */
export async function settle(transaction, ask, about, more) {
  const meta = await transaction.meta();
  let { answer, text } = answerTo(transaction, ask, about, meta, false, more);
  if (answer.needsAllItems) {
    about = await transaction.all();
    ({ answer, text } = answerTo(transaction, ask, about, meta, true, more));
  }
  const now = new Map(about.map((kept) => [kept.id, kept]));
  /** @type {Item[]} */
  const put = [];
  for (const { content, base, copyOf, isUnsent, position, ...rest } of answer.put) {
    const kept = {
      ...rest, position, ...JSON.parse(text(content)), copyOf: copyOf ?? undefined,
      base: base && { version: base.version, content: text(base.content) }, ...found({ base, position }, isUnsent),
    };
    transaction.put(kept);
    put.push(kept);
    // Lets the page handle events in between, while the transaction stays active.
    if (put.length % putAtOnce === 0) await transaction.get(kept.id);
    now.set(kept.id, kept);
  }
  for (const id of answer.forget) {
    transaction.forget(id);
    now.delete(id);
  }
  const { orderMark = meta.orderMark, server = meta.server, clock } = answer;
  if (clock || answer.server || answer.orderMark !== undefined) {
    transaction.setMeta({ orderMark: orderMark ?? undefined, server, clock: clock ?? meta.clock });
  }
  transaction.judge.tell({ put, forget: answer.forget, isOrderUnsent: typeof orderMark === "string" });
  return { ...answer, now };
}

/**
 * @template {keyof Answers} Ask
 * @param {Transaction} transaction
 * @param {Ask} ask
 * @param {Item[]} about
 * @param {Meta} meta
 * @param {boolean} isComplete whether these are all items
 * @param {More} [more]
 * @returns {{ answer: Edits & Answers[Ask], text: (number: number) => string }} text: the content for a number
 */
function answerTo({ kind, judge }, ask, about, meta, isComplete, more = () => ({})) {
  /** @type {Map<string, number>} */
  const numbers = new Map();
  const number = (/** @type {string} */ text) => {
    const place = numbers.get(text) ?? numbers.size;
    numbers.set(text, place);
    return place;
  };
  const items = about.map((one) => {
    const { id, position, version, copyOf, base, isDeleted, time } = one;
    const known = base && { version: base.version, content: number(base.content) };
    return { id, position, version, copyOf, isDeleted, time, content: number(content(one, kind)), base: known };
  });
  const question = { ask, items, isComplete, ...meta, time: Date.now(), seed: seed(), ...more(number) };
  const answer = judge.decide(JSON.stringify(question));
  if (answer === null) throw new Undecided();
  const texts = [...numbers.keys()];
  return { answer: JSON.parse(answer), text: (number) => texts[number] };
}

// MARK: Changes of a tab

/**
 * What a tab's change is based on, evaluated when all earlier changes are done.
 * @typedef {object} Past
 * @property {() => Item | undefined} seen the item that the engine had
 * @property {string[]} written contents that the tab has started to write since, whether or not that succeeded
 */

/**
 * Stores an item that is new, changed or restored. `isMerged` tells that another tab has changed another part of it.
 * @param {Transaction} transaction
 * @param {Told} told
 * @param {Past} past
 */
export async function save(transaction, told, { seen, written }) {
  const { id, copyOf } = told;
  const there = await transaction.get(id);
  const before = seen();
  const mine = content(told, transaction.kind);
  const merged = before && there && there.version !== before.version
    ? merge(transaction, content(before, transaction.kind), mine, content(there, transaction.kind)) : null;
  const about = [...(await transaction.last()).filter((last) => last.id !== id), ...(there ? [there] : [])];
  const settled = await settle(transaction, "save", about, (number) => ({
    id, copyOf, content: number(mine), edition: edition(before, transaction.kind, number), written: written.map(number),
    merged: merged === null ? null : number(merged),
  }));
  return { ...settled, isMerged: merged !== null && settled.outcome === "overtaken" };
}

/**
 * Deletes an item, unless another tab has changed it.
 * @param {Transaction} transaction
 * @param {string} id
 * @param {Past} past
 * @param {boolean} isAlone whether there is no server
 */
export async function remove(transaction, id, { seen, written }, isAlone) {
  const there = await transaction.get(id);
  const before = seen();
  return settle(transaction, "delete", there ? [there] : [], (number) => ({
    id, isAlone, edition: edition(before, transaction.kind, number), written: written.map(number),
  }));
}

/**
 * Merges two changes of different parts of an item.
 * @param {Transaction} transaction
 * @param {string | undefined} base the content that both are based on
 * @param {string} mine
 * @param {string} theirs
 * @returns {string | null} null if they cannot be merged
 */
export function merge({ kind, judge }, base, mine, theirs) {
  if (!kind.merges || !base || mine === theirs || mine === base || theirs === base) return null;
  const [first, one, other] = [base, mine, theirs].map(parsed);
  const text = judge.decide(JSON.stringify({ ask: "merge", base: first, mine: one, theirs: other }));
  return text ? content({ ...one, text }, kind) : null;
}

/**
 * Changes the order of all items.
 * @param {Transaction} transaction
 * @param {string[]} order
 */
export async function reorder(transaction, order) {
  return settle(transaction, "reorder", [], () => ({ order }));
}

/**
 * @param {Item | undefined} kept
 * @param {import("./kinds.js").Kind} kind
 * @param {(text: string) => number} number
 */
function edition(kept, kind, number) {
  return kept && { version: kept.version, content: number(content(kept, kind)) };
}
