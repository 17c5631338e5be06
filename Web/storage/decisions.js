// Asks the engine how to resolve changes, and applies its decisions. The rules are Swift: see Sources/Sync. They only
// compare contents, so each content is replaced by a number.

import { seed } from "../loop/environment.js";
import { parsed } from "./records.js";
import { content, indexed } from "./repair.js";

/** @typedef {(number: (text: string) => number) => object} More further members of a question */

/** How many items are stored before the page can handle events. */
const putAtOnce = 25;

/** There is no engine at the moment to make the decision. */
export class Undecided extends Error {}

/**
 * Asks a question about some items, and applies the answer. If the engine needs all items, it is asked again with all.
 * @template {keyof Sync.Answers} Ask
 * @param {Sync.Transaction} transaction
 * @param {Ask} ask
 * @param {Sync.Item[]} items
 * @param {More} [more]
 * @returns {Promise<Sync.Answers[Ask] & { now: Map<string, Sync.Item> }>} now: the new state of these items
 */
export async function settle(transaction, ask, items, more) {
  const meta = await transaction.meta();
  let { answer, text } = answerTo(transaction, ask, items, meta, false, more);
  if (answer.needsAllItems) {
    items = await transaction.all();
    ({ answer, text } = answerTo(transaction, ask, items, meta, true, more));
  }
  const now = new Map(items.map((item) => [item.id, item]));
  /** @type {Sync.Item[]} */
  const put = [];
  for (const { content, base, copyOf, isUnsent, position, ...rest } of answer.put) {
    const item = {
      ...rest, position, ...JSON.parse(text(content)), copyOf: copyOf ?? undefined,
      base: base && { version: base.version, content: text(base.content) },
    };
    Object.assign(item, indexed(item, isUnsent));
    transaction.put(item);
    put.push(item);
    // Lets the page handle events in between, while the transaction stays active.
    if (put.length % putAtOnce === 0) await transaction.get(item.id);
    now.set(item.id, item);
  }
  for (const id of answer.forget) {
    transaction.forget(id);
    now.delete(id);
  }
  const { orderMark = meta.orderMark, server = meta.server, clock } = answer;
  if (clock || answer.server || answer.orderMark !== undefined) {
    transaction.setMeta({ orderMark: orderMark ?? undefined, server, clock: clock ?? meta.clock });
  }
  transaction.observer.learn({ put, forget: answer.forget, isOrderUnsent: typeof orderMark === "string" });
  return { ...answer, now };
}

/**
 * @template {keyof Sync.Answers} Ask
 * @param {Sync.Transaction} transaction
 * @param {Ask} ask
 * @param {Sync.Item[]} items
 * @param {Sync.Meta} meta
 * @param {boolean} isComplete whether these are all items
 * @param {More} [more]
 * @returns {{ answer: Sync.Edits & Sync.Answers[Ask], text: (number: number) => string }} text: the content for a
 *   number
 */
function answerTo({ kind, observer }, ask, items, meta, isComplete, more = () => ({})) {
  /** @type {Map<string, number>} */
  const numbers = new Map();
  const number = (/** @type {string} */ text) => {
    const place = numbers.get(text) ?? numbers.size;
    numbers.set(text, place);
    return place;
  };
  const known = items.map((item) => {
    const { id, position, version, copyOf, base, isDeleted, time } = item;
    const known = base && { version: base.version, content: number(base.content) };
    return { id, position, version, copyOf, isDeleted, time, content: number(content(item, kind)), base: known };
  });
  const question = { ask, items: known, isComplete, ...meta, time: Date.now(), seed: seed(), ...more(number) };
  const answer = observer.decide(JSON.stringify(question));
  if (answer === null) throw new Undecided();
  const texts = [...numbers.keys()];
  return { answer: JSON.parse(answer), text: (number) => texts[number] };
}

/**
 * Stores an item that is new, changed or restored. `isMerged` tells that another tab has changed another part of it.
 * @param {Sync.Transaction} transaction
 * @param {Sync.EngineItem} told
 * @param {() => Sync.Past} past evaluated when all earlier changes are done
 */
export async function save(transaction, told, past) {
  const { kind } = transaction;
  const { id, copyOf } = told;
  const there = await transaction.get(id);
  const { seen, written } = past();
  const mine = content(told, kind);
  const merged = seen && there && there.version !== seen.version
    ? merge(transaction, content(seen, kind), mine, content(there, kind)) : null;
  const items = [...(await transaction.last()).filter((last) => last.id !== id), ...(there ? [there] : [])];
  const settled = await settle(transaction, "save", items, (number) => ({
    id, copyOf, content: number(mine), edition: edition(seen, kind, number), written: written.map(number),
    merged: merged === null ? null : number(merged),
  }));
  return { ...settled, isMerged: merged !== null && settled.outcome === "overtaken" };
}

/**
 * Deletes an item, unless another tab has changed it.
 * @param {Sync.Transaction} transaction
 * @param {string} id
 * @param {() => Sync.Past} past evaluated when all earlier changes are done
 * @param {boolean} isAlone whether there is no server
 */
export async function remove(transaction, id, past, isAlone) {
  const there = await one(transaction, id);
  const { seen, written } = past();
  return settle(transaction, "delete", there, (number) => ({
    id, isAlone, edition: edition(seen, transaction.kind, number), written: written.map(number),
  }));
}

/**
 * Merges two changes of different parts of an item.
 * @param {Sync.Transaction} transaction
 * @param {string | undefined} base the content that both are based on
 * @param {string} mine
 * @param {string} theirs
 * @returns {string | null} null if they cannot be merged
 */
export function merge({ kind, observer }, base, mine, theirs) {
  if (!kind.merges || !base || mine === theirs || mine === base || theirs === base) return null;
  const [first, one, other] = [base, mine, theirs].map(parsed);
  const text = observer.decide(JSON.stringify({ ask: "merge", base: first, mine: one, theirs: other }));
  return text ? content({ ...one, text }, kind) : null;
}

/**
 * @param {Sync.Transaction} transaction
 * @param {string} id
 */
export async function one(transaction, id) {
  const item = await transaction.get(id);
  return item ? [item] : [];
}

/**
 * @param {Sync.Item | undefined} item
 * @param {Sync.Kind} kind
 * @param {(text: string) => number} number
 */
function edition(item, kind, number) {
  return item && { version: item.version, content: number(content(item, kind)) };
}
