// @ts-check
// What the engine knows of the items of one kind, and the messages that keep it up to date. All items of a large list
// are passed in pieces, so that the page can handle events.

import { members } from "./repair.js";
import { statusReporter } from "./status.js";

/** Maximum number of items that are passed one by one. For more, all are passed. */
const maximumPassedSingly = 300;
/** Characters that are passed at once, which takes some tenths of a second. */
const pieceLength = 500_000;

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
  /** @type {{ texts: string[], ids: string[] } | null} the items still to be passed, and all ids */
  rest = null;

  /**
   * @param {Sync.Kind} kind
   * @param {() => Sync.Status} status
   */
  constructor(kind, status) {
    this.kind = kind;
    this.status = status;
    this.reporter = statusReporter(status, () => this.tell([], { gone: [], returned: [] }));
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
    const texts = visible.map(({ id, copyOf, ...item }, position) =>
      JSON.stringify({ id, ...members(item, this.kind.content), position, copyOf }));
    const { news } = this;
    this.news = { returned: [] };
    this.rest = ids ? null : { texts, ids: visible.map(({ id }) => id) };
    const gone = ids?.filter((id) => !visible.some((item) => item.id === id));
    if (ids) this.tell(texts, { gone, order, ...news });
    else this.passPiece(news);
  }

  /** Passes the next piece after pending events. */
  async passMore() {
    await new Promise((resolve) => setTimeout(resolve));
    this.passPiece({ gone: [] });
  }

  /** @param {object} others further members of the message */
  passPiece(others) {
    if (!this.rest) return;
    const { texts, ids } = this.rest;
    let length = 0;
    const count = texts.findIndex((text) => (length += text.length) > pieceLength) + 1 || texts.length;
    const next = texts.splice(0, count);
    if (texts.length > 0) return this.tell(next, { ...others, of: ids.length });
    this.rest = null;
    // Items that were added meanwhile come after these.
    this.tell(next, count < ids.length ? { ...others, order: ids } : others);
  }

  /**
   * @param {string[]} texts items as JSON
   * @param {object} others further members of the message
   */
  tell(texts, others) {
    const { name } = this.kind;
    const status = this.status();
    this.reporter.reported(status);
    const members = JSON.stringify({ ...status, ...others });
    this.send?.(`${name} adopt`, `{"${name}":[${texts.join()}],${members.slice(1)}`);
  }

  showStatus() {
    if (this.send && this.rest === null) this.reporter.update(this.isNeeded);
  }
}
