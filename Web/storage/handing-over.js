// @ts-check
// Passes items to the engine. All items of a large list are passed in pieces, so that the page can handle events.

import { members } from "./mending.js";

/** Characters that are passed to the engine at once, which takes some tenths of a second. */
const pieceLength = 500_000;

/** @typedef {import("./replica.js").Item} Item */

/**
 * @param {import("./kinds.js").Kind} kind
 * @param {(texts: string[], news: object) => void} send sends items as JSON, and further members of the message
 */
export function handOver(kind, send) {
  /** @type {{ texts: string[], ids: string[] } | null} the items still to be passed, and all ids */
  let rest = null;

  /** @param {Item[]} visible */
  function texts(visible) {
    return visible.map(({ id, copyOf, ...one }, position) =>
      JSON.stringify({ id, ...members(one, kind.content), position, copyOf }));
  }

  /**
   * Passes changed items at once.
   * @param {Item[]} visible
   * @param {object} news
   */
  function some(visible, news) {
    rest = null;
    send(texts(visible), news);
  }

  /**
   * Begins to pass all items.
   * @param {Item[]} visible
   * @param {object} news
   */
  function all(visible, news) {
    rest = { texts: texts(visible), ids: visible.map(({ id }) => id) };
    piece(news);
  }

  /** Passes the next piece after pending events. */
  async function more() {
    await new Promise((resolve) => setTimeout(resolve));
    piece({ gone: [] });
  }

  /** @param {object} news */
  function piece(news) {
    if (!rest) return;
    const { texts, ids } = rest;
    let length = 0;
    const count = texts.findIndex((text) => (length += text.length) > pieceLength) + 1 || texts.length;
    const next = texts.splice(0, count);
    if (texts.length > 0) return send(next, { ...news, of: ids.length });
    rest = null;
    // Items that were added meanwhile come after these.
    send(next, count < ids.length ? { ...news, order: ids } : news);
  }

  return { some, all, more, hasMore: () => rest !== null, stop: () => (rest = null) };
}
