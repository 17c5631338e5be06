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

/**
 * @param {Sync.Kind} kind
 * @param {() => Sync.Status} currentStatus
 */
export function engineUpdates(kind, currentStatus) {
  /** @type {import("../gestures/events.js").Send | null} null until the engine asks for the items */
  let send = null;
  /** @type {Map<string, Sync.Item>} the items as the engine has them, on which its next changes are based */
  const known = new Map();
  /** @type {Set<string> | null} the ids of items to pass again; null for all */
  let stale = null;
  let isStale = false;
  /** @type {News} */
  let news = { returned: [] };
  /** @type {{ texts: string[], ids: string[] } | null} the items still to be passed, and all ids */
  let rest = null;
  const reporter = statusReporter(currentStatus, () => tell([], { gone: [], returned: [] }));

  /** Takes the ids of the items to pass; null for all. */
  function takeStale() {
    const ids = stale && stale.size <= maximumPassedSingly ? [...stale] : null;
    isStale = false;
    stale = new Set();
    return ids;
  }

  /** @param {string[] | null} ids taken, and not passed after all */
  function returnStale(ids) {
    isStale = true;
    stale = ids && stale ? new Set([...ids, ...stale]) : null;
  }

  /**
   * Passes items, or begins to pass all.
   * @param {Sync.Item[]} found
   * @param {string[] | null} ids the ids of these items and of missing ones; null if these are all items
   * @param {string[]} [order] all ids, if the order has changed
   */
  function pass(found, ids, order) {
    if (!ids) known.clear();
    for (const id of ids ?? []) known.delete(id);
    for (const item of found) known.set(item.id, item);
    const visible = found.filter(({ isDeleted }) => !isDeleted);
    const texts = visible.map(({ id, copyOf, ...item }, position) =>
      JSON.stringify({ id, ...members(item, kind.content), position, copyOf }));
    const others = news;
    news = { returned: [] };
    if (ids) {
      rest = null;
      tell(texts, { gone: ids.filter((id) => !visible.some((item) => item.id === id)), order, ...others });
    } else {
      rest = { texts, ids: visible.map(({ id }) => id) };
      passPiece(others);
    }
  }

  /** Passes the next piece after pending events. */
  async function passMore() {
    await new Promise((resolve) => setTimeout(resolve));
    passPiece({ gone: [] });
  }

  /** @param {object} others further members of the message */
  function passPiece(others) {
    if (!rest) return;
    const { texts, ids } = rest;
    let length = 0;
    const count = texts.findIndex((text) => (length += text.length) > pieceLength) + 1 || texts.length;
    const next = texts.splice(0, count);
    if (texts.length > 0) return tell(next, { ...others, of: ids.length });
    rest = null;
    // Items that were added meanwhile come after these.
    tell(next, count < ids.length ? { ...others, order: ids } : others);
  }

  /**
   * @param {string[]} texts items as JSON
   * @param {object} others further members of the message
   */
  function tell(texts, others) {
    const status = currentStatus();
    reporter.reported(status);
    const members = JSON.stringify({ ...status, ...others });
    send?.(`${kind.name} adopt`, `{"${kind.name}":[${texts.join()}],${members.slice(1)}`);
  }

  return {
    known, takeStale, returnStale, pass, passMore,
    /** @param {import("../gestures/events.js").Send} receiver */
    open: (receiver) => (send = receiver),
    isOpen: () => send !== null,
    /** Whether there are changes by others to pass. */
    isStale: () => isStale && send !== null,
    /** Adds items to the next message. */
    markStale: (/** @type {string[]} */ ids) => ids.forEach((id) => stale?.add(id)),
    /** Marks all items as changed. */
    markAllStale: () => (stale = null),
    /** Requests the next message. */
    request: () => (isStale = true),
    /** Adds to what the user is told with the next message. */
    announce: (/** @type {Partial<News>} */ { returned = [], ...more }) => {
      news = { ...news, ...more, returned: [...news.returned, ...returned] };
    },
    hasMore: () => rest !== null,
    /** Stops passing pieces if all items will be passed again from the beginning. */
    stopIfStale: () => {
      if (isStale && stale === null) rest = null;
    },
    showStatus: () => {
      if (send && rest === null) reporter.update(isStale);
    },
  };
}
