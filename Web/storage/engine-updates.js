// What the engine knows of the items of one kind, and the messages that keep it up to date. All items of a large list
// are passed in pieces, so that the page can handle events.

import { members } from "./repair.js";

/** Maximum number of items that are passed one by one. For more, all are passed. */
const maximumPassedSingly = 150;
/** Milliseconds between two messages that differ only in a number. */
const countDelay = 500;
/** Milliseconds before the message that something is still being written. */
const writingDelay = 300;
/** Milliseconds that a piece should take, so that even a slow device can handle events in between. */
const pieceTime = 30;
/** Characters of a piece. Each has costs of its own, hence the minimum. */
const pieceLength = { minimum: 12_000, first: 16_000, maximum: 64_000 };

/**
 * Besides items and status, what the page tells the user.
 * @typedef {object} News
 * @property {string[]} returned titles of items that were deleted here and changed elsewhere
 * @property {Sync.Parting} [parting]
 * @property {true} [isGivenUp] all items were removed from this browser
 * @property {true} [isHung] the browser's storage does not respond
 */

export class EngineUpdates {
  /** @type {import("../gestures/events.js").Send | null} null until the engine asks for the items */
  send = null;
  /** @type {Map<string, Sync.Item>} the items as the engine has them, on which its next changes are based */
  known = new Map();
  /** Whether others have changed items. */
  isNeeded = false;
  /** @type {Set<string> | null} the ids of items to pass again; null for all */
  stale = null;
  /** @type {News} */
  news = { returned: [] };
  /** @type {Sync.Item[] | null} the items still to be passed, in order */
  rest = null;
  /** @type {string[]} the ids of all items that are passed with the rest, in order */
  all = [];
  /** Characters of the next piece. */
  pieceLength = pieceLength.first;
  /** @type {Sync.Status | null} the status that the engine knows; null until it has the items */
  told = null;
  toldAt = 0;
  timer = 0;

  /**
   * @param {Sync.Kind} kind
   * @param {() => Sync.Status} status
   */
  constructor(kind, status) {
    this.kind = kind;
    this.status = status;
  }

  /** @returns {string[] | null} the ids of the items to pass; null for all */
  takeStale() {
    const ids = this.stale && this.stale.size <= maximumPassedSingly ? [...this.stale] : null;
    this.isNeeded = false;
    this.stale = new Set();
    return ids;
  }

  /** @param {string[] | null} ids taken, and not passed after all */
  returnStale(ids) {
    this.isNeeded = true;
    this.stale = ids && this.stale ? new Set([...ids, ...this.stale]) : null;
  }

  /** @param {string[]} ids of items to be passed with the next message */
  markStale(ids) {
    for (const id of ids) this.stale?.add(id);
  }

  /** @param {Partial<News>} more to be told with the next message */
  announce({ returned = [], ...more }) {
    this.news = { ...this.news, ...more, returned: [...this.news.returned, ...returned] };
  }

  /**
   * Passes items, or begins to pass all.
   * @param {Sync.Item[]} found
   * @param {string[] | null} ids the ids of these items and of missing ones; null if these are all items
   * @param {string[]} [order] all ids, if the order has changed
   */
  pass(found, ids, order) {
    if (!ids) this.known.clear();
    for (const id of ids ?? []) this.known.delete(id);
    for (const item of found) this.known.set(item.id, item);
    const visible = found.filter(({ isDeleted }) => !isDeleted);
    const { news } = this;
    this.news = { returned: [] };
    this.rest = ids ? null : visible;
    this.all = visible.map(({ id }) => id);
    const gone = ids?.filter((id) => !visible.some((item) => item.id === id));
    if (ids) this.tell(visible.map((item) => this.text(item)), { gone, order, ...news });
    else this.passPiece(news);
  }

  /**
   * An item as the engine reads it.
   * @param {Sync.Item} item
   */
  text({ id, copyOf, ...item }) {
    return JSON.stringify({ id, ...members(item, this.kind.content), copyOf });
  }

  /** Passes the next piece after pending events. */
  async passMore() {
    await new Promise((resolve) => setTimeout(resolve));
    this.passPiece({ gone: [] });
  }

  /**
   * Passes the next items, beginning with those that a list shows first.
   * @param {object} others further members of the message
   */
  passPiece(others) {
    const { rest, all, kind: { isNewestFirst } } = this;
    if (!rest) return;
    /** @type {string[]} */
    const texts = [];
    let length = 0;
    const start = performance.now();
    while (rest.length > 0 && length < this.pieceLength) {
      const text = this.text(/** @type {Sync.Item} */ (isNewestFirst ? rest.pop() : rest.shift()));
      length += text.length;
      if (isNewestFirst) texts.unshift(text);
      else texts.push(text);
    }
    const isLast = rest.length === 0;
    if (isLast) this.rest = null;
    this.tell(texts, {
      ...others, isBefore: isNewestFirst, of: isLast ? undefined : all.length,
      // Items that were added meanwhile come after these.
      order: isLast && !isNewestFirst && texts.length < all.length ? all : undefined,
    });
    const fitting = length * pieceTime / Math.max(performance.now() - start, 1);
    this.pieceLength = Math.min(Math.max(fitting, pieceLength.minimum), pieceLength.maximum);
  }

  /**
   * @param {string[]} texts items as JSON
   * @param {object} others further members of the message
   */
  tell(texts, others) {
    const { name } = this.kind;
    const status = this.status();
    [this.told, this.toldAt] = [status, performance.now()];
    const members = JSON.stringify({ ...status, ...others });
    this.send?.(`${name} adopt`, `{"${name}":[${texts.join()}],${members.slice(1)}`);
  }

  /** Reports a changed status. A change that is only a number is delayed. */
  showStatus() {
    const { told } = this;
    if (!told || !this.send || this.rest) return;
    const status = this.status();
    const isSame = status.state === told.state;
    const report = () => {
      clearTimeout(this.timer);
      this.timer = 0;
      if (!isKnown) this.tell([], { gone: [], returned: [] });
    };
    // After the first contact with the server, the status is sent together with the items.
    const isKnown = JSON.stringify(status) === JSON.stringify(told) || (this.isNeeded && told.state === "asking");
    // Most writes are done before the message could be read.
    const delay = isSame ? this.toldAt + countDelay - performance.now() : status.state === "writing" ? writingDelay : 0;
    if (isKnown || delay <= 0) report();
    // It is not delayed again by further changes.
    else this.timer ||= setTimeout(report, delay);
  }
}
